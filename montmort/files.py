"""Output files: refused before any work is done, and never left half-written."""

import csv
import io
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from games.errors import BadInput


def check_writable(*paths: Path | None) -> None:
    """Raise BadInput unless every given path can be written; None is no path."""
    for path in paths:
        if path is None:
            continue
        folder = path.parent
        if not folder.is_dir():
            raise BadInput(f"cannot write {path}: there is no folder {folder}; make it first")
        if path.is_dir():
            raise BadInput(f"cannot write {path}: it is a folder; name a file in it")
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise BadInput(f"cannot write {path}: permission denied; choose another place")


def write_whole(path: Path, content: bytes) -> None:
    """Write the file in one move: readers see the old content or the new, never a part."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise BadInput(f"cannot write {path}: {error.strerror}; choose another place") from error


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table as CSV, rows of strings and numbers under a header."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    write_whole(path, text.getvalue().encode())
