"""Looks at a run, in the order of block numbers.

Where playing time depends on the outcome, looking in the order of completion
is biased.  A `Prefix` accepts blocks in any order and shows only the cumulative
tallies of blocks 0 to b, for each b once all these blocks are present.  Blocks
after a gap wait until the gap is filled.

A `Prefix` remembers every block, so that a duplicate can be checked.  Where each block
comes once, `in_order` remembers only those that wait.
"""

import pickle
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from operator import add

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.validation import check_type
from montmort.montecarlo.runs.block import Block
from montmort.montecarlo.tally import Key, Tally


class Prefix:
    """Collects the blocks of one run: one experiment, one seed.

    >>> coin = {"experiment": "c0", "label": "coin"}
    >>> first = Tally(**coin, plays=4, histograms={"heads": {0: 3, 1: 1}})
    >>> second = Tally(**coin, plays=2, histograms={"heads": {1: 2}})
    >>> prefix = Prefix()
    >>> prefix.add(Block(seed=1, number=1, tally=second))
    []
    >>> [str(look) for look in prefix.add(Block(seed=1, number=0, tally=first))]
    ['coin: 4 plays, mean heads 0.25', 'coin: 6 plays, mean heads 0.5']
    """

    def __init__(self) -> None:
        self._run: tuple[str, int] | None = None
        self._reached = 0  # blocks 0 to reached - 1 are in the prefix
        self._tally: Tally | None = None
        self._packed: dict[int, bytes] = {}  # of the prefix, to check duplicates
        self._beyond: dict[int, Tally] = {}
        self._plays: dict[int, int] = {}

    @property
    def tally(self) -> Tally | None:
        """Tally of the longest complete prefix; None before block 0 is added."""
        return self._tally

    @property
    def total(self) -> Tally | None:
        """Tally of all blocks, also those after a gap; None before the first."""
        parts = ([self._tally] if self._tally else []) + list(self._beyond.values())
        return reduce(add, parts) if parts else None

    @property
    def plays_by_block(self) -> Mapping[int, int]:
        """{block number: plays} of all blocks; can be passed to `play_blocks` as `skip`."""
        return dict(self._plays)

    def add(self, block: Block) -> list[Tally]:
        """Add a block; return the cumulative tallies that it makes available, in order.

        A block that is already present changes nothing.  A longer version replaces it
        (and is a new look if the block lies in the prefix); a shorter version is
        ignored.  InvalidCounts if two versions contradict each other, BadInput if the
        block belongs to another run.
        """
        check_type("block", block, Block, "a Block")
        self._check_run(block)
        if block.number in self._plays:
            return self._replace(block)
        self._plays[block.number] = block.plays
        self._beyond[block.number] = block.tally
        return self._advance()

    def _check_run(self, block: Block) -> None:
        run = (block.experiment, block.seed)
        if self._run is None:
            self._run = run
        if self._run != run:
            raise BadInput(
                f"block {block.number} is of experiment {run[0]}, seed {run[1]}; "
                f"this prefix is of experiment {self._run[0]}, seed {self._run[1]}"
            )

    def _advance(self) -> list[Tally]:
        looks = []
        while self._reached in self._beyond:
            tally = self._beyond.pop(self._reached)
            self._packed[self._reached] = zlib.compress(pickle.dumps(tally), 1)
            self._tally = tally if self._tally is None else self._tally + tally
            self._reached += 1
            looks.append(self._tally)
        return looks

    def _replace(self, block: Block) -> list[Tally]:
        old = self._tally_of(block.number)
        check_same_stream(replace(block, tally=old), block)
        if block.plays <= old.plays:
            return []
        self._plays[block.number] = block.plays
        if block.number in self._beyond:
            self._beyond[block.number] = block.tally
            return []
        self._packed[block.number] = zlib.compress(pickle.dumps(block.tally), 1)
        self._tally = reduce(add, map(self._tally_of, range(self._reached)))
        return [self._tally]

    def _tally_of(self, number: int) -> Tally:
        if number in self._beyond:
            return self._beyond[number]
        tally: Tally = pickle.loads(zlib.decompress(self._packed[number]))
        return tally


def in_order(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks of one run, each of which comes once, in the order of their numbers.

    Blocks after a gap that is never filled are not yielded.

    >>> tally = Tally(experiment="c0", plays=1, histograms={"heads": {0: 1}})
    >>> blocks = [Block(seed=1, number=number, tally=tally) for number in (1, 0, 3)]
    >>> [block.number for block in in_order(blocks)]
    [0, 1]
    """
    waiting: dict[int, Block] = {}
    reached = 0
    for block in blocks:
        waiting[block.number] = block
        while reached in waiting:
            yield waiting.pop(reached)
            reached += 1


def check_same_stream(one: Block, other: Block) -> None:
    """Raise InvalidCounts unless the shorter version of a block can be a prefix of the longer."""
    if one.tally.words and other.tally.words and one.tally.words != other.tally.words:
        raise InvalidCounts(
            f"block {one.number} of seed {one.seed} has two different lists of names for its "
            "values: an enum has changed and the version was not raised; save to another file"
        )
    short, long = sorted((one.tally, other.tally), key=lambda tally: tally.plays)
    fits = set(short.histograms) == set(long.histograms) and all(
        _is_within(counts, long.histograms[name]) for name, counts in short.histograms.items()
    )
    both = set(short.joint) & set(long.joint)
    if not fits or not all(_is_within(short.joint[g], long.joint[g]) for g in both):
        raise InvalidCounts(
            f"block {one.number} of seed {one.seed} has two different results, "
            f"of {short.plays} and of {long.plays} plays; one of them was not played by "
            "this simulator, or its version was not raised"
        )


def _is_within(short: Mapping[Key, int], long: Mapping[Key, int]) -> bool:
    return all(count <= long.get(value, 0) for value, count in short.items())
