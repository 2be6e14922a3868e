"""Flags of long runs: length, run file and workers; messages about them."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import counted
from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import GIVES_WAY
from montmort.options.flags import number_of_plays
from montmort.output.streams import note

if TYPE_CHECKING:
    from distributed import Client

    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.verification.verdicts.judge import Judge


def add_save(parser: argparse.ArgumentParser) -> None:
    """Add the flag of the run file."""
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        help="append every finished block to this file, and go on where it ends",
    )


def add_interpreted(parser: argparse.ArgumentParser) -> None:
    """Add the flag that compiles no rules."""
    parser.add_argument(
        "--interpreted",
        action="store_const",
        const=False,
        default="auto",
        dest="compiled",
        help="play the rules in plain Python, without compiling them; changes no result",
    )


def say_how(how: str) -> None:
    """Say on stderr what stood in the way of compiled rules, if anything did."""
    if how.startswith("plain Python: "):
        note(f"played in {how}")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the flag of the cluster that plays."""
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        type=_scheduler,
        help="play on the Dask cluster whose scheduler listens there, tcp://host:port; "
        "changes no result",
    )


def _scheduler(address: str) -> str:
    """Read the address of a scheduler, before anything is solved or played."""
    from montmort.montecarlo.runs.dask_cluster import host_and_port

    try:
        host_and_port(address)
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return address


def send_file_to_cluster(options: argparse.Namespace) -> None:
    """Let a user's file be sent whole to the cluster, if there is one."""
    if options.game.module is not None and options.dask is not None:
        from montmort.montecarlo.runs.dask_cluster import pickle_by_value

        pickle_by_value(options.game.module)


@contextmanager
def cluster_asked(options: argparse.Namespace) -> "Iterator[Client | None]":
    """Lend the client of the cluster that --dask names, None if it names none."""
    if options.dask is None:
        yield None
        return
    from montmort.montecarlo.runs.dask_cluster import connect

    with connect(options.dask) as client:
        yield client


def add_length(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say when a verification ends."""
    parser.add_argument(
        "--plays",
        metavar="N",
        type=number_of_plays,
        help="independent plays, neither more nor fewer",
    )
    parser.add_argument(
        "--until",
        dest=GIVES_WAY,
        choices=["decided", "all"],
        help="stop when every field is CONSISTENT or one is INCONSISTENT (decided, the default "
        "without --plays), or when each of them is decided (all)",
    )
    parser.add_argument(
        "--max-plays",
        metavar="N",
        type=number_of_plays,
        help="stop after so many plays, decided or not (1e9)",
    )


def length_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return how long the run is, as arguments of `crosscheck`."""
    for flag, given in (("--until", vars(options)[GIVES_WAY]), ("--max-plays", options.max_plays)):
        if options.plays is not None and given is not None:
            raise BadInput(
                f"--plays {options.plays} fixes the length of the run and {flag} leaves it open; "
                "give one of the two"
            )
    from montmort.verification.comparison.run import MOST_PLAYS

    return {
        "plays": options.plays,
        "most": options.max_plays or MOST_PLAYS,
        "until": vars(options)[GIVES_WAY] or "decided",
    }


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
