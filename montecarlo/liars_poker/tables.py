"""What a deal of Liars' Poker is scored by: tables for the hands, parts for the call.

Everything is told by the jokers it needs.  With j jokers, a >= b the two
largest counts of a rank, s the longest suit and w the most ranks held of a
straight's five, they suffice when

    k of a kind  k - a <= j,                    flush     5 - s <= j,
    two pair     (2 - a)+ + (2 - b)+ <= j,      straight  5 - w <= j,
    full house   (3 - a)+ + (2 - b)+ <= j,      straight flush, w in one suit.

A call asks for parts, each so many cards of a set; the jokers it needs are what
is missing.  Rank 0 is the deuce, the last rank the ace, which counts below the
deuce, too; fewer than five ranks have no straight.
"""

from functools import cache, reduce

import numpy as np
import numpy.typing as npt

from montmort.games.liars_poker import Deal, Rules
from montmort.games.liars_poker.calls import Call
from montmort.montecarlo.liars_poker import kernel as kernel
from montmort.montecarlo.liars_poker.kernel import ENOUGH, LANE

Ints = npt.NDArray[np.int64]
Parts = list[tuple[int, int]]  # (number, set of cards)

ALL_SETS = np.arange(LANE + 1)  # of ranks
NEVER = -1  # a set of cards that no deal holds
NUMBERS = {
    "high_card": (1,),
    "pair": (2,),
    "two_pair": (2, 2),
    "three_of_a_kind": (3,),
    "full_house": (3, 2),
    "four_of_a_kind": (4,),
    "five_of_a_kind": (5,),
}


def sheet(rules: Rules) -> kernel.Sheet:
    """Return what deals are scored by under `rules`."""
    windows = _windows(rules.ranks)
    needed, parts = _asked(rules.asked, rules.flush_reading, windows) if rules.asked else (0, [])
    numbers, sets = zip(*parts, *[(0, 0)] * (5 - len(parts)), strict=True)
    call = kernel.Call(needed, len(parts), numbers, sets)
    return kernel.Sheet(rules.published, _runs(windows), _kinds(), _highest(windows), call)


def _windows(ranks: int) -> tuple[int, ...]:
    """Return the straights' sets of ranks, the lowest first: the ace counts below the deuce, too.

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
    """Return highest[j, m]: the last window of which a set m holds 5 - j ranks, 0 if none."""
    highest = np.zeros((2, len(ALL_SETS)), np.int16)
    for jokers in range(2):
        for window in windows:
            highest[jokers, _sizes(ALL_SETS & window) + jokers >= 5] = window
    return highest


@cache
def _kinds() -> npt.NDArray[np.int16]:
    """Return kinds[j, a, b]: the code of what two ranks with a and b cards make."""
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


def _asked(call: Call, reading: str, windows: tuple[int, ...]) -> tuple[int, Parts]:
    """Return the cards for which the call takes no joker, and its parts."""
    named = [_cards(call, 1 << rank) for rank in call.ranks]
    if call.category == "flush":
        return _asked_of_flush(call, named[0], reading)
    if call.category in ("straight", "straight_flush"):
        window = windows[call.ranks[0] - 3]
        return 0, [(1, _cards(call, 1 << rank)) for rank in range(13) if window >> rank & 1]
    return 0, list(zip(NUMBERS[call.category], named, strict=True))


def _asked_of_flush(call: Call, named: int, reading: str) -> tuple[int, Parts]:
    (rank,) = call.ranks
    others = (4, _cards(call, LANE ^ 1 << rank))
    if reading == "natural":
        return named, [others]
    if reading == "wild":
        return 0, [(1, named), others]
    lower = (4, _cards(call, (1 << rank) - 1))
    return 0 if rank >= 4 else NEVER, [(1, named), lower]


def _cards(call: Call, ranks: int) -> int:
    """Return the cards of a set of ranks, of the call's suit or of all."""
    suits = range(4) if call.suit is None else [call.suit]
    return sum(ranks << 13 * suit for suit in suits)
