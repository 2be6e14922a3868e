"""A program of somebody else's: started, listened to, and ended.

Each has a process group of its own, so that it ends with all that it has
started, and a Ctrl-C is ours to answer.  Standard output and error are heard
side by side: neither fills up while we wait for the other.
"""

import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from montmort.games.errors import SimulatorFailed

LONGEST_LINE = 2**16  # bytes
LAST_WORDS = 2**11  # bytes that are kept of standard error
LAST_LINES = 4  # of them, shown
GLANCE = 0.1  # seconds between looks whether a program that has told all has ended


class Stopped(Exception):
    """The run that asked for these plays is over, and the program was ended with it."""


class Children:
    """The programs of a run that are under way."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive: set[Child] = set()

    @contextmanager
    def start(self, argv: Sequence[str], time_limit: float) -> Iterator["Child"]:
        """Lend a program, started; in the end it is ended."""
        child = Child(argv, time_limit)
        with self._lock:
            self._alive.add(child)
        try:
            yield child
        finally:
            with self._lock:
                self._alive.discard(child)
            child.end()

    def stop(self) -> None:
        """End all of them; who listens to one hears `Stopped`."""
        with self._lock:
            for child in self._alive:
                child.stop()


class Child:
    """One program that has been started, and what it has told so far."""

    def __init__(self, argv: Sequence[str], time_limit: float) -> None:
        self._argv = argv
        self._time_limit = time_limit
        self._deadline = time.monotonic() + time_limit
        self._process = _started(argv)
        self._stopped = False
        self._told = bytearray()
        self._complaints = b""
        self._silent = False  # it tells nothing more

    def lines(self, most: int, *, to_the_end: bool) -> list[bytes]:
        """Return its first `most` lines, fewer if it has no more; SimulatorFailed if it ends badly.

        With `to_the_end` it is heard until it has ended, and must not tell
        more.  Blank lines at the end are none, and the last needs no end.
        """
        if self._listen(most, to_the_end) and (code := self._process.returncode):
            raise self.failure(f"{_ending(code)} after {self._told.count(10):,} lines")
        lines = bytes(self._told).split(b"\n")
        while lines and not lines[-1].strip():
            lines.pop()
        return lines[:most]

    def _listen(self, most: int, to_the_end: bool) -> bool:
        """Hear it until it has told enough; return whether it has ended by itself."""
        complete = 0
        for piece in self._pieces():
            self._told += piece
            complete += piece.count(b"\n")
            if len(self._told) - self._told.rfind(b"\n") > LONGEST_LINE:
                raise self.failure(f"told a line of more than {LONGEST_LINE:,} bytes")
            if complete >= most and not to_the_end:
                return False
            if complete >= most and self._goes_on(most):
                raise self.failure(f"told more than the {most:,} lines it was asked for")
        return True

    def _goes_on(self, most: int) -> bool:
        """Return whether there is more than a blank end behind so many lines."""
        more = self._told.split(b"\n", most)[most]
        return bool(more.strip()) or len(more) > LONGEST_LINE

    def _pieces(self) -> Iterator[bytes]:
        """Yield what it tells, piece by piece, until it has ended; keep what it complains of."""
        told, complaints = self._process.stdout, self._process.stderr
        with selectors.DefaultSelector() as pipes:
            pipes.register(told, selectors.EVENT_READ, "told")  # type: ignore[arg-type]
            pipes.register(complaints, selectors.EVENT_READ, "complaints")  # type: ignore[arg-type]
            while pipes.get_map() and (not self._silent or self._process.poll() is None):
                for key, _ in pipes.select(self._patience()):
                    piece = os.read(key.fd, 2**16)
                    if not piece:
                        pipes.unregister(key.fileobj)
                        self._silent |= key.data == "told"
                    elif key.data == "told":
                        yield piece
                    else:
                        self._complaints = (self._complaints + piece)[-LAST_WORDS:]
        self._wait()

    def _patience(self) -> float:
        """Return for how many seconds to wait for the next piece; SimulatorFailed if time is up."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise self._too_slow()
        return min(left, GLANCE) if self._silent else left

    def _wait(self) -> None:
        """Wait until it has ended: it has nothing more to tell."""
        try:
            self._process.wait(max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise self._too_slow() from None

    def _too_slow(self) -> Exception:
        self._kill()
        if self._process.wait() != -signal.SIGKILL:  # it had ended by itself
            return self.failure(
                f"has ended, but its output was kept open after {self._time_limit:g} s by "
                "something that it has started; let that end first, or write elsewhere"
            )
        return self.failure(
            f"had not ended after {self._time_limit:g} s; give it a longer time limit, "
            "or fewer plays in a block"
        )

    def failure(self, what: str) -> Exception:
        """Return the error that tells what it did, and its last words on standard error."""
        if self._stopped:
            return Stopped()
        lines = self._complaints.decode("utf-8", "replace").split("\n")
        words = " / ".join(line.strip() for line in lines[-LAST_LINES:] if line.strip())
        return SimulatorFailed(
            f"`{shlex.join(self._argv)}` {what}" + (f": {words}" if words else "")
        )

    def stop(self) -> None:
        """End it for the listener, who is told `Stopped`."""
        self._stopped = True
        self._kill()

    def end(self) -> None:
        """End it if it has not ended."""
        self._kill()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _kill(self) -> None:
        if self._process.returncode is None:  # its number is its own until we have waited for it
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


def _started(argv: Sequence[str]) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        raise SimulatorFailed(
            f"cannot run {argv[0]!r}: {error.strerror or error}; name a program by its path, "
            "or one that the shell finds"
        ) from error


def _ending(code: int) -> str:
    """Return how a program ended.

    >>> _ending(3), _ending(-9)
    ('left with exit code 3', 'was killed by SIGKILL')
    """
    if code > 0:
        return f"left with exit code {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
