"""Scoring tables of Liars' Poker: tables for the hands, parts for the call.

Each category is determined by the number of jokers that it needs.  Let a >= b be the
two largest counts of a rank, s the longest suit and w the largest number of ranks held
of a straight's five.  Then j jokers suffice if

    k of a kind  k - a <= j,                    flush     5 - s <= j,
    two pair     (2 - a)+ + (2 - b)+ <= j,      straight  5 - w <= j,
    full house   (3 - a)+ + (2 - b)+ <= j,      straight flush, w in one suit.

A call consists of parts, each a number of cards from a set; the jokers needed are the
cards missing.  Rank 0 is the deuce and the last rank the ace, which also counts below
the deuce; fewer than five ranks have no straight.
"""

from functools import cache, reduce

import numpy as np
import numpy.typing as npt

from montmort.games.liars_poker import Deal, Rules
from montmort.games.liars_poker.calls import Call
from montmort.montecarlo.liars_poker import kernel
from montmort.montecarlo.liars_poker.kernel import ENOUGH, LANE

Ints = npt.NDArray[np.int64]
Parts = list[tuple[int, int]]  # (number, set of cards)

ALL_SETS = np.arange(LANE + 1)  # of ranks
NEVER = -1  # a set of cards that no deal contains
NUMBERS = {
    "high_card": (1,),
    "pair": (2,),
    "two_pair": (2, 2),
    "three_of_a_kind": (3,),
    "full_house": (3, 2),
    "four_of_a_kind": (4,),
    "five_of_a_kind": (5,),
}


def scoring_tables(rules: Rules) -> kernel.ScoringTables:
    """Return the scoring tables for `rules`."""
    windows = _windows(rules.ranks)
    needed, parts = 0, Parts()
    if rules.asked:
        needed, parts = _call_parts(rules.asked, rules.flush_reading, windows)
    numbers, sets = zip(*parts, *[(0, 0)] * (5 - len(parts)), strict=True)
    in_numbers = kernel.Call(needed, len(parts), numbers, sets)
    return kernel.ScoringTables(
        rules.published, _runs(windows), _kinds(), _highest(windows), in_numbers
    )


def _windows(ranks: int) -> tuple[int, ...]:
    """Return the sets of ranks of the straights, lowest first; the ace also is below the deuce.

    >>> [bin(window) for window in _windows(6)]
    ['0b101111', '0b11111', '0b111110']
    """
    if ranks < 5:
        return ()
    return (0b1111 | 1 << ranks - 1, *(0b11111 << low for low in range(ranks - 4)))


def _sizes(sets: Ints) -> Ints:
    """Return the number of ranks in each set."""
    return sum((sets >> rank & 1 for rank in range(13)), np.zeros_like(sets))


@cache
def _runs(windows: tuple[int, ...]) -> npt.NDArray[np.int8]:
    """Return runs[j, m]: five cards of a set m with j jokers, + 2 for a straight."""
    jokers = np.arange(ENOUGH + 1)[:, np.newaxis]
    held = [_sizes(ALL_SETS & window) for window in windows]
    fullest = reduce(np.maximum, held, np.full_like(ALL_SETS, -ENOUGH - 1))
    runs = (_sizes(ALL_SETS) + jokers >= 5) | (fullest + jokers >= 5) << 1
    return runs.astype(np.int8)


@cache
def _highest(windows: tuple[int, ...]) -> npt.NDArray[np.int16]:
    """Return highest[j, m]: the last window of which a set m holds 5 - j ranks, or 0."""
    highest = np.zeros((2, len(ALL_SETS)), np.int16)
    for jokers in range(2):
        for window in windows:
            highest[jokers, _sizes(ALL_SETS & window) + jokers >= 5] = window
    return highest


@cache
def _kinds() -> npt.NDArray[np.int16]:
    """Return kinds[j, a, b]: the code of the categories made by a and b cards of two ranks."""
    jokers, most, second = np.indices((ENOUGH + 1, 5, 5))
    second_pair = np.maximum(2 - second, 0)
    made = {
        "high_card": most + jokers >= 1,
        "pair": most + jokers >= 2,
        "two_pair": np.maximum(2 - most, 0) + second_pair <= jokers,
        "three_of_a_kind": most + jokers >= 3,
        "full_house": np.maximum(3 - most, 0) + second_pair <= jokers,
        "four_of_a_kind": most + jokers >= 4,
        "five_of_a_kind": most + jokers >= 5,
    }
    kinds = np.zeros_like(jokers, np.int16)
    for name, holds in made.items():
        kinds |= holds.astype(np.int16) << Deal._fields.index(name)
    return kinds


def _call_parts(call: Call, reading: str, windows: tuple[int, ...]) -> tuple[int, Parts]:
    """Return the cards that jokers cannot replace in the call, and its parts."""
    card_sets = [_cards(call, 1 << rank) for rank in call.ranks]
    if call.category == "flush":
        return _flush_parts(call, card_sets[0], reading)
    if call.category in ("straight", "straight_flush"):
        window = windows[call.ranks[0] - 3]
        return 0, [(1, _cards(call, 1 << rank)) for rank in range(13) if window >> rank & 1]
    return 0, list(zip(NUMBERS[call.category], card_sets, strict=True))


def _flush_parts(call: Call, named: int, reading: str) -> tuple[int, Parts]:
    (rank,) = call.ranks
    others = (4, _cards(call, LANE ^ 1 << rank))
    if reading == "natural":
        return named, [others]
    if reading == "wild":
        return 0, [(1, named), others]
    lower = (4, _cards(call, (1 << rank) - 1))
    return 0 if rank >= 4 else NEVER, [(1, named), lower]


def _cards(call: Call, ranks: int) -> int:
    """Return the cards of a set of ranks, in the call's suit or in all suits."""
    suits = range(4) if call.suit is None else [call.suit]
    return sum(ranks << 13 * suit for suit in suits)
