"""What is maximised or minimised: a field of the Outcome, or a function of it.

A field of numbers is added up over the steps, so every edge adds its gain.  A truth value
is taken from the last step.  A function of the Outcome may need sums of several steps: the
graph is then unfolded, with what has been gained so far as a part of the state.  Only
those fields are carried along that the function looks at.
"""

import enum
import numbers
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, pairwise
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar, cast

from montmort.display import short_repr
from montmort.exact.graph.game_graph import (
    CHANCE,
    END,
    NOTHING,
    GameGraph,
    Information,
    Scored,
    Weight,
    Whole,
)
from montmort.exact.graph.step_trees import Edge, GraphBuilder
from montmort.games.chance import has_symbols
from montmort.games.errors import BadInput, HasSymbols, TooLarge, UnknownName
from montmort.games.validation import check_function, quote
from montmort.machine.code_reading import fields_read

Number = int | Fraction
Converted = TypeVar("Converted")
Reward = TypeVar("Reward")
Read = Callable[[object, str], Reward]  # of a value, and what to say where it is no number
Aim = str | Callable[[Any], Any]


@dataclass(frozen=True)
class Objective:
    """A field of the Outcome or a function of it, and whether seat 0, say, wants it large.

    >>> Objective.of(None, "rounds").text
    'minimise rounds'
    """

    aim: Aim
    maximises: bool

    __repr__ = short_repr

    @classmethod
    def of(cls, maximise: Aim | None, minimise: Aim | None) -> "Objective":
        """Return the objective of the arguments, of which exactly one must be given."""
        if (maximise is None) == (minimise is None):
            raise BadInput(
                "give one of maximise= and minimise=: a field of the outcome, or a function of it"
            )
        aim = cast("Aim", minimise if maximise is None else maximise)
        if not isinstance(aim, str):
            check_function("maximise" if minimise is None else "minimise", aim, "outcome")
        return cls(aim, minimise is None)

    @property
    def name(self) -> str:
        """The field, or the name of the function."""
        if isinstance(self.aim, str):
            return self.aim
        return getattr(self.aim, "__name__", "a function of the outcome")

    @property
    def text(self) -> str:
        """What is wanted, in words."""
        return f"{'maximise' if self.maximises else 'minimise'} {self.name}"


@dataclass(frozen=True)
class Scoring(Generic[Reward]):
    """A graph, and what each of its edges adds to the objective."""

    graph: GameGraph
    rewards: Sequence[Reward]
    summed: tuple[int, ...] = ()  # the places of the gains whose sums are a part of the state

    __repr__ = short_repr


def scoring(graph: GameGraph, objective: Objective, fields: Sequence[str]) -> Scoring[Number]:
    """Return what each edge adds to the objective, in the graph or in one with totals."""
    return scoring_in(as_number, graph, objective, fields)


def scoring_in(
    read: Read[Reward], graph: GameGraph, objective: Objective, fields: Sequence[str]
) -> Scoring[Reward]:
    """Return the scoring whose rewards are what `read` makes of the values."""
    if isinstance(objective.aim, str):
        return _scoring_of_field(read, graph, objective.aim, fields)
    return Totals(graph, objective.aim, fields).scoring(read)


def _scoring_of_field(
    read: Read[Reward], graph: GameGraph, name: str, fields: Sequence[str]
) -> Scoring[Reward]:
    if name not in fields:
        raise UnknownName(f"no field {quote(name)} in the outcome; it has {', '.join(fields)}")
    zero = read(0, "")
    summed, last = [zero], [zero]
    for gain in graph.gains[1:]:
        value = getattr(gain, name)
        number = read(value, f"{name} cannot be maximised or minimised")
        summed.append(zero if isinstance(value, bool | enum.Enum) else number)
        last.append(number)
    ends = (graph.targets == END).tolist()
    gained = graph.gained.tolist()
    return Scoring(
        graph, [last[g] if at_end else summed[g] for g, at_end in zip(gained, ends, strict=True)]
    )


def as_number(value: object, problem: str) -> Number:
    """Return the value as an integer or a Fraction, truth values as 0 and 1.

    >>> as_number(True, ""), as_number(Fraction(1, 2), "")
    (1, Fraction(1, 2))
    """
    if isinstance(value, enum.Enum) and not isinstance(value, int):
        raise BadInput(
            f"{problem}: {value} is no number; give a function of the outcome, or a condition"
        )
    if has_symbols(value):
        raise HasSymbols(f"{problem}: {value} has symbols")
    if not isinstance(value, numbers.Rational):
        hint = "; use a Fraction" if isinstance(value, float) else ""
        raise BadInput(f"{problem}: {quote(value)} is no exact number{hint}")
    top, bottom = int(value.numerator), int(value.denominator)
    return top if bottom == 1 else Fraction(top, bottom)


def converted(rewards: Sequence[Reward], convert: Callable[[Reward], Converted]) -> list[Converted]:
    """Return every reward converted; equal ones only once.

    >>> converted([1, 2, 1], str)
    ['1', '2', '1']
    """
    known = {reward: convert(reward) for reward in {*rewards}}
    return [known[reward] for reward in rewards]


MOST_NODES = 5_000_000  # of a graph with totals: some gigabytes


