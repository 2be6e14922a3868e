"""Run an external program and read its output.

Each program has its own process group, so that all its child processes are killed with
it and a Ctrl-C reaches only us.  Standard output and standard error are read in
parallel, so that neither pipe fills up while we wait for the other.
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
ERROR_BYTES = 2**11  # of standard error, the last ones
ERROR_LINES = 4  # of these, in a message
MOST_BYTES = 2**29  # of the output of a block, which is held in memory
POLL = 0.1  # seconds between checks whether a program that closed its output has exited
LONGEST_WAIT = 3600.0  # seconds; the system refuses very long ones


class Stopped(Exception):
    """The run is over, and its program was stopped."""


class Subprocesses:
    """The running programs of a run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive: set[Subprocess] = set()

    @contextmanager
    def start(self, argv: Sequence[str], time_limit: float) -> Iterator["Subprocess"]:
        """Start a program; it is stopped at the end of the context."""
        process = Subprocess(argv, time_limit)
        with self._lock:
            self._alive.add(process)
        try:
            yield process
        finally:
            with self._lock:
                self._alive.discard(process)
            process.close()

    def stop(self) -> None:
        """Stop all programs; reading from one then raises `Stopped`."""
        with self._lock:
            for process in self._alive:
                process.stop()


class Subprocess:
    """A started program and its output so far."""

    def __init__(self, argv: Sequence[str], time_limit: float) -> None:
        self._argv = argv
        self._time_limit = time_limit
        self._deadline = time.monotonic() + time_limit
        self._process = _start(argv)
        self._stopped = False
        self._output = bytearray()
        self._complete = 0  # lines
        self._errors = b""
        self._closed = False  # its standard output has ended

    def lines(self, most: int, *, until_exit: bool) -> list[bytes]:
        """Return its first `most` lines, or all if there are fewer; SimulatorFailed if it fails.

        With `until_exit` its output is read until it exits, and must have no more
        lines.  Blank lines at the end do not count.  If it has exited by itself, its last line
        must be terminated: a 12 may have been cut to a 1.
        """
        has_exited = self._read(most, until_exit)
        if has_exited and (code := self._process.returncode):
            raise self.failure(f"{_ending(code)} after {lines_of(self._output.count(10))}")
        lines = bytes(self._output).split(b"\n")
        if has_exited and len(lines) >= most and lines[-1].strip():
            raise self.failure(
                f"did not terminate its last line, line {len(lines):,}: it may be cut; end every "
                "line with a newline"
            )
        while lines and not lines[-1].strip():
            lines.pop()
        return lines[:most]

    def _read(self, most: int, until_exit: bool) -> bool:
        """Read until there are `most` lines; return whether the program has exited by itself."""
        for chunk in self._chunks():
            self._output += chunk
            self._complete += chunk.count(b"\n")
            if len(self._output) - self._output.rfind(b"\n") > LONGEST_LINE:
                raise self.failure(f"printed a line of more than {LONGEST_LINE:,} bytes")
            if len(self._output) > MOST_BYTES:
                raise self.failure(
                    f"printed more than {MOST_BYTES:,} bytes in {self._complete:,} lines; ask for "
                    "fewer plays in a block"
                )
            if self._complete >= most and not until_exit:
                return False
            if self._complete >= most and self._has_more(most):
                raise self.failure(f"printed more than the {most:,} lines requested")
        return True

    def _has_more(self, most: int) -> bool:
        """Return whether there is more than blank text after the first `most` lines."""
        more = self._output.split(b"\n", most)[most]
        return bool(more.strip()) or len(more) > LONGEST_LINE

    def _chunks(self) -> Iterator[bytes]:
        """Yield its output in chunks until it exits; store the end of its standard error."""
        with selectors.DefaultSelector() as pipes:
            for name, pipe in (("output", self._process.stdout), ("errors", self._process.stderr)):
                if pipe is not None:
                    pipes.register(pipe, selectors.EVENT_READ, name)
            while pipes.get_map() and (not self._closed or self._process.poll() is None):
                for key, _ in pipes.select(self._timeout()):
                    chunk = os.read(key.fd, 2**16)
                    if not chunk:
                        pipes.unregister(key.fileobj)
                        self._closed |= key.data == "output"
                    elif key.data == "output":
                        yield chunk
                    else:
                        self._errors = (self._errors + chunk)[-ERROR_BYTES:]
        self._wait()

    def _timeout(self) -> float:
        """Return how many seconds to wait for the next chunk; SimulatorFailed if time is up."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise self._too_slow()
        return min(left, POLL if self._closed else LONGEST_WAIT)

    def _wait(self) -> None:
        """Wait until it exits, all its output having been read."""
        try:
            self._process.wait(max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise self._too_slow() from None

    def _too_slow(self) -> Exception:
        self._kill()
        if self._process.wait() != -signal.SIGKILL:  # it had exited by itself
            return self.failure(
                f"exited, but after {self._time_limit:g} s a process that it started still had "
                "its output open; let that process end first, or redirect its output"
            )
        flush = "" if self._complete else ", and let it flush its output"
        return self.failure(
            f"was still running after {self._time_limit:g} s, when it had printed "
            f"{lines_of(self._complete)}; give it a longer time limit, "
            f"or fewer plays in a block{flush}"
        )

    def failure(self, what: str) -> Exception:
        """Return the error with what it did and its last lines of standard error."""
        if self._stopped:
            return Stopped()
        lines = self._errors.decode("utf-8", "replace").split("\n")
        words = " / ".join(line.strip() for line in lines[-ERROR_LINES:] if line.strip())
        return SimulatorFailed(
            f"`{shlex.join(self._argv)}` {what}" + (f": {words}" if words else "")
        )

    def stop(self) -> None:
        """Kill it; reading from it then raises `Stopped`."""
        self._stopped = True
        self._kill()

    def close(self) -> None:
        """Kill it unless it has exited, and close its pipes."""
        self._kill()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _kill(self) -> None:
        if self._process.returncode is None:  # until then its id is not reused
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


def _start(argv: Sequence[str]) -> "subprocess.Popen[bytes]":
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
            "or use one that is on the PATH"
        ) from error


def lines_of(number: int) -> str:
    """Return a number of lines in words.

    >>> lines_of(1), lines_of(2000)
    ('1 line', '2,000 lines')
    """
    return f"{number:,} line{'s' * (number != 1)}"


def _ending(code: int) -> str:
    """Return how a program ended, by its exit code.

    >>> _ending(3), _ending(-9)
    ('exited with code 3', 'was killed by SIGKILL')
    """
    if code > 0:
        return f"exited with code {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
