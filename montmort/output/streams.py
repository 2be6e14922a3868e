"""Where a verb's output goes: `--output FILE` takes the answer, `--quiet` the notes."""

import argparse
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from montmort.games.errors import SimulatorFailed

if TYPE_CHECKING:
    from pathlib import Path


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
