"""The exact laws of an experiment whose rules have symbols, by walking every path of every step.

The rows of the walk are rational functions.  In a game with a longest play the joint law
is added up along the moves; otherwise the answers are those of an absorbing chain with
symbols.  With N(s) the mean number of visits of a state, which solve one system for all
questions,

    N(s) = P(start in s) + sum over t of N(t) P(t, s),
    E of a total = sum over s of N(s) E(gain of a step from s),

and E T^2 of a total T of gains g comes from

    E T^2 = E g^2 + 2 E g T' + E T'^2,    T' the total after the first step.
"""

import enum
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from montmort.display import InNotebooks, Summary
from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.fixed_points import mean_totals, mean_visits
from montmort.exact.graph.flows import Flow
from montmort.exact.graph.step_trees import StepTrees
from montmort.exact.graphs import edges_of, topological_order
from montmort.exact.law import Law
from montmort.exact.moves import END, MovesBuilder, Size
from montmort.exact.parameters.end_points import never_zero
from montmort.exact.rational_functions.conditions import (
    all_positive,
    bounds_of,
    check_known,
    conditions_at,
    read_values,
)
from montmort.exact.rational_functions.field import RationalFunction, from_sympy, ring_of, total
from montmort.exact.rational_functions.weights import Weights, normal_form
from montmort.exact.symbolic.law import SymbolicLaw, expressions_in, number_of, substituted
from montmort.exact.walk import Walk
from montmort.games.errors import BadChain, BadInput, UnknownName
from montmort.games.experiment import Experiment, add_gain
from montmort.games.sameness import table_of
from montmort.games.validation import (
    check_integer,
    check_mapping,
    check_text,
    check_type,
    quote,
)

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean

State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])
Chances = Mapping[Any, RationalFunction]
Row = Chances  # by (next state or None, gain)
Value = Callable[[Any], Any]  # of a gain

