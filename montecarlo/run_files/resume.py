"""A run that begins where its file ends.

The result is that of an undisturbed run: a block is taken from the file if it
was played to the length that is asked for, and is played, and saved, if not.
The last block of a run may be cut short; where the file holds the whole of it,
its first plays are played again, for histograms keep no order, and what the
file holds must contain them.

A simulator may have changed since, its name and version may not.  So before
more is added to what a file holds, one of its blocks is played again and must
give the same counts.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from montmort.games.errors import BadInput
from montmort.montecarlo.run_files.file import append
from montmort.montecarlo.run_files.merge import Run, Union
from montmort.montecarlo.runs.block import Block, checked_seed, draw_seed, play_block
from montmort.montecarlo.runs.executors import AnyExecutor
from montmort.montecarlo.runs.prefix import check_same_stream
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator, checked_count
from montmort.montecarlo.tally import Group


@dataclass(frozen=True)
class SavedRun:
    """A run of `simulator` from the seed of `held`, the blocks in the file `path`, if any."""

    simulator: Simulator
    held: Run
    path: Path | None = None

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return self.held.seed

    def blocks(
        self,
        *,
        plays: int,
        executor: AnyExecutor | None = None,
        workers: int | None = None,
        groups: Sequence[Group] = (),
    ) -> Generator[Block, None, None]:
        """Yield the blocks of `plays` plays, those held when it is their turn.

        InvalidCounts if two results of one block contradict each other.
        """
        plays = checked_count("plays", plays, least=1)
        groups = tuple(map(tuple, groups))
        usable = self._usable(plays, groups)
        played = play_blocks(
            self.simulator,
            plays=plays,
            seed=self.seed,
            executor=executor,
            workers=workers,
            groups=groups,
            skip=usable,
        )
        enough = len(usable) * self.simulator.plays_per_block >= plays
        return self._in_turn(usable, None if enough else played, groups)

    def _usable(self, plays: int, groups: Sequence[Group]) -> Mapping[int, int]:
        """Return {number: plays} of the blocks held that this run would play just so."""
        size = self.simulator.plays_per_block
        for number, place in self.held.places.items():
            if place.plays > size:
                raise BadInput(
                    f"block {number} in {place.path} has {place.plays} plays, a block of this "
                    f"simulator {size}: it was played in other blocks; save to another file"
                )
        return {
            number: place.plays
            for number, place in self.held.places.items()
            if place.plays == min(size, plays - number * size) and place.groups.issuperset(groups)
        }

    def _in_turn(
        self,
        usable: Mapping[int, int],
        played: Generator[Block, None, None] | None,
        groups: Sequence[Group],
    ) -> Generator[Block, None, None]:
        """Yield a held block when all before it are out, so that few have to be kept."""
        self.held.check()
        reached, out = 0, set[int]()

        def due() -> Iterator[Block]:
            nonlocal reached
            while reached in usable or reached in out:
                if reached in usable:
                    yield _joined(self.held.places[reached].block, groups)
                out.discard(reached)
                reached += 1

        yield from due()
        if played is None:
            return
        self._prove(usable, groups)
        with closing(played):
            for block in played:
                self._keep(block)
                yield block
                out.add(block.number)
                yield from due()

    def _prove(self, usable: Mapping[int, int], groups: Sequence[Group]) -> None:
        """Play the first block held again; InvalidCounts if it gives other counts."""
        if usable:
            held = self.held.places[min(usable)].block
            again = play_block(self.simulator, self.seed, held.number, held.plays, groups)
            check_same_stream(held, again)

    def _keep(self, block: Block) -> None:
        """Save a block, unless the file tells more of it."""
        if self.path is None:
            return
        place = self.held.places.get(block.number)
        if place is None:
            append(self.path, block)
            return
        check_same_stream(place.block, block)
        if place.tells_less_than(block):
            append(self.path, block)


def saved_run(
    simulator: Simulator, *, seed: int | None = None, save: str | PathLike[str] | None = None
) -> SavedRun:
    """Return the run of `simulator` that the file `save` holds a part of, or will.

    Without `seed` it is the one seed from which the file holds this
    experiment; if it holds none, a new one.  BadInput if the file holds other
    experiments only, or this one from several seeds, or if `save` is no path.
    """
    seed = None if seed is None else checked_seed(seed)
    path = None if save is None else _path_of(save)
    union = Union([path] if path is not None and path.exists() else [])
    runs = union.of(simulator.identity)
    if union.runs and not runs:
        other = union.runs[0]
        changed = ", which has changed since" if other.label == simulator.label else ""
        raise BadInput(
            f"{save} holds plays of {other.label} [{other.experiment}], not of "
            f"{simulator.label} [{simulator.identity}]{changed}; save to another file"
        )
    if seed is None and len(runs) > 1:
        raise BadInput(
            f"{save} holds {simulator.label} from the seeds {', '.join(map(str, sorted(runs)))}; "
            "say by seed which run goes on"
        )
    if seed is None:
        seed = next(iter(runs), None)
    if seed is None:
        seed = draw_seed()
    held = runs.get(seed) or Run(simulator.identity, simulator.label, seed)
    return SavedRun(simulator, held, path)


def _path_of(save: str | PathLike[str]) -> Path:
    with suppress(TypeError):
        path = Path(save)
        if "\0" not in str(path):
            return path.absolute()
    raise BadInput(f"{save=} must be the path of a run file, a str or a Path")


def _joined(block: Block, groups: Sequence[Group]) -> Block:
    """Return the block with the joint histograms asked for and no others."""
    joint = {group: block.joint[group] for group in groups}
    return replace(block, tally=replace(block.tally, joint=joint))
