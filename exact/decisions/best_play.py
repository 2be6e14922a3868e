"""What `optimal` answers: the value, a best strategy, and what else can be asked about them."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from typing import Any, NamedTuple

from flint import fmpq

from montmort.display import latex_text, short_repr
from montmort.exact.decisions.best_strategy import BestStrategy, Setting
from montmort.exact.decisions.comparison import Comparison, compare
from montmort.exact.decisions.enclosure import Enclosure, Sides
from montmort.exact.decisions.exploitability import Exploited, exploit
from montmort.exact.decisions.following import Following, Taken
from montmort.exact.decisions.hidden import HiddenDecision, HiddenSolution
from montmort.exact.decisions.objective import Number, Scoring
from montmort.exact.decisions.solution import Solution
from montmort.exact.decisions.strategy import (
    Players,
    StrategyTable,
    mixing,
    questions,
)
from montmort.exact.formatting import latex, short
from montmort.exact.graph.game_graph import CHANCE, GameGraph, GraphSize, Information
from montmort.exact.linalg.system import as_fraction, clear_denominators
from montmort.exact.walk import Walk
from montmort.games.chance import Chance
from montmort.games.errors import BadChain, BadInput, TooLarge
from montmort.games.sameness import identity, is_same, sums_of

CELLS = 2_000  # of a card in a notebook


class BestChoice(NamedTuple):
    """What a seat knows, its choices, what each is worth from here on, and the one taken.

    `ties` are all best choices, in the order of the rules.  Where the value is enclosed, so
    are the values of the choices, and the ties are those that the bounds do not separate.

    A mixed strategy takes each choice with one of the `chances`, and `choice` is the
    likeliest; there are no values where the play never comes, or where one has no bound.
    """

    seat: int
    view: Hashable
    choices: tuple[Hashable, ...]
    values: tuple[Fraction | Sides, ...]
    choice: Hashable
    ties: tuple[Hashable, ...]
    chances: tuple[Fraction, ...] = ()

    def __repr__(self) -> str:
        return short_repr(self)


@dataclass(frozen=True, kw_only=True, eq=False)
class Optimal(BestStrategy[BestChoice]):
    """The value of a game to a seat, and a best strategy of every seat that decides.

    `best[view]` is a BestChoice of the seat that was asked for; `decisions` lists all.  Where
    several choices are best, the strategy takes the first that the rules name, unless it
    could go on for ever.
    """

    setting: Setting
    solution: Solution | Enclosure | HiddenSolution
    taken: Taken

    __repr__ = short_repr

    @property
    def scoring(self) -> Scoring[Number]:
        """The graph, and what each of its edges adds to the objective."""
        return self.setting.scoring

    @property
    def discount(self) -> Fraction | None:
        """The factor by which later gains count less, None for 1."""
        return self.setting.discount  # type: ignore[no-any-return]

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

    def __eq__(self, other: object) -> bool:
        """Return whether the same seat has the same value, and all decide alike."""
        if not isinstance(other, Optimal):
            return NotImplemented
        mine, its = (
            (
                each.seat,
                each.value,
                each.enclosure,
                {(one.seat, one.view): one for one in each.decisions},
            )
            for each in (self, other)
        )
        return mine == its

    def __hash__(self) -> int:
        return hash((self.seat, self.value, self.enclosure))

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
            said = f" ({self.endless})" if self.endless else ""
            return f"{self.objective.text}: {short(self.value or Fraction(0))}{said}"
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

    @property
    def is_mixed(self) -> bool:
        """Whether the strategies may draw: views hide what matters."""
        return isinstance(self.solution, HiddenSolution)

    def choices_taken(self) -> Iterator[tuple[Information, Hashable]]:
        """Yield what a seat knows and the choice, as in `decisions`, but without the values."""
        if isinstance(self.solution, HiddenSolution):
            yield from super().choices_taken()
            return
        graph, groups = self._graph, self._nodes_by_information
        for number in sorted(groups):
            known, node = graph.information[number], groups[number][0]
            yield known, known.choices[self.taken[node] - int(graph.bounds[node])]

    def decisions_at(self, view: Hashable) -> list[BestChoice]:
        """Return the decisions at a view; the values of no others are computed."""
        if isinstance(self.solution, HiddenSolution):
            return [each for each in self.decisions if is_same(each.view, view)]
        groups = self._nodes_by_information
        places = self._places.get(identity(view), ())
        return [self._decision(self.solution, groups[number]) for number in places]

    @cached_property
    def _places(self) -> dict[Hashable, list[int]]:
        """The numbers of what is known with a view, by its identity."""
        found: dict[Hashable, list[int]] = {}
        for number in sorted(self._nodes_by_information):
            view = self._graph.information[number].view
            found.setdefault(identity(view), []).append(number)
        return found

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
        values = tuple(as_value(found.worth(e)) for e in found.worths_known(nodes))
        best = [{e - int(graph.bounds[node]) for e in found.best_at(node)} for node in nodes]
        common = sorted(set.intersection(*best))
        if len(nodes) > 1 and isinstance(found, Solution) and values:
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
    def _followed(self) -> tuple[dict[int, fmpq], fmpq]:
        """How often plays come to the nodes, and the chance that they never end."""
        following = Following(self._graph, self.taken)
        return following.visits(), following.endless

    @property
    def _visits(self) -> dict[int, fmpq]:
        return self._followed[0]

    @property
    def never_ends(self) -> Fraction:
        """The chance that a play by these strategies never ends."""
        found = self.solution
        if not isinstance(found, Solution) or (found.conditions <= {"A", "B"} and not found.lost):
            return Fraction(0)
        return as_fraction(self._followed[1])

    @property
    def endless(self) -> str:
        """What a play counts for that never ends, where that matters to the value; else ""."""
        if not isinstance(self.solution, Solution) or not self.solution.may_be_endless:
            return ""
        aim = self.objective.aim
        if not isinstance(aim, str):
            return f"a play that never ends counts 0 for {self.objective.name}"
        if any(isinstance(getattr(gain, aim), bool) for gain in self._graph.gains[1:]):
            return f"a play that never ends counts as not {aim}"
        return f"a play that never ends counts for the {aim} that it has gained"

    @cached_property
    def _counted_visits(self) -> dict[int, fmpq]:
        """Visits that count less the later they are, where there is a discount."""
        if self.discount is None:
            return self._visits
        return Following(self._graph, self.taken).visits(self.discount)

    def _repr_html_(self) -> str:
        """Return the value and the strategy card, where there is one of moderate size."""
        try:
            card = self.card()
        except BadInput:
            shown = ""
        else:
            shown = card._repr_html_() if len(card.cells) <= CELLS else ""
        return f"<p>{escape(str(self))}</p>{shown}"

    def _repr_latex_(self) -> str:
        """Return the value as a formula."""
        shown = "" if self.value is None else rf"\quad {latex(self.value)}"
        return f"${latex_text(str(self) if not shown else self.objective.text)}{shown}$"

    @cached_property
    def table(self) -> StrategyTable:
        """A Table that plays a strategy without chance; `players` and `played` play any."""
        if isinstance(self.solution, HiddenSolution):
            raise BadInput("the strategy is mixed: it draws; take players(rules, chance) or played")
        return super().table

    def players(self, rules: object, chance: Chance) -> StrategyTable:
        """Return a Table that plays the strategy, drawing from `chance` where it is mixed."""
        return self._players(rules, chance)

    @cached_property
    def _players(self) -> Players:
        """A function that other processes can load."""
        if isinstance(self.solution, HiddenSolution):
            return partial(mixing, self._weights)
        return super()._players

    @cached_property
    def _weights(self) -> StrategyTable:
        """The weights of the choices, in place of choices."""
        weights = (
            ((each.seat, each.view, each.choices), (*clear_denominators(each.chances)[0],))
            for each in self.decisions
        )
        key = self.setting.key
        seats = frozenset(self.signs)
        return StrategyTable(questions(weights, key), self.setting.others, seats, key)

    @cached_property
    def walk(self) -> Walk[Any, Any]:
        """The walk under the strategy: laws, means and variances of the outcome."""
        if isinstance(self.solution, HiddenSolution):
            return super().walk  # type: ignore[no-any-return]
        return Following(self._graph, self.taken).walk(self.experiment)

    @cached_property
    def reached(self) -> dict[tuple[int, Hashable], Fraction]:
        """How often, on average in a play, each seat comes to each view."""
        if not isinstance(self.solution, HiddenSolution) and self._followed[1]:
            raise BadChain("by this strategy a play may never end, so visits may have no mean")
        if isinstance(self.solution, HiddenSolution):
            pairs = [(each.information, each.reached) for each in self.solution.decisions]
        else:
            graph = self._graph
            pairs = [
                (graph.information[graph.known[node]], as_fraction(visits))
                for node, visits in self._visits.items()
                if graph.seats[node] != CHANCE
            ]
        return sums_of((((known.seat, known.view), times) for known, times in pairs), "views")

    def compare(self, strategy: Any) -> Comparison | Exploited:
        """Return the value of another strategy of the seat, and what it loses where.

        It is a mapping view -> choice, or a function of (choices, view).  Other seats that
        decide play at best.  The losses are listed from the largest.  Where views hide what
        matters, the answer is how much the strategy loses against a best response.

        >>> from montmort.exact.decisions.optimal import optimal
        >>> from montmort.games.experiment import Experiment
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
