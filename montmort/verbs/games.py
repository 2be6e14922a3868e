"""`montmort games`: the games, their rules and experiments."""

import shlex
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from montmort.options.dataclass_flags import flag_of
from montmort.options.verb_flags import Answer, VerbFlags
from montmort.output.json_document import print_document
from montmort.output.page import WIDEST
from montmort.output.streams import say
from montmort.verification.game import Game
from montmort.verification.registry import all_games
from montmort.verification.words_of_values import settings

EXAMPLES = ("montmort games", "montmort games --json -o games.json")
_TIE = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, kw_only=True)
class Flags(VerbFlags, Answer):
    """What `montmort games` is asked."""


def run(options: Flags) -> int:
    """Print the games, some lines for each."""
    started = time.perf_counter()
    rows = [_row(game) for game in all_games().values()]
    if options.json:
        print_document(
            game=None,
            rules=None,
            answers={"games": rows},
            seconds=time.perf_counter() - started,
        )
        return 0
    for row in rows:
        say(*_lines(row))
    say(f"{len(rows)} games; a flag is shown with its usual value, none if it is left out")
    return 0


def _row(game: Game[Any]) -> dict[str, Any]:
    book = game.rulebook
    return {
        "game": game.name,
        "title": game.title,
        "rules": settings(book.usual),
        "readings": list(book.readings),
        "experiments": {name: list(e.fields) for name, e in book.experiments.items()},
        "source": book.source,
    }


def _lines(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines on a game: its name and source, flags, readings and experiments."""
    heading = f"{row['game']}: {row['title']}, {row['source']}".removesuffix(", ")
    yield from _wrapped(heading.split(" "), "", "  ")
    yield from _wrapped([_flag(name, value) for name, value in row["rules"].items()], "  ")
    if len(row["readings"]) > 1:
        yield from _wrapped(["--reading", *" or ".join(row["readings"]).split(" ")], "  ")
    for name, fields in row["experiments"].items():
        yield from _wrapped([f"{name}:", *", ".join(fields).split(" ")], "  ")


def _flag(name: str, value: object) -> str:
    """Return a flag with its usual value.

    >>> _flag("face_down", 3), _flag("published", False), _flag("hand", ""), _flag("held", [2, 2])
    ('--face-down 3', '--no-published', '--hand none', '--held 2,2')
    """
    flag = flag_of(name)
    if isinstance(value, bool):
        return flag if value else f"--no-{flag[2:]}"
    if value in (None, "", []):
        return f"{flag} none"
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{flag} {shlex.quote(text)}"


def _wrapped(words: Sequence[str], indent: str, later: str = "    ") -> list[str]:
    """Return words in lines of at most 80 columns; a word with spaces is not divided at them."""
    text = " ".join(word.replace(" ", _TIE) for word in words)
    lines = textwrap.wrap(
        text, WIDEST, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False
    )
    return [line.replace(_TIE, " ") for line in lines]
