"""The rows of a Markov chain: read, explored from rules, and sorted into classes.

The chance of going from state i to state j is weights[i][j] / totals[i], with
integers; where a row has symbols its weights are expressions over 1.  States
keep the labels they came with and are numbered in order of appearance.

Two states communicate when each can be reached from the other.  A class of
communicating states that cannot be left is recurrent, or absorbing when it is
one state; all others are transient (Kemeny & Snell 1960, chapter 2).
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import Any, Generic, Self, TypeVar

from montmort.exact.chains.lazy_values import as_exact, fraction
from montmort.exact.formatting import short
from montmort.exact.law import Law
from montmort.exact.linalg import symbolic_systems as symbols
from montmort.exact.paths import Walker
from montmort.games.chance import Chance
from montmort.games.errors import BadChain, TooLarge, UnknownName

State = TypeVar("State", bound=Hashable)
Number = Any  # an int or Fraction, or a sympy expression
Row = Mapping[Any, Number] | Law[Any]
Cleared = tuple[Mapping[Any, Number], int]  # integer weights, or expressions over 1

_NUMBERS = frozenset({int, Fraction})
STATES = 1_000_000  # default limit of an exploration: some gigabytes
PATHS_PER_STATE = 100  # on average, before an exploration is given up


class Kind(Enum):
    """What a class of communicating states is."""

    TRANSIENT = "transient"
    RECURRENT = "recurrent"
    ABSORBING = "absorbing"


@dataclass(frozen=True, kw_only=True)
class Class(Generic[State]):
    """A class of communicating states, in the order of the chain's rows."""

    kind: Kind
    states: tuple[State, ...]


