"""Optimal play of any game told by rules: its exact value, and a strategy that attains it."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from montmort.exact.decisions.agreement import Hidden, consistent
from montmort.exact.decisions.card import Card, strategy_card
from montmort.exact.decisions.comparison import Comparison, compare
from montmort.exact.decisions.enclosure import Enclosure, Sides, enclose
from montmort.exact.decisions.exploitability import Exploited, exploit
from montmort.exact.decisions.exploration import explore_decisions
from montmort.exact.decisions.following import Following, Taken
from montmort.exact.decisions.game_graph import CHANCE, GameGraph, GraphSize, Information, Whole
from montmort.exact.decisions.hidden import HiddenDecision, HiddenSolution, solve_hidden
from montmort.exact.decisions.objective import Aim, Objective, Scoring, scoring
from montmort.exact.decisions.solution import Solution, Solver
from montmort.exact.decisions.strategy import MixedTable, Players, StrategyTable, playing, seated
from montmort.exact.formatting import short
from montmort.exact.from_rules import explore
from montmort.exact.linalg.system import as_fraction, clear_denominators
from montmort.exact.paths import Watch
from montmort.exact.walk import Walk
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.table import Table, check_table
from montmort.games.validation import (
    check_fraction,
    check_function,
    check_hashable,
    check_integer,
    check_type,
    quote,
)

EXACT = 400_000  # nodes on cycles up to which values are exact
WIDTH = Fraction(1, 10**12)  # of an enclosure, by default
CELLS = 2_000  # of a card in a notebook


class BestChoice(NamedTuple):
    """What a seat knows, its choices, what each is worth from here on, and the one taken.

    `ties` are all best choices, in the order of the rules.  Where the value is enclosed, so
    are the values of the choices, and the ties are those that the bounds do not separate.

    A mixed strategy takes each choice with one of the `chances`, and `choice` is the
    likeliest; there are no values where the play never comes.
    """

    seat: int
    view: Hashable
    choices: tuple[Hashable, ...]
    values: tuple[Fraction | Sides, ...]
    choice: Hashable
    ties: tuple[Hashable, ...]
    chances: tuple[Fraction, ...] = ()


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
    symmetric_under: Callable[[Any], Hashable] | None = None,
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

    Decisions of a seat with equal `symmetric_under(view)` are declared to be one situation,
    whose rest of the step is walked only once; a sample of them is compared.  The strategy
    then goes by this key in place of the view.

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
    if limit is not None:
        check_integer("limit", limit, 1)
    if watch is not None:
        check_function("watch", watch, "share", "paths")
    if others is not None:
        check_table(others)
    if symmetric_under is not None:
        check_function("symmetric_under", symmetric_under, "view")
    factor = _discount(discount, objective)
    experiment = experiment.under(rules)
    free = frozenset() if others is None else frozenset([seat])
    graph = explore_decisions(
        experiment,
        rules,
        others=others,
        free=free,
        limit=limit,
        states=states,
        watch=watch,
        symmetric_under=symmetric_under,
    )
    scored = scoring(graph, objective, experiment.fields)
    signs = _signs(graph, seat, objective)
    seen = _solved(scored, signs, factor, width)
    found: Solution | Enclosure | HiddenSolution = seen
    taken: Taken = {}
    try:
        taken = consistent(scored, seen)
    except Hidden as hidden:
        found = _solved_hidden(scored, signs[seat], seat, factor, hidden)
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
        taken=taken,
        key=symmetric_under,
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


def _solved_hidden(
    scored: Scoring, sign: int, seat: int, discount: Fraction | None, hidden: "Hidden"
) -> HiddenSolution:
    """Return the solution of a game whose views hide what matters; signed for the seat."""
    if discount is not None:
        raise BadInput(f"{hidden}; with a discount such a game is not solved")
    rewards = [sign * reward for reward in scored.rewards]
    try:
        return solve_hidden(scored.graph, rewards, seat)
    except BadInput as problem:
        raise BadInput(f"{hidden}; {problem}") from None


def nodes_on_cycles(graph: GameGraph) -> int:
    """Return the number of nodes in components of more than one.

    >>> from montmort.exact.decisions.game_graph import END, NOTHING, GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(END, builder.gain("won")): 1, (builder.state("again"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> nodes_on_cycles(builder.graph(root=(0, NOTHING)))
    0
    """
    sizes = np.diff(graph.components[1])
    return int(sizes[sizes > 1].sum())


def _discount(discount: object, objective: Objective) -> Fraction | None:
    if discount is None or (isinstance(discount, int | Fraction) and discount == 1):
        return None
    if not isinstance(discount, int | Fraction) or not 0 < discount < 1:
        raise BadInput(f"{discount=!s} must be a Fraction above 0 and at most 1")
    if not isinstance(objective.aim, str):
        raise BadInput("discount= goes with a field, whose gains are added, not with a function")
    return Fraction(discount)


def _signs(graph: GameGraph, seat: int, objective: Objective) -> dict[int, int]:
    """Return 1 for the seats that maximise, -1 for those that minimise."""
    deciding = graph.deciding
    if deciding and seat not in deciding:
        raise BadInput(f"seat {seat} never decides, only {', '.join(map(str, deciding))}")
    if len(deciding) > 2:
        raise BadInput(
            f"seats {', '.join(map(str, deciding))} decide; with more than two, give a Table for "
            "all but one as others="
        )
    own = 1 if objective.maximises else -1
    return {seat: own, **{each: -own for each in deciding if each != seat}}


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
    solution: Solution | Enclosure | HiddenSolution
    taken: Taken
    key: Callable[[Any], Hashable] | None = None  # of a view, where views are declared equal

    @property
    def _graph(self) -> GameGraph:
        return self.scoring.graph

    @property
    def value(self) -> Fraction | None:
        """The mean of the objective when everybody plays at best; None where it is enclosed."""
        if isinstance(self.solution, Enclosure):
            return None
        if isinstance(self.solution, HiddenSolution):
            return self.signs[self.seat] * self.solution.value
        return as_fraction(self.solution.values[self._graph.root])

    @property
    def enclosure(self) -> Sides | None:
        """Fractions below and above the value, where it is enclosed."""
        return self.solution.root() if isinstance(self.solution, Enclosure) else None

    @property
    def size(self) -> GraphSize:
        """The number of states, nodes and edges."""
        return self._graph.size

    @property
    def how(self) -> str:
        """A sentence on how it was solved, and why the value is one."""
        states, nodes, _ = self._graph.size
        if isinstance(self.solution, Enclosure):
            way = "enclosed by sweeps in integers"
        elif isinstance(self.solution, HiddenSolution):
            way = self.solution.how
        elif cyclic := self.solution.components:
            way = f"policy iteration in {cyclic:,} component{'s' * (cyclic > 1)} with cycles"
        else:
            way = "backward induction"
        size = f"{states:,} state{'s' * (states > 1)}, {nodes:,} node{'s' * (nodes > 1)}"
        return f"{size}; {self._graph.how}; {way}"

    def __str__(self) -> str:
        if self.enclosure is None:
            return f"{self.objective.text}: {short(self.value or Fraction(0))}"
        low, high = self.enclosure
        return f"{self.objective.text}: from {float(low)!r} to {float(high)!r}"

    @cached_property
    def decisions(self) -> Sequence[BestChoice]:
        """All decisions, in the order in which they were found."""
        if isinstance(self.solution, HiddenSolution):
            sign = self.signs[self.seat]
            return [_mixed_choice(each, sign) for each in self.solution.decisions]
        groups = self._nodes_by_information
        return [self._decision(self.solution, groups[number]) for number in sorted(groups)]

    @cached_property
    def _nodes_by_information(self) -> dict[int, list[int]]:
        return self._graph.by_information(self.taken)

    @property
    def decided(self) -> int:
        """The number of decisions."""
        if isinstance(self.solution, HiddenSolution):
            return len(self.solution.decisions)
        return len(self._nodes_by_information)

    def _decision(self, found: Solution | Enclosure, nodes: Sequence[int]) -> BestChoice:
        """Return the decision at nodes where a seat knows the same."""
        graph, first = self._graph, nodes[0]
        known = graph.information[graph.known[first]]
        values = tuple(as_value(found.worth(e)) for e in graph.edges(first))
        best = [{e - int(graph.bounds[node]) for e in found.best[node]} for node in nodes]
        common = sorted(set.intersection(*best))
        if len(nodes) > 1 and isinstance(found, Solution):
            values = self._mean_worths(found, nodes)
        choice = known.choices[self.taken[first] - int(graph.bounds[first])]
        ties = tuple(known.choices[place] for place in common)
        return BestChoice(known.seat, known.view, known.choices, values, choice, ties)

    def _mean_worths(self, found: Solution, nodes: Sequence[int]) -> tuple[Fraction, ...]:
        """Return what the choices are worth on average, by how often the play comes to the nodes.

        Where it comes to none of them, all count alike.
        """
        visits = [self._counted_visits.get(node, fmpq(0)) for node in nodes]
        total = sum(visits, fmpq(0))
        weights = [each / total for each in visits] if total else [fmpq(1, len(nodes))] * len(nodes)
        worths = [[found.worth(e) for e in self._graph.edges(node)] for node in nodes]
        return tuple(
            as_fraction(sum((w * x for w, x in zip(weights, column, strict=True)), fmpq(0)))
            for column in zip(*worths, strict=True)
        )

    @cached_property
    def _visits(self) -> dict[int, fmpq]:
        return Following(self._graph, self.taken).visits()

    @cached_property
    def _counted_visits(self) -> dict[int, fmpq]:
        """Visits that count less the later they are, where there is a discount."""
        if self.discount is None:
            return self._visits
        return Following(self._graph, self.taken).visits(self.discount)

    @cached_property
    def _by_view(self) -> dict[tuple[int, Hashable], BestChoice]:
        found: dict[tuple[int, Hashable], BestChoice] = {}
        for each in self.decisions:
            if found.setdefault((each.seat, self._key_of(each.view)), each) is not each:
                raise BadInput(
                    f"seat {each.seat} sees {quote(each.view)} with different choices; "
                    "let its views say which it has, or read `decisions`"
                )
        return found

    def _key_of(self, view: Hashable) -> Hashable:
        return view if self.key is None else self.key(view)

    def _seat(self, seat: int | None) -> int:
        """Return the seat, by default the one that was asked for."""
        if seat is None:
            return self.seat
        check_integer("seat", seat, 0)
        return seat

    def __getitem__(self, view: Hashable) -> BestChoice:
        """Return the decision of the seat at a view."""
        return self.at(view)

    def at(self, view: Hashable, seat: int | None = None) -> BestChoice:
        """Return the decision of a seat at a view; UnknownName if it never decides there."""
        check_hashable("view", view)
        key = self._seat(seat), self._key_of(view)
        if key not in self._by_view:
            raise UnknownName(f"seat {key[0]} never decides at {quote(view)}")
        return self._by_view[key]

    def strategy(self, seat: int | None = None) -> dict[Hashable, Hashable]:
        """Return the strategy of a seat, {view: choice}; by key where views are declared equal."""
        own = self._seat(seat)
        return {view: each.choice for (of, view), each in self._by_view.items() if of == own}

    def card(
        self, seat: int | None = None, rows: str | None = None, columns: str | None = None
    ) -> Card:
        """Return the strategy card of a seat; BadInput where its views have too many fields."""
        own = self._seat(seat)
        return strategy_card([each for each in self.decisions if each.seat == own], rows, columns)

    def _repr_html_(self) -> str:
        """Return the value and the strategy card, where there is one of moderate size."""
        try:
            card = self.card()
        except BadInput:
            shown = ""
        else:
            shown = card._repr_html_() if len(card.cells) <= CELLS else ""
        return f"<p>{escape(str(self))}</p>{shown}"

    @cached_property
    def table(self) -> StrategyTable:
        """A Table that plays a strategy without chance; `players` and `played` play any."""
        if isinstance(self.solution, HiddenSolution):
            raise BadInput("the strategy is mixed: it draws; take players(rules, chance) or played")
        choices = {
            Information(each.seat, self._key_of(each.view), each.choices): each.choice
            for each in self.decisions
        }
        return StrategyTable(choices, self.others, frozenset(self.signs), self.key)

    def players(self, _rules: object, chance: Chance) -> StrategyTable:
        """Return a Table that plays the strategy, drawing from `chance` where it is mixed."""
        if not isinstance(self.solution, HiddenSolution):
            return self.table
        seats = frozenset(self.signs)
        return MixedTable(self._weights, self.others, seats, self.key, chance)

    @cached_property
    def _weights(self) -> dict[Information, tuple[int, ...]]:
        return {
            Information(each.seat, self._key_of(each.view), each.choices): (
                *clear_denominators(each.chances)[0],
            )
            for each in self.decisions
        }

    @cached_property
    def played(self) -> Experiment[Any, Any, Any]:
        """The experiment in which everybody plays at best."""
        whole = any(isinstance(each.view, Whole) for each in self.decisions)
        players: Players = self.players
        if not isinstance(self.solution, HiddenSolution):
            players = partial(seated, self.table)  # which other processes can load
        return playing(self.experiment, players, whole=whole, summed=self.scoring.summed)

    @cached_property
    def walk(self) -> Walk[Any, Any]:
        """The walk under the strategy: laws, means and variances of the outcome."""
        if isinstance(self.solution, HiddenSolution):
            return explore(self.played, self.rules)
        return Following(self._graph, self.taken).walk(self.experiment)

    @cached_property
    def reached(self) -> dict[tuple[int, Hashable], Fraction]:
        """How often, on average in a play, each seat comes to each view."""
        found: dict[tuple[int, Hashable], Fraction] = {}
        if isinstance(self.solution, HiddenSolution):
            for each in self.solution.decisions:
                found[each.information.seat, each.information.view] = each.reached
            return found
        for node, visits in self._visits.items():
            if self._graph.seats[node] != CHANCE:
                known = self._graph.information[self._graph.known[node]]
                key = known.seat, known.view
                found[key] = found.get(key, Fraction(0)) + as_fraction(visits)
        return found

    def compare(self, strategy: Any) -> Comparison | Exploited:
        """Return the value of another strategy of the seat, and what it loses where.

        It is a mapping view -> choice, or a function of (choices, view).  Other seats that
        decide play at best.  The losses are listed from the largest.  Where views hide what
        matters, the answer is how much the strategy loses against a best response.

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
        if isinstance(found, HiddenSolution):
            if isinstance(strategy, Mapping):
                strategy = {(self.seat, view): choice for view, choice in strategy.items()}
            return exploit(found, self.seat, strategy)
        return compare(self.scoring, found, self.taken, self.seat, strategy, self.discount)


def _mixed_choice(found: HiddenDecision, sign: int) -> BestChoice:
    seat, view, choices = found.information
    values = tuple(sign * value for value in found.values or ())
    likeliest = choices[found.chances.index(max(found.chances))]
    return BestChoice(seat, view, choices, values, likeliest, found.ties, found.chances)


def as_value(worth: fmpq | Sides) -> Fraction | Sides:
    """Return the worth of a choice as a Fraction, or the bounds as they are.

    >>> as_value(fmpq(1, 2))
    Fraction(1, 2)
    """
    return worth if isinstance(worth, Sides) else as_fraction(worth)
