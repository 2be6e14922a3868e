"""Hands of five cards in order: two rankings, and a table of them for kernels.

    standard    high card < pair < two pair < three of a kind < straight < flush
                < full house < four of a kind < straight flush, as in any book of
                poker rules.  Within a type ranks decide, those of more cards
                first; straights by their top card, the wheel A 2 3 4 5 below the
                others.  Suits never decide.  7462 classes.
    published   high card < pair < two pair < three of a kind < four of a kind
                < flush < straight, as in the C++ program of the source.  A wheel
                is no straight, so the nine others go by their top card; a flush
                is worth its suit alone, clubs < diamonds < hearts < spades.
                6179 classes.

The source of `published` lists only pair to straight.  We read it as follows.  A
hand of none of these types is a high card, below the pair.  A full house is three
of a kind, and a straight flush is a straight.  The source writes down the rank of
each card, so the full house 7 7 7 K K compares with three sevens card by card: it
is above 7 7 7 K Q and below 7 7 7 A 2.  The source's example has another number: it
takes suits for faces.

A class is a number, 0 the lowest: a higher hand beats a lower one, equal numbers
tie.  `value` is the reference, card by card.  `table` holds the same for kernels:
a card is one word, and the sum of five words identifies the hand.  The low bits
are a sum of keys of ranks, each key the smallest for which the sums of any two
different hands of five ranks differ (with at most four cards of one rank); above
them the cards of each suit are counted in four bits.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import quote

TYPES = {
    "standard": ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush",
                 "full_house", "four_of_a_kind", "straight_flush"),
    "published": ("high_card", "pair", "two_pair", "three_of_a_kind", "four_of_a_kind", "flush",
                  "straight"),
}  # fmt: skip
RANKINGS = tuple(TYPES)
COUNTS = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}
ALSO = {
    "full_house": "three_of_a_kind",
    "straight_flush": "straight",
}  # in `published`

KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
RANK_BITS = 20
RANK_MASK = (1 << RANK_BITS) - 1
SUIT_BITS = 4
ALMOST_FIVE = 0x3333 << RANK_BITS  # added to a sum, it carries a suit's count of five
FIVE = 0x8888 << RANK_BITS  # into one of these bits

Strength = tuple[int, tuple[int, ...]]  # the type's place in TYPES, then what decides within it
Numbers = npt.NDArray[np.int32]


class Table(NamedTuple):
    """A ranking for kernels; read only.

    `keys[card]` (int64) is a card's word.  From the sum of five words, `rank_mask`
    selects the index r: the class is `flush[suit, r]` if all cards are of that
    suit, else `plain[r]`; -1 where no hand has this index.  A suit's count in the
    sum is `sum >> RANK_BITS + SUIT_BITS * suit & 15`, and all cards are of one suit
    if and only if `sum + ALMOST_FIVE & FIVE` is not 0.  `types[class]` (int8) is
    the type, a place in TYPES.
    """

    keys: npt.NDArray[np.int64]
    rank_mask: int
    plain: Numbers
    flush: Numbers
    types: npt.NDArray[np.int8]


def value(cards: int, ranking: str = "standard", pack: Pack = FULL) -> int:
    """Return the class of a set of five cards, 0 the lowest.

    >>> value(FULL.read("2c 3c 4c 5c 7d")[0]), value(FULL.read("As Ks Qs Js Ts")[0])
    (0, 7461)
    """
    return _classes(ranking, pack)[strength(cards, ranking, pack)]


def type_of(cards: int, ranking: str = "standard", pack: Pack = FULL) -> str:
    """Return the name of the type of a set of five cards.

    >>> wheel = FULL.read("5c 4c 3c 2c Ac")[0]
    >>> type_of(wheel), type_of(wheel, "published")
    ('straight_flush', 'flush')
    """
    place, _ = strength(cards, ranking, pack)
    return TYPES[ranking][place]


def strength(cards: int, ranking: str = "standard", pack: Pack = FULL) -> Strength:
    """Return the type and what decides within it; the greater one wins.

    >>> strength(FULL.read("7c 7d 7h Kc Kd")[0])
    (6, (5, 5, 5, 11, 11))
    >>> strength(FULL.read("7c 7d 7h Kc Kd")[0], "published")
    (3, (5, 5, 5, 11, 11))
    """
    _check(cards, ranking, pack)
    name, decides = _read(cards, ranking, pack)
    if ranking == "published":
        name = ALSO.get(name, name)
    return TYPES[ranking].index(name), decides


def _check(cards: int, ranking: str, pack: Pack) -> None:
    if ranking not in RANKINGS:
        raise UnknownName(f"ranking={quote(ranking)} must be one of {', '.join(RANKINGS)}")
    if cards < 0 or cards.bit_count() != 5 or cards >> pack.size:
        raise BadInput(f"{cards=:#b} must be a set of five of {pack.size} cards")


def _read(cards: int, ranking: str, pack: Pack) -> tuple[str, tuple[int, ...]]:
    """Return the type by its usual name, and what decides within it."""
    held = [(count, rank) for rank, count in enumerate(pack.rank_counts(cards)) if count]
    held.sort(reverse=True)
    faces = tuple(rank for count, rank in held for _ in range(count))
    suit = next((s for s, lane in enumerate(pack.lanes(cards)) if lane.bit_count() == 5), None)
    top = _straights(ranking, pack).get(_set(faces))
    if top is not None:
        return "straight" if suit is None else "straight_flush", (top,)
    if suit is not None:
        return "flush", (suit,) if ranking == "published" else faces
    return COUNTS[tuple(count for count, _ in held)], faces


def _set(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in {*ranks})


@cache
def _straights(ranking: str, pack: Pack) -> dict[int, int]:
    """Return {set of five ranks in a row: its height}; `published` leaves out the wheel."""
    lowest = 1 if ranking == "published" else 0
    return {window: height for height, window in enumerate(pack.windows) if height >= lowest}


class _Sample(NamedTuple):
    """A hand of the pack: its indices in a `Table`, and its strength."""

    suit: int  # of all five cards, -1 if there are several
    place: int
    strength: Strength


@cache
def _samples(ranking: str, pack: Pack) -> tuple[_Sample, ...]:
    """Return one hand for every index of a `Table`."""
    return tuple(
        _Sample(suit, sum(KEYS[rank] for rank in ranks), strength(cards, ranking, pack))
        for ranks in combinations_with_replacement(range(pack.ranks), 5)
        if max(Counter(ranks).values()) <= pack.suits
        for suit, cards in _hands(ranks, pack)
    )


def _hands(ranks: tuple[int, ...], pack: Pack) -> Iterator[tuple[int, int]]:
    """Yield the hands (suit, cards) of five ranks that a ranking may distinguish."""
    if len({*ranks}) == 5:
        yield from ((suit, pack.cards_of_suit(suit, _set(ranks))) for suit in range(pack.suits))
    if pack.suits > 1:
        suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        suits[-1] = suits[-1] or 1  # not all of one suit
        yield -1, sum(1 << s * pack.ranks + rank for s, rank in zip(suits, ranks, strict=True))


@cache
def _classes(ranking: str, pack: Pack) -> dict[Strength, int]:
    """Return {strength: class} of all hands of the pack, the lowest first."""
    found = {sample.strength for sample in _samples(ranking, pack)}
    return {each: number for number, each in enumerate(sorted(found))}


def table(ranking: str = "standard", pack: Pack = FULL) -> Table:
    """Return the ranking for kernels.

    >>> standard = table()
    >>> royal = sum(standard.keys[card] for card in (8, 9, 10, 11, 12))
    >>> standard.flush[0, royal & standard.rank_mask].item()  # all clubs
    7461
    """
    return _table(ranking, pack)


@cache
def _table(ranking: str, pack: Pack) -> Table:
    classes = _classes(ranking, pack)
    words = [KEYS[r] | 1 << RANK_BITS + SUIT_BITS * s
             for s in range(pack.suits) for r in range(pack.ranks)]  # fmt: skip
    by_place = np.full((1 + pack.suits, 5 * KEYS[pack.ranks - 1]), -1, np.int32)
    for suit, place, worth in _samples(ranking, pack):
        by_place[1 + suit, place] = classes[worth]
    types = np.array([place for place, _ in classes], np.int8)
    keys = np.array(words, np.int64)
    for array in (keys, by_place, types):
        array.setflags(write=False)
    return Table(keys, RANK_MASK, by_place[0], by_place[1:], types)
