"""Poker hands that can be made from a set of cards with the help of wild jokers.

A set of natural cards and j jokers make a hand if it needs no more than j jokers.
With c_r cards of rank r and s_u cards of suit u the numbers needed are

    high card        no joker, as any card will do,
    k of a kind      min over ranks of (k - c_r)+,
    two pair         min over two different ranks of (2 - c_r)+ + (2 - c_s)+,
    full house       min over two different ranks of (3 - c_r)+ + (2 - c_s)+,
    flush            min over suits of (5 - s_u)+,
    straight         5 minus the most ranks held of any straight,
    straight flush   the same within one suit.

The events are nested: cards that make four of a kind also make a pair.  The order
of the categories is that of this game: a straight beats a flush.
"""

from collections.abc import Callable, Iterable
from itertools import permutations
from types import MappingProxyType

from montmort.games.cards.pack import FULL, Pack

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "flush",
    "straight",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
)


def jokers_for_high_card(cards: int, _pack: Pack = FULL) -> int:
    """Return 0 if there is a card, else 1.

    >>> jokers_for_high_card(0b1), jokers_for_high_card(0)
    (0, 1)
    """
    return 0 if cards else 1


def jokers_for_kind(number: int, cards: int, pack: Pack = FULL) -> int:
    """Return the jokers needed to hold `number` cards of one rank.

    >>> jokers_for_kind(4, FULL.read("7c 7d 9h")[0])
    2
    """
    return max(0, number - max(pack.rank_counts(cards)))


def jokers_for_two_ranks(first: int, second: int, cards: int, pack: Pack = FULL) -> int:
    """Return the jokers needed to hold `first` and `second` cards of two different ranks.

    >>> jokers_for_two_ranks(3, 2, FULL.read("7c 7d 9h")[0])  # sevens over nines
    2
    """
    return min(
        max(0, first - some) + max(0, second - others)
        for some, others in permutations(pack.rank_counts(cards), 2)
    )


def jokers_for_flush(cards: int, pack: Pack = FULL) -> int:
    """Return the jokers needed to hold five cards of a suit.

    >>> jokers_for_flush(FULL.read("7c 8c 2c 9h")[0])
    2
    """
    return max(0, 5 - max(lane.bit_count() for lane in pack.lanes(cards)))


def jokers_for_straight(cards: int, pack: Pack = FULL) -> int | None:
    """Return the jokers needed to hold five ranks in a row, None if the pack has no such row.

    >>> jokers_for_straight(FULL.read("Ac 3d 5h 9h")[0])
    2
    """
    held = sum(1 << rank for rank, count in enumerate(pack.rank_counts(cards)) if count)
    return _fewest_missing([held], pack)


def jokers_for_straight_flush(cards: int, pack: Pack = FULL) -> int | None:
    """Return the jokers needed to hold five ranks in a row in one suit, None if there are none.

    >>> jokers_for_straight_flush(FULL.read("Ac 3d 5d 9d")[0])
    3
    """
    return _fewest_missing(pack.lanes(cards), pack)


def _fewest_missing(lanes: Iterable[int], pack: Pack) -> int | None:
    missing = ((window & ~lane).bit_count() for lane in lanes for window in pack.windows)
    return min(missing, default=None)


NEEDED: MappingProxyType[str, Callable[[int, Pack], int | None]] = MappingProxyType(
    {
        "high_card": jokers_for_high_card,
        "pair": lambda cards, pack: jokers_for_kind(2, cards, pack),
        "two_pair": lambda cards, pack: jokers_for_two_ranks(2, 2, cards, pack),
        "three_of_a_kind": lambda cards, pack: jokers_for_kind(3, cards, pack),
        "flush": jokers_for_flush,
        "straight": jokers_for_straight,
        "full_house": lambda cards, pack: jokers_for_two_ranks(3, 2, cards, pack),
        "four_of_a_kind": lambda cards, pack: jokers_for_kind(4, cards, pack),
        "straight_flush": jokers_for_straight_flush,
        "five_of_a_kind": lambda cards, pack: jokers_for_kind(5, cards, pack),
    }
)


def suffice(needed: int | None, jokers: int) -> bool:
    """Return whether the jokers suffice; if `needed` is None, no number does.

    >>> suffice(2, 2), suffice(None, 100)
    (True, False)
    """
    return needed is not None and needed <= jokers


def made_hands(cards: int, jokers: int, pack: Pack = FULL) -> tuple[bool, ...]:
    """Return for each of the `CATEGORIES` whether the cards and jokers make it.

    >>> dict(zip(CATEGORIES, made_hands(*FULL.read("9c 8c 7c 6c *"))))["straight_flush"]
    True
    >>> sum(made_hands(*FULL.read("9c 8c 7c 6c *")))  # and high card, pair, flush, straight
    5
    """
    return tuple(suffice(NEEDED[name](cards, pack), jokers) for name in CATEGORIES)
