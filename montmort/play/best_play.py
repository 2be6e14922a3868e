"""Optimal play beside a human: what every choice is worth, and what the choices made have cost.

The worth of a choice is the exact mean of what is wanted if everybody plays at best from
there on.  The game is solved when that is first needed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.exact.decisions.strategy import StrategyTable, playing
from montmort.exact.formatting import decimals, short
from montmort.exact.graph.game_graph import Information, Scored, Whole
from montmort.exact.paths import Watch
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, MontmortError, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.table import SilentTable, Table
from montmort.verification.aim import Aim
from montmort.verification.game import Game
from montmort.verification.words_of_values import spoken

if TYPE_CHECKING:  # what solves a game is loaded when it is needed
    from montmort.exact.decisions.best_play import BestChoice, Optimal
    from montmort.exact.decisions.enclosure import Sides
    from montmort.verification.optimal_play import Problem

UNASKED = 50_000  # paths walked for values that no flag asks for: seconds at most
Row = tuple[str, ...]


class Made(NamedTuple):
    """A choice that the human made, and what it has cost."""

    decision: "BestChoice"
    choice: object
    cost: Fraction


class BestPlay:
    """The worth of choices, for the human on a seat; `why_not` says why there is none.

    Without an aim of the user's it is that of the `only_field`, which seat 0 wants large, and
    only small games are solved.
    """

    def __init__(
        self,
        experiment: Experiment[Any, Any, Any],
        rules: object,
        seat: int,
        *,
        aim: Aim | None = None,
        only_field: str = "",
    ) -> None:
        self._experiment, self._rules, self.seat = experiment, rules, seat
        self._aim, self._only_field = aim, only_field
        self.why_not = ""
        self.now = Information(seat, None, ())  # what the seat that decides knows
        self._made: list[tuple[Information, object]] = []

    @property
    def is_asked(self) -> bool:
        """Whether the user named an aim."""
        return self._aim is not None

    @cached_property
    def problem(self) -> "Problem":
        """The problem to solve; BadInput if the outcome has no such field."""
        from montmort.verification.optimal_play import Problem

        aim = self._aim or Aim(self._only_field, self.seat == 0, self.seat, True)
        return Problem.of(self._experiment, self._rules, aim)

    @property
    def is_solved(self) -> bool:
        """Whether the worth of choices is known; the game is solved now if it was not."""
        return self._solved is not None

    def check(self) -> None:
        """Solve the game; BadInput if the outcome has no such field."""
        _ = self.problem, self._solved

    @cached_property
    def _solved(self) -> "Optimal | None":
        from montmort.output.progress import walk_bar

        try:
            with walk_bar("solving the game") as watch:
                found = self.problem.walked(watch if self.is_asked else _limited(watch))
        except MontmortError as error:
            self.why_not = f"What the choices are worth is not known: {error}"
            return None
        return found

    @cached_property
    def _decisions(self) -> "Mapping[Information, BestChoice]":
        if self._solved is None:
            return {}
        return {
            Information(each.seat, each.view, each.choices): each for each in self._solved.decisions
        }

    @property
    def meaning(self) -> str:
        """What a worth is, in words."""
        kind = "chance" if self.problem.is_chance else "mean"
        aim = self.problem.aim
        wish = "large" if aim.maximises else "small"
        unasked = "" if self.is_asked else " (--optimal or --minimise names another aim)"
        return (
            f"Worth: the {kind} of {aim.text} if everybody plays at best from here on; you want "
            f"it {wish}{unasked}."
        )

    @property
    def meaning_of_cost(self) -> str:
        """What a cost is, in words."""
        kind = "chance" if self.problem.is_chance else "mean"
        return (
            f"Cost: the difference to the best choice in the {kind} of {self.problem.aim.text}, "
            "if everybody plays at best from there on."
        )

    @property
    def state(self) -> object:
        """What the seat knows that is shown no view: the state."""
        view = self.now.view
        state = view.state if isinstance(view, Whole) else view
        return state.state if isinstance(state, Scored) else state

    def experiment(self, table: Table) -> Experiment[Any, Any, Any]:
        """Return the experiment at a table, which notes what every seat knows that decides."""
        scoring = self._solved.scoring if self.is_asked and self._solved else None
        watched = _WatchedTable({}, table=table, note=self._note)
        summed = () if scoring is None else scoring.summed
        return playing(self._experiment, lambda *_: watched, whole=True, summed=summed)

    def _note(self, known: Information) -> None:
        self.now = known

    def players(self, rules: object, chance: Chance) -> Table:
        """Return the Table of seats that play at best, of a game that is solved."""
        if self._solved is None:
            raise BadInput(self.why_not)
        return _BestTable(self, self._solved.players(rules, chance))

    def rows(self) -> list[Row]:
        """Return a row for every choice of the decision to make; none where it is not known."""
        best = self._decisions.get(self.now) if self._decisions else None
        if best is None:
            return []
        rows: list[Row] = []
        for choice, value in zip(best.choices, best.values, strict=False):
            mark = "best" if choice in best.ties else ""
            if best.chances and (share := best.chances[best.choices.index(choice)]):
                mark += f", drawn with {short(share)}" * (share < 1)
            rows.append((spoken(choice), *_numbers(value), mark))
        return rows

    def rows_of_game(self) -> list[Row]:
        """Return a row for the whole game; none where nothing is decided, or it is not solved."""
        found = self._solved
        if found is None or not found.decided:
            return []
        value = found.enclosure if found.value is None else found.value
        return [] if value is None else [("the game", *_numbers(value), "")]

    def choose(self, choice: object) -> None:
        """Note the human's choice."""
        if len(self.now.choices) > 1:
            self._made.append((self.now, choice))

    def made(self) -> list[Made]:
        """Return the choices that the human made, in order, with their exact costs."""
        found: list[Made] = []
        if not self._decisions:
            return found
        for known, choice in self._made:
            best = self._decisions.get(known)
            values = {} if best is None else _values(best)
            if best is not None and values:
                cost = abs(values[best.ties[0]] - values[choice])
                found.append(Made(best, choice, cost))
        return found

    def cost_rows(self, made: Sequence[Made]) -> list[Row]:
        """Return a row for every choice that the human made, and one for all of them."""
        rows = [
            (
                _situation(each.decision),
                spoken(each.choice),
                " or ".join(map(spoken, each.decision.ties)),
                decimals(each.cost),
                short(each.cost),
            )
            for each in made
        ]
        total = sum((each.cost for each in made), Fraction(0))
        return [*rows, ("in all", "", "", decimals(total), short(total))]


