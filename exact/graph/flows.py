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
from typing import Any

import numpy as np
from flint import fmpq

from montmort.exact.graph.flow_arrays import TOO_LONG, Rows, Tree, Work
from montmort.exact.graph.game_graph import NOTHING
from montmort.exact.graph.step_trees import FIRST_NODE, Edge, StepTrees
from montmort.exact.moves import END, Moves
from montmort.exact.thresholds import KERNEL_FROM
from montmort.games.extras import is_installed

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


def _rows_in_python(trees: StepTrees, flow: Flow) -> list[Rows]:
    return [_as_rows([flow.row(root) for root in trees.roots.tolist()])]


def _as_rows(rows: Sequence[Sequence[tuple[Edge, int]]]) -> Rows:
    moves = [move for row in rows for move in row]
    targets, gained = np.array([edge for edge, _ in moves], dtype=np.int64).T
    weights = np.array([weight for _, weight in moves], dtype=object)
    return Rows(targets, gained, weights, np.array([len(row) for row in rows]))


def _rows_by_kernel(trees: StepTrees, flow: Flow) -> list[Rows]:
    from montmort.exact.graph.flow_kernel import flow_through  # only now: it loads numba

    nodes, edges, states = len(trees.seats), len(trees.targets), len(trees.roots)
    tree = Tree(trees.roots, trees.bounds, trees.targets, trees.weights, trees.gained)
    sizes = (nodes, nodes, nodes, edges, edges, edges, edges)
    work = Work(*(np.zeros(size, np.int64) for size in sizes))
    rows: list[Rows] = []
    first, room = 0, 2 * edges
    found = Rows(*(np.zeros(size, np.int64) for size in (room, room, room, states)))
    while first < states:
        last, size, status = flow_through(first, len(trees.gains), tree, work, found)
        targets, gained, weights = (each[:size].copy() for each in found[:3])
        rows.append(Rows(targets, gained, weights, found.lengths[first:last]))
        if status == TOO_LONG:
            work.above[:] = 0
            rows.append(_as_rows([flow.row(int(trees.roots[last]))]))
            last += 1
        first = last
    return rows
