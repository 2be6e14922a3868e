"""The states of a step game and their moves, compiled, in the arrays of a walk."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from montmort.display import short_repr
from montmort.exact.compiled.constants import decoder_of
from montmort.exact.compiled.enumeration import DONE, FAILED, PAUSED, Paths
from montmort.exact.compiled.law import denominators_of, merged_rows
from montmort.exact.compiled.limbs import integers
from montmort.exact.compiled.memory import Words
from montmort.exact.compiled.merging import Rows, add_row
from montmort.exact.compiled.programs import Steps, compile_steps
from montmort.exact.compiled.refusal import CannotCompile, LimitReached
from montmort.exact.compiled.step_witness import check_start, check_steps
from montmort.exact.compiled.stepping import Exploration
from montmort.exact.moves import Moves
from montmort.games.experiment import Experiment
from montmort.games.table import Table

BATCH = 1 << 18  # paths between two calls of watch
MOST_LIMBS = 64
INT64 = 2**63 - 1
Item = TypeVar("Item")
Watch = Callable[[Fraction, int], object]


@dataclass(frozen=True)
class LazyRows(Sequence[Item]):
    """The values in the rows of a table, decoded when they are looked up."""

    rows: Rows
    decode: Callable[[Iterator[int]], Item]
    known: dict[int, Item] = field(default_factory=dict)

    __repr__ = short_repr

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, number: int) -> Item: ...
    @overload
    def __getitem__(self, number: slice) -> list[Item]: ...
    def __getitem__(self, number: int | slice) -> Item | list[Item]:
        if isinstance(number, slice):
            return [self[place] for place in range(*number.indices(len(self)))]
        place = range(len(self))[number]
        if place not in self.known:
            self.known[place] = self.decode(iter(self.rows.row(place).tolist()))
        return self.known[place]


def states_of(rows: Rows, steps: Steps) -> LazyRows[Any]:
    """Return the states in the rows of a table."""
    return LazyRows(rows, decoder_of(steps.state, steps.texts))


def compiled_exploration(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    table: Table | None,
    *,
    limit: int,
    states: int,
    watch: Watch | None = None,
) -> tuple[Moves[Any, Any], int]:
    """Return the moves from all reachable states, and the number of paths walked.

    CannotCompile where the rules, or what they do, are outside what is compiled;
    LimitReached with more than `limit` paths or `states` states.  Random steps from
    random states have been compared with the interpreted step.
    """
    steps = compile_steps(experiment, rules, table)
    check_start(steps, experiment, rules)
    starts, paths = _starts(steps, limit)
    limbs = 1
    while limbs <= MOST_LIMBS:
        found = Exploration(steps.machine.addresses[1], steps.memory, limbs, _rows(starts))
        status = _explore(found, limit - paths, states, watch)
        if status == FAILED:
            raise CannotCompile(steps.machine.reason(1, int(found.progress[1])))
        if status == DONE:
            moves = _moves(steps, found, starts)
            check_steps(steps, experiment, rules, table, moves.states, found.states)
            return moves, paths + found.walked
        limbs *= 2
    raise CannotCompile(f"not compiled: chances of more than {64 * MOST_LIMBS:,} bits")


def _starts(steps: Steps, limit: int) -> tuple[dict[tuple[int, ...], int], int]:
    """Return the rows of the first states with their weights, and the paths of start."""
    limbs = 2
    while limbs <= MOST_LIMBS:
        paths = Paths(steps.machine.addresses[0], steps.memory, limbs, reduced=True)
        status = paths.advance(limit)
        if status == PAUSED:
            raise LimitReached(limit, "paths")
        if status == FAILED:
            raise CannotCompile(steps.machine.reason(0, int(paths.progress[1])))
        if status == DONE:
            return _lowest_terms(merged_rows(paths)), paths.walked
        limbs *= 2
    raise CannotCompile(f"not compiled: chances of more than {64 * MOST_LIMBS:,} bits")


def _lowest_terms(
    chances: list[tuple[tuple[int, ...], int, int]],
) -> dict[tuple[int, ...], int]:
    """Return the chances of rows as whole weights without a common factor."""
    total = math.lcm(*(denominator for _, _, denominator in chances))
    weights: dict[tuple[int, ...], int] = {}
    for row, numerator, denominator in chances:
        weights[row] = weights.get(row, 0) + numerator * (total // denominator)
    common = math.gcd(*weights.values())
    return {row: weight // common for row, weight in weights.items()}


def _rows(starts: dict[tuple[int, ...], int]) -> Rows:
    """Return a table with the first states."""
    rows = Rows()
    for words in starts:
        rows.ensure(1, len(words))
        row = np.array([*words, 0], np.int64)
        add_row(rows.slots, rows.words, rows.starts, rows.count, row, 0, len(words))
    return rows


def _explore(found: Exploration, limit: int, states: int, watch: Watch | None) -> int:
    """Return DONE, FAILED or TOO_LARGE."""
    while True:
        status = found.advance(min(BATCH, limit - found.walked))
        if len(found.states) > states:
            raise LimitReached(states, "states")
        if status != PAUSED:
            return status
        if found.walked >= limit and found.explored < len(found.states):
            raise LimitReached(limit, "paths")
        if watch is not None:
            watch(Fraction(found.explored, len(found.states)), found.walked)


def _moves(steps: Steps, found: Exploration, starts: dict[tuple[int, ...], int]) -> Moves[Any, Any]:
    """Return the arrays of a walk."""
    count = len(found.moves)
    table = found.moves.words[: 4 * count].reshape(count, 4)
    read_gain = decoder_of(steps.gain, steps.texts)
    gains = [read_gain(iter(row)) for row in found.gains.lists()]
    numerators = integers(found.sums[:count])
    denominators = denominators_of(found.denominators, found.limbs)
    bounds = _bounds(table, len(found.states))
    weights = _weights(numerators, denominators, table[:, 3], bounds)
    if len(denominators) > 1:
        table, weights = _merged(table, weights, len(gains))
        bounds = _bounds(table, len(found.states))
    weights = weights // np.repeat(np.gcd.reduceat(weights, bounds[:-1]), np.diff(bounds))
    return Moves(
        states=states_of(found.states, steps),
        starts=dict(enumerate(starts.values())),
        bounds=bounds,
        targets=table[:, 1].copy(),
        weights=weights,
        gained=table[:, 2].copy(),
        gains=gains,
    )


def _bounds(table: Words, states: int) -> Words:
    """Return where the moves of each state begin, and where the last end."""
    return np.searchsorted(table[:, 0], np.arange(states + 1))


def _weights(
    numerators: list[int], denominators: list[int], which: Words, bounds: Words
) -> npt.NDArray[Any]:
    """Return the numerators over a common denominator of each state.

    A state's denominators are a set of numbers; their least common multiple is found
    once for every set.  The weights of a state sum to it: this is checked.
    """
    if len(denominators) == 1:
        sets, places = [(0,)], np.zeros(len(bounds) - 1, np.int64)
    else:
        rows = [tuple(sorted({*row.tolist()})) for row in np.split(which, bounds[1:-1])]
        numbers = {each: number for number, each in enumerate(dict.fromkeys(rows))}
        sets, places = [*numbers], np.array([numbers[row] for row in rows])
    totals = [math.lcm(*(denominators[number] for number in each)) for each in sets]
    kind = np.int64 if max(totals) <= INT64 else object
    common = np.array(totals, dtype=kind)[places]
    factors = np.repeat(common, np.diff(bounds)) // np.array(denominators, dtype=kind)[which]
    weights: npt.NDArray[Any] = np.array(numerators, dtype=kind) * factors
    if (np.add.reduceat(weights, bounds[:-1]) != common).any():
        raise CannotCompile("not compiled: the chances of the compiled moves do not sum to 1")
    return weights


def _merged(table: Words, weights: npt.NDArray[Any], gains: int) -> tuple[Words, npt.NDArray[Any]]:
    """Return the moves with equal state, target and gain added, in the order of the first."""
    targets = int(table[:, 1].max()) + 2
    keys = (table[:, 0] * targets + table[:, 1] + 1) * gains + table[:, 2]
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    sums = np.zeros(len(first), weights.dtype)
    np.add.at(sums, place, weights)
    order = np.argsort(first)
    return table[first[order]], sums[order]
