"""The moves between states, from the trees of their steps.

The chance of coming to node n of a tree is

    P(n) = sum over edges m -> n of P(m) w(m, n) / W(m),

with P = 1 at the root and W(m) the sum of the weights of m.  The nodes below a node have
smaller numbers, so in descending order each P(n) is complete when it is passed on.  What
arrives at the leaves with the same state and gain is one move.

Chances are fractions in lowest terms.  A kernel computes them in 64 bits; where a numerator or
a denominator does not fit, the tree is gone through again in Python.
"""

import math
from collections.abc import Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from montmort.exact.graph.game_graph import NOTHING
from montmort.exact.graph.step_trees import FIRST_NODE, Edge, StepTrees
from montmort.exact.kernel import compiled
from montmort.exact.moves import END, INT64, Ints, Moves
from montmort.exact.thresholds import KERNEL_FROM
from montmort.games.extras import is_installed

DONE, NO_ROOM, TOO_LONG = range(3)
_ONE = fmpq(1)


def moves_of(trees: StepTrees) -> Moves[Any, Any]:
    """Return the moves between all states; no seat may decide in a tree.

    The moves of a state stand in the order of the numbers of states and gains, the end last.

    >>> from montmort.exact.graph.game_graph import NOTHING
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> again = builder.state("again"), builder.gain("nothing")
    >>> builder.finish_state((builder.chance({(END, builder.gain("won")): 4, again: 2}), NOTHING))
    >>> moves_of(builder.trees((0, NOTHING))).row(0)
    Law(weights={('again', 'nothing'): 1, (None, 'won'): 2}, total=3)
    """
    in_python = Flow(trees)
    starts = {state: weight for (state, _), weight in in_python.row(trees.first)}
    short = trees.weights.dtype == np.int64 and len(trees.targets) >= KERNEL_FROM
    flow = _rows_by_kernel if short and is_installed("numba") else _rows_in_python
    rows = flow(trees, in_python)
    lengths = np.concatenate([row.lengths for row in rows])
    return Moves(
        states=trees.states,
        starts=starts,
        bounds=np.append(0, np.cumsum(lengths)),
        targets=np.concatenate([row.targets for row in rows]),
        weights=np.concatenate([row.weights for row in rows]),
        gained=np.concatenate([row.gained for row in rows]) - 1,  # without NOTHING
        gains=trees.gains[1:],
    )


class _Rows(NamedTuple):
    """The moves of some states, one behind the other, and how many each state has."""

    targets: Ints
    gained: Ints
    weights: Any
    lengths: Ints


