"""Where a verb's output goes: `--output FILE` takes the answer, `--quiet` the notes."""

import argparse
import io
import os
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from montmort.games.errors import SimulatorFailed

if TYPE_CHECKING:
    from pathlib import Path

WIDTH = 80  # where a terminal does not say


def note(sentence: str) -> None:
    """Print a sentence on stderr."""
    sys.stderr.write(f"{in_lines(sentence)}\n")


def in_lines(sentence: str) -> str:
    """Return a sentence in lines of the terminal's width, if stderr is a terminal."""
    if not sys.stderr.isatty():
        return sentence
    width = os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
    return textwrap.fill(sentence, width, break_long_words=False, break_on_hyphens=False)


@contextmanager
def silence(options: argparse.Namespace) -> Iterator[None]:
    """Print no bars and no notes on stderr, if `--quiet` asks for it; errors are printed later."""
    if not getattr(options, "quiet", False):
        yield
        return
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stderr(nowhere):
        yield


@contextmanager
def answer_in(options: argparse.Namespace) -> Iterator[None]:
    """Write what is printed to the file of `--output`, if there is one and the verb ends.

    Verdicts that were reached before a simulator failed are written, too.
    """
    path: Path | None = getattr(options, "answer_file", None)
    if path is None:
        yield
        return
    from montmort.output.files import check_writable, write_whole

    check_writable(path)
    answer = io.StringIO()
    try:
        with redirect_stdout(answer):
            yield
    except SimulatorFailed:
        write_whole(path, answer.getvalue().encode())
        raise
    write_whole(path, answer.getvalue().encode())
