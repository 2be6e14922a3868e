"""The graph of a game with decisions: chance nodes, decision nodes, and the edges between them.

A step of the rules is a tree of picks and decisions.  Its leaves lead to the root of the
next state's tree, or to the end; the edge to a leaf carries the gain of the step.  Nodes
with equal edges are one node, if they are chance nodes or the same seat decides there
with the same information.

Nodes are numbered.  The edges of node n are the entries bounds[n] to bounds[n + 1] - 1 of

    targets   number of the next node, END where the play is over
    weights   integers > 0: at a chance node the chance of an edge is its weight over their sum,
              at a decision node all are 1.  In rules with symbols some are rational functions
    gained    number of the gain in `gains`; NOTHING inside a step

seats[n] is the seat that decides, CHANCE at a chance node.  A decision node's information,
what the seat knows there, is information[known[n]], and its edges are the choices, in order.

In the words of the rules a node is a state or a view, as far as it is known (`place_of`).
"""

from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from montmort.display import short_repr
from montmort.exact.endless_play import in_words
from montmort.exact.graphs import shortest_path, sources_of, strong_components
from montmort.exact.moves import END as END  # with CHANCE and NOTHING, for those who read a graph
from montmort.exact.moves import Ints, Weights
from montmort.exact.rational_functions.field import RationalFunction
from montmort.games.errors import BadInput
from montmort.games.sameness import identity, is_same
from montmort.games.validation import quote

Weight = int | RationalFunction

CHANCE = -1  # the seat of a chance node
NOTHING = 0  # the number of no gain: of the edges inside a step


class Whole(NamedTuple):
    """What a seat knows that is shown no view: the state, and the picks and choices since."""

    state: Hashable
    since: tuple[int, ...] = ()


class Scored(NamedTuple):
    """A state, and what has been gained on the way to it, as far as the objective needs it."""

    state: Hashable
    gained: tuple[Any, ...]


