"""A graph while it grows, state by state: the trees of the steps, leaves first.

Here a target is

    END                 the play is over
    0, 1, ...           a state, in the order in which they were found
    FIRST_NODE - n      node n of a tree; its number is below those of the nodes it hangs from

so that two states whose steps have the same tree are still two.  `StepTrees.graph` makes one
node of them, for optimal play; `flows.moves_of` keeps both, and forgets the trees.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from montmort.display import short_repr
from montmort.exact.graph.game_graph import (
    CHANCE,
    END,
    NOTHING,
    GameGraph,
    Information,
    Weight,
)
from montmort.exact.moves import Ints, Weights, fitting
from montmort.games.errors import BadInput
from montmort.games.sameness import Numbering
from montmort.games.validation import is_hashable, quote

Edge = tuple[int, int]  # (target, number of the gain)
FIRST_NODE = -2


@dataclass(frozen=True, kw_only=True, eq=False)
class StepTrees:
    """The trees of the start and of the steps of all states, as nodes and edges in arrays.

    The arrays are those of a GameGraph, but for the targets (see above).  The start's tree
    has the root `first`, or is the only first state; that of state n has the root roots[n].
    """

    seats: Ints
    known: Ints
    bounds: Ints
    targets: Ints
    weights: Weights
    gained: Ints
    gains: Sequence[Any]
    information: Sequence[Information]
    first: int
    roots: Ints
    states: Sequence[Any]
    how: str

    __repr__ = short_repr

    def graph(self) -> GameGraph:
        """Return the graph in which states with the same tree are one node."""
        return GameGraph(
            seats=self.seats,
            known=self.known,
            bounds=self.bounds,
            targets=nodes_of(self.targets, self.roots),
            weights=self.weights,
            gained=self.gained,
            gains=self.gains,
            information=self.information,
            root=int(nodes_of(np.array([self.first]), self.roots)[0]),
            states=len(self.states),
            how=self.how,
            found=self.states,
            roots=nodes_of(self.roots, self.roots),
        )


@dataclass
class GraphBuilder:
    """A graph that grows state by state.

    While it grows, a target is END, the number of a state, or FIRST_NODE - n for node n.

    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(END, builder.gain("won")): 1, (builder.state("again"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> graph = builder.graph(root=(0, NOTHING))
    >>> graph.size
    GraphSize(states=1, nodes=1, edges=2)
    """

    information: dict[Information, int] = field(default_factory=dict)
    _states: Numbering[Any] = field(default_factory=Numbering)
    _gains: Numbering[Any] = field(default_factory=lambda: Numbering([None]))  # NOTHING is 0
    _roots: list[int] = field(default_factory=list)
    _nodes: dict[Any, int] = field(default_factory=dict)

    @property
    def states(self) -> list[Any]:
        """The states so far."""
        return self._states.values

    @property
    def explored(self) -> int:
        """The number of states that have their tree."""
        return len(self._roots)

    @property
    def size(self) -> int:
        """The number of nodes so far."""
        return len(self._nodes)

    @property
    def nodes(self) -> Sequence[Any]:
        """The nodes so far, (number of the information or CHANCE, edges), leaves first."""
        return [*self._nodes]

    def state(self, state: Hashable) -> int:
        """Return the number of a state; a new one is added to `states`."""
        if not is_hashable(state):
            raise BadInput(f"the state {quote(state)} is not hashable; use a tuple")
        return self._states.number(state)

    def gain(self, gain: Any) -> int:
        """Return the number of a gain."""
        return self._gains.number(gain)

    def chance(self, edges: Mapping[Edge, Weight]) -> int:
        """Return the chance node with these weights, as a target."""
        return self._node((CHANCE, tuple(sorted(edges.items()))))

    def pick(self, ways: Iterable[tuple[Edge, Weight]]) -> Edge:
        """Return the edge to the chance node with these weights; where all edges are one, this."""
        merged: dict[Edge, Weight] = {}
        for edge, weight in ways:
            merged[edge] = merged.get(edge, 0) + weight
        if len(merged) == 1:
            return next(iter(merged))
        return self.chance(merged), NOTHING

    def decision(self, information: Information, edges: Sequence[Edge]) -> int:
        """Return the decision node with one edge for each choice, as a target."""
        known = self.information.setdefault(information, len(self.information))
        return self._node((known, tuple(edges)))

    def _node(self, key: Any) -> int:
        return FIRST_NODE - self._nodes.setdefault(key, len(self._nodes))

    def finish_state(self, edge: Edge) -> None:
        """Take the edge to the tree of the next state without one."""
        self._roots.append(self._root(edge))

    def _root(self, edge: Edge) -> int:
        """Return the node to which an edge leads, an own one for an edge with a gain."""
        target, gain = edge
        return target if target != END and not gain else self.chance({edge: 1})

    def graph(self, root: Edge, how: str = "") -> GameGraph:
        """Return the graph; every state must have its tree."""
        return self.trees(root, how).graph()

    def trees(self, root: Edge, how: str = "") -> StepTrees:
        """Return the trees; every state must have its own."""
        first = self._root(root)
        bounds = [0]
        edges: list[Edge] = []
        weights: list[Weight] = []
        for known, outgoing in self._nodes:
            if known == CHANCE:
                edges.extend(edge for edge, _ in outgoing)
                weights.extend(weight for _, weight in outgoing)
            else:
                edges.extend(outgoing)
                weights.extend([1] * len(outgoing))
            bounds.append(len(edges))
        targets, gained = np.array(edges, dtype=np.int64).T
        known = np.array([known for known, _ in self._nodes], dtype=np.int64)
        seats = np.array([*(each.seat for each in self.information), CHANCE], dtype=np.int64)
        return StepTrees(
            seats=seats[known],  # CHANCE, -1, is the last
            known=known,
            bounds=np.array(bounds, dtype=np.int64),
            targets=targets,
            weights=fitting(weights, bounds),
            gained=gained,
            gains=self._gains.values,
            information=[*self.information],
            first=first,
            roots=np.array(self._roots, dtype=np.int64),
            states=self.states,
            how=how,
        )


def nodes_of(targets: Ints, roots: Ints) -> Ints:
    """Return the numbers of nodes, END included, to which the targets of a growing graph lead.

    >>> nodes_of(np.array([END, 0, FIRST_NODE - 5]), roots=np.array([FIRST_NODE - 3]))
    array([-1,  3,  5])
    """
    places = targets.copy()
    at_state = places >= 0
    places[at_state] = roots[places[at_state]]
    return np.where(places == END, END, FIRST_NODE - places)
