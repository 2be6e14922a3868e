"""A game with a seat: one of the house, or a Python file of the user's.

The file holds what a rulebook of `games` holds: EXPERIMENTS, and if there is
something to set, Rules (a dataclass) and READINGS.  What it may offer beyond
that makes the seat more comfortable:

    told(rules, heard) -> str                        the last event, in words
    chances(rules, heard, view, choices) -> mapping  name -> Fraction, the answer to `?`
    others(rules, chance) -> Table                   who plays the other seats
    meant(rules, answer, view, choices) -> choice    what an answer means; BadInput if nothing
    lists(rules, view, choices) -> mapping           word -> text that it shows, for long choices
    pictured(rules, what) -> str                     what is seen or told, drawn in characters
    pauses(rules, heard) -> bool                     whether the last event is looked at for a while
    runs_on(rules, heard) -> bool                    whether the next event needs no Enter
    supposed(rules, view) -> str                     what the chances of `?` take for granted

`heard` are the events told so far, the last one included.  AT_TABLE names the
experiment that is played if it is not the first, and what `others` returns may
have `reasons`, by which it has decided, to be told when the game is over.

A game of the house tells its chances in `exact`, and there may be players that
go by them, or in `verification` some that play at speed, too; anything else is
in `games`.
"""

import argparse
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from montmort.games.chance import Chance
from montmort.games.errors import BadInput, MontmortError, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.table import Table
from montmort.output.formatting import spoken
from montmort.verification import registry


@dataclass(frozen=True)
class NoRules:
    """The Rules of a game in which nothing can be set."""


class _Nobody:
    """The other seats of a game that says nothing about them."""

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:  # noqa: ARG002
        raise BadInput(
            f"nobody plays seat {seat}; give the game's file a function others(rules, chance) "
            "that returns a Table, or take another seat with --seat"
        )

    def tell(self, event: Any, /) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class Room:
    """A rulebook, and what it offers to a human at the table."""

    name: str
    book: ModuleType
    solver: Callable[[], ModuleType]
    gallery: Callable[[], ModuleType | None] = lambda: None

    def about(self, experiment: str) -> str:
        """Return the headline and the first paragraph of the page that tells the experiment.

        References to other pages are left out: they are for readers of the code.
        """
        told = getattr(self.EXPERIMENTS[experiment].step, "__globals__", {}).get("__doc__")
        page = re.sub(r"\s*\(`[\w.]+`\)", "", told or self.book.__doc__ or self.name)
        return "\n\n".join(page.strip().split("\n\n")[:2])

    @property
    def Rules(self) -> type:  # noqa: N802
        """The dataclass of what can be set."""
        return getattr(self.book, "Rules", NoRules)

    @property
    def READINGS(self) -> Mapping[str, Any]:  # noqa: N802
        """Presets by name; the usual game is the Rules with nothing given."""
        return getattr(self.book, "READINGS", None) or {"usual": self._rules(self.Rules)}

    @property
    def EXPERIMENTS(self) -> Mapping[str, "Experiment[Any, Any, Any]"]:  # noqa: N802
        """Experiments by name."""
        return self.book.EXPERIMENTS  # type: ignore[no-any-return]

    @property
    def usual(self) -> str:
        """The name of the experiment to play if none is named."""
        return str(getattr(self.book, "AT_TABLE", next(iter(self.EXPERIMENTS))))

    def rules(self, reading: str, changes: Mapping[str, Any]) -> Any:
        """Return a reading, changed."""
        return self._rules(replace, self.READINGS[reading], **changes)

    def _rules(self, make: Callable[..., Any], *given: Any, **changes: Any) -> Any:
        """Return what `make` makes; Rules that refuse are the user's to mend."""
        try:
            return make(*given, **changes)
        except MontmortError:
            raise
        except (TypeError, ValueError) as refusal:
            raise BadInput(f"{self.name}: {refusal}") from refusal

    def told(self, rules: Any, heard: Sequence[Any]) -> str:
        """Return the last event in words."""
        told = self._asked("told", None, rules, heard)
        return spoken(heard[-1]) if told is None else str(told)

    def pictured(self, rules: Any, what: Any) -> str:
        """Return a view or an event drawn in characters; nothing where there is no picture."""
        return str(self._asked("pictured", "", rules, what))

    def chances(
        self, rules: Any, heard: Sequence[Any], view: Any, choices: Sequence[Any]
    ) -> dict[str, Fraction]:
        """Return the exact chances of the moment by name; none where nobody knows them."""
        asked = getattr(self.solver(), "chances", None)
        found = {} if asked is None else asked(rules, heard, view, choices)
        if inexact := [p for p in found.values() if not isinstance(p, int | Fraction)]:
            raise BadInput(f"chances must be exact, not {inexact[0]!r}; use Fraction")
        return {spoken(name): Fraction(p) for name, p in found.items()}

    def meant(self, rules: Any, answer: str, view: Any, choices: Sequence[Any]) -> Any:
        """Return the choice that an answer means; None if the game does not read answers."""
        return self._asked("meant", None, rules, answer, view, choices)

    def lists(self, rules: Any, view: Any, choices: Sequence[Any]) -> Mapping[str, str]:
        """Return what the player can have shown, by the word that he asks with."""
        listed: Mapping[str, str] = self._asked("lists", {}, rules, view, choices)
        return listed

    def pauses(self, rules: Any, heard: Sequence[Any]) -> bool:
        """Return whether the player says when the game goes on after the last event."""
        return bool(self._asked("pauses", False, rules, heard))

    def runs_on(self, rules: Any, heard: Sequence[Any]) -> bool:
        """Return whether the event after the last one is told at once."""
        return len(heard) > 0 and bool(self._asked("runs_on", False, rules, heard))

    def supposed(self, rules: Any, view: Any) -> str:
        """Return what the chances take for granted, in words; nothing where they do not."""
        return str(self._asked("supposed", "", rules, view))

    def _asked(self, hook: str, otherwise: Any, *given: Any) -> Any:
        """Return what the rulebook answers; `otherwise` if it has no such function."""
        answer = getattr(self.book, hook, None)
        return otherwise if answer is None else answer(*given)

    def others(self, rules: Any, chance: Chance) -> Table:
        """Return who plays the seats that the human does not take."""
        for floor in (self.gallery(), self.solver(), self.book):  # the best equipped come first
            if (brought := getattr(floor, "others", None)) is not None:
                return brought(rules, chance)  # type: ignore[no-any-return]
        return _Nobody()


