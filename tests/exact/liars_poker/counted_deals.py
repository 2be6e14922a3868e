"""Deals counted set by set with the rules of `montmort.games.liars_poker`.

No generating functions are used.  Every category treats the suits alike, so sets of
natural cards that differ only by a change of suits are evaluated once.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from hypothesis import strategies as st

from montmort.games.cards.pack import Pack
from montmort.games.liars_poker.made_hands import CATEGORIES, NEEDED

NEVER = 99


def suit_classes(pack: Pack, sizes: range) -> Iterator[tuple[int, int]]:
    """Yield (a set of natural cards, the number of its images) for sets of these sizes."""
    lanes = sorted(
        (lane for lane in range(1 << pack.ranks) if lane.bit_count() < sizes.stop),
        key=int.bit_count,
    )

    def sets(suits: int, first: int, held: int) -> Iterator[tuple[int, ...]]:
        if not suits:
            if held in sizes:
                yield ()
            return
        for place in range(first, len(lanes)):
            if held + suits * lanes[place].bit_count() >= sizes.stop:
                return  # no later lane has fewer cards
            for rest in sets(suits - 1, place, held + lanes[place].bit_count()):
                yield lanes[place], *rest

    for found in sets(pack.suits, 0, 0):
        alike = math.factorial(pack.suits)
        for times in Counter(found).values():
            alike //= math.factorial(times)
        yield sum(lane << suit * pack.ranks for suit, lane in enumerate(found)), alike


def all_sizes(pack: Pack) -> range:
    return range(pack.size + 1)


def _needed(needed: int | None) -> int:
    return NEVER if needed is None else needed


@cache
def jokers_needed(pack: Pack) -> dict[str, np.ndarray]:
    """Return for every category how many jokers each set of natural cards needs."""

    @cache
    def of_lanes(lanes: tuple[int, ...]) -> tuple[int, ...]:
        cards = sum(lane << suit * pack.ranks for suit, lane in enumerate(lanes))
        return tuple(_needed(NEEDED[name](cards, pack)) for name in CATEGORIES)

    rows = [of_lanes(tuple(sorted(pack.lanes(cards)))) for cards in range(1 << pack.size)]
    return dict(zip(CATEGORIES, np.array(rows).T, strict=True))


def jokers_needed_by(call: Callable[[int], int | None], pack: Pack) -> np.ndarray:
    return np.array([_needed(call(cards)) for cards in range(1 << pack.size)])


def count(
    needed: np.ndarray, pack: Pack, jokers: int, cards: int, own: int = 0, own_jokers: int = 0
) -> tuple[int, int]:
    """Return (deals with the goal, deals) of `cards` cards that include the own cards."""
    sets = np.arange(1 << pack.size)
    natural = np.bitwise_count(sets).astype(int)
    in_play = cards - natural  # jokers
    with_own = (sets & own) == own
    good = all_deals = 0
    for j in range(own_jokers, jokers + 1):
        ways = math.comb(jokers - own_jokers, j - own_jokers)
        dealt = with_own & (in_play == j)
        good += ways * int(np.count_nonzero(dealt & (needed <= j)))
        all_deals += ways * int(np.count_nonzero(dealt))
    return good, all_deals


def hands_by_ranks(cards: int, ranks: int = 13) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every multiset of `cards` ranks and its number of sets of cards in four suits."""
    for hand in combinations_with_replacement(range(ranks), cards):
        yield hand, math.prod(math.comb(4, times) for times in Counter(hand).values())


@st.composite
def known_cards(draw, packs):
    pack = Pack(**dict(zip(("ranks", "suits"), draw(st.sampled_from(packs)), strict=True)))
    own = sum(1 << card for card in draw(st.sets(st.integers(0, pack.size - 1), max_size=5)))
    jokers = draw(st.integers(0, 5))
    own_jokers = draw(st.integers(0, jokers))
    held = own.bit_count() + own_jokers
    cards = draw(st.integers(max(held, 1), pack.size + jokers))
    return pack, own, jokers, own_jokers, cards
