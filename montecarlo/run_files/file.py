"""The run file: a line for every finished block, appended and never changed.

A block is in the file when its line is whole and on the disk.  Whatever ends a
run in the middle of a line leaves a torn last line, which readers drop and the
next writer cuts off; then that block is played again.  Several processes may
write to one file: lines are appended whole, one at a time.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from montmort.games.errors import BadInput, InvalidCounts
from montmort.montecarlo.run_files.record import block_of, is_beginning, line_of
from montmort.montecarlo.runs.block import Block

try:
    import fcntl
except ImportError:  # a system without such locks: single writes have to do
    fcntl = None  # type: ignore[assignment]

FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
CHUNK = 2**16  # bytes read at once on the way back to the last newline


class Line(NamedTuple):
    """Where a line lies, and the line, without the zeros that a lost power may leave after it."""

    path: Path
    number: int
    start: int
    text: bytes

    def __str__(self) -> str:
        return f"line {self.number} of {self.path}"

    @property
    def torn(self) -> bool:
        """Whether this is the beginning of a line that was never finished."""
        return not self.text.endswith(b"\n") and is_beginning(self.text)

    @property
    def block(self) -> Block:
        """What the line tells; BadInput, or InvalidCounts, says which line is wrong and how."""
        try:
            return block_of(self.text)
        except InvalidCounts as error:
            raise InvalidCounts(f"{self} {error}") from error
        except BadInput as error:
            raise BadInput(f"{self} {error}") from error


def lines_in(path: Path) -> Iterator[Line]:
    """Yield the lines of a run file, one at a time; blank ones are passed over."""
    if path.exists() and not path.is_file():
        raise BadInput(f"cannot read {path}: it is no regular file; name a run file")
    try:
        with path.open("rb") as file:
            start = 0
            for number, text in enumerate(file, start=1):
                if text.strip():
                    yield Line(path, number, start, text.rstrip(b"\0"))
                start += len(text)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error


def line_at(path: Path, number: int, start: int) -> Line:
    """Return a line met before, from the same place."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            return Line(path, number, start, file.readline().rstrip(b"\0"))
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error


def append(path: Path, block: Block) -> None:
    """Append the block's line and see it to the disk; BadInput if that cannot be done.

    A torn last line is cut off first.  Of a line that the disk has no room
    for, nothing stays.
    """
    line = line_of(block)
    try:
        with _locked(path) as file:
            end = _mended(path, file)
            try:
                _write(file, line)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(file, end)
                raise
            os.fsync(file)
            if end == 0:
                _keep_name(path)
    except OSError as error:
        raise BadInput(
            f"cannot write block {block.number} to {path}: {error.strerror}; the {_count(path)} "
            "blocks in it are kept: start the same run again when it can be written"
        ) from error


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Lend the file, open for reading and appending, and nobody else's until it is closed."""
    file = os.open(path, FLAGS, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise BadInput(f"cannot write {path}: it is no regular file; choose another place")
        if fcntl is not None:
            with suppress(OSError):  # file systems without locks
                fcntl.flock(file, fcntl.LOCK_EX)
        yield file
    finally:
        os.close(file)


def _mended(path: Path, file: int) -> int:
    """Let the file end after a whole line; return where that is.

    Cut off is what a line was begun with, and zeros.  What is more than that
    is a line that lacks its newline, or not ours, and left as it is.
    """
    start, tail = _tail(file)
    text = tail.rstrip(b"\0")
    if is_beginning(text):
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
    """Return where the text after the last newline begins, and the text."""
    start, tail = os.fstat(file).st_size, b""
    while start and b"\n" not in tail:
        size = min(CHUNK, start)
        start -= size
        os.lseek(file, start, os.SEEK_SET)
        tail = os.read(file, size) + tail
    newline = tail.rfind(b"\n") + 1
    return start + newline, tail[newline:]


def _write(file: int, text: bytes) -> None:
    """Write it all, in one go if the system takes it in one."""
    while text:
        text = text[os.write(file, text) :]


def _keep_name(path: Path) -> None:
    """See the new file's name to the disk."""
    with suppress(OSError):  # folders that cannot be opened, as on Windows
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _count(path: Path) -> int:
    with suppress(BadInput):
        return sum(not line.torn for line in lines_in(path))
    return 0
