"""A Dask cluster of separate processes on this machine, any of which can be killed.

It is started as a user would, by `dask scheduler` and `dask worker`.  The tests of
clusters and `benchmarks/faults.py` use it.
"""

import json
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import psutil
from distributed import Client

PATIENCE = 300  # timeout in seconds


class Machines:
    """A scheduler, and workers of one thread each, with nannies that restart killed workers.

    They run during a `with` statement and are killed at its end.
    """

    def __init__(self, workers: int = 2) -> None:
        self.folder = TemporaryDirectory()
        self.scheduler_file = Path(self.folder.name) / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        self.nannies = [self._start("worker", "--nthreads", "1") for _ in range(workers)]

    def __enter__(self) -> Self:
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.address:
            if time.monotonic() > deadline:
                raise TimeoutError("the scheduler did not start")
            time.sleep(0.05)
        if self.nannies:
            with Client(self.address, set_as_default=False) as client:
                client.wait_for_workers(len(self.nannies), PATIENCE)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        children = [child for nanny in self.nannies for child in _children(nanny)]
        for process in [*self.nannies, self.scheduler, *children]:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        for nanny in [*self.nannies, self.scheduler]:
            nanny.wait(PATIENCE)
        self.folder.cleanup()

    @property
    def address(self) -> str:
        """The scheduler's address; empty until it listens."""
        with suppress(OSError, ValueError):  # no file yet, or an incomplete one
            return str(json.loads(self.scheduler_file.read_text())["address"])
        return ""

    @property
    def workers(self) -> list[psutil.Process]:
        """The current worker processes."""
        children = [child for nanny in self.nannies for child in _children(nanny)]
        return [child for child in children if _is_worker(child)]

    def _start(self, what: str, *flags: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self.scheduler_file)]
        return subprocess.Popen(
            [*command, "--no-dashboard", *flags],
            cwd=self.folder.name,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _is_worker(child: psutil.Process) -> bool:
    """Return whether it is a worker and not the nanny's resource tracker."""
    with suppress(psutil.NoSuchProcess):
        return "spawn_main" in " ".join(child.cmdline())
    return False


def _children(process: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(process.pid).children() if process.poll() is None else []
    return []
