"""An external program, in any language, as a simulator.

The program is run once per block with its own seed and prints one line per play:
an integer, or cells below a header (`montmort.montecarlo.external.outcome_parser`).  The
seed of a block is the first number below 2**31 of the block's stream, so that R's
set.seed accepts it.  Seeds are drawn independently: however a program uses its
seed, its blocks are independent and identically distributed.

A program whose command contains `{plays}` must print that many lines and exit with
code 0.  Any other program may run for ever: it is stopped once enough plays have been read.

The files that a command names are listed with their hashes (`named_files`).
"""

import hashlib
import json
import math
import os
import shlex
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from montmort.games.errors import BadInput, InvalidCounts, RulesDiffer
from montmort.games.validation import check_number, check_text
from montmort.montecarlo.external.outcome_parser import Fields, Layout, cells_of, text_of
from montmort.montecarlo.external.subprocess_control import Subprocesses, lines_of
from montmort.montecarlo.outcomes import Counts, Records, Rng
from montmort.montecarlo.simulator import Simulator, checked_count

PLAYS_PER_BLOCK = 10_000
MOST_IN_BLOCK = 10**7  # plays; a block is held in memory
TIME_LIMIT = 60.0  # seconds for a block
SEEDS = 2**31
SHELL_WORDS = frozenset({"|", "||", "&", "&&", ";", "<", ">", ">>"})
SURPRISE = 40.0  # nats: a repetition less likely than exp(-40) is not a coincidence


@dataclass(frozen=True, kw_only=True)
class Program:
    """A command that plays a game; see `program`."""

    command: str
    column: str | None
    plays_per_block: int
    time_limit: float

    def __post_init__(self) -> None:
        if os.name != "posix":
            raise BadInput(
                "programs are run on Linux and macOS only; elsewhere write their outcomes to a "
                "file, and verify that file"
            )
        check_text(command=self.command)
        if self.column is not None:
            check_text(column=self.column)
        checked_count("plays_per_block", self.plays_per_block, least=1, most=MOST_IN_BLOCK)
        check_number("time_limit", self.time_limit)
        if not 0 < self.time_limit < math.inf:
            raise BadInput(f"time_limit={self.time_limit!r} must be a number of seconds > 0")
        if not any("{seed}" in word for word in self.words):
            raise BadInput(
                f"the command {self.command!r} has no {{seed}}: blocks would be played with "
                "unknown seeds, perhaps all with the same one; pass a seed to the program, or "
                "write its outcomes to a file and verify that file"
            )

    @property
    def words(self) -> list[str]:
        """The command split into words as a shell would; no shell is used."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise BadInput(f"the command {self.command!r} cannot be read: {error}") from error
        if not words or "\0" in self.command:
            raise BadInput(f"the command {self.command!r} does not name a program")
        return words

    @property
    def asks_for_plays(self) -> bool:
        """Whether the command contains the number of plays."""
        return any("{plays}" in word for word in self.words)

    @property
    def name(self) -> str:
        """The program's name for display."""
        return Path(self.words[0]).name

    def argv(self, seed: int, plays: int) -> list[str]:
        """Return the command line for a block."""
        return [
            word.replace("{seed}", str(seed)).replace("{plays}", str(plays)) for word in self.words
        ]

    def notes(self) -> list[str]:
        """Return a note on words that only a shell understands, if there are any."""
        found = [word for word in self.words if word in SHELL_WORDS]
        if not found:
            return []
        return [
            f"{self.name}: {found[0]!r} is passed on as a word, since no shell runs the command; "
            "put a pipeline into a script"
        ]

    def layout(self, fields: Fields) -> Layout:
        """Run the program for one play, and return the layout of its lines."""
        fields.check(self.column)
        with Subprocesses().start(self.argv(seed=1, plays=1), self.time_limit) as process:
            lines = process.lines(1, until_exit=False)
            if not lines:
                raise process.failure("printed nothing")
        return fields.layout(text_of(lines[0]), self.column)

    def digest(self) -> str:
        """Return a hash of the command and of the files that it names."""
        parts = [self.command, *filter(None, map(_content, self.words))]
        return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()[:16]

    def simulator(self, *, game: str, rules: object, experiment: str, layout: Layout) -> Simulator:
        """Return the simulator of an experiment whose outcomes have this layout."""
        playing = _Playing(program=self, layout=layout)
        return Simulator(
            game=game,
            rules=rules,
            experiment=experiment,
            fields=layout.names,
            kinds={name: k for name, k in layout.fields.kinds.items() if name in layout.names},
            version=1,
            plays_per_block=self.plays_per_block,
            compiled=False,
            counter=playing.count,
            recorder=playing.record,
            places=playing.places,
            inputs_digest=json.dumps([self.digest(), self.plays_per_block, *layout.inputs]),
            program=self.command,
            stop=playing.processes.stop,
        )