class Flow:
    """Chances in a tree as fractions of any length, or in another field that has a `one`."""

    def __init__(self, trees: StepTrees, one: Any = _ONE) -> None:
        self._trees, self._one = trees, one

    @cached_property
    def _lists(self) -> tuple[list[Any], ...]:
        trees = self._trees
        arrays = (trees.bounds, trees.targets, trees.gained, trees.weights)
        return tuple(array.tolist() for array in arrays)

    def chances(self, root: int) -> dict[Edge, Any]:
        """Return the chances of the leaves below a root; ArithmeticError unless their sum is 1."""
        if root > FIRST_NODE:
            return {(root, NOTHING): self._one}
        bounds, targets, gained, weights = self._lists
        none = self._one - self._one
        chances, waiting = {root: self._one}, [root]  # the lowest target is the highest node
        leaves: dict[Edge, Any] = {}
        while waiting:
            target = heappop(waiting)
            node = FIRST_NODE - target
            edges = range(bounds[node], bounds[node + 1])
            share = chances.pop(target) / sum(weights[edge] for edge in edges)
            for edge in edges:
                below, chance = targets[edge], share * weights[edge]
                if below > FIRST_NODE:
                    leaf = below, gained[edge]
                    leaves[leaf] = leaves.get(leaf, none) + chance
                elif below in chances:
                    chances[below] += chance
                else:
                    chances[below] = chance
                    heappush(waiting, below)
        if sum(leaves.values(), none) != 1:
            raise ArithmeticError("the chances of the moves of a state do not sum to 1")
        return leaves

    def row(self, root: int) -> list[tuple[Edge, int]]:
        """Return the leaves below a root with whole weights in lowest terms, in order."""
        leaves = self.chances(root)
        total = math.lcm(*(int(chance.q) for chance in leaves.values()))
        whole = {leaf: int(p.p) * (total // int(p.q)) for leaf, p in leaves.items()}
        return sorted(whole.items(), key=lambda item: (item[0][0] == END, item[0]))


def _rows_in_python(trees: StepTrees, flow: Flow) -> "list[_Rows]":
    return [_as_rows([flow.row(root) for root in trees.roots.tolist()])]


def _as_rows(rows: Sequence[Sequence[tuple[Edge, int]]]) -> _Rows:
    moves = [move for row in rows for move in row]
    targets, gained = np.array([edge for edge, _ in moves], dtype=np.int64).T
    weights = np.array([weight for _, weight in moves], dtype=object)
    return _Rows(targets, gained, weights, np.array([len(row) for row in rows]))


class _Tree(NamedTuple):
    """The arrays of the trees that the kernel reads."""

    roots: Ints
    bounds: Ints
    targets: Ints
    weights: Ints
    gained: Ints


class _Work(NamedTuple):
    """Where the kernel works: chances above / below of nodes, 0 / 0 for none, and of leaves."""

    nodes: Ints
    above: Ints
    below: Ints
    keys: Ints
    leaf_above: Ints
    leaf_below: Ints
    firsts: Ints  # of the leaves of each move


def _rows_by_kernel(trees: StepTrees, flow: Flow) -> "list[_Rows]":
    nodes, edges, states = len(trees.seats), len(trees.targets), len(trees.roots)
    tree = _Tree(trees.roots, trees.bounds, trees.targets, trees.weights, trees.gained)
    sizes = (nodes, nodes, nodes, edges, edges, edges, edges)
    work = _Work(*(np.zeros(size, np.int64) for size in sizes))
    rows: list[_Rows] = []
    first, room = 0, 2 * edges
    found = _Rows(*(np.zeros(size, np.int64) for size in (room, room, room, states)))
    while first < states:
        last, size, status = flow_through(first, len(trees.gains), tree, work, found)
        targets, gained, weights = (each[:size].copy() for each in found[:3])
        rows.append(_Rows(targets, gained, weights, found.lengths[first:last]))
        if status == TOO_LONG:
            work.above[:] = 0
            rows.append(_as_rows([flow.row(int(trees.roots[last]))]))
            last += 1
        first = last
    return rows


@compiled
def common_divisor(a: int, b: int) -> int:
    """Return the greatest common divisor of two numbers > 0."""
    while b:
        a, b = b, a % b
    return a


@compiled
def add_chance(above: Ints, below: Ints, at: int, a: int, b: int) -> bool:
    """Add a / b to the chance at a place; False if the sum does not fit."""
    if not below[at]:
        above[at], below[at] = a, b
        return True
    common = common_divisor(below[at], b)
    factor = b // common
    if below[at] > INT64 // factor:
        return False
    a = a * (below[at] // common) + above[at] * factor
    b = below[at] * factor
    common = common_divisor(a, b)
    above[at], below[at] = a // common, b // common
    return True


@compiled
def nodes_below(root: int, tree: _Tree, work: _Work) -> int:
    """Write down the nodes of a tree, those first that others hang from; return how many."""
    work.nodes[0] = root
    found = 1
    at = 0
    while at < found:
        node = work.nodes[at]
        for edge in range(tree.bounds[node], tree.bounds[node + 1]):
            inner = FIRST_NODE - tree.targets[edge]
            if inner >= 0 and not work.above[inner]:
                work.above[inner] = 1  # a mark
                work.nodes[found] = inner
                found += 1
        at += 1
    ordered = np.sort(work.nodes[:found])
    for k in range(found):
        work.nodes[k] = ordered[found - 1 - k]
        work.above[ordered[k]] = 0
    return found


@compiled
def leaves_below(root: int, end: int, gains: int, tree: _Tree, work: _Work) -> int:
    """Find the leaves of a tree with their chances; return how many, -1 if one does not fit.

    The key of a leaf is target * gains + gain, with `end` as the target of the end.
    """
    found = nodes_below(root, tree, work)
    for k in range(found):
        work.below[work.nodes[k]] = 0
    work.above[root] = work.below[root] = 1
    leaves = 0
    for k in range(found):
        node = work.nodes[k]
        above, below = work.above[node], work.below[node]
        work.above[node] = total = 0
        for edge in range(tree.bounds[node], tree.bounds[node + 1]):
            total += tree.weights[edge]
        common = common_divisor(above, total)
        above //= common
        total //= common
        for edge in range(tree.bounds[node], tree.bounds[node + 1]):
            target, weight = tree.targets[edge], tree.weights[edge]
            common = common_divisor(weight, total)
            weight, whole = weight // common, total // common
            common = common_divisor(weight, below)
            weight, rest = weight // common, below // common
            if rest > INT64 // whole:
                return -1
            if target <= FIRST_NODE:
                inner = FIRST_NODE - target
                if not add_chance(work.above, work.below, inner, above * weight, rest * whole):
                    return -1
            else:
                work.keys[leaves] = (target if target >= 0 else end) * gains + tree.gained[edge]
                work.leaf_above[leaves], work.leaf_below[leaves] = above * weight, rest * whole
                leaves += 1
    return leaves


@compiled
def merge_leaves(leaves: int, end: int, gains: int, work: _Work, rows: _Rows, at: int) -> int:
    """Write the leaves behind the rows, the same ones as one move; return how many, or -1."""
    order = np.argsort(work.keys[:leaves], kind="mergesort")
    moves, last = 0, -1
    for place in order:
        if work.keys[place] != last:
            last = work.keys[place]
            work.firsts[moves] = place
            moves += 1
            continue
        first = work.firsts[moves - 1]
        a, b = work.leaf_above[place], work.leaf_below[place]
        if not add_chance(work.leaf_above, work.leaf_below, first, a, b):
            return -1
    total = 1
    for move in range(moves):
        below = work.leaf_below[work.firsts[move]]
        factor = below // common_divisor(total, below)
        if total > INT64 // factor:
            return -1
        total *= factor
    rest = total
    for move in range(moves):
        place = work.firsts[move]
        target = work.keys[place] // gains
        rows.targets[at + move] = target if target < end else END
        rows.gained[at + move] = work.keys[place] % gains
        rows.weights[at + move] = work.leaf_above[place] * (total // work.leaf_below[place])
        rest -= rows.weights[at + move]
    return -1 if rest else moves


@compiled
def flow_through(
    first: int, gains: int, tree: _Tree, work: _Work, rows: _Rows
) -> tuple[int, int, int]:
    """Fill in the rows of states from the first on.

    Return the first state without a row, how many moves the others have, and the reason: DONE,
    NO_ROOM for its moves, or TOO_LONG where a number leaves 64 bits.
    """
    end, size = len(tree.roots), 0
    for state in range(first, end):
        root = FIRST_NODE - tree.roots[state]
        leaves = leaves_below(root, end, gains, tree, work)
        if leaves < 0:
            return state, size, TOO_LONG
        if size + leaves > len(rows.targets):
            return state, size, NO_ROOM
        moves = merge_leaves(leaves, end, gains, work, rows, size)
        if moves < 0:
            return state, size, TOO_LONG
        rows.lengths[state] = moves
        size += moves
    return end, size, DONE
