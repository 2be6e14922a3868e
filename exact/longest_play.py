"""The law of a total gain in a game that has a longest play.

The states then have levels: a state's level is the length of the longest play to
it, and every move leads to a higher level.  Level after level,

    P(s, total) = sum P(r, total - gain) P(r -> s, gain),

with integer numerators over a denominator D(s) of each state, a common multiple of
D(r) W(r) over the moves r -> s, where W(r) is the total weight of row r.  No
numerator and no partial sum exceeds D(s): where all D(s) of a level are below 2^63,
int64 is exact; elsewhere the arrays hold Python integers.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from montmort.exact.graphs import topological_order
from montmort.exact.law import Law
from montmort.exact.moves import INT64, Ints, Moves, Weights
from montmort.games.errors import TooLarge

MOST_BITS = 5 * 10**11  # of all chances of states and totals together: two or three minutes

Total = TypeVar("Total", bound=Hashable)
AnyMoves = Moves[Any, Any]


class NoLongestPlay(Exception):
    """Some states form a cycle: they can follow each other endlessly."""


class Totals(Generic[Total]):
    """The totals of gains, numbered; number 0 is the total before the first gain, None.

    >>> totals = Totals([5, 7], lambda total, gain: gain if total is None else total + gain)
    >>> totals.add(np.array([0, 0, 0]), np.array([0, 1, 0]))
    array([1, 2, 1])
    >>> totals.values
    [None, 5, 7]
    """

    def __init__(self, gains: Sequence[Total], add: Callable[[Total | None, Total], Total]) -> None:
        self._gains, self._add = gains, add
        self.values: list[Total | None] = [None]
        self._numbers: dict[Total, int] = {}
        self._sums: dict[int, int] = {}

    def add(self, totals: Ints, gained: Ints) -> Ints:
        """Return the numbers of the totals after gains."""
        keys, place = np.unique(totals * len(self._gains) + gained, return_inverse=True)
        sums = np.fromiter(map(self._sum, keys.tolist()), dtype=np.int64, count=len(keys))
        return sums[place]

    def _sum(self, key: int) -> int:
        number = self._sums.get(key)
        if number is None:
            total, gain = divmod(key, len(self._gains))
            value = self._add(self.values[total], self._gains[gain])
            number = self._numbers.setdefault(value, len(self.values))
            if number == len(self.values):
                self.values.append(value)
            self._sums[key] = number
        return number


def law_of_sums(moves: AnyMoves, values: Sequence[int]) -> Law[int]:
    """Return the law of the sum of `values`, given by number of the gain; NoLongestPlay as above.

    >>> from montmort.exact.moves import END
    >>> toss = Moves(
    ...     states=["toss"],
    ...     starts={0: 1},
    ...     bounds=np.array([0, 2]),
    ...     targets=np.array([END, END]),
    ...     weights=np.array([1, 3]),
    ...     gained=np.array([0, 1]),
    ...     gains=[(0,), (1,)],
    ... )
    >>> law_of_sums(toss, [0, -5])
    Law(weights={0: 1, -5: 3}, total=4)
    """
    return law_of_totals(moves, Totals(values, lambda total, value: (total or 0) + value))


class Chances(NamedTuple):
    """Chances of (state, total): a numerator, and the number of its denominator."""

    states: Ints
    totals: Ints
    numerators: Weights
    below: Ints

    def where(self, chosen: Any) -> "Chances":
        """Return the chosen entries."""
        return Chances(*(column[chosen] for column in self))


class _Denominators:
    """Denominators, numbered."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self._numbers: dict[int, int] = {}

    def number(self, values: Iterable[int]) -> list[int]:
        numbers = []
        for value in values:
            numbers.append(self._numbers.setdefault(value, len(self.values)))
            if numbers[-1] == len(self.values):
                self.values.append(value)
        return numbers


