"""The mean of a hand of Persian Monarchs over all pairs of cards and all raises."""

from fractions import Fraction
from itertools import permutations


def mean_by_enumeration(pair, cards, most, stake):
    """Return the mean with an ante of `stake`, over all pairs of cards and all raises."""
    total = Fraction(0)
    for mine, theirs in permutations(range(cards), 2):
        sign = 1 if mine > theirs else -1
        chance, p = Fraction(mine, cards - 1), Fraction(theirs, cards - 1)
        if pair[0] == "random":
            chance = Fraction(1, 2)
        total += (1 - chance) * sign * stake
        for raised in range(1, most + 1):
            pot = 2 * stake + 2 * raised
            yes = Fraction(p * pot - (1 - p) * pot > -2 * stake)
            if pair[1] == "random":
                yes = Fraction(1, 2)
            total += chance / most * (yes * sign * (stake + raised) + (1 - yes) * stake)
    return total / (cards * (cards - 1))