def room_of(game: str) -> Room:
    """Return the room of a game by its name, or by the path of its Python file."""
    if game in registry.GAMES:
        home = registry.GAMES[game]
        return Room(name=game, book=home.rulebook(), solver=home.solver, gallery=home.gallery)
    if not is_file(game):
        raise UnknownName(f"no game {game!r}; take {known()}")
    path = Path(game)
    book = _loaded(path)
    experiments = getattr(book, "EXPERIMENTS", None)
    if not _are_experiments(experiments):
        raise BadInput(
            f"{path} has no experiment to play; end it with "
            'EXPERIMENTS = {"game": Experiment(name="game", outcome=…, start=…, step=…)}'
        )
    return Room(name=path.name, book=book, solver=lambda: book)


def is_file(game: str) -> bool:
    """Return whether the game is named by a Python file."""
    return game.endswith(".py")


def game_or_file(text: str) -> str:
    """Read what may stand for GAME."""
    if text not in registry.GAMES and not is_file(text):
        raise argparse.ArgumentTypeError(f"no game {text!r}; take {known()}")
    return text


def known() -> str:
    """Return what may stand for GAME, in words."""
    return f"{', '.join(registry.GAMES)}, or the path of a Python file with a game of your own"


def _are_experiments(experiments: Any) -> bool:
    return (
        isinstance(experiments, Mapping)
        and len(experiments) > 0
        and all(isinstance(one, Experiment) for one in experiments.values())
    )


def _loaded(path: Path) -> ModuleType:
    """Return the file's module; its folder joins the places to import from, as with Python."""
    module = ModuleType(f"own_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    sys.path.append(str(path.parent.resolve()))
    try:
        exec(compile(path.read_bytes(), path, "exec"), module.__dict__)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from error
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        raise BadInput(f"{error.filename or path}{line}: {error.msg}") from error
    except Exception as error:
        raise BadInput(f"{path}{_line(path, error)}: {type(error).__name__}: {error}") from error
    return module


def _line(path: Path, error: Exception) -> str:
    """Return the last line of the file on the way to the error, in words."""
    steps = traceback.extract_tb(error.__traceback__)
    lines = [step.lineno for step in steps if step.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""