def law_of_totals(moves: AnyMoves, totals: Totals[Total]) -> Law[Any]:
    """Return the law of the total gain of a play; NoLongestPlay if there is a cycle.

    TooLarge when the chances of all states and totals have more than MOST_BITS bits.

    >>> from montmort.exact.moves import END
    >>> coins = Moves(
    ...     states=["first", "second"],
    ...     starts={0: 1},
    ...     bounds=np.array([0, 2, 4]),
    ...     targets=np.array([1, 1, END, END]),
    ...     weights=np.array([1, 1, 1, 1]),
    ...     gained=np.array([0, 1, 0, 1]),
    ...     gains=[(0,), (1,)],
    ... )
    >>> law_of_totals(coins, Totals([0, 1], lambda total, gain: (total or 0) + gain))
    Law(weights={0: 1, 1: 2, 2: 1}, total=4)
    """
    found = topological_order(moves.bounds, moves.targets)
    if found is None:
        raise NoLongestPlay
    end = int(found[1].max()) + 1
    level_of = np.append(found[1], end)  # the last entry: that of END
    arriving: list[list[Chances]] = [[] for _ in range(end + 1)]
    denominators = _Denominators()
    _distribute(_at_start(moves, denominators), level_of, arriving)
    bits = 0
    for level in range(end):
        if parts := arriving[level]:
            arriving[level] = []
            here = _merge(parts, denominators)
            longest = max(denominators.values[b].bit_length() for b in np.unique(here.below))
            bits += len(here.states) * longest
            if bits > MOST_BITS:
                raise TooLarge(
                    f"a law of totals: after {level:,} of {end:,} steps it has "
                    f"{len(here.states):,} chances of up to {longest:,} bits"
                )
            _distribute(_after_a_move(here, moves, totals, denominators), level_of, arriving)
    ended = _merge(arriving[-1], denominators)
    weights = zip(ended.totals.tolist(), ended.numerators.tolist(), strict=True)
    law = Law(
        weights={totals.values[total]: weight for total, weight in weights},
        total=denominators.values[ended.below[0]],
    )
    if law.tail:
        raise ArithmeticError("the chances of all plays do not sum to 1")
    return law


def _at_start(moves: AnyMoves, denominators: _Denominators) -> Chances:
    states, weights = [*moves.starts], [*moves.starts.values()]
    none = np.zeros(len(states), dtype=np.int64)
    below = denominators.number([sum(weights)])
    return Chances(np.array(states), none, np.array(weights, dtype=object), none + below[0])


def _distribute(chances: Chances, level_of: Ints, arriving: list[list[Chances]]) -> None:
    """Append the chances to those that arrive at the levels of their states."""
    found = level_of[chances.states]
    order = np.argsort(found, kind="stable")
    present, firsts = np.unique(found[order], return_index=True)
    for level, chosen in zip(present.tolist(), np.split(order, firsts[1:]), strict=True):
        arriving[level].append(chances.where(chosen))


def _merge(parts: Sequence[Chances], denominators: _Denominators) -> Chances:
    """Return the chances with those of equal (state, total) added, one denominator a state."""
    chances = Chances(*map(np.concatenate, zip(*parts, strict=True)))
    numerators, below = _over_one_denominator(chances, denominators)
    keys = chances.states * (int(chances.totals.max()) + 1) + chances.totals
    order = np.argsort(keys, kind="stable")
    firsts = np.flatnonzero(np.diff(keys[order], prepend=keys[order[0]] - 1))
    sums = np.add.reduceat(numerators[order], firsts)
    first = order[firsts]
    return Chances(chances.states[first], chances.totals[first], sums, below[first])


def _over_one_denominator(chances: Chances, denominators: _Denominators) -> tuple[Weights, Ints]:
    """Return numerators over one denominator for each state, and the number of this."""
    values = denominators.values
    pairs, place = np.unique(chances.states * len(values) + chances.below, return_inverse=True)
    states, below = np.divmod(pairs, len(values))
    firsts = np.flatnonzero(np.diff(states, prepend=states[0] - 1)).tolist()
    numbers, factors = [], []
    old = [values[b] for b in below.tolist()]
    for i, j in zip(firsts, [*firsts[1:], len(old)], strict=True):
        common = old[i] if j == i + 1 else math.lcm(*old[i:j])
        numbers += denominators.number([common]) * (j - i)
        factors += [common // value for value in old[i:j]]
    exact = _kind(max(values[n] for n in numbers))
    numerators: Weights = chances.numerators.astype(exact) * np.array(factors, dtype=exact)[place]
    return numerators, np.array(numbers)[place]


def _kind(largest: int) -> type:
    """Return the type of arrays of integers from 0 to `largest`."""
    return np.int64 if largest <= INT64 else object


def _after_a_move(
    chances: Chances, moves: AnyMoves, totals: Totals[Total], denominators: _Denominators
) -> Chances:
    """Return the chances after one more move from each state, not merged."""
    states, first, place = np.unique(chances.states, return_index=True, return_inverse=True)
    below = [
        denominators.values[b] * total
        for b, total in zip(
            chances.below[first].tolist(), moves.totals[states].tolist(), strict=True
        )
    ]
    numbers = np.array(denominators.number(below))[place]
    exact = _kind(max(below))
    leaving, origin = moves.of(chances.states)
    return Chances(
        moves.targets[leaving],
        totals.add(chances.totals[origin], moves.gained[leaving]),
        chances.numerators.astype(exact)[origin] * moves.weights[leaving].astype(exact),
        numbers[origin],
    )
