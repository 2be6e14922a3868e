"""The rows of a Markov chain: read, explored from rules, and divided into classes.

The chance of going from state i to state j is weights[i][j] / totals[i], with
integers; where a row has symbols its weights are rational functions over 1.  States
have the labels of the input and are numbered in order of appearance.

Two states communicate when each can be reached from the other.  A class of
communicating states that cannot be left is recurrent, or absorbing when it is
one state; all others are transient (Kemeny & Snell 1960, chapter 2).
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from montmort.display import LONGEST, Cell, InNotebooks, Summary, short_line, short_repr, short_text
from montmort.exact.chains.lazy_values import Answer, Entry, as_exact
from montmort.exact.formatting import cell, short
from montmort.exact.graphs import cannot_end, components_of, edges_of
from montmort.exact.growth import UNBOUNDED, Growth
from montmort.exact.law import Law
from montmort.exact.law_tables import as_text
from montmort.exact.linalg.system import fraction
from montmort.exact.paths import weigh_paths
from montmort.exact.rational_functions.conditions import all_positive, read_values
from montmort.exact.rational_functions.field import RationalFunction, Value, from_sympy
from montmort.exact.surroundings import Surroundings
from montmort.games.chance import Chance
from montmort.games.errors import BadChain, BadInput, TooLarge, UnknownName
from montmort.games.extras import networkx as nx
from montmort.games.extras import sympy
from montmort.games.sameness import Numbering, table_of
from montmort.games.validation import (
    check_function,
    check_hashable,
    check_integer,
    check_items,
    check_mapping,
    check_text,
    is_hashable,
    quote,
)

if TYPE_CHECKING:
    from sympy import Symbol
    from sympy.logic.boolalg import Boolean

State = TypeVar("State", bound=Hashable)
Weights = Mapping[State, Entry]
Row = Mapping[State, Value] | Law[State]
ScaledRow = tuple[Weights[State], int]  # integers and their total, or elements over 1

_NUMBERS = frozenset({int, Fraction})
STATES = 1_000_000  # default limit of an exploration: some gigabytes
PATHS_PER_STATE = 100  # limit of an exploration, on average
FEW = 10  # states that a repr may list


class Kind(Enum):
    """The kind of a class of communicating states."""

    TRANSIENT = "transient"
    RECURRENT = "recurrent"
    ABSORBING = "absorbing"


@dataclass(frozen=True, kw_only=True)
class Class(Generic[State]):
    """A class of communicating states, in the order of the chain's rows."""

    kind: Kind
    states: tuple[State, ...]

    __repr__ = short_repr