class Information(NamedTuple):
    """What a seat knows when it decides: the view that the rules pass, and the choices.

    Equal are those with the same view and choices (`games.sameness`).
    """

    seat: int
    view: Hashable
    choices: tuple[Hashable, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Information) and is_same(tuple(self), tuple(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(identity(tuple(self)))


class GraphSize(NamedTuple):
    """The number of states, nodes and edges."""

    states: int
    nodes: int
    edges: int


@dataclass(frozen=True, kw_only=True, eq=False)
class GameGraph:
    """All nodes and edges (see above); `root` is the node where a play begins.

    `how` says how it was found; the steps of the states `found` begin at the nodes `roots`.
    """

    seats: Ints
    known: Ints
    bounds: Ints
    targets: Ints
    weights: Weights
    gained: Ints
    gains: Sequence[Any]
    information: Sequence[Information]
    root: int
    states: int
    how: str = ""
    found: Sequence[Any] = ()
    roots: Sequence[int] | Ints = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Raise BadInput unless the arrays fit together."""
        nodes, edges = len(self.seats), len(self.targets)
        if not nodes == len(self.known) == len(self.bounds) - 1 or [*self.bounds[[0, -1]]] != [
            0,
            edges,
        ]:
            raise BadInput("game graph: bounds must rise from 0 to the number of edges")
        if not edges == len(self.weights) == len(self.gained) or (np.diff(self.bounds) < 1).any():
            raise BadInput("game graph: every node needs an edge, and every edge a weight and gain")
        if not 0 <= self.root < nodes or self.targets.min() < END or self.targets.max() >= nodes:
            raise BadInput("game graph: a target is no node")

    @property
    def size(self) -> GraphSize:
        """The number of states, nodes and edges."""
        return GraphSize(self.states, len(self.seats), len(self.targets))

    @cached_property
    def sources(self) -> Ints:
        """The node in which each edge starts."""
        return sources_of(self.bounds)

    @cached_property
    def deciding(self) -> tuple[int, ...]:
        """The seats that decide somewhere, in ascending order."""
        return tuple(int(seat) for seat in np.unique(self.seats) if seat != CHANCE)

    @cached_property
    def names(self) -> dict[int, Any]:
        """The states by node, as far as they are known; of several the one found first."""
        return dict(zip(map(int, reversed(self.roots)), reversed(self.found), strict=True))

    @cached_property
    def components(self) -> tuple[Ints, Ints]:
        """The nodes by strong component, sinks first, and where each component begins."""
        return strong_components(self.bounds, self.targets)

    def signs(self, of_seats: Mapping[int, int]) -> Ints:
        """Return the sign of the seat of every node, 0 at chance nodes."""
        seats = range(int(self.seats.max()) + 1)
        return np.array([*(of_seats.get(seat, 0) for seat in seats), 0])[self.seats]

    def by_information(self, nodes: Iterable[int]) -> dict[int, list[int]]:
        """Return decision nodes by the number of their information.

        >>> from montmort.exact.graph.step_trees import GraphBuilder
        >>> builder = GraphBuilder()
        >>> known = Information(0, "view", ("a", "b"))
        >>> node = builder.decision(known, [(END, builder.gain(x)) for x in (1, 2)])
        >>> builder.graph((node, NOTHING)).by_information([0])
        {0: [0]}
        """
        groups: dict[int, list[int]] = {}
        known = self.known.tolist()
        for node in nodes:
            groups.setdefault(known[node], []).append(node)
        return groups

    def part(
        self, root: int, *, ends: Container[int] = (), without: Collection[int] = ()
    ) -> tuple["GameGraph", list[int]]:
        """Return what follows a node as a graph of its own, and the numbers here of its edges.

        Edges to the nodes `ends` lead to the end of a play there; edges in `without` are left out.

        >>> from montmort.exact.graph.step_trees import GraphBuilder
        >>> builder = GraphBuilder()
        >>> last = builder.chance({(END, builder.gain(1)): 1, (END, builder.gain(2)): 1})
        >>> first = builder.chance({(last, NOTHING): 1, (END, NOTHING): 1})
        >>> part, edges = builder.graph((first, NOTHING)).part(0)
        >>> part.size.nodes, edges
        (1, [0, 1])
        """
        bounds, targets = self.bounds.tolist(), self.targets.tolist()
        left_out = {*without}
        numbers, nodes = {root: 0, END: END}, [root]
        edges: list[int] = []
        begins, to = [0], []
        for node in nodes:  # grows during the loop
            for edge in range(bounds[node], bounds[node + 1]):
                if edge in left_out:
                    continue
                target = END if targets[edge] in ends else targets[edge]
                if target not in numbers:
                    numbers[target] = len(nodes)
                    nodes.append(target)
                edges.append(edge)
                to.append(numbers[target])
            begins.append(len(edges))
        part = replace(
            self,
            seats=self.seats[nodes],
            known=self.known[nodes],
            bounds=np.array(begins),
            targets=np.array(to),
            weights=self.weights[edges],
            gained=self.gained[edges],
            root=0,
            found=(),
            roots=(),
        )
        return part, edges

    def edges(self, node: int) -> range:
        """Return the numbers of a node's edges."""
        return range(int(self.bounds[node]), int(self.bounds[node + 1]))


def place_of(graph: GameGraph, node: int) -> str:
    """Return words for a node: the state or the view, as far as it is known.

    >>> from montmort.exact.graph.game_graph import NOTHING
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(builder.state("wait"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> place_of(builder.graph((0, NOTHING)), 0)
    "state 'wait'"
    """
    return _word(graph, node) or "a place within a step"


def way_to(graph: GameGraph, node: int) -> str:
    """Return the shortest way from the start to a node, in brackets; "" for the start itself."""
    path = shortest_path(graph.bounds, graph.targets, [graph.root], node)
    steps = [word for move in pairwise(path) for word in _steps(graph, *move)]
    return f" (by {in_words(steps)})" if steps else ""


def _steps(graph: GameGraph, node: int, after: int) -> Iterator[str]:
    """Yield the word for a node and the choice that leads on, as far as there are any."""
    if word := _word(graph, node):
        yield word
    if graph.seats[node] != CHANCE:
        targets = graph.targets[graph.edges(node)].tolist()
        yield quote(graph.information[int(graph.known[node])].choices[targets.index(after)])


def _word(graph: GameGraph, node: int) -> str:
    names: dict[int, Any] = graph.names
    if node in names:
        return f"state {quote(names[node])}"
    if graph.seats[node] == CHANCE:
        return ""
    view = graph.information[int(graph.known[node])].view
    return f"state {quote(view.state)}" if isinstance(view, Whole) else f"view {quote(view)}"
