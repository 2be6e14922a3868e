"""The pages of the site with what their commands print, and what records of games say."""

import re
import tempfile
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from docs._extensions.commands.outputs import ANY, lines_of
from docs._extensions.commands.pages import MADE, commands_of
from docs._extensions.commands.running import Done, done_on
from docs._extensions.game_blocks import has_game_blocks, with_game_blocks
from montmort.montecarlo.runs.executors import cores

PAGES: dict[str, str] = {}  # as they were made
BLOCK = re.compile(rf"^```{MADE.pattern}$")


class Failed(Exception):
    """A command of a page ended with another exit code than the page says."""


def has_made(text: str) -> bool:
    """Return whether a page has a block that is made with the site."""
    return any(command.is_made for command in commands_of(text)) or has_game_blocks(text)


def made_pages(texts: dict[str, str]) -> dict[str, str]:
    """Return the pages {name: text} with the outputs of their commands; pages run side by side."""
    with (
        tempfile.TemporaryDirectory() as shared,
        ProcessPoolExecutor(cores(), get_context("spawn")) as pool,
    ):
        made = pool.map(made_page, texts, texts.values(), [Path(shared)] * len(texts))
        return dict(zip(texts, made, strict=True))


def made_page(name: str, text: str, shared: Path) -> str:
    """Return a page with what it shows; Failed if a command does not end as it should."""
    if has_game_blocks(text):
        text = with_game_blocks(text, name)
    with tempfile.TemporaryDirectory() as folder:
        return with_made(text, done_on(text, Path(folder), shared))


def with_made(text: str, results: Iterable[Done]) -> str:
    """Return the text of a page whose commands of blocks `{commands}` show what they print."""
    printed = {}
    for each in results:
        if each.ran.code != each.expected:
            ended = f"ends with {each.ran.code} instead of {each.expected}"
            raise Failed(f"$ {each.command.text}\n{each.ran.output}{ended}")
        printed[each.command.start] = each.ran.output
    lines = text.split("\n")
    made = [command for command in commands_of(text) if command.is_made]
    for command in reversed(made):  # from the last: earlier positions stay valid
        output = printed.get(command.start, "")
        lines[command.start : command.start] = shortened(output, command.most)
        first = command.start - 1
        while lines[first - 1].endswith("\\"):
            first -= 1
        lines[first] = f"$ {lines[first]}"
    return "\n".join("```console" if BLOCK.match(line) else line for line in lines)


def shortened(output: str, most: int) -> list[str]:
    r"""Return the lines of an output: at most so many, and the last one.

    >>> shortened("a\nb\nc\nd\n", 1), shortened("a\nb\n", 1)
    (['a', '...', 'd'], ['a', 'b'])
    """
    lines = lines_of(output)
    return lines if len(lines) <= most + 2 else [*lines[:most], ANY, lines[-1]]


def make(app: Sphinx, _env: BuildEnvironment, names: list[str]) -> None:
    """Run the commands of all pages that are read."""
    texts = {name: Path(app.env.doc2path(name)).read_text(encoding="utf-8") for name in names}
    with_blocks = {name: text for name, text in texts.items() if has_made(text)}
    try:
        PAGES.update(made_pages(with_blocks))
    except Failed as failed:
        raise ExtensionError(str(failed)) from None


def put(_app: Sphinx, page: str, source: list[str]) -> None:
    """Put the page with its outputs in place of its source."""
    source[0] = PAGES.get(page, source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to the build."""
    app.connect("env-before-read-docs", make)
    app.connect("source-read", put, priority=0)
    return {"parallel_read_safe": True}