@dataclass(frozen=True, repr=False)
class Transitions(InNotebooks, Generic[State]):
    """Labelled states and the integer rows between them; build it with a `from_…` method."""

    states: tuple[State, ...]
    totals: tuple[int, ...]
    weights: tuple[Weights[int], ...]

    def __post_init__(self) -> None:
        """Raise BadChain unless there is a total and a row for each state."""
        columns = {"states": self.states, "totals": self.totals, "weights": self.weights}
        for name, column in columns.items():
            if not isinstance(column, tuple) or len(column) != len(self.states):
                raise BadChain(
                    f"{name}={quote(column)} must be a tuple of an entry for each state; "
                    "build a chain with from_rows"
                )
        check_hashable("states", self.states)
        if not all(isinstance(row, Mapping) for row in self.weights):
            raise BadChain("weights must hold a mapping for each state; see from_weights")

    @classmethod
    def from_rows(cls, rows: Mapping[State, Row[State]]) -> Self:
        """Return the chain {state: {next state: chance}}; a row may also be a `Law`.

        BadChain (a ValueError) names the state whose row does not sum to 1, has
        a chance that is not exact, or is missing.

        >>> Transitions.from_rows({"a": {"a": 0, "b": 1}, "b": {"b": 1}}).rows["a"]
        {'b': Fraction(1, 1)}
        """
        if not isinstance(rows, Mapping):
            raise BadChain(f"rows must be {{state: {{next state: chance}}}}, not {quote(rows)}")
        return cls.from_weights({state: _scale_row(state, row) for state, row in rows.items()})

    @classmethod
    def from_weights(cls, rows: Mapping[State, ScaledRow[State]]) -> Self:
        """Return the chain of rows {state: ({next state: integer weight}, total)}.

        >>> Transitions.from_weights({"a": ({"a": 1, "b": 2}, 3), "b": ({"b": 1}, 1)}).rows["a"]
        {'a': Fraction(1, 3), 'b': Fraction(2, 3)}
        """
        check_mapping("rows", rows, "{state: ({next state: weight}, total)}")
        for state, row in rows.items():
            _check_scaled_row(state, row)
        number = {state: index for index, state in enumerate(rows)}
        try:
            weights = tuple(
                {number[target]: weight for target, weight in row.items()}
                for row, _ in rows.values()
            )
        except KeyError:
            targets = dict.fromkeys(target for row, _ in rows.values() for target in row)
            missing = abbreviate([target for target in targets if target not in number])
            raise BadChain(f"state {missing} is a target but has no row; add one") from None
        return cls(tuple(rows), tuple(total for _, total in rows.values()), weights)

    @classmethod
    def from_matrix(
        cls, matrix: Iterable[Iterable[Value]], labels: Sequence[State] | None = None
    ) -> Self:
        """Return the chain of a square matrix of chances, its states 0, 1, … or `labels`.

        >>> half = Fraction(1, 2)
        >>> Transitions.from_matrix([[half, half], [0, 1]], labels=["toss", "done"]).rows
        {'toss': {'toss': Fraction(1, 2), 'done': Fraction(1, 2)}, 'done': {'done': Fraction(1, 1)}}
        """
        lines = getattr(matrix, "tolist", lambda: matrix)()  # a method of numpy, sympy and flint
        check_items("matrix", lines, "rows")
        for line in lines:
            check_items("a row of matrix", line, "chances")
        if labels is not None:
            check_items("labels", labels, "labels")
            check_hashable("labels", tuple(labels))
        table = [list(line) for line in lines]
        names: Sequence[Any] = range(len(table)) if labels is None else list(labels)
        if any(len(line) != len(table) for line in table) or len(names) != len(table):
            raise BadChain(
                f"the matrix must be square, with one label for each of {len(table)} rows"
            )
        if len(set(names)) < len(names):
            raise BadChain("two rows of the matrix have the same label")
        return cls.from_rows(
            {s: dict(zip(names, line, strict=True)) for s, line in zip(names, table, strict=True)}
        )

    @classmethod
    def from_graph(cls, graph: "nx.Graph", chance: str | None = "chance") -> Self:
        """Return the chain of a networkx graph whose edges have the attribute `chance`.

        With `chance=None` all edges out of a node are equally likely: the random
        walk on the graph.  A node without an outgoing edge is absorbing.

        >>> import networkx as nx
        >>> Transitions.from_graph(nx.path_graph(2), chance=None).rows
        {0: {1: Fraction(1, 1)}, 1: {0: Fraction(1, 1)}}
        """
        if not hasattr(graph, "edges"):
            raise BadInput(f"graph={quote(graph)} must be a networkx graph")
        if chance is not None:
            check_text(chance=chance)
        rows: dict[State, dict[State, Value]] = {node: {} for node in graph}
        for node, row in rows.items():
            edges = list(graph.edges(node, data=True))
            for _, target, data in edges:
                if chance is not None and chance not in data:
                    raise BadChain(f"edge {node!r} -> {target!r} has no attribute {chance!r}")
                share = 1 if chance is None else _exact_chance(node, target, data[chance])
                share = Fraction(1, len(edges)) if chance is None else share
                row[target] = row.get(target, 0) + share
        return cls.from_rows({node: row or {node: 1} for node, row in rows.items()})

    @classmethod
    def from_function(
        cls, row: Callable[[State], Row[State]], *starts: State, limit: int = STATES
    ) -> Self:
        """Return the chain of all states reachable from `starts`; `row(state)` is a state's row.

        >>> def toss(heads):
        ...     return {heads: Fraction(1, 2), heads + 1: Fraction(1, 2)} if heads < 2 else {2: 1}
        >>> Transitions.from_function(toss, 0).states
        (0, 1, 2)
        """
        check_function("row", row, "state")
        return cls._explore(lambda state: _scale_row(state, row(state)), starts, limit)

    @classmethod
    def _explore(
        cls, row: Callable[[State], ScaledRow[State]], starts: Iterable[State], limit: int
    ) -> Self:
        """Return the chain of the reachable states, found breadth-first."""
        check_integer("limit", limit, 1)
        found = Numbering[State]()
        for start in starts:
            if not is_hashable(start):
                raise BadChain(f"{start!r} cannot be a state: use tuples")
            found.number(start)
        totals, weights, growth = [], [], Growth("chain", limit=limit, usual=STATES)
        for place, state in enumerate(found.values):  # grows during the loop
            growth.check(place, state)
            targets, total = row(state)
            weights.append({found.number(target): weight for target, weight in targets.items()})
            totals.append(total)
            if len(found.values) > limit:
                raise TooLarge(
                    f"more than {limit:,} states; {UNBOUNDED}; else take a smaller game or raise "
                    "limit="
                )
        states = table_of(((state, None) for state in found.values), "states")
        return cls(tuple(states), tuple(totals), tuple(weights))

    @classmethod
    def from_step(
        cls, step: Callable[[Any, Chance], Hashable], *starts: State, limit: int = STATES
    ) -> Self:
        """Return the chain of the rule `step(state, chance) -> next state`.

        None is the end and absorbing; so is a state that stays with chance 1.

        >>> def throw(square, chance):
        ...     return min(square + chance.pick([1, 1]) + 1, 3)
        >>> Transitions.from_step(throw, 0).rows[2]
        {3: Fraction(1, 1)}
        """
        check_function("step", step, "state", "chance")
        check_integer("limit", limit, 1)
        surroundings = Surroundings(step, merges=True)

        def row(state: State) -> ScaledRow[Any]:
            if state is None:
                return {None: 1}, 1
            play = surroundings.watching(partial(step, state))
            weights, total = weigh_paths(play, limit=PATHS_PER_STATE * limit)
            return table_of(weights, "states"), total

        found = cls._explore(row, starts, limit)
        surroundings.check_at_the_end()
        return found

    @property
    def rows(self) -> dict[State, dict[State, Answer]]:
        """The chances {state: {next state: chance}}, Fractions or expressions.

        >>> Transitions.from_rows({"a": {"b": 1}, "b": {"b": 1}}).rows["a"]
        {'b': Fraction(1, 1)}
        """
        return {
            state: {
                self.states[j]: fraction(w, total) if isinstance(w, int) else w.to_sympy()
                for j, w in row.items()
            }
            for state, row, total in zip(self.states, self.weights, self.totals, strict=True)
        }

    @cached_property
    def is_symbolic(self) -> bool:
        """Whether some chance is an expression with symbols.

        >>> Transitions.from_rows({0: {0: 1}}).is_symbolic
        False
        """
        kinds = set(map(type, chain.from_iterable(row.values() for row in self.weights)))
        return not all(issubclass(kind, int) for kind in kinds)

    @cached_property
    def symbols(self) -> "frozenset[Symbol]":
        """The symbols in the chances.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> Transitions.from_rows({0: {0: p, 1: 1 - p}, 1: {1: 1}}).symbols
        frozenset({p})
        """
        entries = (w for row in self.weights for w in row.values() if not isinstance(w, int))
        return frozenset().union(*(entry.symbols for entry in entries))

    @cached_property
    def conditions(self) -> "Boolean":
        """The sympy condition on the symbols that every listed chance is positive.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> Transitions.from_rows({0: {0: p, 1: 1 - p}, 1: {1: 1}}).conditions
        (0 < p) & (p < 1)
        """
        entries = {w for row in self.weights for w in row.values() if not isinstance(w, int)}
        return all_positive(entries)

    @cached_property
    def number(self) -> Mapping[State, int]:
        """The place of each state in `states`.

        >>> Transitions.from_rows({"a": {"b": 1}, "b": {"b": 1}}).number
        {'a': 0, 'b': 1}
        """
        return {state: index for index, state in enumerate(self.states)}

    def at(self, values: "Mapping[Symbol, Value]") -> Self:
        """Return the chain with numbers, or other expressions, for symbols.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> coin = Transitions.from_rows({0: {0: p, 1: 1 - p}, 1: {1: 1}})
        >>> coin.at({p: Fraction(1, 3)}).rows[0]
        {0: Fraction(1, 3), 1: Fraction(2, 3)}
        """
        chosen = read_values(values)
        return type(self).from_rows(
            {
                state: {
                    self.states[j]: fraction(w, total) if isinstance(w, int) else w.at(chosen)
                    for j, w in row.items()
                }
                for state, row, total in zip(self.states, self.weights, self.totals, strict=True)
            }
        )

    def ancestors(self, targets: Iterable[int]) -> set[int]:
        """Return the places from which a target place can be reached, the targets included.

        Most rows lead to later ones.  So one pass over all rows, from the last to
        the first, leaves few rows for the search backwards.

        >>> rows = {"a": {"b": 1}, "b": {"b": 1}, "c": {"a": 1}, "d": {"d": 1}}
        >>> sorted(Transitions.from_rows(rows).ancestors([1]))
        [0, 1, 2]
        """
        check_items("targets", targets, "places")
        found, left = set(targets), []
        for i in reversed(range(len(self.states))):
            if found.isdisjoint(self.weights[i]):
                left.append(i)
            else:
                found.add(i)
        place = {i: k for k, i in enumerate(left)}
        after = [[place.get(j, -1) for j in self.weights[i]] for i in left]  # -1: to a place found
        lost = {left[k] for k in cannot_end(*edges_of(after)).tolist()}
        return found.union(i for i in left if i not in lost)

    def _place(self, state: State) -> int:
        try:
            return self.number[state]
        except (KeyError, TypeError):
            raise UnknownName(
                f"no state {quote(state)} among the {len(self.states)} of this chain"
            ) from None

    @cached_property
    def graph(self) -> "nx.DiGraph":
        """The networkx graph of the numbered states, an edge for every possible move.

        >>> list(Transitions.from_rows({"a": {"b": 1}, "b": {"b": 1}}).graph.edges)
        [(0, 1), (1, 1)]
        """
        graph = nx.DiGraph()
        graph.add_nodes_from(range(len(self.states)))
        graph.add_edges_from((i, j) for i, row in enumerate(self.weights) for j in row)
        return graph

    @cached_property
    def classes(self) -> tuple[Class[State], ...]:
        """The classes of communicating states, in the order of their first states.

        >>> rows = {"a": {"b": 1}, "b": {"a": 1}, "c": {"c": Fraction(1, 2), "a": Fraction(1, 2)}}
        >>> [(found.kind.value, found.states) for found in Transitions.from_rows(rows).classes]
        [('recurrent', ('a', 'b')), ('transient', ('c',))]
        """
        return tuple(
            Class(kind=self._kind(members), states=tuple(self.states[i] for i in members))
            for members in sorted(components_of(self.weights))
        )

    def _kind(self, members: list[int]) -> Kind:
        inside = set(members)
        if any(not self.weights[i].keys() <= inside for i in members):
            return Kind.TRANSIENT
        return Kind.ABSORBING if len(members) == 1 else Kind.RECURRENT

    def __repr__(self) -> str:
        name = type(self).__name__
        if len(self.states) > FEW:
            return f"<{self}>"
        shown = f"{name}.from_rows({short_text(self.rows, 2 * LONGEST)})"
        return shown if len(shown) <= LONGEST else f"<{self}>"

    def __str__(self) -> str:
        return f"{type(self).__name__} of {len(self.states):,} states"

    def _summary(self) -> Summary:
        if len(self.states) > FEW:
            kinds = Counter(found.kind.value for found in self.classes)
            return Summary(str(self), [(f"{kind} classes", f"{n:,}") for kind, n in kinds.items()])
        rows = [
            (as_text(state), *(self._entry(row.get(target, Fraction(0))) for target in self.states))
            for state, row in self.rows.items()
        ]
        return Summary(str(self), rows, ["from \\ to", *map(as_text, self.states)])

    @staticmethod
    def _entry(chance: Answer) -> str | Cell:
        if isinstance(chance, Fraction):
            return cell(chance)
        return Cell(short_line(str(chance)), str(sympy.latex(chance)))


