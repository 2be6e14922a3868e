"""The record of a game's rules: what the other packages need to know of a game.

A `Rulebook` names the game, its Rules and their presets, and its experiments.
Its `Terminal` says how the game looks to a human player; every entry has a
default, so a game without a Terminal can be played as well.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any, Generic, TypeVar

from montmort.display import short_repr
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments, find_experiment
from montmort.games.table import Table
from montmort.games.validation import (
    check_function,
    check_mapping,
    check_text,
    check_type,
    quote,
)
from montmort.games.wager import Wager

R = TypeVar("R")


@dataclass(frozen=True)
class NoRules:
    """The Rules of a game that has none to set."""


def _no_words(_rules: object, _shown: object) -> str:
    return ""


def _no_question(_rules: object, _answer: str, _choice: object) -> str:
    return ""


def _not_read(*_: object) -> None:
    return None


def _no_lists(*_: object) -> Mapping[str, str]:
    return {}


def _never(_rules: object, _events: Sequence[object]) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Terminal(Generic[R]):
    """How a game is shown to a human player.

    `events` are the events of the play so far, the last one included; `view` is
    what the player to decide sees, and `choices` what they may choose.

    experiment   the experiment to play by default; the rulebook's first if None
    describe     the last event in words; by default its fields
    asks         what the player to decide sees, as a question; by default the view's fields
    draw         a view or an event in characters; "" where there is no picture
    read         the choice that a typed answer means; None if this game reads no
                 answers of its own, BadInput if the answer means nothing
    confirms     (rules, answer, choice) -> what the player confirms before the choice counts, as
                 after an empty answer; "" for nothing
    lists        texts that the player can ask for, by the word to type
    pauses       whether the player confirms the last event before play goes on
    runs_on      whether the next event follows without Enter
    assumption   the assumptions behind the chances shown at `?`
    chances      the exact chances shown at `?`, by name
    prospects    (rules, experiment, events) -> those shown where nothing is to be chosen; by
                 default the chances
    players      the Table of the other seats
    """

    experiment: str | None = None
    describe: Callable[[R, Sequence[Any]], str] | None = None
    asks: Callable[[R, Any], str] = _no_words
    draw: Callable[[R, Any], str] = _no_words
    read: Callable[[R, str, Any, Sequence[Any]], Any] = _not_read
    confirms: Callable[[R, str, Any], str] = _no_question
    lists: Callable[[R, Any, Sequence[Any]], Mapping[str, str]] = _no_lists
    pauses: Callable[[R, Sequence[Any]], bool] = _never
    runs_on: Callable[[R, Sequence[Any]], bool] = _never
    assumption: Callable[[R, Any], str] = _no_words
    chances: Callable[[R, Sequence[Any], Any, Sequence[Any]], Mapping[Any, Any]] | None = None
    prospects: Callable[[R, str, Sequence[Any]], Mapping[Any, Any]] | None = None
    players: Callable[[R, Chance], Table] | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if self.experiment is not None:
            check_text(experiment=self.experiment)
        check_function("asks", self.asks, "rules", "view")
        check_function("draw", self.draw, "rules", "shown")
        check_function("read", self.read, "rules", "typed", "view", "choices")
        check_function("confirms", self.confirms, "rules", "answer", "choice")
        check_function("lists", self.lists, "rules", "view", "choices")
        check_function("pauses", self.pauses, "rules", "events")
        check_function("runs_on", self.runs_on, "rules", "events")
        check_function("assumption", self.assumption, "rules", "view")
        if self.describe is not None:
            check_function("describe", self.describe, "rules", "events")
        if self.chances is not None:
            check_function("chances", self.chances, "rules", "events", "view", "choices")
        if self.prospects is not None:
            check_function("prospects", self.prospects, "rules", "experiment", "events")
        if self.players is not None:
            check_function("players", self.players, "rules", "chance")


@dataclass(frozen=True, kw_only=True)
class Rulebook(Generic[R]):
    """A game's rules under its name on the command line.

    `about` describes the game in a headline and some paragraphs; `source` is where
    the rules come from.  The `readings` are presets of the Rules, the usual game
    first.  The first of the `experiments` is the default.  `dealing` is given if
    the cards dealt are an experiment of their own.  `wagers` are what may be staked on the
    game.  `wants` is the field of the first experiment that the first player wants to be largest,
    in a game with decisions.  `flags` are those of the command line that give this game, besides
    those of its Rules.

    >>> from montmort.games import treize
    >>> treize.RULEBOOK.first_experiment, treize.RULEBOOK.usual
    ('game', Rules(ranks=13, suits=4))
    """

    name: str
    experiments: Experiments[R]
    title: str = ""
    source: str = ""
    about: str = ""
    rules: type[Any] = NoRules
    readings: Mapping[str, R] = field(default_factory=dict)
    dealing: Callable[[R], Dealing] | None = None
    terminal: Terminal[R] = field(default_factory=Terminal)
    wagers: tuple[Wager, ...] = ()
    wants: str = ""
    flags: tuple[str, ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_text(
            name=self.name,
            title=self.title,
            source=self.source,
            about=self.about,
            wants=self.wants,
        )
        check_mapping("experiments", self.experiments, "{name: Experiment}")
        for name, experiment in self.experiments.items():
            check_type(f"experiments[{quote(name)}]", experiment, Experiment, "an Experiment")
        check_mapping("readings", self.readings, "{name: Rules}")
        check_type("terminal", self.terminal, Terminal, "a Terminal")
        check_type("flags", self.flags, tuple, "a tuple of flags")
        check_text(**{f"flags[{place}]": flag for place, flag in enumerate(self.flags)})
        if self.dealing is not None:
            check_function("dealing", self.dealing, "rules")
        if not self.experiments:
            raise BadInput(f"the rulebook of {self.name} has no experiment to play; give one")
        if not isinstance(self.rules, type) or not is_dataclass(self.rules):
            raise BadInput(
                f"the Rules of {self.name} must be a dataclass: put @dataclass(frozen=True) above"
            )
        if self.wants and self.wants not in (
            fields := self.experiment(self.first_experiment).fields
        ):
            raise BadInput(
                f"wants={quote(self.wants)} is no field of the outcome; "
                f"its fields are {', '.join(fields)}"
            )
        self._check_wagers()
        if not self.readings:
            object.__setattr__(self, "readings", {"usual": self.rules()})
        if not self.title:
            object.__setattr__(self, "title", self.name)

    def _check_wagers(self) -> None:
        check_type("wagers", self.wagers, tuple, "a tuple of wagers")
        for place, wager in enumerate(self.wagers):
            check_type(f"wagers[{place}]", wager, Wager, "a Wager")
            name = wager.experiment or self.first_experiment
            wager.check_fields(self.experiment(name).fields)
        names = [(wager.experiment or self.first_experiment, wager.name) for wager in self.wagers]
        if len({*names}) < len(names):
            raise BadInput(f"two wagers on an experiment of {self.name} have one name; rename one")

    def wagers_on(self, experiment: str) -> tuple[Wager, ...]:
        """Return the wagers on an experiment; by default one of a unit on its field `net`, if any.

        >>> from montmort.games import kuhn, penney
        >>> kuhn.RULEBOOK.wagers_on("hand")[0].net, penney.RULEBOOK.wagers_on("game")
        ('net', ())
        """
        first = self.first_experiment
        own = tuple(each for each in self.wagers if (each.experiment or first) == experiment)
        if own or "net" not in self.experiment(experiment).fields:
            return own
        return (Wager(net="net", experiment=experiment),)

    @property
    def first_experiment(self) -> str:
        """The name of the default experiment."""
        return next(iter(self.experiments))

    @property
    def usual(self) -> R:
        """The Rules of the usual game."""
        return next(iter(self.readings.values()))

    def experiment(self, name: str) -> Experiment[R, Any, Any]:
        """Return the experiment of this name; UnknownName if there is none."""
        return find_experiment(self.name, self.experiments, name)