@dataclass(frozen=True, repr=False)
class Transitions(Generic[State]):
    """Labelled states and the integer rows between them; build it by a `from_…`."""

    states: tuple[State, ...]
    totals: tuple[int, ...]
    weights: tuple[Mapping[int, Number], ...]

    @classmethod
    def from_rows(cls, rows: Mapping[State, Row]) -> Self:
        """Return the chain {state: {next state: chance}}; a row may also be a `Law`.

        BadChain (a ValueError) names the state whose row does not sum to 1, is
        no exact probability, or is missing.
        """
        if not isinstance(rows, Mapping):
            raise BadChain(f"rows must be {{state: {{next state: chance}}}}, not {rows!r}")
        return cls.from_weights({state: _cleared(state, row) for state, row in rows.items()})

    @classmethod
    def from_weights(cls, cleared: Mapping[Any, Cleared]) -> Self:
        """Return the chain of cleared rows {state: ({next state: integer weight}, total)}.

        >>> Transitions.from_weights({"a": ({"a": 1, "b": 2}, 3), "b": ({"b": 1}, 1)}).rows["a"]
        {'a': Fraction(1, 3), 'b': Fraction(2, 3)}
        """
        number = {state: index for index, state in enumerate(cleared)}
        try:
            weights = tuple(
                {number[target]: weight for target, weight in row.items()}
                for row, _ in cleared.values()
            )
        except KeyError:
            targets = dict.fromkeys(target for row, _ in cleared.values() for target in row)
            missing = some([target for target in targets if target not in number])
            raise BadChain(f"state {missing} is a target but has no row; add one") from None
        return cls(tuple(cleared), tuple(total for _, total in cleared.values()), weights)

    @classmethod
    def from_matrix(
        cls, matrix: Iterable[Iterable[Number]], labels: Sequence[State] | None = None
    ) -> Self:
        """Return the chain of a square matrix of chances, its states 0, 1, … or `labels`.

        >>> half = Fraction(1, 2)
        >>> Transitions.from_matrix([[half, half], [0, 1]], labels=["toss", "done"]).rows
        {'toss': {'toss': Fraction(1, 2), 'done': Fraction(1, 2)}, 'done': {'done': Fraction(1, 1)}}
        """
        lines = getattr(matrix, "tolist", lambda: matrix)()  # numpy, sympy and flint have it
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
    def from_graph(cls, graph: Any, chance: str | None = "chance") -> Self:
        """Return the chain of a networkx graph whose edges bear the attribute `chance`.

        With `chance=None` every edge out of a node is taken with the same
        chance: the random walk on the graph.  A node without an edge out absorbs.

        >>> import networkx as nx
        >>> Transitions.from_graph(nx.path_graph(2), chance=None).rows
        {0: {1: Fraction(1, 1)}, 1: {0: Fraction(1, 1)}}
        """
        rows: dict[Any, dict[Any, Number]] = {node: {} for node in graph}
        for node, row in rows.items():
            edges = list(graph.edges(node, data=True))
            for _, target, data in edges:
                if chance is not None and chance not in data:
                    raise BadChain(f"edge {node!r} -> {target!r} has no attribute {chance!r}")
                share = Fraction(1, len(edges)) if chance is None else data[chance]
                row[target] = row.get(target, 0) + share
        return cls.from_rows({node: row or {node: 1} for node, row in rows.items()})

    @classmethod
    def from_function(cls, row: Callable[[Any], Row], *starts: State, limit: int = STATES) -> Self:
        """Return the chain of all states that can be reached, `row(state)` being its row.

        >>> def toss(heads):
        ...     return {heads: Fraction(1, 2), heads + 1: Fraction(1, 2)} if heads < 2 else {2: 1}
        >>> Transitions.from_function(toss, 0).states
        (0, 1, 2)
        """
        return cls._explored(lambda state: _cleared(state, row(state)), starts, limit)

    @classmethod
    def _explored(cls, row: Callable[[Any], Cleared], starts: Iterable[Any], limit: int) -> Self:
        """Return the chain of the states that can be reached, breadth first."""
        number = _Numbers()
        for start in starts:
            try:
                number[start]
            except TypeError:
                raise BadChain(f"{start!r} cannot be a state: use tuples") from None
        totals, weights = [], []
        for state in number.states:  # grows while we walk
            targets, total = row(state)
            weights.append({number[target]: weight for target, weight in targets.items()})
            totals.append(total)
            if len(number) > limit:
                raise TooLarge(f"more than {limit:,} states; take a smaller game or raise limit=")
        return cls(tuple(number.states), tuple(totals), tuple(weights))

    @classmethod
    def from_step(
        cls, step: Callable[[Any, Chance], Any], *starts: State, limit: int = STATES
    ) -> Self:
        """Return the chain of the rule `step(state, chance) -> next state`.

        None is the end and absorbs; so does a state that surely stays.

        >>> def throw(square, chance):
        ...     return min(square + chance.pick([1, 1]) + 1, 3)
        >>> Transitions.from_step(throw, 0).rows[2]
        {3: Fraction(1, 1)}
        """
        walker = Walker(limit=PATHS_PER_STATE * limit)

        def row(state: Any) -> Cleared:
            return ({None: 1}, 1) if state is None else walker.weigh(partial(step, state))

        return cls._explored(row, starts, limit)

    @property
    def rows(self) -> dict[State, dict[State, Any]]:
        """The chances {state: {next state: chance}}, Fractions or expressions."""
        return {state: self._labelled(i) for i, state in enumerate(self.states)}

    def _labelled(self, i: int) -> dict[State, Any]:
        return {
            self.states[j]: fraction(w, self.totals[i]) if isinstance(w, int) else w
            for j, w in self.weights[i].items()
        }

    @cached_property
    def is_symbolic(self) -> bool:
        """Whether some chance is an expression with symbols."""
        kinds = set(map(type, chain.from_iterable(row.values() for row in self.weights)))
        return not all(issubclass(kind, int) for kind in kinds)

    @cached_property
    def symbols(self) -> frozenset[Any]:
        """The symbols in the chances."""
        entries = (w for row in self.weights for w in row.values() if not isinstance(w, int))
        return frozenset().union(*(entry.free_symbols for entry in entries))

    @cached_property
    def conditions(self) -> Any:
        """What must hold for the symbols, as a sympy condition: every chance named is positive."""
        return symbols.all_positive(w for row in self.weights for w in row.values())

    @cached_property
    def number(self) -> Mapping[State, int]:
        """The place of each state in `states`."""
        return {state: index for index, state in enumerate(self.states)}

    def at(self, values: Mapping[Any, Number]) -> Self:
        """Return the chain with numbers, or other expressions, for symbols.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> coin = Transitions.from_rows({0: {0: p, 1: 1 - p}, 1: {1: 1}})
        >>> coin.at({p: Fraction(1, 3)}).rows[0]
        {0: Fraction(1, 3), 1: Fraction(2, 3)}
        """
        return type(self).from_rows(
            {
                state: {target: symbols.at(chance, values) for target, chance in row.items()}
                for state, row in self.rows.items()
            }
        )

    def reaching(self, targets: Iterable[int]) -> set[int]:
        """Return the places from which some of the target places can be reached, these included.

        Most rows lead to later ones, so that a look at all, from the last to
        the first, leaves few from which to search backwards.
        """
        found, left = set(targets), []
        for i in reversed(range(len(self.states))):
            if found.isdisjoint(self.weights[i]):
                left.append(i)
            else:
                found.add(i)
        before: dict[int, list[int]] = {}
        for i in left:
            for j in self.weights[i]:
                before.setdefault(j, []).append(i)
        return found.union(spread(found & before.keys(), lambda j: before.get(j, ())))

    def _place(self, state: State) -> int:
        try:
            return self.number[state]
        except (KeyError, TypeError):
            raise UnknownName(
                f"no state {state!r} among the {len(self.states)} of this chain"
            ) from None

    @cached_property
    def graph(self) -> Any:
        """The networkx graph of the numbered states, an edge for every possible move."""
        import networkx as nx  # a fifth of a second, and no fraction should wait for it

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
        import networkx as nx

        components = sorted(map(sorted, nx.strongly_connected_components(self.graph)))
        return tuple(
            Class(kind=self._kind(members), states=tuple(self.states[i] for i in members))
            for members in components
        )

    def _kind(self, members: list[int]) -> Kind:
        inside = set(members)
        if any(not self.weights[i].keys() <= inside for i in members):
            return Kind.TRANSIENT
        return Kind.ABSORBING if len(members) == 1 else Kind.RECURRENT

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_rows({self.rows})"

    def __str__(self) -> str:
        return f"{type(self).__name__} of {len(self.states):,} states"


