"""Run the commands in docs/benchmarks_data.md, and insert their output into the page.

    python benchmarks/page.py [NAME ...]

A line of the page that begins with `python benchmarks/NAME.py ...` is a command; the
next text block below it is its output.  A NAME stands for all commands of NAME.py;
"NAME --parts exact" for the one with these arguments.  Without a NAME all commands are
run, one after the other, and the page is written after each; `ratios`, which reads the
others, is run last.  The prose is not changed: check it after a run.
"""

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks_data.md"
COMMAND = re.compile(r"^`python (benchmarks/(\w+)\.py[^`]*)`", re.MULTILINE)
BLOCK = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Run = Callable[[list[str]], str]  # takes the arguments of `python`, returns the output


class BadPage(ValueError):
    """The page has no such command, or a command has no block."""


def names(page: str) -> list[str]:
    """Return the names of the commands of a page, in order."""
    return [found[2] for found in COMMAND.finditer(page)]


def updated(page: str, name: str, run: Run) -> str:
    r"""Return the page with new outputs of all commands of this name.

    >>> page = "`python benchmarks/dice.py --throws 2`: two throws.\n\n```text\n1 1\n```\n"
    >>> print(updated(page, "dice", lambda words: " ".join(words[1:])))
    `python benchmarks/dice.py --throws 2`: two throws.
    <BLANKLINE>
    ```text
    --throws 2
    ```
    <BLANKLINE>
    """
    found = [command for command in COMMAND.finditer(page) if _is_named(command, name)]
    if not found:
        raise BadPage(f"the page has no command {name}; it has {', '.join(names(page))}")
    for command in reversed(found):  # from the last: earlier positions stay valid
        start, end = _output(page, command)
        output = run(shlex.split(command[1]))
        page = page[:start] + _block_text(output, name) + page[end:]
    return page


def _is_named(command: re.Match[str], name: str) -> bool:
    """Return whether a command runs NAME.py, or is it with these arguments."""
    return name in (command[2], command[1].removeprefix("benchmarks/").replace(".py", "", 1))


def _output(page: str, command: re.Match[str]) -> tuple[int, int]:
    """Return the start and end of a command's output."""
    block, after = (what.search(page, command.end()) for what in (BLOCK, COMMAND))
    if block is None or (after is not None and after.start() < block.start()):
        raise BadPage(f"the command {command[1]} has no block of text below it; add an empty one")
    return block.span(1)


def _block_text(text: str, name: str) -> str:
    lines = [line.rstrip() for line in text.splitlines()]
    if not any(lines) or any(line.startswith("```") for line in lines):
        raise BadPage(f"{name} printed nothing that fits into a block; the page is not changed")
    return "\n".join(lines) + "\n"


def here(words: list[str]) -> str:
    """Run a command once with this Python and return its output; errors are shown."""
    return _printed(*words)


@cache
def _printed(*words: str) -> str:
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if ran.returncode:
        raise BadPage(
            f"python {' '.join(words)} ended with {ran.returncode}; its block is not changed"
        )
    return ran.stdout


def main() -> None:
    """Update the page."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all commands")
    chosen = parser.parse_args()
    named = chosen.names or dict.fromkeys(names(PAGE.read_text()))
    for name in sorted(named, key="ratios".__eq__):
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            updated(PAGE.read_text(), name, here)
            PAGE.write_text(updated(PAGE.read_text(), name, here))  # it may have changed
        except BadPage as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
