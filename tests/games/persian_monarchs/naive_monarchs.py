"""Persian Monarchs, naively: every draw and every choice, in fractions, from the rule sheet.

Shares nothing with `games`: a pack is a sorted tuple of ids, purses are numbers.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

Law = dict[tuple[int, int], Fraction]


def confidence(name: str, card: int, pack: tuple[int, ...], cards: int) -> Fraction:
    """Return the chance to win as the strategy estimates it."""
    if name == "counter":
        return Fraction(pack.index(card), len(pack) - 1)
    return Fraction(card, cards - 1)


def raises(name: str, card: int, pack: tuple[int, ...], cards: int, m: int) -> dict:
    """Return {raise: chance}."""
    chance = Fraction(1, 2) if name == "random" else confidence(name, card, pack, cards)
    return {0: 1 - chance, **dict.fromkeys(range(1, m + 1), chance / m)}


def accepts(name: str, card: int, pack: tuple[int, ...], cards: int, x: int) -> Fraction:
    """Return the chance that the dealer accepts."""
    if name == "random":
        return Fraction(1, 2)
    p = confidence(name, card, pack, cards)
    return Fraction(p * (2 + 2 * x) - (1 - p) * (2 + 2 * x) > -2)


def hand(
    non_dealer: str,
    dealer: str,
    pack: tuple[int, ...],
    cards: int,
    m: int,
    purse: str = "none",
    counters: tuple[int, int] = (0, 0),
) -> Iterator[tuple[Fraction, int, tuple[int, ...]]]:
    """Yield (chance, the non-dealer's profit, cards left); `counters`: raiser, dealer."""
    draw = Fraction(1, len(pack) * (len(pack) - 1))
    for mine in pack:
        for theirs in pack:
            if mine == theirs:
                continue
            left = tuple(card for card in pack if card not in (mine, theirs))
            sign = 1 if mine > theirs else -1
            for x, chance in raises(non_dealer, mine, pack, cards, m).items():
                if purse == "strict" and x > counters[0] - 1:
                    yield draw * chance, sign, left  # the raise is not made
                    continue
                if x == 0:
                    yield draw * chance, sign, left
                    continue
                covered = purse == "none" or x <= counters[1] - 1
                yes = accepts(dealer, theirs, pack, cards, x) if covered else Fraction(0)
                yield draw * chance * yes, sign * (1 + x), left
                yield draw * chance * (1 - yes), 1, left


def hand_law(non_dealer: str, dealer: str, cards: int, m: int) -> dict[int, Fraction]:
    """Return the law of the non-dealer's profit from a full pack."""
    law: Counter = Counter()
    for chance, profit, _ in hand(non_dealer, dealer, tuple(range(cards)), cards, m):
        law[profit] += chance
    return {profit: chance for profit, chance in law.items() if chance}


def match_law(
    first: str, second: str, *, cards: int, m: int, rounds: int, counters: int, purse: str
) -> Law:
    """Return the law of the final counters of player one and player two."""
    full = tuple(range(cards))
    states: dict = {(full, counters, counters): Fraction(1)}
    for number in range(1, 2 * rounds + 1):
        after: Counter = Counter()
        for (pack, one, two), before in states.items():
            if number % 2:  # player two deals
                outcomes = hand(first, second, pack, cards, m, purse, (one, two))
            else:
                outcomes = hand(second, first, pack, cards, m, purse, (two, one))
            for chance, profit, left in outcomes:
                gain = profit if number % 2 else -profit
                following = left if len(left) >= 2 else full
                after[following, one + gain, two - gain] += before * chance
        states = after
    law: Counter = Counter()
    for (_, one, two), chance in states.items():
        law[one, two] += chance
    return {ends: chance for ends, chance in law.items() if chance}
