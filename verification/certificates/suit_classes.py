"""Sets of cards, equal ones but for a permutation of the suits written once.

The ranks held in a suit are the bits of an integer, the deuce or the lowest rank the lowest bit.
A set of cards is the tuple of these integers in ascending order: it stands for all sets that a
permutation of the suits makes of it.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from montmort.verification.certificates.check import Form, Unreadable, between
from montmort.verification.certificates.forms import describe

Cards = tuple[int, ...]  # the ranks held in each suit, ascending

PACK: Form = {
    "ranks": describe(between(2, 13), "Ranks in the deck."),
    "suits": describe(between(1, 4), "Suits in the deck."),
}


def check_pack(ranks: int, suits: int, least: int) -> None:
    """Raise Unreadable for a pack of less than `least` cards."""
    if ranks * suits < least:
        raise Unreadable(f"the pack must have {least} cards")


def check_pays(what: str, pays: Mapping[str, Fraction], *names: str) -> None:
    """Raise Unreadable unless 0 or more is paid for each of the names, and nothing for others."""
    if pays.keys() != {*names} or min(pays.values()) < 0:
        raise Unreadable(f"{what} must have a pay of 0 or more for each of: {', '.join(names)}")


def with_one_more(cards: Cards, ranks: int) -> Iterator[Cards]:
    """Yield what becomes of a set with each of the other cards of the pack.

    >>> [*with_one_more((0, 1), 2)]  # 2c; with 2d, 3d and 3c
    [(1, 1), (1, 2), (0, 3)]
    """
    for suit, held in enumerate(cards):
        for rank in range(ranks):
            if not held >> rank & 1:
                yield tuple(sorted((*cards[:suit], held | 1 << rank, *cards[suit + 1 :])))


def sets_of(ranks: int, suits: int, most: int) -> list[list[Cards]]:
    """Return the sets of 0, 1, ... `most` cards of a pack."""
    sets = [[(0,) * suits]]
    for _ in range(most):
        sets.append(sorted({more for cards in sets[-1] for more in with_one_more(cards, ranks)}))
    return sets


def number_of(cards: Cards) -> int:
    """Return for how many sets a set stands.

    >>> number_of((0, 0, 1, 2)), number_of((3, 3))
    (12, 1)
    """
    return math.factorial(len(cards)) // math.prod(map(math.factorial, Counter(cards).values()))


def rank_counts(cards: Cards, ranks: int) -> list[int]:
    """Return how many cards of each rank a set has."""
    return [sum(held >> rank & 1 for held in cards) for rank in range(ranks)]


def straight_height(cards: Cards, ranks: int) -> int | None:
    """Return the place of a straight among those of as many cards, the lowest 0; None for others.

    >>> [straight_height(cards, 13) for cards in ((1, 2, 1 << 12), (7 << 10,), (1, 2, 8))]
    [0, 11, None]
    """
    held = {rank for rank, count in enumerate(rank_counts(cards, ranks)) if count}
    size = sum(ranks.bit_count() for ranks in cards)
    if len(held) < size:
        return None
    row = [ranks - 1, *range(ranks)]
    heights = range(ranks - size + 1, -1, -1)
    return next((low for low in heights if {*row[low : low + size]} == held), None)