LONGEST_LAW = 10_000  # outcomes of a law up to a horizon


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SymbolicWalk(InNotebooks, Generic[State, Outcome]):
    """All states of an experiment and their moves, whose chances or gains have symbols.

    `starts` are the chances of the first states, `rows` those of the moves from each state.
    Answers are sympy expressions; they hold under the `conditions`.
    """

    experiment: Experiment[Any, State, Outcome]
    starts: Mapping[State, RationalFunction]
    rows: Mapping[State, Row]
    signed: frozenset[RationalFunction] = frozenset()  # the weights with symbols
    totals: frozenset[RationalFunction] = frozenset()  # sums of weights, which must be > 0
    recurs: bool = False  # whether a play can come back to a place inside a step
    bounds: frozenset[RationalFunction] = frozenset()  # must be >= 0: bounds of the rules
    way: str = ""

    def __post_init__(self) -> None:
        check_type("experiment", self.experiment, Experiment, "an Experiment")
        for chances in ("starts", "rows"):
            check_mapping(chances, getattr(self, chances), "a mapping; see explore")
        for row in self.rows.values():
            check_mapping("a row", row, "a mapping of (next state or None, gain) to a chance")
        for elements in ("signed", "totals", "bounds"):
            check_type(elements, getattr(self, elements), frozenset, "a frozenset")
        check_type("recurs", self.recurs, bool, "True or False")
        check_text(way=self.way)

    @property
    def size(self) -> Size:
        """The number of states and of moves."""
        return Size(len(self.rows), sum(map(len, self.rows.values())))

    @property
    def how(self) -> str:
        """A sentence on how the states were found, and how many."""
        states, moves = self.size
        plural = f"{states:,} state{'s' * (states > 1)}, {moves:,} move{'s' * (moves > 1)}"
        return f"{plural}; {self.way}"

    def __repr__(self) -> str:
        return f"<SymbolicWalk of {self.experiment.name}: {self.how}>"

    def _summary(self) -> Summary:
        states, moves = self.size
        rows = [("states", f"{states:,}"), ("moves", f"{moves:,}")]
        return Summary(f"SymbolicWalk of {self.experiment.name}", rows)

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same experiment, states and chances."""
        if not isinstance(other, SymbolicWalk):
            return NotImplemented
        return bool(
            self.experiment == other.experiment
            and dict(self.starts) == dict(other.starts)
            and dict(self.rows) == dict(other.rows)
        )

    def __hash__(self) -> int:
        return hash((self.experiment.name, len(self.rows)))

    @cached_property
    def conditions(self) -> "Boolean":
        """What must hold for the answers: no weight is negative, and none that has to lead on is 0.

        In a game without a longest play those that may be 0 are the ones without which all states
        still lead to an end (`end_points`).
        """
        positive = self.signed
        if self.has_longest_play and not self.recurs:
            positive = frozenset()
        elif not self.recurs:
            positive = frozenset(never_zero(self.signed, self._steps, [None]))
        positive |= self.totals
        gains = {gain for row in self.rows.values() for _, gain in row}
        defined = [part for gain in gains for part in expressions_in(gain)]
        return all_positive(positive, not_negative=self.signed | self.bounds, defined=defined)

    @cached_property
    def symbols(self) -> "frozenset[Symbol]":
        """The symbols of the chances, the states and the gains."""
        rows = (self.starts, *self.rows.values())
        found = [chance.symbols for row in rows for chance in row.values()]
        found += [part.free_symbols for row in rows for key in row for part in expressions_in(key)]
        return frozenset().union(*found)

    @cached_property
    def _steps(self) -> Mapping[State, Chances]:
        """The chances of the next states, from each state; None is the end."""
        return {state: _merged(row) for state, row in self.rows.items()}

    @cached_property
    def _levels(self) -> list[State] | None:
        """The states, each before those that it leads to; None if a play can come back to one."""
        states = [*self.rows]
        number = {state: place for place, state in enumerate(states)}
        after = (dict.fromkeys(to for to, _ in row if to is not None) for row in self.rows.values())
        found = topological_order(*edges_of([[number[to] for to in each] for each in after]))
        return None if found is None else [states[place] for place in found[0].tolist()]

    @property
    def has_longest_play(self) -> bool:
        """Whether no play can come back to a state."""
        return self._levels is not None

    def chain(self) -> AbsorbingChain[Any]:
        """Return the chain of the states; None, the end of the game, is absorbing."""
        return self._chain

    @cached_property
    def _chain(self) -> AbsorbingChain[Any]:
        for state, row in self._steps.items():
            if row.keys() == {state}:
                raise BadChain(f"{self.experiment.name}: a play that reaches {state!r} never ends")
        return AbsorbingChain.from_rows({**self._steps, None: {None: 1}})

    def check_ends(self) -> None:
        """Raise BadChain if a play may be endless."""
        self.chain()

    def law(self) -> SymbolicLaw[Outcome]:
        """Return the joint law of the Outcome; BadChain if the game has no longest play."""
        return self._law_of_totals(lambda gain: gain, add_gain)

    def _law_of_totals(self, value: Value, add: Callable[[Any, Any], Any]) -> SymbolicLaw[Any]:
        """Return the law of the total of value(gain) over a play."""
        if self._levels is None:
            raise BadChain(
                f"{self.experiment.name}: no longest play, so no finite joint law; "
                "ask chain(), expected(field) or field_law(field, horizon)"
            )
        here: dict[Any, dict[Any, RationalFunction]] = {state: {} for state in self.rows}
        for state, chance in self.starts.items():
            here[state][None] = chance
        ended: dict[Any, RationalFunction] = {}
        for state in self._levels:
            for before, chance in here.pop(state).items():
                for (after, gain), step in self.rows[state].items():
                    found = value(gain) if before is None else add(before, value(gain))
                    key, reached = normal_form(found), ended if after is None else here[after]
                    reached[key] = total([reached.get(key, 0), chance * step])
        return SymbolicLaw(elements=ended, conditions=self.conditions, how=self.how)

    def expected(self, field: str) -> "Expr":
        """Return the mean of a field of numbers or expressions."""
        value = self._gains(field)
        self.check_ends()
        parts = []
        for state, row in self.rows.items():
            step = total(chance * from_sympy(value(gain)) for (_, gain), chance in row.items())
            parts.append(self._visits[state] * step)
        return total(parts).to_sympy()

    def variance(self, field: str) -> "Expr":
        """Return the variance of a field of numbers or expressions."""
        mean, square = self._moments(self._gains(field))
        return (square - mean**2).to_sympy()

    def steps_to_end(self) -> "tuple[Expr, Expr]":
        """Return mean and variance of the number of steps of a play."""
        mean, square = self._moments(lambda _gain: 1)
        return mean.to_sympy(), (square - mean**2).to_sympy()

    def _moments(self, value: Value) -> tuple[RationalFunction, RationalFunction]:
        """Return E T and E T^2 of the total T of value(gain) over a play."""
        means = self._totals(lambda _, gain: from_sympy(value(gain)))
        later = {**means, None: from_sympy(0)}

        def square(after: Any, gain: Any) -> RationalFunction:
            got = from_sympy(value(gain))
            return got * got + 2 * got * later[after]

        return self._over_starts(means), self._over_starts(self._totals(square))

    def _totals(self, reward: Callable[[Any, Any], Any]) -> Chances:
        """Return the expected total of reward(next state, gain) over a play, from each state."""
        self.check_ends()
        means = {
            state: total(chance * reward(*move) for move, chance in row.items())
            for state, row in self.rows.items()
        }
        return mean_totals(self._steps, means)

    def _over_starts(self, values: Chances) -> RationalFunction:
        return total(chance * values[state] for state, chance in self.starts.items())

    def last_law(self, field: str) -> SymbolicLaw[Any]:
        """Return the law of a truth value or an enum, taken from the last step."""
        self._check_field(field)
        for row in self.rows.values():
            for _, gain in row:
                found = getattr(gain, field)
                if not isinstance(found, bool | enum.Enum):
                    raise BadInput(
                        f"{field}: only a truth value or an enum is taken from the last step; "
                        f"not {found!r}"
                    )
        return self._law_of_last(lambda gain: getattr(gain, field))

    def _law_of_last(self, value: Value) -> SymbolicLaw[Any]:
        """Return the law of value(gain) of the last step."""
        self.check_ends()
        parts: dict[Any, list[RationalFunction]] = {}
        for state, row in self.rows.items():
            for (after, gain), chance in row.items():
                if after is None:
                    parts.setdefault(value(gain), []).append(self._visits[state] * chance)
        elements = {end: total(chances) for end, chances in parts.items()}
        return SymbolicLaw(elements=elements, conditions=self.conditions, how=self.how)

    @cached_property
    def _visits(self) -> Chances:
        """The mean number of visits of each state: one system for all ends of a play."""
        return mean_visits(self._steps, self.starts)

    def field_law(self, field: str, horizon: int | None = None) -> SymbolicLaw[Any]:
        """Return the law of a field of numbers.

        Without a horizon the whole law; BadChain without a longest play, unless only the
        last step of a play has a gain.  With one the law from 0 to the horizon of a field of
        integers >= 0, the rest its tail.
        """
        return self._law_of_sums(self._gains(field), horizon, field)

    def steps_law(self, horizon: int | None = None) -> SymbolicLaw[int]:
        """Return the law of the number of steps, as `field_law` does that of a field."""
        return self._law_of_sums(lambda _gain: 1, horizon, "steps")

    def _law_of_sums(self, value: Value, horizon: int | None, field: str) -> SymbolicLaw[Any]:
        if horizon is None and self._levels is None and self._only_at_the_end(value):
            return self._law_of_last(value)
        if horizon is None:
            return self._law_of_totals(value, lambda before, gain: before + gain)
        check_integer("horizon", horizon, 0, LONGEST_LAW)
        gains = {gain: value(gain) for row in self.rows.values() for _, gain in row}
        for found in gains.values():
            if not isinstance(found, int) or found < 0:
                raise BadInput(f"{field}: a horizon needs integer gains >= 0, not {found}")
        self.check_ends()
        idle = {
            state: _merged({move: c for move, c in row.items() if not gains[move[1]]})
            for state, row in self.rows.items()
        }
        known: list[Chances] = []  # P(total = k) from each state, for k = 0, 1, …
        for k in range(horizon + 1):
            reached = {
                state: total(
                    chance * (k == gains[gain] if after is None else known[k - gains[gain]][after])
                    for (after, gain), chance in row.items()
                    if gains[gain] <= k and (after is None or gains[gain])
                )
                for state, row in self.rows.items()
            }
            known.append(mean_totals(idle, reached) if any(idle.values()) else reached)
        elements = {k: self._over_starts(chances) for k, chances in enumerate(known)}
        return SymbolicLaw(elements=elements, conditions=self.conditions, horizon=horizon)

    def _only_at_the_end(self, value: Value) -> bool:
        """Return whether value(gain) is 0 for every move that does not end the play."""
        moves = (move for row in self.rows.values() for move in row)
        return all(after is None or value(gain) == 0 for after, gain in moves)

    def at(
        self, values: "Mapping[Symbol, Any]"
    ) -> "Walk[State, Outcome] | SymbolicWalk[State, Outcome]":
        """Return the walk with numbers for symbols: a `Walk` when no symbol is left.

        States that are then not reached are left out.  BadInput if a weight is negative there.
        """
        chosen = read_values(values)
        check_known(chosen, self.symbols)
        valid = all_positive(self.totals, not_negative=self.signed | self.bounds)
        conditions_at(valid, chosen)
        named = table_of(((substituted(state, chosen), state) for state in self.rows), "states")
        starts = SymbolicLaw(elements=self.starts).substituted(chosen)
        rows: dict[Any, Law[Any] | SymbolicLaw[Any]] = {}
        waiting = [*starts]
        for state in waiting:  # grows during the loop: breadth-first
            if state not in rows:
                row = rows[state] = SymbolicLaw(elements=self.rows[named[state]]).substituted(
                    chosen
                )
                waiting += [after for after, _ in row if after is not None]
        numeric = {state: law for state, law in rows.items() if isinstance(law, Law)}
        if isinstance(starts, Law) and len(numeric) == len(rows):
            found = MovesBuilder[Any, Any](starts.weights.items())
            for state in found.states:  # grows during the loop
                found.add_row(numeric[state].weights.items())
            return Walk(experiment=self.experiment, moves=found.moves(), way=self.way)
        return SymbolicWalk(
            experiment=self.experiment,
            starts=_elements(starts),
            rows={state: _elements(law) for state, law in rows.items()},
            signed=_left(self.signed, chosen),
            totals=_left(self.totals, chosen),
            recurs=self.recurs,
            bounds=_left(self.bounds, chosen),
            way=self.way,
        )

    def _gains(self, field: str) -> Any:
        """Return the function that gives the value of a field of numbers of a gain."""
        self._check_field(field)
        for row in self.rows.values():
            for _, gain in row:
                found = getattr(gain, field)
                if isinstance(found, bool | enum.Enum):
                    raise BadInput(f"{field}: only numbers can be summed; this step has {found!r}")
                number_of(found)
        return lambda gain: getattr(gain, field)

    def _check_field(self, field: str) -> None:
        if not isinstance(field, str) or field not in self.experiment.fields:
            raise UnknownName(
                f"no field {quote(field)} in the outcome of {self.experiment.name}; "
                f"it has {', '.join(self.experiment.fields)}"
            )


def _left(
    elements: Iterable[RationalFunction], values: "Mapping[Symbol, Any]"
) -> frozenset[RationalFunction]:
    """Return the elements that have symbols left."""
    found = (element.at(values) for element in elements)
    return frozenset(each for each in found if isinstance(each, RationalFunction))


def _merged(row: Row) -> dict[Any, RationalFunction]:
    """Return the chances of the next states of a row."""
    merged: dict[Any, RationalFunction] = {}
    for (after, _), chance in row.items():
        merged[after] = merged[after] + chance if after in merged else chance
    return merged


def _elements(law: Law[Any] | SymbolicLaw[Any]) -> dict[Any, RationalFunction]:
    if isinstance(law, SymbolicLaw):
        return dict(law.elements)
    return {outcome: from_sympy(chance) for outcome, chance in law.chances().items()}


def walk_with_symbols(
    experiment: Experiment[Any, State, Outcome], rules: object, trees: StepTrees, read: Weights
) -> SymbolicWalk[State, Outcome]:
    """Return the walk from the trees of all steps, whose weights were read by `read`.

    >>> import sympy
    >>> from typing import NamedTuple
    >>> from montmort.exact.from_rules import explore
    >>> from montmort.games.chance import coin
    >>> class Tosses(NamedTuple):
    ...     tosses: int
    >>> def toss(p, state, chance, table):
    ...     return (None if coin(chance, p) else state), Tosses(1)
    >>> until_heads = Experiment(name="toss", outcome=Tosses, start=lambda *_: 0, step=toss)
    >>> walk = explore(until_heads, sympy.Symbol("p"))
    >>> walk.expected("tosses"), walk.variance("tosses"), walk.conditions
    (1/p, (1 - p)/p**2, (p <= 1) & (0 < p))
    """
    flow = Flow(trees, from_sympy(1))
    found = trees.states

    def rows() -> Iterator[dict[Any, RationalFunction]]:
        for root in trees.roots.tolist():
            leaves = flow.chances(root).items()
            yield {
                (None if to == END else found[to], trees.gains[gain]): chance
                for (to, gain), chance in leaves
                if chance
            }

    walk = SymbolicWalk(
        experiment=experiment,
        starts={found[to]: p for (to, _), p in flow.chances(trees.first).items() if p},
        rows=dict(zip(found, rows(), strict=True)),
        signed=frozenset(read.signed),
        totals=frozenset(read.totals),
        recurs=read.recurs,
        bounds=bounds_of(rules),
        way=trees.how,
    )
    ring_of(walk.symbols)  # BadInput for two symbols of one name
    _ = walk.conditions  # BadInput if no values fulfil them
    return walk
