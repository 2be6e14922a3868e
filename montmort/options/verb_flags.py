"""What every verb is asked, and where its answer goes."""

import argparse
import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import add_flags, flag, flags_in, names_of
from montmort.output.streams import Ending

if TYPE_CHECKING:
    from montmort.verification.game import Game


@dataclass(frozen=True, kw_only=True)
class Quiet:
    """Whether stderr is silent."""

    quiet: bool = flag(
        "no progress and no notes on stderr, only errors", default=False, names=["-q", "--quiet"]
    )


@dataclass(frozen=True, kw_only=True)
class VerbFlags(Quiet, argparse.Namespace):
    """What every verb is asked.

    `fields` are the flags given for the Rules of a game and for a question about it, `typed` is
    the whole line, and `ending` is how the verb ends.
    """

    fields: Mapping[str, object] = field(default_factory=dict)
    typed: Sequence[str] = ()
    ending: Ending = field(default_factory=Ending)

    def given(self, *names: str) -> list[str]:
        """Return the flags of these fields that were given, as they are typed."""
        flags = {each.name: names_of(each)[-1] for each, _ in flags_in(type(self))}
        values = {name: vars(self)[name] for name in names if name in flags}
        absent = [name for name, value in values.items() if value is None or value is False]
        return [flags[name] for name in values if name not in absent and values[name] != []]

    def refuse(self, *names: str, because: str) -> None:
        """Raise BadInput, with the reason, if the flag of one of these fields was given."""
        for name in self.given(*names):
            raise BadInput(f"{name} {because}")

    @classmethod
    def add(cls, parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
        """Add the flags to the parser of a verb, with those of the game that `argv` names."""
        add_flags(parser, cls)
        game = cls.add_game(parser, argv)
        if game is None:
            return
        add_flags(parser, cls, game)
        actions = {action.dest: action for action in parser._actions}
        for each, _ in flags_in(cls):
            if (adapt := each.metadata["adapt"]) is not None:
                adapt(actions[each.name], game)

    @classmethod
    def add_game(cls, parser: argparse.ArgumentParser, argv: Sequence[str]) -> "Game[Any] | None":  # noqa: ARG003
        """Add the game and the flags of its rules; return the game that is named."""
        return None

    @classmethod
    def from_parsed(cls, options: argparse.Namespace, argv: Sequence[str]) -> Self:
        """Return what is asked by the parsed words of a command line."""
        game = vars(options).get("game")
        rules = () if game is None else dataclasses.fields(game.rulebook.rules)
        own = {each.name for each in dataclasses.fields(cls)} - {each.name for each in rules}
        asked = {name: value for name, value in vars(options).items() if name in own}
        fields = {name: value for name, value in vars(options).items() if name not in own}
        return cls(**asked, fields=fields, typed=argv)


@dataclass(frozen=True, kw_only=True)
class JsonFlag:
    """The form of the answer of a verb that writes files."""

    json: bool = flag("print one JSON document on what was written", default=False)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The form and the place of the answer."""

    json: bool = flag("print one JSON document", default=False)
    answer_file: Path | None = flag(
        "write the answer to this file instead of printing it", names=["-o", "--output"]
    )


@dataclass(frozen=True, kw_only=True)
class Outputs:
    """Where the answer goes besides; a verb says what these files hold."""

    csv: Path | None = flag("")
    plot: Path | None = flag("")


def csv_flag(columns: str, **more: Any) -> Any:
    """Return the flag of a CSV file with these columns."""
    return flag(f"write the columns {columns}", **more)


def picture(text: str) -> Path:
    """Read the name of a picture file: .png, .svg or .pdf."""
    path = Path(text)
    if path.suffix not in {".png", ".svg", ".pdf"}:
        raise argparse.ArgumentTypeError(f"{text!r} must end in .png, .svg or .pdf")
    return path


def plot_flag(what: str, **more: Any) -> Any:
    """Return the flag of a picture of something."""
    return flag(f"draw {what}; png, svg, pdf", read=picture, **more)
