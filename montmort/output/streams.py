"""Where output goes: answers to standard output or `--output FILE`, all else to standard error."""

import argparse
import io
import os
import sys
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import TYPE_CHECKING, Any, TextIO

from montmort.games.errors import SimulatorFailed
from montmort.output.printable import printable

if TYPE_CHECKING:
    from pathlib import Path

WIDTH = 80  # where a terminal does not say
_answers: list[TextIO] = []  # the last of them takes the answers


class Ending:
    """How a verb ends: the exit code if its reader leaves now, and what was not written."""

    def __init__(self) -> None:
        self.code = 0
        self.unwritten: list[str] = []


class _StandardError:
    """What `sys.stdout` is while answers are kept apart: the current `sys.stderr`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr, name)


def answer() -> TextIO:
    """Return the stream that takes the answers of a verb, and nothing else."""
    return _answers[-1] if _answers else sys.stdout


def say(*lines: str) -> None:
    r"""Print lines of an answer, in which a user's texts may stand.

    >>> say("a\x1b[31mred", "b")
    a?[31mred
    b
    """
    answer().write("".join(f"{printable(line)}\n" for line in lines))


@contextmanager
def answers_apart() -> Iterator[None]:
    """Keep standard output for answers: what rules print goes to standard error.

    The file descriptor is redirected, too, so that this holds for worker processes, other
    programs and libraries.
    """
    with _usual_output() as usual, _taking_answers(usual), _output_to_standard_error():
        yield


@contextmanager
def _usual_output() -> Iterator[TextIO]:
    """Yield a stream that still writes to standard output when its descriptor is redirected."""
    try:
        is_descriptor = sys.stdout.fileno() == 1
    except (AttributeError, OSError, ValueError):  # a stream in memory
        is_descriptor = False
    if not is_descriptor:
        yield sys.stdout
        return
    _flush_own()
    stream = open(  # noqa: SIM115
        os.dup(1), "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors
    )
    if sys.stdout.line_buffering:
        stream.reconfigure(line_buffering=True)
    try:
        yield stream
    finally:
        with suppress(OSError):  # what could not be written has been reported
            stream.close()


@contextmanager
def _taking_answers(stream: TextIO) -> Iterator[None]:
    _answers.append(stream)
    try:
        yield
    finally:
        _answers.pop()


@contextmanager
def _output_to_standard_error() -> Iterator[None]:
    with _descriptor_as(2):
        try:
            with redirect_stdout(_StandardError()):
                try:
                    yield
                finally:
                    _end_started_blocks()
        finally:
            _flush_own()


def _end_started_blocks() -> None:
    """Wait for blocks that are still played, since rules may print in them."""
    if executors := sys.modules.get("montmort.montecarlo.runs.executors"):
        executors.wait_for_started_blocks()


def _flush_own() -> None:
    """Write what waits in Python's own stream for the descriptor 1."""
    with suppress(AttributeError, OSError, ValueError):
        sys.__stdout__.flush()  # type: ignore[union-attr]


@contextmanager
def _descriptor_as(other: int) -> Iterator[None]:
    """Let what is written to descriptor 1 go where it goes that is written to another one."""
    before = os.dup(1)
    try:
        os.dup2(other, 1)
        yield
    finally:
        os.dup2(before, 1)
        os.close(before)


@contextmanager
def prompt_shown() -> Iterator[None]:
    """Let `input()` write its prompt where answers go, and know the keys of a terminal there."""
    stream = answer()
    stream.flush()
    with ExitStack() as until:
        with suppress(OSError, ValueError):  # a stream in memory
            until.enter_context(_descriptor_as(stream.fileno()))
        # input() edits a line only on the descriptor 1
        until.enter_context(redirect_stdout(sys.__stdout__ if stream.isatty() else stream))
        yield


def note(sentence: str) -> None:
    """Print a sentence on stderr."""
    sys.stderr.write(f"{printable(in_lines(sentence))}\n")


def say_interrupted(options: argparse.Namespace, sentence: str) -> None:
    """Say that a run was cut off: in the answer, or on stderr where that is a JSON document."""
    (note if options.json else say)(f"interrupted; {sentence}")


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
    written = io.StringIO()
    try:
        with _taking_answers(written):
            yield
    except SimulatorFailed:
        write_whole(path, written.getvalue().encode())
        raise
    write_whole(path, written.getvalue().encode())
