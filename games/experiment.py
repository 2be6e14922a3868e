"""An experiment: what one independent play is, and what it yields.

The rules of a game are a pair of functions, simple rather than fast:

    start(rules, chance) -> state
    step(rules, state, chance, table) -> (next state or None, gain)

None means that the play is over.  `gain` is an Outcome whose integers are added
up over the steps; for booleans and enums the last step's value counts.  The
loop over steps is `Experiment.play`, the same for all games.  A game of one step
is a plain `play(chance) -> outcome`, see `Experiment.of_play`.

Without a table given, `players(rules, chance)` is the table: one without players,
or the strategies that Rules name, which draw from the same chance as the game.
"""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from montmort.display import short_repr
from montmort.games.chance import Chance, check_chance
from montmort.games.errors import BadInput, TooLarge, UnknownName
from montmort.games.table import SilentTable, Table, check_table
from montmort.games.validation import (
    check_function,
    check_text,
    check_type,
    public_name,
    quote,
    takes,
)

Rules = TypeVar("Rules")
State = TypeVar("State")
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])

MOST_STEPS = 2_000_000  # of one play: some seconds without a pick


def add_gain(total: Outcome | None, gain: Outcome) -> Outcome:
    """Return `total` with the `gain` of one more step; `total` None before the first.

    >>> class Score(NamedTuple):
    ...     points: int
    ...     won: bool
    >>> add_gain(Score(3, False), Score(2, True))
    Score(points=5, won=True)
    """
    if total is None:
        return gain
    return type(gain)(*(_add(old, new) for old, new in zip(total, gain, strict=True)))


def _add(old: Any, new: Any) -> Any:
    return new if isinstance(new, bool | enum.Enum) else old + new


def no_players(_rules: object, _chance: Chance) -> Table:
    """Return the table of a game without decisions."""
    return SilentTable()


def check_outcome(name: str, outcome: object) -> None:
    """Raise BadInput unless an experiment's outcome is a NamedTuple.

    >>> check_outcome("toss", int)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: toss: outcome=<class 'int'> must be a NamedTuple
    """
    if not (
        isinstance(outcome, type) and issubclass(outcome, tuple) and hasattr(outcome, "_fields")
    ):
        raise BadInput(f"{name}: outcome={quote(outcome)} must be a NamedTuple")


class Nothing(NamedTuple):
    """The only state of a game of one step."""


def start_once(_rules: object, _chance: Chance) -> Nothing:
    """Return the state before a game of one step, which draws all it needs in that step.

    >>> from montmort.games.chance import ScriptedChance
    >>> start_once(None, ScriptedChance([]))
    Nothing()
    """
    return Nothing()


class Value(NamedTuple):
    """The outcome of a play that returns a single value."""

    value: Any


def valued(play: Callable[[Chance], Any], chance: Chance) -> Value:
    """Return what a play returns as an outcome.

    >>> from montmort.games.chance import ScriptedChance
    >>> valued(lambda chance: chance.pick([1, 1]), ScriptedChance([1]))
    Value(value=1)
    """
    return Value(play(chance))


def unwrapped(function: Any) -> Any:
    """Return the function of the rules from the partial functions around it.

    >>> def play(chance):
    ...     return chance.pick([1, 1])
    >>> unwrapped(partial(_play_once, partial(play))) is play
    True
    """
    while isinstance(function, partial):
        inside = [part for part in function.args if callable(part)]
        is_ours = function.func.__module__.startswith("montmort.")
        function = inside[0] if inside and is_ours else function.func
    return function


def _play_once(
    play: Callable[[Chance], Outcome],
    _rules: object,
    _state: Nothing,
    chance: Chance,
    _table: Table,
) -> tuple[None, Outcome]:
    return None, play(chance)


def played_once(
    step: Callable[..., Any],
) -> tuple[Callable[[Chance], Any], Callable[[Any], Any]] | None:
    """Return the function of chance in the step of a game of one step, None for other steps.

    The second function makes the step's move from what the first returns.

    >>> def toss(chance):
    ...     return chance.pick([1, 1])
    >>> function, move = played_once(partial(_play_once, partial(valued, toss)))
    >>> function is toss, move(0)
    (True, (None, Value(value=0)))
    """
    if not isinstance(step, partial) or step.func is not _play_once:
        return None
    (play,) = step.args
    if isinstance(play, partial) and play.func is valued:
        return play.args[0], lambda value: (None, Value(value))
    return play, lambda outcome: (None, outcome)


def _decide_once(
    play: Callable[[Chance, Table], Outcome],
    _rules: object,
    _state: Nothing,
    chance: Chance,
    table: Table,
) -> tuple[None, Outcome]:
    return None, play(chance, table)


