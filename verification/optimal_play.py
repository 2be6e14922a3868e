"""Optimal play of a game, asked for in words: which field or condition, and which seat."""

import enum
import hashlib
import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from montmort.display import short_repr
from montmort.exact.decisions.best_play import BestChoice, Optimal
from montmort.exact.decisions.card import is_mixed
from montmort.exact.decisions.enclosure import Sides
from montmort.exact.decisions.optimal import optimal
from montmort.exact.decisions.spelling import names_of, spelled, spelled_apart
from montmort.exact.formatting import whole
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.games.errors import HasSymbols, TooLarge
from montmort.games.experiment import Experiment
from montmort.montecarlo.simulator import Simulator, simulator_of
from montmort.verification.aim import Aim
from montmort.verification.condition import Condition
from montmort.verification.direct_solution import DirectSolution
from montmort.verification.outcome_laws import OutcomeLaws, laws_of_joint, laws_of_known
from montmort.verification.outcome_laws import laws_of_walk as outcome_laws_of_walk
from montmort.verification.own_games.from_play import (
    about_rules,
    first_gain,
    laws_of_walk,
)
from montmort.verification.verdicts.quantities import Known

if TYPE_CHECKING:
    from montmort.exact.decisions.piecewise import PiecewiseOptimal

MOST_ENTRIES = 10_000  # of a strategy in an answer
OwnSolver = Callable[[Any, Aim, Watch | None], DirectSolution | None]


class _Event:
    """A condition as a function of the outcome, which looks at no other fields."""

    def __init__(self, condition: Condition) -> None:
        self.__name__ = condition.text
        self._condition, self.reads = condition, condition.fields

    def __call__(self, outcome: Any) -> bool:
        return self._condition.holds({name: getattr(outcome, name) for name in self.reads})


