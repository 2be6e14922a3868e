"""Flags of long runs: where they are played, how, and their files; messages about them."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from montmort.exact.formatting import counted
from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import flag
from montmort.options.flags import GameFlags
from montmort.output.streams import note

if TYPE_CHECKING:
    from distributed import Client

    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.verification.verdicts.judge import Judge


def say_how(how: str) -> None:
    """Say on stderr what stood in the way of compiled rules, if anything did."""
    if how.startswith("plain Python: "):
        note(f"played in {how}")


def _scheduler(address: str) -> str:
    """Read the address of a scheduler, before anything is solved or played."""
    from montmort.montecarlo.runs.dask_cluster import host_and_port

    try:
        host_and_port(address)
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return address


def dask_flag(**more: Any) -> Any:
    """Return the flag of the cluster that plays."""
    return flag(
        "play on the Dask cluster whose scheduler listens there, tcp://host:port; "
        "changes no result",
        read=_scheduler,
        metavar="ADDRESS",
        **more,
    )


def save_flag(**more: Any) -> Any:
    """Return the flag of the run file."""
    return flag("append every finished block to this file, and go on where it ends", **more)


@dataclass(frozen=True, kw_only=True)
class LongRun:
    """A run that may take long: where it is played, how, and the file that keeps it."""

    dask: str | None = dask_flag()
    compiled: Literal["auto", False] = flag(
        "play the rules in plain Python, without compiling them; changes no result",
        names=["--interpreted"],
        default="auto",
        const=False,
    )
    save: Path | None = save_flag()


def send_file_to_cluster(options: GameFlags) -> None:
    """Let a user's file be sent whole to the cluster, if there is one."""
    if options.game.module is not None and options.dask is not None:
        from montmort.montecarlo.runs.dask_cluster import pickle_by_value

        pickle_by_value(options.game.module)


@contextmanager
def cluster_asked(address: str | None) -> "Iterator[Client | None]":
    """Lend the client of the cluster whose scheduler has the address, None without one."""
    if address is None:
        yield None
        return
    from montmort.montecarlo.runs.dask_cluster import connect

    with connect(address) as client:
        yield client


def say_begin(run: "SavedRun") -> None:
    """Say on stderr from which seed a run is played, and what the file holds of it."""
    note(f"seed {run.seed}")
    say_held(run)


def say_held(run: "SavedRun") -> None:
    """Say on stderr what the file holds of a run."""
    if run.held.places:
        blocks, plays = counted(len(run.held.places), "block"), counted(run.held.plays, "play")
        note(f"{run.path} holds {blocks} of it, {plays}")


def announce_kernel(run: "SavedRun", until: ExitStack) -> None:
    """Say on stderr when the kernel of a run is compiled; one in the cache is not."""
    if not run.simulator.compiled:
        return
    from montmort.montecarlo.kernels.compile import compilation_announced

    sentence = f"compiling the kernel of {run.simulator.game}, once: some seconds"
    until.enter_context(compilation_announced(lambda: note(sentence)))


class Watched:
    """Shows a crosscheck on stderr: its beginning, its plays, and those predicted to remain.

    `until` is closed when the crosscheck has ended.
    """

    def __init__(
        self, show: Callable[..., None], plays: int | None, most: int, until: ExitStack
    ) -> None:
        self._show, self._plays, self._most, self._until = show, plays, most, until
        self._held = 0

    def began(self, run: "SavedRun") -> None:
        """Say what is held."""
        say_begin(run)
        announce_kernel(run, self._until)
        self._held = run.held.plays

    def looked(self, sofar: int, judge: "Judge") -> None:
        """Show where the run is."""
        predicted = min(max(judge.plays_to_decide, sofar), self._most)
        self._show(sofar, predicted if self._plays is None else self._plays, self._held)