@dataclass(frozen=True, kw_only=True)
class Experiment(Generic[Rules, State, Outcome]):
    """A play of a game: from `start` by steps to the end, with an `outcome`.

    `rules` is the type of its Rules, if only these can be played.
    Where the Outcome's fields depend on the rules, `outcome_under(rules)` is its type.
    `about` describes the experiment, a headline and some paragraphs, where the
    description of the game does not.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games import treize
    >>> game = treize.EXPERIMENTS["game"]
    >>> game.play(treize.Rules(ranks=2, suits=2), ScriptedChance([0, 1, 0]))
    Game(points=1, passes=1, cards=3)
    """

    name: str
    outcome: type[Outcome]
    start: Callable[[Rules, Chance], State]
    step: Callable[[Rules, State, Chance, Table], tuple[State | None, Outcome]]
    players: Callable[[Rules, Chance], Table] = no_players
    outcome_under: Callable[[Rules], type[Outcome]] | None = None
    about: str = ""
    rules: type[Rules] | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_text(name=self.name, about=self.about)
        check_outcome(self.name, self.outcome)
        check_function("start", self.start, "rules", "chance")
        check_function("step", self.step, "rules", "state", "chance", "table")
        check_function("players", self.players, "rules", "chance")
        if self.outcome_under is not None:
            check_function("outcome_under", self.outcome_under, "rules")
        if self.rules is not None:
            check_type("rules", self.rules, type, "the type of the Rules")

    @classmethod
    def of_play(
        cls, play: Callable[..., Outcome], outcome: type[Outcome], name: str = "play"
    ) -> "Experiment[Any, Nothing, Outcome]":
        """Return the experiment of a game of one step without Rules.

        With decisions it is a function play(chance, table).

        >>> from montmort.games.chance import ScriptedChance
        >>> class Toss(NamedTuple):
        ...     heads: int
        >>> toss = Experiment.of_play(lambda chance: Toss(chance.pick([1, 1])), Toss)
        >>> toss.play(None, ScriptedChance([1]))
        Toss(heads=1)
        """
        decides = takes(play, 2)
        if not decides:
            check_function("play", play, "chance")
        step = partial(_decide_once if decides else _play_once, play)
        return Experiment(name=name, outcome=outcome, start=start_once, step=step)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the Outcome's fields, the main one first."""
        return tuple(self.outcome._fields)  # type: ignore[attr-defined]

    def check_rules(self, rules: object) -> None:
        """Raise BadInput unless these are Rules that the experiment can play.

        >>> from montmort.games import treize
        >>> treize.EXPERIMENTS["game"].check_rules(13)
        Traceback (most recent call last):
            ...
        montmort.games.errors.BadInput: game: rules=13 must be montmort.games.treize.Rules(…)
        """
        if self.rules is not None and not isinstance(rules, self.rules):
            kind = public_name(self.rules)
            raise BadInput(f"{self.name}: rules={quote(rules)} must be {kind}(…)")

    def check_move(self, move: object) -> None:
        """Raise BadInput unless a step returned a tuple (next state or None, gain).

        >>> from montmort.games import treize
        >>> treize.EXPERIMENTS["game"].check_move(None)
        Traceback (most recent call last):
            ...
        montmort.games.errors.BadInput: game: step() must return (next state or None, gain) ...
        """
        kind = self.outcome
        if not isinstance(move, tuple) or len(move) != 2 or not isinstance(move[1], kind):
            raise BadInput(
                f"{self.name}: step() must return (next state or None, gain) with a gain "
                f"of {kind.__name__}, not {quote(move)}"
            )

    def under(self, rules: Rules) -> "Experiment[Rules, State, Outcome]":
        """Return the experiment with the type of Outcome that it has under these Rules.

        >>> from montmort.games import war
        >>> war.EXPERIMENTS["cards"].under(war.Rules(ranks=1, suits=2)).fields
        ('card_1', 'card_2', 'pair_1')
        """
        self.check_rules(rules)
        if self.outcome_under is None:
            return self
        return replace(self, outcome=self.outcome_under(rules), outcome_under=None)

    def play(self, rules: Rules, chance: Chance, table: Table | None = None) -> Outcome:
        """Return the Outcome of one play.

        >>> from montmort.games.chance import ScriptedChance
        >>> from montmort.games import treize
        >>> rules = treize.Rules(ranks=2, suits=1)
        >>> treize.EXPERIMENTS["game"].play(rules, ScriptedChance([1, 0]))  # 2, then the ace
        Game(points=0, passes=1, cards=2)
        """
        if self.rules is not None:
            self.check_rules(rules)
        check_chance(chance)
        if table is None:
            table = self.players(rules, chance)
        else:
            check_table(table)
        state: State | None = self.start(rules, chance)
        total: Outcome | None = None
        steps = 0
        while state is not None:
            if (steps := steps + 1) > MOST_STEPS:
                raise TooLarge(
                    f"a play has made more than {MOST_STEPS:,} steps: it seems to have no end"
                )
            move = self.step(rules, state, chance, table)
            if type(move) is not tuple or len(move) != 2 or not isinstance(move[1], tuple):
                self.check_move(move)
            state, gain = move
            total = add_gain(total, gain)
        if total is None:
            raise BadInput(f"{self.name}: start() must return a state, not None")
        return total


def has_players(experiment: Experiment[Any, Any, Any]) -> bool:
    """Return whether an experiment has players of its own, who decide in it.

    >>> from montmort.games import treize
    >>> has_players(treize.EXPERIMENTS["game"])
    False
    """
    return experiment.players is not no_players


Experiments = Mapping[str, Experiment[Rules, Any, Any]]  # by name


def find_experiment(
    game: str, experiments: Experiments[Rules], name: str
) -> Experiment[Rules, Any, Any]:
    """Return a game's experiment of this name; UnknownName if there is none.

    >>> from montmort.games.treize import EXPERIMENTS
    >>> find_experiment("treize", EXPERIMENTS, "game").outcome.__name__
    'Game'
    """
    if not isinstance(name, str) or name not in experiments:
        raise UnknownName(f"{game} has no experiment {quote(name)}: {', '.join(experiments)}")
    return experiments[name]


def words_of(kind: type[enum.Enum] | Any) -> dict[enum.Enum, str]:
    """Return the word of every member: its name in lower case, where all of these differ.

    >>> list(words_of(enum.Enum("Case", "a A")).values())
    ['a', 'A']
    """
    names = {member: member.name.lower() for member in kind}
    if len({*names.values()}) < len(names):
        return {member: member.name for member in kind}
    return names