class Totals:
    """The graph in which every state says what has been gained, as far as a function needs it.

    Which fields it looks at is found from its code; or it has them as `reads`, and is given no
    others.
    """

    def __init__(
        self, graph: GameGraph, function: Callable[[Any], Any], fields: Sequence[str]
    ) -> None:
        self._graph, self._function, self._weights = graph, function, graph.weights.tolist()
        self._reads: frozenset[str] | None = getattr(function, "reads", None)
        kinds = {*map(type, graph.gains[1:])}
        read = [
            fields_read(function, kind) if self._reads is None else self._reads for kind in kinds
        ]
        needed = frozenset(chain.from_iterable(fields if each is None else each for each in read))
        self._summed = tuple(
            place
            for place, (name, value) in enumerate(zip(fields, graph.gains[1], strict=True))
            if name in needed and not isinstance(value, bool | enum.Enum)
        )

    def scoring(self, read: Read[Reward]) -> Scoring[Reward]:
        """Return the graph with totals, and the function's value at the ends."""
        graph = self._with_totals() if self._summed else self._graph
        zero = read(0, "")
        rewards: list[Reward] = []
        known: dict[int, Reward] = {}
        for target, gain in zip(graph.targets.tolist(), graph.gained.tolist(), strict=True):
            if target == END and gain not in known:
                found = graph.gains[gain]
                outcome = found.outcome if isinstance(found, _Final) else found
                if self._reads is not None:
                    outcome = SimpleNamespace(**{n: getattr(outcome, n) for n in self._reads})
                known[gain] = read(self._function(outcome), "the objective is no number")
            rewards.append(known[gain] if target == END else zero)
        gains = [each.gain if isinstance(each, _Final) else each for each in graph.gains]
        return Scoring(replace(graph, gains=gains), rewards, self._summed)

    def _with_totals(self) -> GameGraph:
        """Return the graph whose nodes are (node, total so far)."""
        self._check_bounded()
        graph, builder = self._graph, GraphBuilder()
        root = builder.state((graph.root, None))
        for node, total in builder.states:  # grows during the loop
            builder.finish_state((self._node(builder, node, total), NOTHING))
            if len(builder.states) > MOST_NODES:
                raise TooLarge(
                    f"more than {MOST_NODES:,} nodes with what has been gained so far; a game with "
                    "no longest play needs an objective that does not look at its sums"
                )
        found = builder.graph((root, NOTHING), graph.how)
        named = [
            (graph.names[node], root)
            for (node, _), root in zip(builder.states, found.roots, strict=True)
            if node in graph.names
        ]
        names, roots = zip(*named, strict=True) if named else ((), ())
        return replace(found, states=graph.states, found=names, roots=roots)

    def _check_bounded(self) -> None:
        """Raise TooLarge if a sum grows on a cycle, so that there are endlessly many totals.

        It does not if the nodes of the component have potentials whose differences are the gains.
        """
        graph = self._graph
        order, begins = graph.components
        nodes, targets, gained = order.tolist(), graph.targets.tolist(), graph.gained.tolist()
        added = [
            (0,) * len(self._summed) if gain is None else tuple(gain[p] for p in self._summed)
            for gain in graph.gains
        ]
        for begin, end in pairwise(begins.tolist()):
            inside = {*nodes[begin:end]}
            potentials = {nodes[begin]: added[NOTHING]}
            waiting = [nodes[begin]]
            while waiting:
                node = waiting.pop()
                for e in graph.edges(node):
                    if targets[e] not in inside:
                        continue
                    after = tuple(map(sum, zip(potentials[node], added[gained[e]], strict=True)))
                    if targets[e] not in potentials:
                        potentials[targets[e]] = after
                        waiting.append(targets[e])
                    elif potentials[targets[e]] != after:
                        raise TooLarge(
                            "the objective looks at a sum that grows without end in a game with no "
                            "longest play; take a field of the outcome, or keep in the state what "
                            "counts, up to where it makes no difference"
                        )

    def _node(self, builder: GraphBuilder, node: int, total: Any) -> int:
        """Return the target of a node with this total; its own successors are new states."""
        graph = self._graph
        edges = [self._edge(builder, e, total) for e in graph.edges(node)]
        if graph.seats[node] == CHANCE:
            weights: dict[Edge, Weight] = {}
            for e, edge in zip(graph.edges(node), edges, strict=True):
                weights[edge] = weights.get(edge, 0) + self._weights[e]
            return builder.chance(weights)
        seen = graph.information[graph.known[node]]
        if isinstance(seen.view, Whole):
            state = Scored(seen.view.state, () if total is None else total)
            seen = Information(seen.seat, Whole(state, seen.view.since), seen.choices)
        return builder.decision(seen, edges)

    def _edge(self, builder: GraphBuilder, e: int, total: Any) -> Edge:
        target, gain = int(self._graph.targets[e]), self._graph.gains[self._graph.gained[e]]
        if gain is None:
            return builder.state((target, total)), NOTHING
        added = tuple(gain[place] for place in self._summed)
        if total is not None:
            added = tuple(map(sum, zip(total, added, strict=True)))
        if target != END:
            return builder.state((target, added)), builder.gain(gain)
        values = [*gain]
        for place, value in zip(self._summed, added, strict=True):
            values[place] = value
        return END, builder.gain(_Final(gain, type(gain)(*values)))


class _Final(NamedTuple):
    """The gain of a last step, and the outcome of the whole play."""

    gain: Any
    outcome: Any
