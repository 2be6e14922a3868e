"""The run file: one line for every finished block, appended and never changed.

A block is saved when its complete line is on the disk.  A run that is stopped in the
middle of a line leaves a torn last line: readers ignore it, the next writer
truncates it, and that block is played again.  Several processes may write to one
file: complete lines are appended, one at a time.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.file_kinds import kind_of_file
from montmort.montecarlo.run_files.record import block_of, is_truncated, line_of
from montmort.montecarlo.runs.block import Block

try:
    import fcntl
except ImportError:  # a system without such locks: rely on single writes
    fcntl = None  # type: ignore[assignment]

FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
CHUNK = 2**16  # bytes read at once when searching back for the last newline


class Line(NamedTuple):
    """A line and its position, without the zero bytes that a power failure may leave after it."""

    path: Path
    number: int
    start: int
    text: bytes

    def __str__(self) -> str:
        return f"line {self.number} of {self.path}"

    @property
    def torn(self) -> bool:
        """Whether this is the start of a line that was never finished."""
        return not self.text.endswith(b"\n") and is_truncated(self.text)

    @property
    def block(self) -> Block:
        """The block of this line; BadInput or InvalidCounts if the line is wrong."""
        try:
            return block_of(self.text)
        except InvalidCounts as error:
            raise InvalidCounts(f"{self} {error}") from error
        except BadInput as error:
            kind = kind_of_file(self.text) if self.number == 1 else ""
            raise BadInput(f"{self} {error}{'; the file is ' * bool(kind)}{kind}") from error


def lines_in(path: Path) -> Iterator[Line]:
    """Yield the lines of a run file one at a time, except blank lines."""
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"cannot read {path}: it is not a regular file; name a run file")
        with path.open("rb") as file:
            start = 0
            for number, text in enumerate(file, start=1):
                if text.strip():
                    yield Line(path, number, start, text.rstrip(b"\0"))
                start += len(text)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error


def union_paths(path: Path | None) -> list[Path]:
    """Return the run file to read, none where it does not exist yet; BadInput if none can."""
    try:
        return [path] if path is not None and path.exists() else []
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error


def line_at(path: Path, number: int, start: int) -> Line:
    """Return the line at a known position, read again."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            return Line(path, number, start, file.readline().rstrip(b"\0"))
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error


def append(path: Path, block: Block) -> None:
    """Append the block's line and sync it to the disk; BadInput if that fails.

    A torn last line is truncated first.  If the disk is full, no part of the new
    line remains.
    """
    line = line_of(block)
    try:
        with _locked_file(path) as file:
            end = _repaired_end(path, file)
            try:
                _write(file, line)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(file, end)
                raise
            os.fsync(file)
            if end == 0:
                _sync_folder(path)
    except OSError as error:
        raise BadInput(
            f"cannot write block {block.number} to {path}: {error.strerror}; the "
            f"{_line_count(path)} blocks in it are safe: start the same run again when it can "
            "be written"
        ) from error


@contextmanager
def _locked_file(path: Path) -> Iterator[int]:
    """Open the file for reading and appending, locked until it is closed."""
    file = os.open(path, FLAGS, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise BadInput(f"cannot write {path}: it is not a regular file; choose another place")
        if fcntl is not None:
            with suppress(OSError):  # file systems without locks
                fcntl.flock(file, fcntl.LOCK_EX)
        yield file
    finally:
        os.close(file)


def _repaired_end(path: Path, file: int) -> int:
    """Make the file end after a complete line; return the position of its end.

    Only a truncated line and zero bytes are cut off.  Any other last line either just
    lacks its newline, which is added, or is not ours: BadInput, and it stays.
    """
    start, tail = _tail(file)
    text = tail.rstrip(b"\0")
    if is_truncated(text):
        os.ftruncate(file, start)
        return start
    try:
        block_of(text)
    except InvalidCounts:
        pass
    except BadInput as error:
        raise BadInput(f"the last line of {path} {error}") from error
    os.ftruncate(file, start + len(text))
    _write(file, b"\n")
    return start + len(text) + 1


def _tail(file: int) -> tuple[int, bytes]:
    """Return the position of the text after the last newline, and the text."""
    start, tail = os.fstat(file).st_size, b""
    while start and b"\n" not in tail:
        size = min(CHUNK, start)
        start -= size
        os.lseek(file, start, os.SEEK_SET)
        tail = os.read(file, size) + tail
    newline = tail.rfind(b"\n") + 1
    return start + newline, tail[newline:]


def _write(file: int, text: bytes) -> None:
    """Write all of `text`, in a single call if the system accepts that."""
    while text:
        text = text[os.write(file, text) :]


def _sync_folder(path: Path) -> None:
    """Sync the new file's name to the disk."""
    with suppress(OSError):  # folders that cannot be opened, as on Windows
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _line_count(path: Path) -> int:
    with suppress(BadInput):
        return sum(not line.torn for line in lines_in(path))
    return 0