class _Numbers(dict[Any, int]):
    """The place of each state, and a place for each that is asked for the first time."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[Any] = []

    def __missing__(self, state: Any) -> int:
        self.states.append(state)
        place = self[state] = len(self)
        return place


def spread(starts: Iterable[Any], neighbours: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """Return all that can be reached, breadth first.

    >>> spread([3], lambda n: [n // 2, n - 1] if n else [])
    [3, 1, 2, 0]
    """
    waiting = list(dict.fromkeys(starts))
    found = set(waiting)
    for state in waiting:  # grows while we walk
        for neighbour in neighbours(state):
            if neighbour not in found:
                found.add(neighbour)
                waiting.append(neighbour)
    return waiting


def _cleared(state: Any, row: Row) -> Cleared:
    """Return (weights, total) of a row without its zeros; BadChain unless it is exact."""
    if isinstance(row, Law) and not row.tail:
        return row.weights, row.total
    if not isinstance(row, Mapping):
        raise BadChain(f"state {state!r}: its row must be {{next state: chance}}, not {row!r}")
    chances = {
        target: chance if type(chance) is Fraction else _exact(state, target, chance)
        for target, chance in row.items()
    }
    if not _NUMBERS.issuperset(map(type, chances.values())):
        return _checked_expressions(state, chances), 1
    total = math.lcm(*[chance.denominator for chance in chances.values()])
    weights = {t: p.numerator * (total // p.denominator) for t, p in chances.items() if p}
    if (mass := sum(weights.values())) != total:
        raise BadChain(f"state {state!r}: its row sums to {short(Fraction(mass, total))}, not to 1")
    if min(weights.values()) < 0:
        target = min(weights, key=weights.__getitem__)
        chance = short(chances[target])
        raise BadChain(f"state {state!r}: the chance {chance} to {target!r} is negative")
    return weights, total


def _exact(state: Any, target: Any, chance: Number) -> Number:
    """Return the chance as an int, a Fraction or an expression; BadChain unless it is exact."""
    exact = as_exact(chance)
    if exact is None:
        raise BadChain(f"state {state!r}: {chance!r} to {target!r} is not exact; use Fraction")
    return exact


def _checked_expressions(state: Any, chances: Mapping[Any, Number]) -> dict[Any, Number]:
    """Return the row with symbols without its zeros; BadChain unless it sums to 1."""
    if not symbols.is_zero(sum(chances.values()) - 1):
        raise BadChain(f"state {state!r}: its row sums to {sum(chances.values())}, not to 1")
    for target, chance in chances.items():
        if not symbols.is_expression(chance) and chance < 0:
            raise BadChain(f"state {state!r}: the chance {chance} to {target!r} is negative")
    return {target: chance for target, chance in chances.items() if not symbols.is_zero(chance)}


def some(states: Iterable[Any], shown: int = 1) -> str:
    """Return the first states by name, and how many more there are.

    >>> some(["b", "a", "c"], shown=2)
    "'b', 'a' (and 1 more)"
    """
    names = list(map(repr, states))
    rest = len(names) - shown
    return ", ".join(names[:shown]) + (f" (and {rest} more)" if rest > 0 else "")
