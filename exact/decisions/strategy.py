"""A strategy as a table that plays it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from montmort.display import short_repr
from montmort.exact.graph.game_graph import Scored, Whole
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, no_players
from montmort.games.sameness import table_of
from montmort.games.table import Table
from montmort.games.validation import quote

Content = TypeVar("Content")


class Question(NamedTuple):
    """What a table is asked; found by Python's equality, so that looking it up can be compiled."""

    seat: int
    view: Any
    choices: tuple[Any, ...]


def questions(
    answers: Iterable[tuple[tuple[int, Any, tuple[Any, ...]], Content]],
    key: Callable[[Any], Any] | None = None,
) -> dict[Question, Content]:
    """Return (seat, view, choices) with their answers as a mapping, with key(view) as the view.

    BadInput for two that differ and are equal for Python.
    """
    return table_of(
        (
            (Question(seat, view if key is None else key(view), choices), answer)
            for (seat, view, choices), answer in answers
        ),
        "decisions",
    )


@dataclass(frozen=True)
class StrategyTable:
    """A Table that looks up its choice; `others` decides for seats that the strategy is not for.

    `choices` gives the choice by what is asked; with a `key`, by key(view) in place of the view.

    >>> table = StrategyTable({Question(0, "ace", ("bet", "fold")): "bet"})
    >>> table.decide(0, ["bet", "fold"], "ace")
    'bet'
    """

    choices: Mapping[Question, Any]
    others: Table | None = None
    seats: frozenset[int] = frozenset([0])
    key: Callable[[Any], Any] | None = None

    __repr__ = short_repr

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return the strategy's choice."""
        if seat not in self.seats and self.others is not None:
            return self.others.decide(seat, choices, view)
        if len(choices) == 1:
            return choices[0]
        known = Question(seat, view if self.key is None else self.key(view), tuple(choices))
        if known not in self.choices:
            raise BadInput(
                f"the strategy says nothing for seat {seat} at {quote(view)} with the choices "
                f"{quote([*choices])}; it was found for other rules"
            )
        return self.choices[known]

    def tell(self, event: Any, /) -> None:
        """Hand the event on."""
        if self.others is not None:
            self.others.tell(event)


Players = Callable[[Any, Chance], StrategyTable]


@dataclass(frozen=True)
class MixedTable(StrategyTable):
    """A Table that draws its choice from `chance`; `choices` gives the weights of the choices.

    >>> from montmort.games.chance import ScriptedChance
    >>> laws = {Question(0, "king", ("bet", "pass")): (1, 2)}
    >>> MixedTable(laws, chance=ScriptedChance([1])).decide(0, ["bet", "pass"], "king")
    'pass'
    """

    chance: Chance | None = None

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Draw a choice; one that is certain is not drawn."""
        weights = StrategyTable.decide(self, seat, choices, view)
        if len(choices) == 1 or (seat not in self.seats and self.others is not None):
            return weights
        if sum(map(bool, weights)) == 1 or self.chance is None:
            return choices[weights.index(max(weights))]
        return choices[self.chance.pick(weights)]


def seated(table: StrategyTable, _rules: object, _chance: Chance) -> StrategyTable:
    """Return the table, as the function `players` of an experiment."""
    return table


def mixing(table: StrategyTable, _rules: object, chance: Chance) -> MixedTable:
    """Return a table of weights as a table that draws from `chance`, as the function `players`."""
    return MixedTable(table.choices, table.others, table.seats, table.key, chance)


class _Follower:
    """A Chance and a Table in one: it notes the picks of a step, and what the player may know."""

    def __init__(self, chance: Chance, table: StrategyTable, state: Any) -> None:
        self._chance, self._table, self._state = chance, table, state
        self._since: list[int] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Pick and note it."""
        index = self._chance.pick(weights)
        self._since.append(index)
        return index

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Decide and note it; without a view the player sees the state and all since."""
        if seat not in self._table.seats:
            return self._table.decide(seat, choices, view)
        seen = Whole(self._state, tuple(self._since)) if view is None else view
        choice = self._table.decide(seat, choices, seen)
        if len(choices) > 1:
            self._since.append([*choices].index(choice))
        return choice

    def tell(self, event: Any, /) -> None:
        """Hand the event on."""
        self._table.tell(event)


@dataclass(frozen=True)
class _Steps:
    """Start and step of an experiment, with a table that may need to know the state.

    `summed` are the places of the gains that the strategy looks at.
    """

    experiment: Experiment[Any, Any, Any]
    players: Players
    summed: tuple[int, ...]

    def start(self, rules: object, chance: Chance) -> Scored | None:
        """Return the first state, with nothing gained."""
        state = self.experiment.start(rules, chance)
        return None if state is None else Scored(state, ())

    def step(
        self, rules: object, scored: Scored, chance: Chance, _table: Table
    ) -> tuple[Scored | None, Any]:
        """Play a step."""
        seen = scored if self.summed else scored.state
        follower = _Follower(chance, self.players(rules, chance), seen)
        move = self.experiment.step(rules, scored.state, follower, follower)
        if type(move) is not tuple or len(move) != 2 or not isinstance(move[1], tuple):
            self.experiment.check_move(move)
        after, gain = move
        if after is None:
            return None, gain
        gained = tuple(gain[place] for place in self.summed)
        if scored.gained:
            gained = tuple(map(sum, zip(scored.gained, gained, strict=True)))
        return Scored(after, gained), gain


def playing(
    experiment: Experiment[Any, Any, Any],
    players: Players,
    *,
    whole: bool = False,
    summed: tuple[int, ...] = (),
) -> Experiment[Any, Any, Any]:
    """Return the experiment in which these players play.

    Where the rules pass no view (`whole`), they see the state, with the sums of the gains at
    the places `summed`, and what happened since.

    >>> from typing import NamedTuple
    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.experiment import Nothing
    >>> class Money(NamedTuple):
    ...     won: int
    >>> def play(chance, table):
    ...     return Money(table.decide(0, [1, 2], None))
    >>> table = StrategyTable({Question(0, Whole(state=Nothing(), since=()), (1, 2)): 2})
    >>> game = playing(Experiment.of_play(play, Money), lambda *_: table, whole=True)
    >>> game.play(None, ScriptedChance([]))
    Money(won=2)
    """
    if not whole:
        return replace(experiment, players=players)
    steps = _Steps(experiment, players, summed)
    return replace(experiment, start=steps.start, step=steps.step, players=no_players)
