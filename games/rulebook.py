"""The record of a game's rules: what every part of the toolkit needs to know of a game.

A `Rulebook` names the game, its Rules and their presets, and its experiments.
Its `Terminal` says how the game looks to a human player; every entry has a
default, so that a game without a Terminal can be played as well.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, named
from montmort.games.table import Table

R = TypeVar("R")


@dataclass(frozen=True)
class NoRules:
    """The Rules of a game that has none to set."""


def _no_picture(rules: Any, shown: Any) -> str:  # noqa: ARG001
    return ""


def _not_read(rules: Any, answer: str, view: Any, choices: Sequence[Any]) -> None:  # noqa: ARG001
    return None


def _no_lists(rules: Any, view: Any, choices: Sequence[Any]) -> Mapping[str, str]:  # noqa: ARG001
    return {}


def _never(rules: Any, events: Sequence[Any]) -> bool:  # noqa: ARG001
    return False


def _no_assumption(rules: Any, view: Any) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True, kw_only=True)
class Terminal(Generic[R]):
    """How a game is shown to a human player.

    `events` are the events of the play so far, the last one included; `view` is
    what the player to decide sees, and `choices` what they may choose.

    experiment   the experiment to play where none is named; the first one by default
    describe     the last event in words; by default its fields
    draw         a view or an event in characters; "" where there is no picture
    read         the choice that a typed answer means; None if this game reads no
                 answers of its own, BadInput if the answer means nothing
    lists        texts that the player can ask for, by the word to type
    pauses       whether the player confirms the last event before play goes on
    runs_on      whether the next event follows without Enter
    assumption   what the chances shown at `?` take for granted
    chances      the exact chances shown at `?`, by name
    players      who decides for the other seats
    """

    experiment: str | None = None
    describe: Callable[[R, Sequence[Any]], str] | None = None
    draw: Callable[[R, Any], str] = _no_picture
    read: Callable[[R, str, Any, Sequence[Any]], Any] = _not_read
    lists: Callable[[R, Any, Sequence[Any]], Mapping[str, str]] = _no_lists
    pauses: Callable[[R, Sequence[Any]], bool] = _never
    runs_on: Callable[[R, Sequence[Any]], bool] = _never
    assumption: Callable[[R, Any], str] = _no_assumption
    chances: Callable[[R, Sequence[Any], Any, Sequence[Any]], Mapping[Any, Any]] | None = None
    players: Callable[[R, Chance], Table] | None = None


@dataclass(frozen=True, kw_only=True)
class Rulebook(Generic[R]):
    """A game's rules under its name on the command line.

    `about` describes the game in a headline and some paragraphs, `source` says
    where the rules come from.  The first of the `readings` (presets of the
    Rules) is the usual game, the first of the `experiments` the one that is
    meant where none is named.  `dealing` is given where the cards dealt are an
    experiment of their own.

    >>> from montmort.games import treize
    >>> treize.RULEBOOK.first_experiment, treize.RULEBOOK.usual
    ('game', Rules(ranks=13, suits=4))
    """

    name: str
    experiments: Mapping[str, Experiment[R, Any, Any]]
    title: str = ""
    source: str = ""
    about: str = ""
    rules: type[Any] = NoRules
    readings: Mapping[str, R] = field(default_factory=dict)
    dealing: Callable[[R], Dealing] | None = None
    terminal: Terminal[R] = field(default_factory=Terminal)

    def __post_init__(self) -> None:
        if not self.experiments:
            raise BadInput(f"the rulebook of {self.name} has no experiment to play; give one")
        if not self.readings:
            object.__setattr__(self, "readings", {"usual": self.rules()})
        if not self.title:
            object.__setattr__(self, "title", self.name)

    @property
    def first_experiment(self) -> str:
        """The name of the experiment that is meant where none is named."""
        return next(iter(self.experiments))

    @property
    def usual(self) -> R:
        """The Rules of the usual game."""
        return next(iter(self.readings.values()))

    def experiment(self, name: str) -> Experiment[R, Any, Any]:
        """Return the experiment of this name; UnknownName if there is none."""
        return named(self.name, self.experiments, name)
