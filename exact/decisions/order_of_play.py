"""The order of play in a game graph without cycles, and the subgames that are solved first.

In the order of play all nodes of a view stand together.  Subgames are parts of a game graph
that can be solved on their own: node n is the root of a subgame if both seats know, whenever
they decide after n, that the play has come through n: all nodes with an Information that can
come after n can be reached through n only.  What was seen and done before n is then of no use
after it.  So the subgame is solved first, and in the rest of the game n is an end that pays its
value.

All paths from the root of the graph to a node pass through its dominators, which form a
tree.  With a(I) the nearest common dominator of all nodes with Information I, node n is the
root of a subgame if it dominates a(I) for every I that can come after n.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from montmort.display import short_repr
from montmort.exact.graph.game_graph import CHANCE, END, GameGraph
from montmort.exact.graphs import edges_between, topological_order
from montmort.exact.moves import Ints
from montmort.exact.zero_sum.sequence_form import Number
from montmort.games.errors import BadInput


def order_of_play(graph: GameGraph) -> tuple[list[list[int]], bool]:
    """Return blocks of nodes, each before those to which it leads.

    A block has all nodes with one Information, or one chance node.  Where such blocks have no
    order, as for a view that is shown twice in a play, each node is a block, and the second
    result is False.  BadInput if nodes have no order either: then plays can go on forever.

    >>> from montmort.exact.graph.game_graph import NOTHING, Information
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> call = Information(0, "call", ("heads", "tails"))
    >>> sides = [builder.decision(call, [(END, builder.gain(won)), (END, builder.gain(lost))])
    ...          for won, lost in [(1, 0), (0, 2)]]
    >>> toss = builder.chance({(side, NOTHING): 1 for side in sides})
    >>> order_of_play(builder.graph((toss, NOTHING)))  # the toss, and both nodes of the call
    ([[2], [0, 1]], True)
    """
    known, seats = graph.known.tolist(), graph.seats.tolist()
    blocks: list[list[int]] = []
    number: list[int] = []
    of_information: dict[int, int] = {}
    for node, seat in enumerate(seats):
        own = len(blocks)
        block = own if seat == CHANCE else of_information.setdefault(known[node], own)
        if block == own:
            blocks.append([])
        blocks[block].append(node)
        number.append(block)
    order = _ordered(graph, np.array(number), len(blocks))
    if order is not None:
        return [blocks[block] for block in order], True
    return [[node] for node in nodes_in_order(graph)], False


def nodes_in_order(graph: GameGraph) -> list[int]:
    """Return all nodes, each before those to which it leads; BadInput if there is a cycle."""
    order = _ordered(graph, np.arange(len(graph.seats)), len(graph.seats))
    if order is None:
        raise BadInput(
            "the game has hidden information and no longest play, for positions can recur: it can "
            "be solved with a limit of the number of rounds, counted in the state"
        )
    return order


def _ordered(graph: GameGraph, number: Ints, size: int) -> list[int] | None:
    """Return the numbers of blocks of nodes, each before those it leads to; None in a cycle."""
    inner = graph.targets != END
    sources, targets = number[graph.sources[inner]], number[graph.targets[inner]]
    found = topological_order(*edges_between(sources, targets, size))
    return None if found is None else found[0].tolist()


@dataclass(frozen=True, kw_only=True)
class Subgame:
    """A subgame as a graph of its own.

    Its edge e is edges[e] of the whole graph.  `leads` has the edges, by their number in the
    subgame, that lead to the roots of other subgames: they are ends here.
    """

    root: int
    graph: GameGraph
    edges: list[int]
    leads: Mapping[int, int]

    __repr__ = short_repr

    def rewards(self, rewards: Sequence[Number], values: Mapping[int, Number]) -> list[Number]:
        """Return the rewards of its edges, with the values of the subgames to which they lead."""
        own = [rewards[edge] for edge in self.edges]
        for edge, root in self.leads.items():
            own[edge] += values[root]
        return own


def subgames(graph: GameGraph) -> list[Subgame]:
    """Return the subgames, each after those to which it leads; the last is the rest of the game.

    Only nodes to which several edges lead are taken as roots: there it saves work.

    >>> from montmort.exact.graph.game_graph import NOTHING, Information
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> call = Information(0, "call", ("heads", "tails"))
    >>> last = builder.decision(call, [(END, builder.gain(1)), (END, builder.gain(2))])
    >>> ways = {(last, builder.gain("a")): 1, (last, builder.gain("b")): 1}
    >>> [(each.root, each.edges) for each in subgames(builder.graph((builder.chance(ways), 0)))]
    [(0, [0, 1]), (1, [2, 3])]
    """
    order = nodes_in_order(graph)
    roots = _roots(graph, order)
    return [_subgame(graph, root, roots) for root in reversed(order) if root in roots]


class _Dominators:
    """The tree of dominators of a graph without cycles."""

    def __init__(self, graph: GameGraph, order: Iterable[int]) -> None:
        before: list[list[int]] = [[] for _ in graph.seats]
        for source, target in zip(graph.sources.tolist(), graph.targets.tolist(), strict=True):
            if target != END:
                before[target].append(source)
        self._above = [graph.root] * len(before)
        self._depth = [0] * len(before)
        for node in order:
            if before[node]:
                above = self._above[node] = reduce(self.common, before[node])
                self._depth[node] = self._depth[above] + 1
        self.arriving = [len(edges) for edges in before]

    def common(self, one: int, two: int) -> int:
        """Return the nearest dominator of two nodes; a node dominates itself."""
        above, depth = self._above, self._depth
        while one != two:
            if depth[one] < depth[two]:
                one, two = two, one
            one = above[one]
        return one


def _roots(graph: GameGraph, order: list[int]) -> set[int]:
    tree = _Dominators(graph, order)
    bounds, targets, known = graph.bounds.tolist(), graph.targets.tolist(), graph.known.tolist()
    nearest: dict[int, int] = {}  # a(I)
    for node, number in enumerate(known):
        if number != CHANCE:
            nearest[number] = tree.common(nearest.get(number, node), node)
    roots = {graph.root}
    needed: list[int | None] = [None] * len(known)  # the common dominator of all a(I) after a node
    for node in reversed(order):
        after = [t for t in targets[bounds[node] : bounds[node + 1]] if t != END]
        wanted = {needed[t] for t in after if t not in roots}
        if known[node] != CHANCE:
            wanted.add(nearest[known[node]])
        inner = [each for each in wanted if each is not None]
        if inner:
            needed[node] = common = reduce(tree.common, inner)
            if tree.arriving[node] > 1 and tree.common(common, node) == node:
                roots.add(node)
    return roots


def _subgame(graph: GameGraph, root: int, roots: set[int]) -> Subgame:
    part, edges = graph.part(root, ends=roots)
    targets = graph.targets[edges].tolist()
    leads = {number: target for number, target in enumerate(targets) if target in roots}
    return Subgame(root=root, graph=part, edges=edges, leads=leads)