def best_play(
    game: Game[Any],
    rules: object,
    experiment: str,
    largest: str | None,
    smallest: str | None,
    seat: int,
) -> BestPlay | None:
    """Return optimal play for the aim that the user names; it is solved at once.

    Without an aim it is that of the only field, of a game that shows no chances of its own
    and no prospects.
    """
    if largest is not None and smallest is not None:
        raise BadInput("--optimal and --minimise are two aims; give one of them")
    asked = game.rulebook.experiment(experiment)
    named = smallest if largest is None else largest
    if named is None:
        fields = asked.under(rules).fields
        terminal = game.rulebook.terminal
        if len(fields) > 1 or terminal.chances is not None or terminal.prospects is not None:
            return None
        return BestPlay(asked, rules, seat, only_field=fields[0])
    best = BestPlay(asked, rules, seat, aim=Aim(named, smallest is None, seat, True))
    best.check()
    return best


def _numbers(value: "Fraction | Sides") -> tuple[str, str]:
    """Return a worth in decimals and as a fraction, or its bounds."""
    if isinstance(value, Fraction):
        return decimals(value), short(value)
    return f"{decimals(value.low, 9)} to {decimals(value.high, 9)}", "bounds"


def _values(best: "BestChoice") -> dict[Any, Fraction]:
    """Return the exact worth of every choice; empty where the play never comes."""
    pairs = zip(best.choices, best.values, strict=False)
    return {choice: value for choice, value in pairs if isinstance(value, Fraction)}


def _situation(decision: "BestChoice") -> str:
    view = decision.view
    state = view.state if isinstance(view, Whole) else view
    return spoken(state.state if isinstance(state, Scored) else state)


def _limited(watch: Watch) -> Watch:
    """Return a watch that stops a long walk."""

    def look(share: Fraction, paths: int) -> None:
        if paths > UNASKED:
            raise TooLarge(f"more than {UNASKED:,} paths; --optimal FIELD walks them")
        watch(share, paths)

    return look


@dataclass(frozen=True)
class _WatchedTable(StrategyTable):
    """Another table, which is shown no view where the rules pass none."""

    table: Table = field(default_factory=SilentTable)
    note: Callable[[Information], None] = lambda _: None

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Note what the seat knows, and let the table decide."""
        self.note(Information(seat, view, tuple(choices)))
        return self.table.decide(seat, choices, None if isinstance(view, Whole) else view)

    def tell(self, event: Any, /) -> None:
        """Hand the event on."""
        self.table.tell(event)


class _BestTable:
    """The seats that play at best, who know what was noted."""

    def __init__(self, best: BestPlay, players: Table) -> None:
        self._best, self._players = best, players

    def decide(self, seat: int, choices: Sequence[Any], _view: Any, /) -> Any:
        """Return a best choice."""
        return self._players.decide(seat, choices, self._best.now.view)

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""
