"""The union of run files over (experiment, seed, block).

The same block may be saved twice, by two writers or in two files.  The longer
version counts; two results that cannot both be true are a conflict.  Only the
position of each block is in memory, not its counts, so a union of a hundred
thousand blocks is small.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from typing import NamedTuple

from montmort.games.errors import BadInput, InvalidCounts
from montmort.montecarlo.run_files.file import Line, line_at, lines_in
from montmort.montecarlo.runs.block import Block
from montmort.montecarlo.runs.prefix import check_same_stream
from montmort.montecarlo.tally import Group, Tally


class Place(NamedTuple):
    """A saved block: its length, the groups of its joint histograms, and its line."""

    plays: int
    groups: frozenset[Group]
    path: Path
    number: int
    start: int

    @property
    def line(self) -> Line:
        """The line, read again."""
        return line_at(self.path, self.number, self.start)

    @property
    def block(self) -> Block:
        """The block; BadInput if the file has changed."""
        block = self.line.block
        if block.plays != self.plays:
            raise BadInput(f"{self.path} was changed while it was being read; start again")
        return block

    def is_superseded_by(self, block: Block) -> bool:
        """Return whether `block` has more plays, or as many plays and more joint histograms."""
        return (self.plays, len(self.groups)) < (block.plays, len(block.joint))


@dataclass(frozen=True)
class Run:
    """The saved blocks of one experiment from one seed; iterates over them in order.

    `conflicts` lists the lines that contradict each other.
    """

    experiment: str
    label: str
    seed: int
    places: dict[int, Place] = field(default_factory=dict, repr=False)
    conflicts: list[str] = field(default_factory=list)

    @property
    def plays(self) -> int:
        """Number of plays in all blocks."""
        return sum(place.plays for place in self.places.values())

    @property
    def gaps(self) -> Iterator[tuple[int, int]]:
        """First and last number of each range of missing blocks before the last saved block."""
        expected = 0
        for number in sorted(self.places):
            if number > expected:
                yield expected, number - 1
            expected = number + 1

    @property
    def tally(self) -> Tally:
        """The sum of all blocks, also those after a gap."""
        return reduce(add, (block.tally for block in self))

    @property
    def lines(self) -> Iterator[bytes]:
        """The lines of all blocks, in order."""
        for _, place in sorted(self.places.items()):
            yield place.line.text.strip() + b"\n"

    def __iter__(self) -> Iterator[Block]:
        for _, place in sorted(self.places.items()):
            yield place.block

    def check(self) -> None:
        """Raise InvalidCounts if two of its lines contradict each other."""
        if self.conflicts:
            raise InvalidCounts(self.conflicts[0])

    def add(self, line: Line, block: Block) -> None:
        """Add the block of a line, unless the saved version has as much."""
        groups = frozenset(block.joint)
        place = Place(block.plays, groups, line.path, line.number, line.start)
        saved = self.places.setdefault(block.number, place)
        if saved is place:
            return
        try:
            check_same_stream(saved.block, block)
        except InvalidCounts as error:
            self.conflicts.append(f"{saved.line} and {line}: {error}")
            return
        if saved.is_superseded_by(block):
            self.places[block.number] = place


class Union:
    """The runs in a set of files.

    Torn last lines are ignored; any other faulty line raises BadInput or, if
    `strict` is False, is added to `faults`.
    """

    def __init__(self, paths: Iterable[Path], *, strict: bool = True) -> None:
        self._runs: dict[tuple[str, int], Run] = {}
        self.lines = 0
        self.torn: list[str] = []
        self.faults: list[str] = []
        for path in paths:
            self._read(path, strict)

    @property
    def runs(self) -> tuple[Run, ...]:
        """All runs, by label, experiment and seed."""
        order = sorted(self._runs.values(), key=lambda run: (run.label, run.experiment, run.seed))
        return tuple(order)

    def of(self, experiment: str) -> Mapping[int, Run]:
        """Return the runs of an experiment by seed."""
        return {seed: run for (name, seed), run in self._runs.items() if name == experiment}

    @property
    def blocks(self) -> int:
        """Number of different blocks."""
        return sum(len(run.places) for run in self._runs.values())

    @property
    def conflicts(self) -> list[str]:
        """The lines that contradict each other, as sentences."""
        return [conflict for run in self.runs for conflict in run.conflicts]

    def with_file(self, path: Path) -> "Union":
        """Add a file that may be faulty, read once, and return the union of this file alone."""
        alone = Union(())
        alone._read(path, strict=False, whole=self)
        return alone

    def _read(self, path: Path, strict: bool, whole: "Union | None" = None) -> None:
        for line in lines_in(path):
            self.lines += 1
            if line.torn:
                self.torn.append(str(line))
                continue
            try:
                block = line.block
            except BadInput as error:
                if strict:
                    raise
                self.faults.append(str(error))
                continue
            self._add(line, block)
            if whole is not None:
                whole._add(line, block)

    def _add(self, line: Line, block: Block) -> None:
        key = block.experiment, block.seed
        if key not in self._runs:
            self._runs[key] = Run(block.experiment, block.tally.label, block.seed)
        self._runs[key].add(line, block)
