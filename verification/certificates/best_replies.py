"""What a strategy for a hand of Persian Monarchs gains against the best reply to it.

raises[k][x] is the chance that the non-dealer with card k raises by x, accepts[k][x - 1] the chance
that the dealer with card k accepts a raise by x.
"""

from collections.abc import Sequence
from fractions import Fraction

from montmort.verification.certificates.monarchs import sums_beside


def least_gain(raises: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return what the non-dealer's strategy gains against the dealer's best response.

    The dealer with card j responds to a raise by x so that the sum over the other cards k is least:
    declining costs 1 each time; accepting costs 1 + x where k > j and gains it where k < j.

    >>> least_gain([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])  # only the ace raises
    Fraction(0, 1)
    """
    cards, loss = len(raises), Fraction(0)
    for x, column in enumerate(zip(*raises, strict=True)):
        for below, above in sums_beside(column):
            accepted = (1 + x) * (above - below)
            loss += min(accepted, above + below) if x else accepted
    return loss / (cards * (cards - 1))


def greatest_gain(accepts: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return what the non-dealer's best response gains against the dealer's strategy.

    >>> greatest_gain([[Fraction(1)], [Fraction(1)]])  # a dealer who accepts all pays 2 to the ace
    Fraction(1, 2)
    """
    cards = len(accepts)
    best = [Fraction(k - (cards - 1 - k)) for k in range(cards)]  # the higher card takes the antes
    for x, column in enumerate(zip(*accepts, strict=True), 1):
        for k, (below, above) in enumerate(sums_beside(column)):
            best[k] = max(best[k], (1 + x) * (below - above) + cards - 1 - below - above)
    return sum(best, Fraction(0)) / (cards * (cards - 1))