def _content(word: str) -> str:
    """Return a digest of the file that a word names, or "" if it names no readable file."""
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

    `command` is split into words as a shell would, and run without a shell.  In it,
    `{seed}` is replaced by a seed below 2**31 and `{plays}` by the number of plays of a
    block.  Every play is a line on standard output: either one integer, the main field
    of the game or `column`, or cells below a header whose columns are fields of the
    game, of which `column` selects one.  A block has `plays_per_block` plays and may
    take `time_limit` seconds.

    >>> program("Rscript war.R {seed} {plays}").argv(seed=1713, plays=100)
    ['Rscript', 'war.R', '1713', '100']
    """
    return Program(
        command=command, column=column, plays_per_block=plays_per_block, time_limit=time_limit
    )


@dataclass(frozen=True, kw_only=True)
class _Playing:
    """The counter and recorder of a program, with its running processes and earlier blocks."""

    program: Program
    layout: Layout
    processes: Subprocesses = field(default_factory=Subprocesses)
    blocks: dict[bytes, int] = field(default_factory=dict)  # digest of the text -> seed

    def count(self, _rules: object, rng: Rng, plays: int) -> Counts:
        seed, lines = self._output(rng, plays)
        argv = self.program.argv(seed, self.program.plays_per_block)
        try:
            counts, complaint = self.layout.read(lines, self.layout.before + 1, seed=str(seed))
        except RulesDiffer as error:
            raise error.of(f"`{shlex.join(argv)}`") from None
        if complaint:
            raise complaint.at(f"`{shlex.join(argv)}`, ")
        return counts

    def record(self, _rules: object, rng: Rng, plays: int) -> Iterator[Records]:
        _, lines = self._output(rng, plays)
        yield np.array([self.layout.values(line) for line in lines], np.int64)

    def places(self, rng: Rng, plays: int) -> Iterator[tuple[str, Mapping[str, int]]]:
        """Yield the place of each play and its outcome."""
        seed, lines = self._output(rng, plays)
        command = shlex.join(self.program.argv(seed, self.program.plays_per_block))
        for number, line in enumerate(lines, self.layout.before + 1):
            yield f"`{command}`, line {number}", self.layout.outcome(line)

    def _output(self, rng: Rng, plays: int) -> tuple[int, list[str]]:
        """Return the seed of a block and the lines of its first `plays` plays."""
        program, seed, before = self.program, int(rng.integers(SEEDS)), self.layout.before
        argv, most = program.argv(seed, program.plays_per_block), before + plays
        whole = program.asks_for_plays and plays == program.plays_per_block
        with self.processes.start(argv, program.time_limit) as process:
            lines = list(map(text_of, process.lines(most, until_exit=whole)))
            if len(lines) < most:
                raise process.failure(f"printed {lines_of(len(lines))} instead of {most:,}")
            if before and tuple(cells_of(lines[0])) != self.layout.header:
                raise process.failure(f"printed another header than at first: {lines[0]!r}")
        self._check_new(seed, lines[before:])
        return seed, lines[before:]

    def _check_new(self, seed: int, lines: Sequence[str]) -> None:
        """Raise InvalidCounts if another seed gave the same plays, and not by coincidence."""
        digest = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).digest()
        before = self.blocks.setdefault(digest, seed)
        if before != seed and _surprise(lines) > SURPRISE:
            raise InvalidCounts(
                f"`{self.program.command}` printed the same {len(lines):,} plays for the seeds "
                f"{before} and {seed}: all its random numbers must depend on its {{seed}}"
            )


def _surprise(lines: Sequence[str]) -> float:
    """Return -log of the chance that plays of this empirical law repeat these lines in order."""
    total = len(lines)
    return sum(count * math.log(total / count) for count in Counter(lines).values())


@dataclass(frozen=True, kw_only=True)
class NamedFile:
    """A file: the word of the command that names it, its path and its SHA-256."""

    word: str
    path: str
    sha256: str


def named_files(command: str) -> tuple[NamedFile, ...]:
    """Return the program of a command, wherever it is found, and the files among its words.

    Files that the program reads without being named are not among them.

    >>> [file.word for file in named_files("python3 no_such_file.py {seed}")]
    ['python3']
    >>> named_files("")
    ()
    """
    return tuple(_named(shlex.split(command)))


def _named(words: list[str]) -> Iterator[NamedFile]:
    for place, word in enumerate(words):
        path = (shutil.which(word) if place == 0 else None) or word
        with suppress(OSError, ValueError):  # a word with a null byte is no path
            if Path(path).is_file():  # a pipe would be waited for
                yield named_file(word, path)


def named_file(word: str, path: str) -> NamedFile:
    """Return the file at a path, with its hash; OSError if it cannot be read."""
    with open(path, "rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return NamedFile(word=word, path=str(Path(path).resolve()), sha256=sha256)
