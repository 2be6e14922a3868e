"""The law of a total gain: a sum of integers >= 0 along the path of a chain.

With p_k(s) the chance that a play from state s has the total gain k,

    p_k(s) = sum P(s -> t, gain g) p_(k-g)(t),    p_k(end) = [k = 0].

Moves without a gain are idle.  With A_g the matrix of the weights of the moves with
gain g, scaled to a common total L of all rows, and E_k an exponent for every k, the
vectors x_k = p_k L^(E_k) hold integers, and no fraction is reduced on the way:

    x_k = sum over g > 0 of A_g x_(k-g) L^(E_k - 1 - E_(k-g))      without idle moves.

An idle move back to the same state is left out, with its weight.  Where the longest
path of idle moves has D moves, the sum above is only the start r, at exponent E, and

    x <- r L^j + A_0 x    for j = 1, …, D

ends with x_k at exponent E + D.  Longer and endless idle paths are computed in
fractions: each block of states on idle cycles is one linear system with the same
matrix for every k, so its inverse is computed once.
"""

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from montmort.exact.equal_states import lumped
from montmort.exact.graphs import components_of
from montmort.exact.limb_vectors import Base, LimbMatrix, Limbs, added
from montmort.exact.linalg.system import fraction
from montmort.exact.moves import Ints, Moves, Weights
from montmort.exact.thresholds import COMMON_DENOMINATORS_UP_TO

AnyMoves = Moves[Any, Any]
Rows = list[dict[tuple[int, int], int]]  # weight of (next state, gain); the end comes last
Blocks = list[tuple[list[int], fmpq_mat | None]]

FAR = 2**62  # larger gains are beyond every horizon


def total_chances(moves: AnyMoves, gains: Sequence[int]) -> Iterator[Fraction]:
    """Yield P(total = 0), P(total = 1), … for gains >= 0, given by number of the gain.

    Every state must reach the end.

    >>> from itertools import islice
    >>> from montmort.exact.moves import END
    >>> toss = Moves(
    ...     states=["toss"],
    ...     starts={0: 1},
    ...     bounds=np.array([0, 2]),
    ...     targets=np.array([0, END]),
    ...     weights=np.array([2, 1]),
    ...     gained=np.array([0, 0]),
    ...     gains=[(1,)],
    ... )
    >>> [str(p) for p in islice(total_chances(toss, [1]), 4)]
    ['0', '1/3', '2/9', '4/27']
    """
    moves, gains = lumped(moves, gains)
    steps = _Steps.of(moves, gains).without_idle_loops()
    depth = steps.idle_depth()
    base = Base.of(steps.common, int(np.diff(moves.bounds).max()))
    if depth is None or base is None:
        return _mean_over_starts(moves, _in_fractions(steps))
    return _mean_over_starts(moves, _in_limbs(steps, base, depth))


class _Chances(NamedTuple):
    """p_k at the starts: numerators over one denominator."""

    numerators: Sequence[int | fmpq]
    denominator: int


def _mean_over_starts(moves: AnyMoves, chances: Iterator[_Chances]) -> Iterator[Fraction]:
    weights = [*moves.starts.values()]
    for numerators, denominator in chances:
        mean = fmpq(sum(w * n for w, n in zip(weights, numerators, strict=True)))
        mean /= denominator * sum(weights)
        yield fraction(mean.p, mean.q)


