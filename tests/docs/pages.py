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

A block of another language is a file if the line of text above it ends with a name in
backticks and a colon, as in "Put this into `die.py`:".  Python without prompts is otherwise a part
of the file to which the line of text above it leads.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```([^`]*)$")
OTHERS = ("_", "browser")  # folders of docs without pages of the site
NAME = re.compile(r"`([\w.-]+\.\w+)`:\*{0,2}$")


@dataclass(frozen=True)
class Command:
    """A command of a page, and the lines of the page that show what it prints."""

    text: str
    start: int  # the first line of its output, from 0
    shown: tuple[str, ...]

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
    shown = (path for path in found if not path.parts[1].startswith(OTHERS))
    return [ROOT / path for path in ("README.md", *shown)]


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