@dataclass(frozen=True, kw_only=True)
class OptimalPlay:
    """Optimal play for an aim; `is_chance` where its value is the chance of something."""

    aim: Aim
    is_chance: bool
    found: Optimal | DirectSolution

    __repr__ = short_repr

    @property
    def is_opposed(self) -> bool:
        """Whether two seats decide, with opposite interests."""
        return isinstance(self.found, Optimal) and len(self.found.signs) > 1

    @property
    def whose(self) -> str:
        """The words that say for which seat the value is, where two seats decide."""
        return f", for seat {self.aim.seat}" if self.is_opposed else ""

    @cached_property
    def decisions(self) -> Mapping[int, Sequence[BestChoice]]:
        """The decisions of each seat, in the order in which they were found."""
        by_seat: dict[int, list[BestChoice]] = {}
        for decision in self.found.decisions:
            by_seat.setdefault(decision.seat, []).append(decision)
        return dict(sorted(by_seat.items()))

    def worths(self, view: Any) -> Mapping[Hashable, Fraction]:
        """Return what each choice at a view is worth; none where that is not known exactly."""
        if isinstance(self.found, DirectSolution):
            return self.found.worths(view)
        decisions = self.found.decisions_at(view)
        return {
            choice: value
            for decision in decisions
            for choice, value in zip(decision.choices, decision.values, strict=False)
            if isinstance(value, Fraction)
        }

    def bounds(self, view: Any) -> dict[Hashable, Sides]:
        """Return bounds of what each choice at a view is worth, where the value is enclosed."""
        if isinstance(self.found, DirectSolution):
            return {}
        return {
            choice: value
            for decision in self.found.decisions_at(view)
            for choice, value in zip(decision.choices, decision.values, strict=False)
            if isinstance(value, Sides)
        }

    @cached_property
    def experiment(self) -> Experiment[Any, Any, Any]:
        """The experiment in which every seat plays its optimal strategy, named after the aim."""
        played = self.found.played
        return replace(played, name=f"{played.name} ({self.aim})")

    def simulator(self, game: str, *, by_rules: bool = False) -> Simulator:
        """Return the simulator of the strategy; its identity tells it from all others.

        With `by_rules` it plays by the reference rules, even where there is a kernel.
        """
        own = self.found.simulator if isinstance(self.found, DirectSolution) else None
        if own is not None and not by_rules:
            return replace(own, experiment=self.experiment.name, inputs_digest=self._digest)
        playing = simulator_of(self.experiment, self.found.rules, game=game)
        return replace(playing, inputs_digest=self._digest)

    @property
    def _digest(self) -> str:
        """A digest of the aim and of what is chosen in each situation."""
        best = self.found
        taken: list[Any]
        if isinstance(best, Optimal) and not best.is_mixed:  # values would take most of the time
            taken = [decision.choices.index(choice) for decision, choice in best.choices_taken()]
        else:
            taken = [
                [*map(whole, decision.chances)] or decision.choices.index(decision.choice)
                for decision in best.decisions
            ]
        text = json.dumps([str(self.aim), taken], separators=(",", ":"))
        return f"strategy {hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def laws(self) -> dict[str, Known]:
        """Return the exact laws of the fields under the strategy, or moments, as far as known."""
        if isinstance(self.found, DirectSolution):
            return {**self.found.known, **self.outcome_laws().laws}
        if self.found.enclosure is not None and self.is_chance:
            return self._enclosed(self.found)
        self._check_exact()
        return {**laws_of_walk(self.found.walk)}

    def _enclosed(self, best: Optimal) -> dict[str, Known]:
        """Return what is known of the event that is wanted, if it is a field of the outcome."""
        name = self.aim.text
        if best.enclosure is None or best.discount or name not in best.played.fields:
            self._check_exact()
            return {}
        low, high = best.enclosure
        half = (high - low) / 2
        return {name: Moments(mean=low + half, low=0, high=1, error=half)}

    def outcome_laws(self, given: str = "") -> OutcomeLaws:
        """Return laws, means and variances under the strategy, given a condition if there is one.

        TooLarge where the value is enclosed.
        """
        best = self.found
        how = f"{best.how}; played by the optimal strategy, {self.aim}"
        if isinstance(best, DirectSolution):
            if best.joint is None:
                return laws_of_known(best.known, how, given)
            return laws_of_joint(best.joint, best.played.fields, how, given)
        self._check_exact()
        return replace(outcome_laws_of_walk(best.walk, given), how=how)

    def _check_exact(self) -> None:
        if self.found.enclosure is not None:
            raise TooLarge(
                f"{self.aim}: the value is enclosed, so the exact laws are not known; "
                "take a smaller game"
            )

    def answers(self) -> dict[str, Any]:
        """Return `value` or `enclosure`, and the strategy unless it is too long, in JSON's terms.

        `strategy` lists the decisions.  Where two seats hide something from each other, or
        a strategy is mixed, there are `strategies` instead, a list for each seat.
        """
        value, sides = self.found.value, self.found.enclosure
        answers: dict[str, Any] = {}
        if value is not None:
            answers["value"] = whole(value)
        if sides is not None:
            answers["enclosure"] = [*map(whole, sides)]
        if self.found.decided <= MOST_ENTRIES:
            if self.is_hidden:
                answers["strategies"] = {
                    str(seat): entries_of(decisions) for seat, decisions in self.decisions.items()
                }
            else:
                answers["strategy"] = entries_of(self.found.decisions)
        return answers

    @property
    def is_hidden(self) -> bool:
        """Whether two seats hide something from each other, or a strategy is mixed."""
        decisions = self.found.decisions
        has_laws = any(decision.chances for decision in decisions)
        return has_laws and (len(self.decisions) > 1 or any(map(is_mixed, decisions)))


def entries_of(decisions: Sequence[BestChoice]) -> list[dict[str, Any]]:
    """Return decisions in JSON's terms; views that differ are written differently."""
    views = spelled_apart([decision.view for decision in decisions])
    return [
        entry_of(decision) | {"view": view} for decision, view in zip(decisions, views, strict=True)
    ]


