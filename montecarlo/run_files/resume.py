"""Resume a run from its run file.

The result is that of an uninterrupted run: a block is read from the file if it was
saved with the required length; otherwise it is played, and saved.  The last block
of a run may be shortened.  If the file holds the full block, its first plays are
replayed, because histograms have no order, and the saved counts must contain them.

A simulator may have changed although its name and version have not, and a file may be
forged.  So before the blocks of a file are believed, one of them, drawn by lot, is
replayed and must give the same counts.
"""

import secrets
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from montmort.display import short_repr
from montmort.games.errors import BadInput
from montmort.games.validation import check_type, quote
from montmort.montecarlo.run_files.file import append, union_paths
from montmort.montecarlo.run_files.merge import Run, Union
from montmort.montecarlo.runs.block import Block, checked_seed, draw_seed, play_block
from montmort.montecarlo.runs.executors import AnyExecutor
from montmort.montecarlo.runs.prefix import check_same_stream
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator, checked_count
from montmort.montecarlo.tally import Group


@dataclass(frozen=True)
class SavedRun:
    """A run of `simulator` with the seed of `held`: the blocks saved in the file `path`, if any."""

    simulator: Simulator
    held: Run
    path: Path | None = None

    __repr__ = short_repr

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
        likely: int | None = None,
    ) -> Generator[Block, None, None]:
        """Yield the blocks of `plays` plays, saved blocks in the order of their numbers.

        `likely` is the number of plays after which the caller will probably stop.
        InvalidCounts if two results of one block contradict each other.
        """
        plays = checked_count("plays", plays, least=1)
        self.simulator.check_groups(groups)
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
            likely=likely,
        )
        enough = len(usable) * self.simulator.plays_per_block >= plays
        return self._in_turn(usable, None if enough else played, groups)

    def _usable(self, plays: int, groups: Sequence[Group]) -> Mapping[int, int]:
        """Return {number: plays} of the saved blocks that this run needs with the same length."""
        size = self.simulator.plays_per_block
        for number, place in self.held.places.items():
            if place.plays > size:
                raise BadInput(
                    f"block {number} in {place.path} has {place.plays} plays, but a block of this "
                    f"simulator has {size}: the block size has changed; save to another file"
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
        """Yield a saved block after all blocks before it, so that consumers buffer few blocks."""
        self.held.check()
        self._check_by_replay(usable, groups)
        reached, out = 0, set[int]()

        def due() -> Iterator[Block]:
            nonlocal reached
            while reached in usable or reached in out:
                if reached in usable:
                    yield self._with_groups(self.held.places[reached].block, groups)
                out.discard(reached)
                reached += 1

        yield from due()
        if played is None:
            return
        with closing(played):
            for block in played:
                self._save(block)
                yield block
                out.add(block.number)
                yield from due()

    def _with_groups(self, block: Block, groups: Sequence[Group]) -> Block:
        """Return the block with the joint histograms of `groups` only, and with the words."""
        joint = {group: block.joint[group] for group in groups}
        return replace(block, tally=replace(block.tally, joint=joint, words=self.simulator.words))

    def _check_by_replay(self, usable: Mapping[int, int], groups: Sequence[Group]) -> None:
        """Replay one saved block; InvalidCounts if it gives other counts."""
        if usable:
            held = self.held.places[secrets.choice(sorted(usable))].block
            again = play_block(self.simulator, self.seed, held.number, held.plays, groups)
            check_same_stream(held, again)

    def _save(self, block: Block) -> None:
        """Save a block, unless the file already has as much of it."""
        if self.path is None:
            return
        place = self.held.places.get(block.number)
        if place is None:
            append(self.path, block)
            return
        check_same_stream(place.block, block)
        if place.is_superseded_by(block):
            append(self.path, block)


def saved_run(
    simulator: Simulator, *, seed: int | None = None, save: str | PathLike[str] | None = None
) -> SavedRun:
    """Return the run of `simulator` that is saved in the file `save`, or will be.

    Without `seed`, the seed is the one with which the file holds this experiment or, if
    it does not, a new one.  BadInput if the file holds only other experiments or holds
    this one with several seeds, or if `save` is not a path.
    """
    check_type("simulator", simulator, Simulator, "a Simulator")
    seed = None if seed is None else checked_seed(seed)
    path = None if save is None else _path_of(save)
    union = Union(union_paths(path))
    runs = union.of(simulator.identity)
    if union.runs and not runs:
        other = union.runs[0]
        changed = ", which has changed since" if other.label == simulator.label else ""
        if changed and simulator.program:
            changed += ": its files, its columns, or the laws or rules that judge it"
        raise BadInput(
            f"{save} holds plays of {other.label} [{other.experiment}], not of "
            f"{simulator.label} [{simulator.identity}]{changed}; save to another file"
        )
    if seed is None and len(runs) > 1:
        raise BadInput(
            f"{save} holds {simulator.label} with the seeds {', '.join(map(str, sorted(runs)))}; "
            "give the seed of the run to resume"
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
    raise BadInput(f"save={quote(save)} must be the path of a run file, a str or a Path")