def reachable(
    starts: Iterable[State], neighbours: Callable[[State], Iterable[State]]
) -> list[State]:
    """Return everything that can be reached from the starts, breadth-first.

    >>> reachable([3], lambda n: [n // 2, n - 1] if n else [])
    [3, 1, 2, 0]
    """
    waiting = list(dict.fromkeys(starts))
    found = set(waiting)
    for state in waiting:  # grows during the loop
        for neighbour in neighbours(state):
            if neighbour not in found:
                found.add(neighbour)
                waiting.append(neighbour)
    return waiting


def _check_scaled_row(state: object, row: object) -> None:
    """Raise BadChain unless the row is ({next state: weight}, total), weights with this sum."""
    if (
        not isinstance(row, tuple)
        or len(row) != 2
        or not isinstance(row[0], Mapping)
        or not isinstance(row[1], int)
        or row[1] < 1
    ):
        raise BadChain(
            f"state {state!r}: its row must be ({{next state: weight}}, total), not {quote(row)}"
        )
    weights, total = row
    numbers = all(type(weight) is int for weight in weights.values())  # no expressions
    if numbers and (sum(weights.values()) != total or min(weights.values()) < 0):
        raise BadChain(f"state {quote(state)}: its weights must be >= 0 and sum to {quote(total)}")


