"""Optimal play of any game told by rules: its exact value, and a strategy that attains it."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from montmort.exact.decisions.comparison import Comparison, as_fraction, compare, value_of
from montmort.exact.decisions.components import strong_components
from montmort.exact.decisions.enclosure import Enclosure, Sides, enclose
from montmort.exact.decisions.exploration import explore_decisions
from montmort.exact.decisions.following import Following, Taken
from montmort.exact.decisions.game_graph import CHANCE, GameGraph, Information
from montmort.exact.decisions.objective import Aim, Objective, Scoring, scoring
from montmort.exact.decisions.solution import Solution, Solver
from montmort.exact.decisions.strategy import StrategyTable, playing
from montmort.exact.formatting import short
from montmort.exact.paths import Watch
from montmort.exact.walk import Walk
from montmort.games.errors import BadChain, BadInput, TooLarge, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.table import Table, check_table
from montmort.games.validation import check_fraction, check_integer, check_type, quote

EXACT = 400_000  # nodes on cycles up to which values are exact
WIDTH = Fraction(1, 10**12)  # of an enclosure, by default


class BestChoice(NamedTuple):
    """What a seat knows, its choices, what each is worth from here on, and the one taken.

    `ties` are all best choices, in the order of the rules.  Where the value is enclosed, so
    are the values of the choices, and the ties are those that the bounds do not separate.
    """

    seat: int
    view: Hashable
    choices: tuple[Hashable, ...]
    values: tuple[Fraction | Sides, ...]
    choice: Hashable
    ties: tuple[Hashable, ...]


def optimal(
    experiment: Experiment[Any, Any, Any],
    rules: object = None,
    *,
    maximise: Aim | None = None,
    minimise: Aim | None = None,
    seat: int = 0,
    others: Table | None = None,
    discount: Fraction | int | None = None,
    limit: int | None = None,
    states: int = 10**6,
    watch: Watch | None = None,
    width: Fraction | None = None,
) -> "Optimal":
    """Return the best value that a seat can attain, and a strategy that attains it.

    The objective is the mean of a field (numbers are added over the steps, a truth value is
    that of the last step), or of a function of the outcome.  If a second seat decides as
    well, it has the opposite interest, unless `others` decides for all other seats.

    A player knows the view that the rules pass to `decide`, or everything where they pass
    None.  With a `discount` d the gain of a step after n others counts d^n times.

    A game with cycles among more than 400,000 nodes has a value of too many digits.  It is
    enclosed between two fractions that differ by at most `width`, by default 1e-12; with a
    width given, any game is.

    >>> class Money(NamedTuple):
    ...     won: int
    >>> def play(chance, table):
    ...     die = chance.pick([1] * 6) + 1
    ...     if table.decide(0, ["keep", "again"], die) == "again":
    ...         die = chance.pick([1] * 6) + 1
    ...     return Money(die)
    >>> best = optimal(Experiment.of_play(play, Money), maximise="won")
    >>> best.value, best[3].choice
    (Fraction(17, 4), 'again')
    """
    check_type("experiment", experiment, Experiment, "an Experiment")
    objective = Objective.of(maximise, minimise)
    check_integer("seat", seat, 0)
    check_integer("states", states, 1)
    if others is not None:
        check_table(others)
    factor = _discount(discount, objective)
    experiment = experiment.under(rules)
    free = frozenset() if others is None else frozenset([seat])
    asked = {} if limit is None else {"limit": limit}
    graph = explore_decisions(
        experiment, rules, others=others, free=free, states=states, watch=watch, **asked
    )
    scored = scoring(graph, objective, experiment.fields)
    signs = _signs(graph, seat, objective)
    found = _solved(scored, signs, factor, width)
    known = consistent(scored, found)
    return Optimal(
        experiment=experiment,
        rules=rules,
        objective=objective,
        seat=seat,
        signs=signs,
        others=others,
        discount=factor,
        scoring=scored,
        solution=found,
        taken=known,
    )


def _solved(
    scored: Scoring, signs: Mapping[int, int], discount: Fraction | None, width: Fraction | None
) -> Solution | Enclosure:
    """Return exact values, or bounds of the given width."""
    if width is not None:
        check_fraction("width", width, Fraction(0))
    elif discount is not None or nodes_on_cycles(scored.graph) <= EXACT:
        return Solver(scored.graph, scored.rewards, signs, discount).solve()
    if discount is not None:
        raise BadInput("width= and discount= cannot be combined; leave one of them out")
    return enclose(scored.graph, scored.rewards, signs, WIDTH if width is None else width)


def nodes_on_cycles(graph: GameGraph) -> int:
    """Return the number of nodes in components of more than one.

    >>> from montmort.exact.decisions.game_graph import END, NOTHING, GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(END, builder.gain("won")): 1, (builder.state("again"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> nodes_on_cycles(builder.graph(root=(0, NOTHING)))
    0
    """
    _, begins = strong_components(graph.bounds, graph.targets)
    sizes = np.diff(begins)
    return int(sizes[sizes > 1].sum())


def _discount(discount: object, objective: Objective) -> Fraction | None:
    if discount is None or discount == 1:
        return None
    if not isinstance(discount, int | Fraction) or not 0 < discount < 1:
        raise BadInput(f"{discount=!s} must be a Fraction above 0 and at most 1")
    if not isinstance(objective.aim, str):
        raise BadInput("discount= goes with a field, whose gains are added, not with a function")
    return Fraction(discount)


def _signs(graph: GameGraph, seat: int, objective: Objective) -> dict[int, int]:
    """Return 1 for the seats that maximise, -1 for those that minimise."""
    deciding = graph.deciding
    if seat not in deciding:
        named = f"only {', '.join(map(str, deciding))}" if deciding else "no seat has a choice"
        raise BadInput(f"seat {seat} never decides: {named}")
    if len(deciding) > 2:
        raise BadInput(
            f"seats {', '.join(map(str, deciding))} decide; with more than two, give a Table for "
            "all but one as others="
        )
    own = 1 if objective.maximises else -1
    return {each: own if each == seat else -own for each in deciding}


def consistent(scored: Scoring, found: Solution | Enclosure) -> dict[int, int]:
    """Return best edges that are the same at all nodes where a seat knows the same.

    BadInput if there are none: then the views hide something that matters.
    """
    graph = scored.graph
    firsts, known = graph.bounds.tolist(), graph.known.tolist()
    groups: dict[int, list[int]] = {}
    for node in found.taken:
        groups.setdefault(known[node], []).append(node)
    taken = dict(found.taken)
    changed = False
    for number, nodes in groups.items():
        places = {found.taken[node] - firsts[node] for node in nodes}
        if len(places) == 1:
            continue
        if isinstance(found, Enclosure):
            raise Hidden(graph.information[number])
        common = set.intersection(*({e - firsts[node] for e in found.best[node]} for node in nodes))
        if not common:
            raise Hidden(graph.information[number])
        changed = True
        for node in nodes:
            taken[node] = firsts[node] + min(common)
    if changed and isinstance(found, Solution) and found.conditions - {"A"}:
        _check_attains(scored, found, taken)
    return taken


class Hidden(BadInput):
    """The views hide something that matters: nobody can play as well as one who sees it."""

    def __init__(self, known: Information) -> None:
        super().__init__(
            f"seat {known.seat} sees {quote(known.view)} in different situations, in which "
            "different choices are best: the views hide something that matters"
        )
        self.known = known


def _check_attains(scored: Scoring, found: Solution, taken: Taken) -> None:
    """Raise Hidden unless the strategy attains the value, every play ending."""
    graph = scored.graph
    try:
        value = value_of(scored, taken)
    except BadChain:
        value = None
    if value != found.values[graph.root]:
        node = next(node for node, edge in taken.items() if edge != found.taken[node])
        raise Hidden(graph.information[graph.known[node]])


@dataclass(frozen=True, kw_only=True, eq=False)
class Optimal:
    """The value of a game to a seat, and a best strategy of every seat that decides.

    `best[view]` is a BestChoice of the seat that was asked for; `decisions` lists all.  Where
    several choices are best, the strategy takes the first that the rules name, unless it
    could go on for ever.
    """

    experiment: Experiment[Any, Any, Any]
    rules: object
    objective: Objective
    seat: int
    signs: Mapping[int, int]
    others: Table | None
    discount: Fraction | None
    scoring: Scoring
    solution: Solution | Enclosure
    taken: Taken

    @property
    def _graph(self) -> GameGraph:
        return self.scoring.graph

    @property
    def value(self) -> Fraction | None:
        """The mean of the objective when everybody plays at best; None where it is enclosed."""
        if isinstance(self.solution, Enclosure):
            return None
        return as_fraction(self.solution.values[self._graph.root])

    @property
    def enclosure(self) -> Sides | None:
        """Fractions below and above the value, where it is enclosed."""
        return self.solution.root() if isinstance(self.solution, Enclosure) else None

    @property
    def how(self) -> str:
        """A sentence on how it was solved, and why the value is one."""
        states, nodes, _ = self._graph.size
        if isinstance(self.solution, Enclosure):
            way = "enclosed by sweeps in integers"
        elif cyclic := self.solution.components:
            way = f"policy iteration in {cyclic:,} component{'s' * (cyclic > 1)} with cycles"
        else:
            way = "backward induction"
        return f"{states:,} states, {nodes:,} nodes; {self._graph.how}; {way}"

    def __str__(self) -> str:
        if self.enclosure is None:
            return f"{self.objective.text}: {short(self.value or Fraction(0))}"
        low, high = self.enclosure
        return f"{self.objective.text}: from {float(low)!r} to {float(high)!r}"

    @cached_property
    def decisions(self) -> Sequence[BestChoice]:
        """All decisions, in the order in which they were found."""
        seen: dict[int, BestChoice] = {}
        for node in self.taken:
            number = int(self._graph.known[node])
            if number not in seen:
                seen[number] = self._decision(node)
        return [seen[number] for number in sorted(seen)]

    def _decision(self, node: int) -> BestChoice:
        graph = self._graph
        known = graph.information[graph.known[node]]
        first = int(graph.bounds[node])
        ties = [known.choices[e - first] for e in self.solution.best[node]]
        values = tuple(as_value(self.solution.worth(e)) for e in graph.edges(node))
        choice = known.choices[self.taken[node] - first]
        return BestChoice(known.seat, known.view, known.choices, values, choice, tuple(ties))

    @cached_property
    def _by_view(self) -> dict[tuple[int, Hashable], BestChoice]:
        return {(each.seat, each.view): each for each in self.decisions}

    def __getitem__(self, view: Hashable) -> BestChoice:
        """Return the decision of the seat at a view."""
        return self.at(view)

    def at(self, view: Hashable, seat: int | None = None) -> BestChoice:
        """Return the decision of a seat at a view; UnknownName if it never decides there."""
        key = self.seat if seat is None else seat, view
        if key not in self._by_view:
            raise UnknownName(f"seat {key[0]} never decides at {quote(view)}")
        return self._by_view[key]

    def strategy(self, seat: int | None = None) -> dict[Hashable, Hashable]:
        """Return the strategy of a seat, {view: choice}."""
        own = self.seat if seat is None else seat
        return {each.view: each.choice for each in self.decisions if each.seat == own}

    @cached_property
    def table(self) -> StrategyTable:
        """A Table that plays the strategy; rules that pass no view need `played`."""
        choices = {
            Information(each.seat, each.view, each.choices): each.choice for each in self.decisions
        }
        return StrategyTable(choices, self.others, frozenset(self.signs))

    @cached_property
    def played(self) -> Experiment[Any, Any, Any]:
        """The experiment in which everybody plays at best."""
        return playing(self.experiment, self.table, self.scoring.summed)

    @cached_property
    def walk(self) -> Walk[Any, Any]:
        """The walk under the strategy: laws, means and variances of the outcome."""
        return Following(self._graph, self.taken).walk(self.experiment)

    @cached_property
    def reached(self) -> dict[tuple[int, Hashable], Fraction]:
        """How often, on average in a play, each seat comes to each view."""
        found: dict[tuple[int, Hashable], fmpq] = {}
        for node, visits in Following(self._graph, self.taken).visits().items():
            if self._graph.seats[node] != CHANCE:
                known = self._graph.information[self._graph.known[node]]
                key = known.seat, known.view
                found[key] = found.get(key, fmpq(0)) + visits
        return {key: as_fraction(visits) for key, visits in found.items()}

    def compare(self, strategy: Any) -> Comparison:
        """Return the value of another strategy of the seat, and what it loses where.

        It is a mapping view -> choice, or a function of (choices, view).  Other seats that
        decide play at best.  The losses are listed from the largest.

        >>> class Money(NamedTuple):
        ...     won: int
        >>> def play(chance, table):
        ...     die = chance.pick([1] * 6) + 1
        ...     if table.decide(0, ["keep", "again"], die) == "again":
        ...         die = chance.pick([1] * 6) + 1
        ...     return Money(die)
        >>> best = optimal(Experiment.of_play(play, Money), maximise="won")
        >>> found = best.compare(lambda choices, die: "keep" if die > 2 else "again")
        >>> found.value, found.losses[0].view
        (Fraction(25, 6), 3)
        """
        found = self.solution
        if isinstance(found, Enclosure):
            raise TooLarge("a strategy is compared with exact values; this game's are enclosed")
        return compare(self.scoring, found, self.taken, self.seat, strategy, self.discount)


def as_value(worth: fmpq | Sides) -> Fraction | Sides:
    """Return the worth of a choice as a Fraction, or the bounds as they are.

    >>> as_value(fmpq(1, 2))
    Fraction(1, 2)
    """
    return worth if isinstance(worth, Sides) else as_fraction(worth)