@dataclass(frozen=True, kw_only=True)
class _Steps:
    """The moves with their gains, in the order of their sources.

    Every state has a move.  The number of the end is that of the states.
    """

    starts: list[int]
    sources: Ints
    targets: Ints
    gains: Ints
    weights: Weights

    @classmethod
    def of(cls, moves: AnyMoves, gains: Sequence[int]) -> "_Steps":
        values = np.array([min(gain, FAR) for gain in gains])
        return cls(
            starts=[*moves.starts],
            sources=moves.sources,
            targets=moves.targets % (len(moves.states) + 1),
            gains=values[moves.gained],
            weights=moves.weights,
        )

    @cached_property
    def totals(self) -> list[int]:
        """The sum of the weights of each state."""
        firsts = np.flatnonzero(np.diff(self.sources, prepend=-1))
        totals: list[int] = np.add.reduceat(self.weights, firsts).tolist()
        return totals

    def without_idle_loops(self) -> "_Steps":
        """Return the steps without idle moves back to the same state: others lead to the end."""
        kept = (self.gains > 0) | (self.targets != self.sources)
        return _Steps(
            starts=self.starts,
            sources=self.sources[kept],
            targets=self.targets[kept],
            gains=self.gains[kept],
            weights=self.weights[kept],
        )

    @property
    def common(self) -> int:
        """L, the least common multiple of the totals."""
        return math.lcm(*set(self.totals))

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.totals) + 1, len(self.totals) + 1

    def idle_depth(self) -> int | None:
        """Return the number of moves of the longest idle path, None where it is very long."""
        idle = self.gains == 0
        sources, targets = self.sources[idle], self.targets[idle]
        has_path = np.ones(self.shape[0], dtype=bool)  # of `depth` idle moves, from each state
        for depth in range(COMMON_DENOMINATORS_UP_TO + 1):
            beginnings = sources[has_path[targets]]
            if not len(beginnings):
                return depth
            has_path = np.zeros_like(has_path)
            has_path[beginnings] = True
        return None

    def matrices(self, base: Base) -> dict[int, LimbMatrix]:
        """Return A_g by gain."""
        common, totals = self.common, self.totals
        factors = np.array([common // total for total in totals], dtype=object)
        scaled = self.weights * factors[self.sources]
        found = {}
        for gain in np.unique(self.gains).tolist():
            own = self.gains == gain
            found[gain] = LimbMatrix(
                base, self.sources[own], self.targets[own], scaled[own], self.shape
            )
        return found


@dataclass
class _Scaled:
    """x_k and its exponent, which may be raised."""

    vector: Limbs
    exponent: int

    def raised(self, exponent: int, base: Base, common: int) -> Limbs:
        """Return p_k L^exponent, and keep it."""
        while self.exponent < exponent:
            self.vector = base.carry(base.multiplied(self.vector, common))
            self.exponent += 1
        return self.vector


def _in_limbs(steps: _Steps, base: Base, depth: int) -> Iterator[_Chances]:
    common, matrices = steps.common, steps.matrices(base)
    idle = matrices.pop(0, None)
    recent: deque[_Scaled | None] = deque(maxlen=max(matrices, default=1))
    at_end = np.zeros((steps.shape[0], 1), dtype=np.int64)
    at_end[-1] = 1
    while True:
        found = _earning(matrices, recent, base, common) if recent else _Scaled(at_end, 0)
        if found is not None and idle is not None:
            found = _idling(found, idle, depth, base, common)
        recent.appendleft(found)
        if found is None:
            yield _Chances([0] * len(steps.starts), 1)
        else:
            numerators = [base.integer(found.vector[s]) for s in steps.starts]
            yield _Chances(numerators, common**found.exponent)


def _earning(
    matrices: Mapping[int, LimbMatrix], recent: Sequence[_Scaled | None], base: Base, common: int
) -> _Scaled | None:
    """Return the sum of A_g x_(k-g) over g > 0 at a common exponent; None if it is 0."""
    earlier = {g: x for g in matrices if g <= len(recent) and (x := recent[g - 1]) is not None}
    if not earlier:
        return None
    exponent = max(x.exponent for x in earlier.values())
    total = reduce(
        added,
        (matrices[gain].times(x.raised(exponent, base, common)) for gain, x in earlier.items()),
    )
    return _Scaled(base.carry(total), exponent + 1) if total.any() else None


def _idling(start: _Scaled, idle: LimbMatrix, depth: int, base: Base, common: int) -> _Scaled:
    """Return the chances with up to `depth` idle moves before those of `start`."""
    vector = start.vector
    for _ in range(depth):
        before = start.raised(start.exponent + 1, base, common)
        vector = base.carry(added(base.carry(idle.times(vector)), before))
    return _Scaled(vector, start.exponent)


def _in_fractions(steps: _Steps) -> Iterator[_Chances]:
    rows: Rows = [{} for _ in steps.totals]
    columns = (steps.sources, steps.targets, steps.gains, steps.weights)
    for s, t, gain, weight in zip(*(column.tolist() for column in columns), strict=True):
        rows[s][t, gain] = rows[s].get((t, gain), 0) + weight
    blocks = _idle_blocks(rows, steps.totals)
    end = fmpq(1)
    recent: deque[list[fmpq]] = deque(maxlen=int(steps.gains.max(initial=0)) + 1)
    while True:
        chances = [fmpq(0)] * len(rows) + [end]  # p_k; still 0 for idle moves inside a block
        end = fmpq(0)
        recent.appendleft(chances)
        for block, inverse in blocks:
            known = [_known(rows[s], recent) / steps.totals[s] for s in block]
            solved = known if inverse is None else _product(inverse, known)
            for s, chance in zip(block, solved, strict=True):
                chances[s] = chance
        yield _Chances([chances[s] for s in steps.starts], 1)


def _known(row: Mapping[tuple[int, int], int], recent: Sequence[list[fmpq]]) -> fmpq:
    """Return the sum over the moves whose p is known; `recent[g]` is p_(k-g)."""
    known = fmpq(0)
    for (target, gain), weight in row.items():
        if gain < len(recent):
            known += weight * recent[gain][target]
    return known


def _product(inverse: fmpq_mat, known: list[fmpq]) -> list[fmpq]:
    product = inverse * fmpq_mat(len(known), 1, known)
    return [product[row, 0] for row in range(len(known))]


def _idle_blocks(rows: Rows, totals: Sequence[int]) -> Blocks:
    """Return the states in blocks, targets of idle moves first, with the inverses for cycles."""
    idle = [[t for t, gain in row if gain == 0 and t < len(rows)] for row in rows]
    return [
        (block, _inverse(rows, totals, block) if len(block) > 1 else None)
        for block in components_of(idle)
    ]


def _inverse(rows: Rows, totals: Sequence[int], block: list[int]) -> fmpq_mat:
    """Return (I - Q)^-1 for the idle moves Q inside a block, verified by multiplication."""
    size = len(block)
    one = fmpq_mat([[int(i == j) for j in range(size)] for i in range(size)])
    matrix = one - fmpq_mat(
        [[fmpq(rows[s].get((t, 0), 0), totals[s]) for t in block] for s in block]
    )
    inverse = matrix.inv()
    if matrix * inverse != one:
        raise ArithmeticError("the inverse does not satisfy its system: not returned")
    return inverse
