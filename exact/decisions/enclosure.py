"""Values of large game graphs with cycles, enclosed between dyadic fractions.

Where exact values would have too many digits, integers low(n) and high(n) over 2^bits are
found with low(n) <= value · 2^bits <= high(n).  With T the mean at chance nodes, the largest
value at nodes that maximise and the smallest at those that minimise, rounded down,

    low(n) <= T(low)(n),        and rounded up:        high(n) >= T(high)(n).

Such bounds are found by sweeps: from a constant above all rewards T only lowers the values,
and the inequality remains; likewise from below.  At the end one pass checks both for every
node.  They bound the value under one of two conditions:

A.  Every choice leads, with positive chance, through nodes of ever lower rank to the end.
B.  No reward is negative, and whatever the minimising seat does, the maximising one's
    choices by `low` lead to the end in this way.

For then who maximises by `low` gains at least low in the mean, since the play ends, and who
minimises by `high` gives away at most high, whether it ends or not.  Rewards at the end of a
play are needed: a sum over the steps has no constant above it.

The bounds of a large graph are kept in the disk cache, by a digest of the graph.  Where they
are read from there, the last pass checks them as if they had just been found.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.display import short_repr
from montmort.exact.decisions.objective import Number, converted
from montmort.exact.disk_cache import Arrays, load_or_compute
from montmort.exact.graph.game_graph import END, GameGraph
from montmort.exact.kernel import compiled_or_plain
from montmort.exact.moves import Ints
from montmort.games.errors import BadInput, TooLarge

SWEEPS = 100_000  # of a component at most: then the bounds are as narrow as they will be
ROOM = 62  # bits of the largest sum
FEWEST_BITS = 20
LARGE = 200_000  # nodes of a graph whose bounds are cached
VERSION = 1  # of the sweeps: to be raised when they find other bounds

Edges = tuple[Ints, Ints, Ints, Ints]  # bounds, targets, weights, rewards


class Sides(NamedTuple):
    """Bounds of a value, or of a choice."""

    low: Fraction
    high: Fraction

    def __repr__(self) -> str:
        return short_repr(self)


@dataclass(frozen=True, kw_only=True, eq=False)
class Enclosure:
    """Bounds of the values of all nodes over 2^bits, and the edge taken at decision nodes."""

    graph: GameGraph
    low: Ints
    high: Ints
    low_rewards: Ints
    high_rewards: Ints
    bits: int
    taken: Mapping[int, int]
    condition: str

    __repr__ = short_repr

    def root(self) -> Sides:
        """Return the bounds of the value of the game."""
        return self._sides(int(self.low[self.graph.root]), int(self.high[self.graph.root]))

    def best_at(self, node: int) -> tuple[int, ...]:
        """Return the edges of a decision node that may be best: whose bounds are not separate."""
        edges = self.graph.edges(node)
        worths = [self.worth(e) for e in edges]
        value = self._sides(int(self.low[node]), int(self.high[node]))
        return tuple(
            e
            for e, worth in zip(edges, worths, strict=True)
            if worth.high >= value.low and worth.low <= value.high
        )

    @property
    def unsettled(self) -> int:
        """The number of decision nodes at which the bounds leave several choices as the best.

        Equivalent to counting the nodes with more than one edge in `best_at`.
        """
        graph, low, high = self.graph, self.low, self.high
        sizes, targets = np.diff(graph.bounds), graph.targets
        owners, goes_on = np.repeat(np.arange(len(sizes)), sizes), targets != END
        lows = self.low_rewards + np.where(goes_on, low[targets], 0)
        highs = self.high_rewards + np.where(goes_on, high[targets], 0)
        may_be_best = (highs >= low[owners]) & (lows <= high[owners])
        several = np.bincount(owners[may_be_best], minlength=len(sizes)) > 1
        return int(np.count_nonzero(several & (np.asarray(graph.known) >= 0)))

    def worths_known(self, nodes: Sequence[int]) -> range:
        """Return the edges of the first of these nodes."""
        return self.graph.edges(nodes[0])

    def worth(self, e: int) -> Sides:
        """Return the bounds of an edge."""
        target = int(self.graph.targets[e])
        low, high = int(self.low_rewards[e]), int(self.high_rewards[e])
        if target != END:
            low, high = low + int(self.low[target]), high + int(self.high[target])
        return self._sides(low, high)

    def _sides(self, low: int, high: int) -> Sides:
        return Sides(Fraction(low, 1 << self.bits), Fraction(high, 1 << self.bits))


@compiled_or_plain
def through(node: int, edges: Edges, sign: int, values: Ints, upwards: bool) -> int:
    """Return T(values) at a node, rounded up or down."""
    bounds, targets, weights, rewards = edges
    first = bounds[node]
    found = total = 0
    for e in range(first, bounds[node + 1]):
        worth = rewards[e]
        if targets[e] >= 0:
            worth += values[targets[e]]
        if sign == 0:
            found += weights[e] * worth
            total += weights[e]
        elif e == first or (worth - found) * sign > 0:
            found = worth
    if sign:
        return found
    return -(-found // total) if upwards else found // total


@compiled_or_plain
def tighten(
    order: Ints, begins: Ints, edges: Edges, signs: Ints, values: Ints, upwards: bool, most: int
) -> None:
    """Sweep over every component, sinks first, until nothing changes, or `most` times."""
    for c in range(len(begins) - 1):
        for _ in range(most):
            changed = False
            for place in range(begins[c], begins[c + 1]):
                node = order[place]
                value = through(node, edges, signs[node], values, upwards)
                if value < values[node] if upwards else value > values[node]:
                    values[node] = value
                    changed = True
            if not changed:
                break


@compiled_or_plain
def bounds_hold(edges: Edges, signs: Ints, low: Ints, high: Ints, high_rewards: Ints) -> bool:
    """Return whether low <= T(low) and high >= T(high) at every node; `edges` are for low."""
    above = edges[0], edges[1], edges[2], high_rewards
    for node in range(len(signs)):
        if low[node] > through(node, edges, signs[node], low, False):
            return False
        if high[node] < through(node, above, signs[node], high, True):
            return False
    return True


@compiled_or_plain
def rank_nodes(
    order: Ints, begins: Ints, edges: Edges, signs: Ints, low: Ints, free: bool, taken: Ints
) -> bool:
    """Return whether every node gets a rank; fill in an edge to a lower one in `taken`.

    A chance node needs one edge that leads on; a decision node all, unless it maximises and
    is `free`: then one of those that are best by `low`.
    """
    bounds, targets, _weights, rewards = edges
    done = np.zeros(len(signs), np.bool_)
    for c in range(len(begins) - 1):
        left = begins[c + 1] - begins[c]
        changed = True
        while left and changed:
            changed = False
            for place in range(begins[c], begins[c + 1]):
                node = order[place]
                if done[node]:
                    continue
                some, every, first = False, True, -1
                for e in range(bounds[node], bounds[node + 1]):
                    leads = targets[e] < 0 or done[targets[e]]
                    best = True
                    if free and signs[node] > 0:
                        worth = rewards[e]
                        if targets[e] >= 0:
                            worth += low[targets[e]]
                        best = worth >= low[node]
                    if leads and best and not some:
                        some, first = True, e
                    every = every and leads
                if some and (every or signs[node] == 0 or (free and signs[node] > 0)):
                    done[node] = True
                    taken[node] = first
                    left -= 1
                    changed = True
        if left:
            return False
    return True


def enclose(
    graph: GameGraph, rewards: Sequence[Number], signs: Mapping[int, int], width: Fraction
) -> Enclosure:
    """Return bounds of all values; those of the root differ by at most `width`.

    TooLarge where they cannot be had so narrow, BadInput where no condition holds.
    """
    if graph.weights.dtype != np.int64:
        raise TooLarge("an enclosure needs weights that sum to less than 2^63")
    numbers: set[Number] = {*rewards}
    if any(reward for reward, target in zip(rewards, graph.targets, strict=True) if target != END):
        raise TooLarge(
            "only what is gained at the end of a play can be enclosed, not a sum over its steps; "
            "take a smaller game"
        )
    largest = max(Fraction(1), Fraction(max(numbers)), -Fraction(min(numbers)))
    total = int(np.add.reduceat(graph.weights, graph.bounds[:-1]).max())
    bits = ROOM - (2 * total * int(-(-largest // 1))).bit_length()
    if bits < FEWEST_BITS:
        raise TooLarge("an enclosure needs smaller weights, or smaller rewards")
    order, begins = graph.components
    sides = graph.signs(signs)
    below, above = (
        (graph.bounds, graph.targets, graph.weights, _scaled(rewards, bits, upwards))
        for upwards in (False, True)
    )
    low, high = _swept(graph, below, above, sides)
    if not bounds_hold(below, sides, low, high, above[3]):
        raise ArithmeticError("the bounds do not hold at every node")
    taken = np.full(len(sides), -1)
    if rank_nodes(order, begins, below, sides, low, False, taken):
        condition = "A"
        rank_nodes(order, begins, below, sides, low, True, taken)
    elif min(numbers) >= 0 and rank_nodes(order, begins, below, sides, low, True, taken):
        condition = "B"
    else:
        raise BadInput(
            "a seat can put off the end for ever, so the value cannot be enclosed; let every "
            "choice lead on"
        )
    result = Enclosure(
        graph=graph,
        low=low,
        high=high,
        low_rewards=below[3],
        high_rewards=above[3],
        bits=bits,
        taken=_taken(graph, sides, above, high, taken),
        condition=condition,
    )
    reached = result.root().high - result.root().low
    if reached > width:
        raise TooLarge(f"the value is enclosed to {float(reached):.2g} only; give a larger width=")
    return result


def _swept(graph: GameGraph, below: Edges, above: Edges, sides: Ints) -> tuple[Ints, Ints]:
    """Return bounds of all values, from the disk cache if they were found before."""
    order, begins = graph.components

    def swept() -> Arrays:
        found = []
        for upwards, edges in ((False, below), (True, above)):
            scaled = edges[3]
            start = max(0, int(scaled.max())) if upwards else min(0, int(scaled.min()))
            values = np.full(len(sides), start)
            tighten(order, begins, edges, sides, values, upwards, SWEEPS)
            found.append(values)
        low, high = found
        return {"low": low, "gap": high - low}  # small numbers make a small file

    if len(sides) < LARGE:
        found = swept()
    else:
        digest = hashlib.sha256()
        for each in (*below, above[3], sides):
            digest.update(np.ascontiguousarray(each).tobytes())
        found = load_or_compute(f"enclosure-{digest.hexdigest()[:32]}.npz", VERSION, swept)
    return found["low"], found["low"] + found["gap"]


def _scaled(rewards: Sequence[Number], bits: int, upwards: bool) -> Ints:
    """Return the rewards over 2^bits, rounded up or down."""

    def scaled(reward: Number) -> int:
        exact = reward * (1 << bits)
        return int(-(-exact // 1) if upwards else exact // 1)

    return np.array(converted(rewards, scaled), dtype=np.int64)


def _taken(
    graph: GameGraph, signs: Ints, above: Edges, high: Ints, taken: npt.NDArray[np.int64]
) -> dict[int, int]:
    """Return the edges taken: those that lead on where a node maximises, the lowest elsewhere."""
    deciding, minimising = np.flatnonzero(signs), np.flatnonzero(signs < 0)
    chosen = taken.copy()
    if len(minimising):
        firsts = graph.bounds[minimising]
        lengths = graph.bounds[minimising + 1] - firsts
        begins = np.cumsum(lengths) - lengths
        edges = np.arange(lengths.sum()) + np.repeat(firsts - begins, lengths)
        targets = graph.targets[edges]
        worths = above[3][edges] + np.where(targets == END, 0, high[targets])
        lowest = worths == np.repeat(np.minimum.reduceat(worths, begins), lengths)
        node_of = np.repeat(minimising, lengths)[lowest]
        nodes, places = np.unique(node_of, return_index=True)
        chosen[nodes] = edges[lowest][places]
    return dict(zip(deciding.tolist(), chosen[deciding].tolist(), strict=True))
