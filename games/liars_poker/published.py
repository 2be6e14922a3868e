"""Liars' Poker as a published program plays it (reading `published`), defect by defect.

The program allows a pack without jokers or with two, J1 and J2.

1. J2 is wild in flushes only; elsewhere it is an ordinary card of a rank of its
   own above the ace, which no straight contains.
2. So J1 and J2 are a pair, and as the highest pair they are taken first.
3. For two pair and full house the program takes as first pair the highest rank
   that reaches two cards with J1 counted; J1 leaves the pool if it was needed.
   Then it looks for a pair or three of a kind among the rest.
4. That second part may be of the same rank: four deuces are two pair.
5. The program looks for a straight flush only in the highest straight.
"""

from collections.abc import Sequence

from montmort.games.cards.pack import FULL, Pack

JOKERS = (0, 2)  # numbers of jokers that the program allows


def published(cards: int, first: bool, second: bool, pack: Pack = FULL) -> tuple[bool, ...]:
    """Return for each of the `CATEGORIES` whether the program finds it.

    `first` and `second` say whether J1 and J2 are in play.

    >>> from montmort.games.liars_poker.made_hands import CATEGORIES
    >>> threes_over_twos = FULL.read("3c 3d 3h 2c 2d")[0]
    >>> found = dict(zip(CATEGORIES, published(threes_over_twos, False, False)))
    >>> found["two_pair"], found["three_of_a_kind"], found["full_house"]
    (True, True, False)
    """
    counts = (*pack.rank_counts(cards), int(second))
    most = max((count + first for count in counts if count), default=0)
    return (
        bool(cards) or first or second,
        most >= 2,
        _pair_and(2, counts, first),
        most >= 3,
        any(lane.bit_count() + first + second >= 5 for lane in pack.lanes(cards)),
        _highest_straight(cards, first, pack) is not None,
        _pair_and(3, counts, first),
        most >= 4,
        _straight_flush(cards, first, pack),
        most >= 5,
    )


def _pair_and(number: int, counts: Sequence[int], first: bool) -> bool:
    """Return whether `number` cards of one rank are left without the highest pair."""
    rest = list(counts)
    for rank in reversed(range(len(rest))):
        if rest[rank] and rest[rank] + first >= 2:
            left = first and rest[rank] >= 2
            rest[rank] = max(rest[rank] - 2, 0)
            return any(count and count + left >= number for count in rest)
    return False


def _highest_straight(cards: int, first: bool, pack: Pack) -> int | None:
    """Return the highest straight's set of ranks, None if there is no straight."""
    held = sum(1 << rank for rank, count in enumerate(pack.rank_counts(cards)) if count)
    straights = (w for w in reversed(pack.windows) if (w & held).bit_count() + first >= 5)
    return next(straights, None)


def _straight_flush(cards: int, first: bool, pack: Pack) -> bool:
    window = _highest_straight(cards, first, pack)
    return window is not None and any(
        (window & lane).bit_count() + first >= 5 for lane in pack.lanes(cards)
    )
