"""Output files: checked before any work is done, and never left half-written."""

import argparse
import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from montmort.games.errors import BadInput
from montmort.games.extras import require


class Unwritten(BadInput):
    """A file could not be written, as on a full disk."""


@contextmanager
def beside_answer(options: argparse.Namespace) -> Iterator[None]:
    """Let a file that cannot be written take neither the answer nor its exit code away.

    The command line says at its end what was not written.
    """
    try:
        yield
    except Unwritten as error:
        options.ending.unwritten.append(str(error))


def check_writable(*paths: Path | None) -> None:
    """Raise BadInput unless every path can be written; None is ignored."""
    given = [path for path in paths if path is not None]
    for path in given:
        try:
            _check_place(path.resolve())
        except OSError as error:
            raise BadInput(f"cannot write {path}: {error.strerror}") from error
    if len({path.resolve() for path in given}) < len(given):
        raise BadInput("two outputs go to the same file; give each its own")


def check_picture(path: Path | None) -> None:
    """Raise MissingExtra if a picture is wanted and matplotlib is not installed."""
    if path is not None:
        require("pictures", "matplotlib")


def _check_place(path: Path) -> None:
    folder = path.parent
    if not folder.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {folder}; make it first")
    if path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder; name a file in it")
    if path.exists() and not path.is_file():
        raise BadInput(f"cannot write {path}: it is not a regular file; choose another place")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise BadInput(f"cannot write {path}: permission denied; choose another place")


def write_whole(path: Path, content: bytes) -> None:
    """Write the file in one move: readers see the old content or the new, never a part."""
    with _replacing(path) as part:
        part.write_bytes(content)


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table as CSV, rows of strings and numbers under a header, row by row."""
    with _replacing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def write_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Write lines, which include their newlines, one by one."""
    with _replacing(path) as part, part.open("wb") as file:
        file.writelines(lines)


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Yield a path beside the file; what is written there replaces the file at the end."""
    place = path.resolve()
    part = place.with_name(f".{token_hex(8)}.part")
    try:
        # a new file under a name that nobody can foresee: no link is followed
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        yield part
        part.replace(place)
    except OSError as error:
        raise Unwritten(f"cannot write {path}: {error.strerror}; choose another place") from error
    finally:
        with suppress(OSError):
            part.unlink()