def entry_of(decision: BestChoice) -> dict[str, Any]:
    """Return a decision in JSON's terms.

    `values` has an entry for every choice: its value, or bounds where these are enclosed;
    none where the play never comes.  `chances` are those of a strategy that may be mixed.

    >>> best = BestChoice(0, (3, True), (1, 2), (Fraction(1, 2), Fraction(2)), 2, (2,))
    >>> entry_of(best)["view"], entry_of(best)["values"]
    ([3, True], {'1': '1/2', '2': '2'})
    """
    names = names_of(decision.choices)
    entry = {
        "seat": decision.seat,
        "view": spelled(decision.view),
        "choice": spelled(decision.choice),
        "ties": [spelled(choice) for choice in decision.ties],
        "values": dict(zip(names, map(_plain, decision.values), strict=False)),
    }
    if decision.chances:
        entry["chances"] = dict(zip(names, map(whole, decision.chances), strict=True))
    return entry


def _plain(value: Fraction | Sides) -> str | list[str]:
    return [*map(whole, value)] if isinstance(value, Sides) else whole(value)


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What is to be solved; `objective` is a field or a function of the outcome."""

    experiment: Experiment[Any, Any, Any]
    rules: object
    aim: Aim
    objective: Any
    is_chance: bool

    @classmethod
    def of(cls, experiment: Experiment[Any, Any, Any], rules: object, aim: Aim) -> "Problem":
        """Return the problem; BadInput unless the aim is a field or a condition on fields."""
        with about_rules(experiment.step):
            sample = first_gain(experiment, rules)
        names = experiment.under(rules).fields
        kinds = {
            name: type(value) if isinstance(value, bool | enum.Enum) else int
            for name, value in zip(names, sample, strict=True)
        }
        objective: Any = aim.text
        if aim.text not in kinds:
            name = "optimal" if aim.maximises else "minimise"
            objective = _Event(Condition.read(aim.text, kinds, name))
        return cls(
            experiment=experiment,
            rules=rules,
            aim=aim,
            objective=objective,
            is_chance=kinds.get(aim.text, bool) is bool,
        )

    def solve(self, watch: Watch | None = None) -> OptimalPlay:
        """Return optimal play, found by a walk of the rules.

        >>> from montmort.verification.own_games.from_play import experiment_of
        >>> def play(chance, table):
        ...     die = chance.pick([1] * 6) + 1
        ...     if table.decide(0, ["keep", "again"], die) == "again":
        ...         die = chance.pick([1] * 6) + 1
        ...     return die
        >>> Problem.of(experiment_of(play), None, Aim("value > 4")).solve().found.value
        Fraction(5, 9)
        """
        best = self.walked(watch)
        aim = replace(self.aim, seat=best.seat)
        return OptimalPlay(aim=aim, is_chance=self.is_chance, found=best)

    def walked(
        self, watch: Watch | None = None, nodes: int | None = None, width: Fraction | None = None
    ) -> Optimal:
        """Return what the walk of the rules finds; HasSymbols if they have a symbol.

        TooLarge as soon as the graph has more than so many `nodes`.  With a `width` the value is
        enclosed.
        """
        best = self.found(watch, nodes, width)
        if isinstance(best, Optimal):
            return best
        raise HasSymbols(f"the rules have the symbol {best.symbol}, and this needs a number")

    def found(
        self, watch: Watch | None = None, nodes: int | None = None, width: Fraction | None = None
    ) -> "Optimal | PiecewiseOptimal":
        """Return what `optimal` answers: where the rules have a symbol, for all its values."""
        sense = "maximise" if self.aim.maximises else "minimise"
        terms = {sense: self.objective, "seat": self.aim.asked_seat, "nodes": nodes, "watch": watch}
        with about_rules(self.experiment.step):
            return optimal(self.experiment, self.rules, **terms, width=width)

    def solve_once(self, watch: Watch | None, own: OwnSolver | None = None) -> OptimalPlay:
        """Return optimal play, by a solver of the game's own if it has one for this aim.

        The latest play is remembered: a verification asks for its laws and its simulator.
        """
        key = (self.experiment, self.rules, self.aim, self.aim.asked_seat)
        if key not in _LATEST:
            solution = None if own is None else own(self.rules, self.aim, watch)
            play = (
                self.solve(watch)
                if solution is None
                else OptimalPlay(aim=self.aim, is_chance=self.is_chance, found=solution)
            )
            _LATEST.clear()
            _LATEST[key] = play
        return _LATEST[key]


_LATEST: dict[tuple[object, ...], OptimalPlay] = {}
