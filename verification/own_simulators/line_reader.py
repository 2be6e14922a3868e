"""The lines of a text file from any source, read in constant memory.

Blank lines at the end are ignored.  An unterminated last line may be truncated in
the middle of a number, so it is not among the lines; `cut_off` holds it.

The bytes are hashed as they are read: what an audit record names is what was judged.
"""

import hashlib
import sys
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from typing import IO

from montmort.games.errors import BadInput
from montmort.games.file_kinds import kind_of_bytes
from montmort.montecarlo.external.outcome_parser import text_of

LONGEST_LINE = 2**16  # bytes
SHOWN = 40  # characters of an unterminated line


@dataclass(frozen=True, kw_only=True)
class FileRead:
    """What was read of a file: its bytes and complete lines, and the SHA-256 of these bytes.

    `to_end` is False if reading stopped earlier, so that the file may hold more.
    """

    name: str
    sha256: str
    bytes: int
    lines: int
    to_end: bool


class FileLines:
    """The lines of the file at `path`, or of standard input for "-"."""

    def __init__(self, path: str) -> None:
        self.name = "standard input" if path == "-" else path
        self._hash = hashlib.sha256()
        self._bytes = self._ends = 0
        self._is_at_end = False
        self.cut_off = ""  # the last line, if it is unterminated
        self.endless = False  # whether that line is longer than allowed
        self._reading = self._read(path)
        self._texts: Iterator[str] = self._reading

    def _read(self, path: str) -> Generator[str, None, None]:
        blank = 0
        with _opened(path) as file:
            while line := file.readline(LONGEST_LINE):
                if not self._bytes and (kind := kind_of_bytes(line)):
                    raise BadInput(f"{self.name} is {kind}")
                text = text_of(line)
                self._hash.update(line)
                self._bytes += len(line)
                if not line.endswith(b"\n"):
                    self.cut_off, self.endless = text.strip()[:SHOWN], len(line) == LONGEST_LINE
                    self._is_at_end = not self.endless
                    return
                self._ends += 1
                if text.strip():
                    yield from [""] * blank
                    yield text
                blank = 0 if text.strip() else blank + 1
            self._is_at_end = True

    def first(self) -> str:
        """Return the first line without consuming it."""
        text = next(self._texts, None)
        if text is None:
            raise BadInput(
                f"{self.name} has no complete line; a line is a play, or a header above plays"
            )
        self._texts = chain([text], self._texts)
        return text

    def take(self, most: int | None) -> list[str]:
        """Return the next lines, at most `most` of them, all for None."""
        return list(islice(self._texts, most))

    def close(self) -> None:
        """Close the file."""
        self._reading.close()

    def read(self) -> FileRead:
        """Return what was read so far."""
        return FileRead(
            name=self.name,
            sha256=self._hash.hexdigest(),
            bytes=self._bytes,
            lines=self._ends,
            to_end=self._is_at_end,
        )


def _opened(path: str) -> AbstractContextManager[IO[bytes]]:
    try:
        return nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb")
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from error
