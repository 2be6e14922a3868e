"""The parser of the command line: one sentence for a mistake, and the name that was meant.

Flags are not abbreviated.  A sentence ends with the help that lists the flag, which is
that of a game where one is named: its rules are flags.
"""

import argparse
import shlex
import sys
import textwrap
from collections.abc import Sequence
from typing import Any, NoReturn

from montmort.output.page import WIDEST
from montmort.output.printable import shortened
from montmort.output.streams import answer, in_lines
from montmort.verification.values_from_words import no_choice


class HelpPage(argparse.RawDescriptionHelpFormatter):
    """Help in at most 80 columns that breaks no name at its hyphens."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._width = min(self._width, WIDEST - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = (textwrap.wrap(line, width) or [""] for line in text.splitlines())
        return "\n".join(indent + part for parts in lines for part in parts)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(
            " ".join(text.split()), width, break_on_hyphens=False, break_long_words=False
        )


class Leaving(SystemExit):
    """The parser has printed help or a mistake; a user's file may raise SystemExit itself."""


class Parser(argparse.ArgumentParser):
    """A parser that reports a mistake in one sentence and accepts no abbreviated flags.

    `game_word` is the game that the command line names, "" if it names none.
    """

    game_word = ""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": HelpPage, **settings}, allow_abbrev=False)

    @property
    def flags(self) -> Sequence[str]:
        """All flags, as they are typed."""
        return [*self._option_string_actions]

    @property
    def help_command(self) -> str:
        """The command whose help lists the flags."""
        game = f" {shlex.quote(self.game_word)}" if self.game_word else ""
        return f"{self.prog}{game} --help"

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help and the version as answers, mistakes on stderr."""
        super()._print_message(message, answer() if file is sys.stdout else file)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Print the message on stderr, and leave."""
        if message:
            self._print_message(message, sys.stderr)
        raise Leaving(status)

    def error(self, message: str, help_command: str = "") -> NoReturn:
        """Print a sentence on stderr, and leave with exit code 2."""
        where = f"(see {shortened(help_command or self.help_command)})"
        self.exit(2, in_lines(f"{shortened(f'{self.prog}: {message}')} {where}") + "\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is none of the choices, with the one that may be meant."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            raise argparse.ArgumentError(action, no_choice(str(value), names))


def add_examples(parser: argparse.ArgumentParser, *examples: str) -> None:
    """Add examples of the command to the end of its help."""
    lines = "\n".join(f"  {example}" for example in examples)
    add_epilog(parser, f"examples:\n{lines}")


def add_epilog(parser: argparse.ArgumentParser, text: str) -> None:
    """Add a paragraph to the end of the help."""
    parser.epilog = "\n\n".join(filter(None, (parser.epilog, text)))
