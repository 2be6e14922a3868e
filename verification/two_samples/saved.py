"""The seeds of the two simulators, and the run file that holds the blocks of both."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from montmort.games.errors import BadInput
from montmort.games.validation import check_type, quote
from montmort.montecarlo.run_files.file import union_paths
from montmort.montecarlo.run_files.merge import Run, Union
from montmort.montecarlo.run_files.resume import SavedRun
from montmort.montecarlo.runs.block import SEED_BITS, checked_seed, draw_seed
from montmort.montecarlo.simulator import Simulator

SECOND = 1 << (SEED_BITS - 1)  # the bit of the second seed that the first does not have


def saved_runs(
    playing: Mapping[int, Simulator], seed: int | None, save: str | PathLike[str] | None
) -> dict[int, SavedRun]:
    """Return the runs of the simulators, by place: 0 for the first, 1 for the second.

    The second plays from the seed with its highest bit set: two copies of one simulator
    never play the same plays.  Without `seed` the run in the file is continued.
    """
    if not playing:
        if save is not None:
            raise BadInput(
                f"two files are already records of plays, so save={quote(save)} has nothing to save"
            )
        return {}
    seed = None if seed is None else checked_seed(seed)
    if seed is not None and seed >= SECOND:
        raise BadInput(
            f"seed={quote(seed)} must be less than 2**{SEED_BITS - 1} for two simulators"
        )
    if save is not None:
        check_type("save", save, (str, PathLike), "the path of a run file, a str or a Path")
    path = None if save is None else Path(save).absolute()
    union = Union(union_paths(path))
    bits = {place: place * SECOND for place in playing}
    seeds = {
        held ^ bits[place]
        for place, simulator in playing.items()
        for held in union.of(simulator.identity)
        if held & SECOND == bits[place]
    }
    if union.runs and not seeds:
        labels = " or ".join(simulator.label for simulator in playing.values())
        raise BadInput(
            f"{save} holds plays of {union.runs[0].label}, not those of a comparison of {labels}; "
            "save to another file"
        )
    if seed is None and len(seeds) > 1:
        raise BadInput(
            f"{save} holds comparisons with the seeds {', '.join(map(str, sorted(seeds)))}; "
            "give the seed of the run to resume"
        )
    if seed is None:
        seed = seeds.pop() if seeds else draw_seed()
    runs = {}
    for place, simulator in playing.items():
        own = seed | bits[place]
        empty = Run(simulator.identity, simulator.label, own)
        runs[place] = SavedRun(simulator, union.of(simulator.identity).get(own, empty), path)
    return runs