def _scale_row(state: State, row: Row[State]) -> ScaledRow[State]:
    """Return (weights, total) of a row without its zeros; BadChain unless it is exact."""
    if isinstance(row, Law) and not row.tail:
        return row.weights, row.total
    if not isinstance(row, Mapping):
        raise BadChain(f"state {state!r}: its row must be {{next state: chance}}, not {quote(row)}")
    chances = {
        target: chance if type(chance) is Fraction else _exact_chance(state, target, chance)
        for target, chance in row.items()
    }
    if not _NUMBERS.issuperset(map(type, chances.values())):
        return _check_elements(state, chances), 1
    total = math.lcm(*[chance.denominator for chance in chances.values()])
    weights = {t: p.numerator * (total // p.denominator) for t, p in chances.items() if p}
    if (mass := sum(weights.values())) != total:
        raise BadChain(f"state {state!r}: its row sums to {short(Fraction(mass, total))}, not to 1")
    if min(weights.values()) < 0:
        target = min(weights, key=weights.__getitem__)
        chance = short(chances[target])
        raise BadChain(f"state {state!r}: the chance {chance} to {target!r} is negative")
    return weights, total


def _exact_chance(state: State, target: State, chance: Value) -> Entry:
    """Return the chance as an int, a Fraction or an expression; BadChain unless it is exact."""
    exact = as_exact(chance)
    if exact is None:
        raise BadChain(f"state {state!r}: {quote(chance)} to {target!r} is not exact; use Fraction")
    return exact


def _check_elements(
    state: State, chances: Mapping[State, Value]
) -> dict[State, int | RationalFunction]:
    """Return the row with symbols without its zeros; BadChain unless it sums to 1."""
    elements = {target: from_sympy(chance) for target, chance in chances.items()}
    if (mass := sum(elements.values(), start=from_sympy(0))) != 1:
        raise BadChain(f"state {state!r}: its row sums to {mass}, not to 1")
    for target, chance in chances.items():
        if not isinstance(chance, RationalFunction) and chance < 0:
            raise BadChain(f"state {state!r}: the chance {chance} to {target!r} is negative")
    return {t: chance for t, chance in elements.items() if chance}


def abbreviate(states: Iterable[object], shown: int = 1) -> str:
    """Return the first states by name, and how many more there are.

    >>> abbreviate(["b", "a", "c"], shown=2)
    "'b', 'a' (and 1 more)"
    """
    names = list(map(quote, states))
    rest = len(names) - shown
    return ", ".join(names[:shown]) + (f" (and {rest} more)" if rest > 0 else "")
