r"""The commands and files that a page shows.

A console block holds commands, each after `$ `, with the lines that it prints below it:

    ```console
    $ montmort exact kuhn
    net ...
    $ echo $?
    0
    ```

A command goes on in the next line after a backslash, there after `> `.  A line `...` stands for
any number of lines.  A command without lines below it prints nothing.  Exit codes are 0,
unless `echo $?` shows another.  A block that does not begin with `$ ` is to be copied, and is
not run.

A block `{commands}` holds commands alone: what they print is written below them when the site
is built.  A number after its name says how many lines are shown of a long output, besides its
last one:

    ```{commands} 4
    montmort exact kuhn
    ```

A block of another language is a file if the line of text above it ends with a name in
backticks and a colon, as in "Put this into `die.py`:".  Python without prompts is otherwise a part
of the file to which the line of text above it leads.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[3]
NO_LIMIT = 10**6
FENCE = re.compile(r"^```([^`]*)$")
OTHERS = ("_", "browser")  # folders of docs without pages of the site
MADE = re.compile(r"\{commands\}(?: (\d+))?")
NAME = re.compile(r"`([\w.-]+\.\w+)`:\*{0,2}$")


@dataclass(frozen=True)
class Command:
    """A command of a page, and the lines of the page that show what it prints.

    Of a block `{commands}` they are made with the site: `most` lines and the last one.
    """

    text: str
    start: int  # the first line of its output, from 0
    shown: tuple[str, ...]
    is_made: bool = field(default=False, repr=False)
    most: int = field(default=NO_LIMIT, repr=False)

    @property
    def end(self) -> int:
        """Return the line after its output."""
        return self.start + len(self.shown)


@dataclass(frozen=True)
class File:
    """A file that the reader is asked to write."""

    name: str
    text: str


def pages() -> list[Path]:
    """Return the pages whose commands are run."""
    found = (path.relative_to(ROOT) for path in sorted((ROOT / "docs").rglob("*.md")))
    written = (path for path in found if path.parts[:3] != ("docs", "games", "made"))
    shown = (path for path in written if not path.parts[1].startswith(OTHERS))
    return [ROOT / path for path in ("README.md", *shown)]


def pages_with_outputs() -> list[Path]:
    """Return the pages that hold what their commands print."""
    return [
        page
        for page in pages()
        if not all(command.is_made for command in commands_of(page.read_text(encoding="utf-8")))
    ]


def commands_of(text: str) -> list[Command]:
    """Return the commands of a page, in order."""
    return [step for step in steps(text) if isinstance(step, Command)]


def steps(text: str) -> list[Command | File]:
    r"""Return what a reader of the page types, in order.

    >>> steps("```console\n$ cat \\\n> a.txt\none\n```\n")
    [Command(text='cat a.txt', start=3, shown=('one',))]
    """
    return list(_steps(text.split("\n")))


def _steps(lines: list[str]) -> Iterator[Command | File]:
    number, prose = 0, ""
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if fence is None:
            prose = lines[number].strip() or prose
            number += 1
            continue
        end = lines.index("```", number + 1)
        if fence[1] == "console" and lines[number + 1].startswith("$ "):
            yield from _commands(lines, number + 1, end)
        elif made := MADE.fullmatch(fence[1]):
            most = int(made[1] or NO_LIMIT)
            yield from _made(lines, number + 1, end, most)
        elif named := NAME.search(prose):
            yield File(named[1], "\n".join(lines[number + 1 : end]) + "\n")
        number, prose = end + 1, ""


def _commands(lines: list[str], number: int, end: int) -> Iterator[Command]:
    while number < end:
        words = lines[number]
        if not words.startswith("$ "):
            raise ValueError(f"line {number + 1} follows no command: {words}")
        number += 1
        while words.endswith("\\"):
            words = words[:-1] + lines[number].removeprefix("> ")
            number += 1
        start = number
        while number < end and not lines[number].startswith("$ "):
            number += 1
        yield Command(words.removeprefix("$ "), start, tuple(lines[start:number]))


def _made(lines: list[str], number: int, end: int, most: int) -> Iterator[Command]:
    words = ""
    for at in range(number, end):
        words += lines[at].removesuffix("\\").removeprefix("> " if words else "")
        if not lines[at].endswith("\\"):
            yield Command(words, at + 1, (), True, most)
            words = ""
