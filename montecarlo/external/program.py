"""A program of somebody else's, in any language, as a simulator.

It is run once per block, with a seed of its own, and tells a line per play:
an integer, or cells under a header (`montmort.montecarlo.external.outcome_parser`).  The seed of
a block is the first number below 2**31 of the block's stream, so that R's
set.seed takes it.  Seeds are drawn independently of each other: whatever a
program makes of its seed, its blocks are independent and of one law.

A program that is asked for `{plays}` tells so many lines and ends well.  One
that is not may go on for ever: it is heard as long as needed, then ended.
"""

import hashlib
import json
import math
import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from montmort.games.errors import BadInput, InvalidCounts
from montmort.montecarlo.external.outcome_parser import Fields, Layout, cells_of, layout_of, text_of
from montmort.montecarlo.external.subprocess_control import Children
from montmort.montecarlo.simulator import Counts, Records, Rng, Simulator, checked_count

PLAYS_PER_BLOCK = 10_000
TIME_LIMIT = 60.0  # seconds for a block
SEEDS = 2**31
SURPRISE = 40.0  # nats: what is less likely than exp(-40) is no coincidence


@dataclass(frozen=True, kw_only=True)
class Program:
    """A command that plays; `program` makes one."""

    command: str
    column: str | None
    plays_per_block: int
    time_limit: float

    def __post_init__(self) -> None:
        if os.name != "posix":
            raise BadInput(
                "programs are run on Linux and macOS only; elsewhere write their outcomes to a "
                "file, and have that judged"
            )
        checked_count("plays_per_block", self.plays_per_block, least=1)
        if not 0 < self.time_limit < math.inf:
            raise BadInput(f"time_limit={self.time_limit!r} must be a number of seconds > 0")
        if not any("{seed}" in word for word in self.words):
            raise BadInput(
                f"the command {self.command!r} has no {{seed}}: blocks would be played with "
                "unknown seeds, perhaps with the same; pass one to the program, or write its "
                "outcomes to a file and have that judged"
            )

    @property
    def words(self) -> list[str]:
        """The command in words, as a shell divides it; there is no shell."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise BadInput(f"the command {self.command!r} cannot be read: {error}") from error
        if not words or "\0" in self.command:
            raise BadInput(f"the command {self.command!r} names no program")
        return words

    @property
    def asks_for_plays(self) -> bool:
        """Whether the program is told how many plays are wanted."""
        return any("{plays}" in word for word in self.words)

    @property
    def name(self) -> str:
        """What a person calls the program."""
        return Path(self.words[0]).name

    def argv(self, seed: int, plays: int) -> list[str]:
        """Return the command line of a block."""
        return [
            word.replace("{seed}", str(seed)).replace("{plays}", str(plays)) for word in self.words
        ]

    def layout(self, fields: Fields) -> Layout:
        """Run the program for one play, and return how its lines are laid out."""
        fields.check(self.column)
        with Children().start(self.argv(seed=1, plays=1), self.time_limit) as child:
            lines = child.lines(1, to_the_end=False)
            if not lines:
                raise child.failure("told nothing")
        return layout_of(text_of(lines[0]), fields, self.column)

    def digest(self) -> str:
        """Return what stands for the program: its command, and the files that the command names."""
        parts = [self.command, *filter(None, map(_content, self.words))]
        return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()[:16]

    def simulator(self, *, game: str, rules: Any, experiment: str, layout: Layout) -> Simulator:
        """Return the simulator of an experiment, which tells outcomes in this layout."""
        playing = _Playing(program=self, layout=layout)
        return Simulator(
            game=game,
            rules=rules,
            experiment=experiment,
            fields=layout.names,
            version=1,
            plays_per_block=self.plays_per_block,
            compiled=False,
            counter=playing.count,
            recorder=playing.record,
            handed=json.dumps([self.digest(), self.plays_per_block, list(layout.places)]),
            program=self.command,
            stop=playing.children.stop,
        )


def _content(word: str) -> str:
    """Return a digest of the file that a word names; nothing if it names none that can be read."""
    try:
        if Path(word).is_file():  # a pipe would be waited for
            with open(word, "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        pass
    return ""


def program(
    command: str,
    *,
    column: str | None = None,
    plays_per_block: int = PLAYS_PER_BLOCK,
    time_limit: float = TIME_LIMIT,
) -> Program:
    """Return a program as a simulator for `montmort.verification.crosscheck`.

    `command` is divided into words as a shell does it, and run without one;
    `{seed}` and `{plays}` in it stand for a seed below 2**31 and the number of
    plays of a block.  Every play is a line on standard output: one integer, the
    main field of the game, or `column`; or cells under a header whose columns
    are fields of the game, of which `column` picks one.  A block has
    `plays_per_block` plays and may take `time_limit` seconds.

    >>> program("Rscript war.R {seed} {plays}").argv(seed=1713, plays=100)
    ['Rscript', 'war.R', '1713', '100']
    """
    return Program(
        command=command, column=column, plays_per_block=plays_per_block, time_limit=time_limit
    )


@dataclass(frozen=True, kw_only=True)
class _Playing:
    """A program at play: what is under way, and what earlier blocks looked like."""

    program: Program
    layout: Layout
    children: Children = field(default_factory=Children)
    blocks: dict[bytes, int] = field(default_factory=dict)  # digest of the text -> seed

    def count(self, rules: Any, rng: Rng, plays: int) -> Counts:  # noqa: ARG002
        argv, lines = self._heard(rng, plays)
        counts, complaint = self.layout.read(lines, self.layout.before + 1)
        if complaint:
            raise InvalidCounts(f"`{shlex.join(argv)}`, {complaint}")
        return counts

    def record(self, rules: Any, rng: Rng, plays: int) -> Iterator[Records]:  # noqa: ARG002
        _, lines = self._heard(rng, plays)
        yield np.array([self.layout.values(line) for line in lines], np.int64)

    def _heard(self, rng: Rng, plays: int) -> tuple[list[str], list[str]]:
        """Return the command line of a block and the lines of its first `plays` plays."""
        program, seed, before = self.program, int(rng.integers(SEEDS)), self.layout.before
        argv, most = program.argv(seed, program.plays_per_block), before + plays
        whole = program.asks_for_plays and plays == program.plays_per_block
        with self.children.start(argv, program.time_limit) as child:
            told = list(map(text_of, child.lines(most, to_the_end=whole)))
            if len(told) < most:
                raise child.failure(f"told {len(told):,} lines where {most:,} were wanted")
            if before and tuple(cells_of(told[0])) != self.layout.header:
                raise child.failure(f"told another header than at first: {told[0]!r}")
        self._check_new(seed, told)
        return argv, told[before:]

    def _check_new(self, seed: int, lines: Sequence[str]) -> None:
        """Raise BadInput if another seed gave the same plays, and that is no coincidence."""
        digest = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).digest()
        before = self.blocks.setdefault(digest, seed)
        if before != seed and _surprise(lines) > SURPRISE:
            raise BadInput(
                f"`{self.program.command}` told the same {len(lines):,} lines for the seeds "
                f"{before} and {seed}: it must draw everything from its {{seed}}"
            )


def _surprise(lines: Sequence[str]) -> float:
    """Return -log of the chance that plays of this law give these lines again, in this order."""
    total = len(lines)
    return sum(count * math.log(total / count) for count in Counter(lines).values())
