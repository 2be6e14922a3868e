"""Plays by the reference rules: in plain Python, or compiled.

Both make the same picks from the same stream and give the same outcomes, so they are
one experiment.  Compiled rules are faster by a factor of 100 to 2,000, after .05 to 1
second of compiling by `montmort.machine`.  With "auto", plays begin in plain Python, and are
compiled once

- the plays to come would take plain Python longer than compiling, with a margin, or
- plain Python has taken ten times as long as compiling, of which then a tenth is lost.

The first plays in plain Python are the witness of the compiled ones, which must repeat
them: the same outcomes, and the same random numbers used.  A play that raises an
error when compiled, for example because a number leaves 64 bits, is repeated in plain
Python, and so is an error of the rules themselves.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from montmort.games.chance import PlayChance, RandomChance
from montmort.games.errors import BadInput, MontmortError, SimulatorFailed, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.validation import quote
from montmort.montecarlo.outcomes import (
    RECORDS_AT_ONCE,
    Counts,
    FieldKinds,
    Records,
    Rng,
    as_integer,
    value_counts,
)

if TYPE_CHECKING:
    from numpy.random import BitGenerator

    from montmort.machine.plays import Plays, PlaysText


Way = Literal["auto"] | bool

FIRST_BLOCK = 4096  # plays of the witness, or as many as take
WITNESS_SECONDS = 0.5
SAMPLE_SECONDS = 0.01  # of plain Python, before anything is predicted
TRIAL_SECONDS = 0.1  # before a run, to predict how long plain Python takes
TRIAL_SHARE = 64  # after one play in so many it ends, or after twice as many
SHORT = 0.05  # seconds: after a shorter call of the kernel the next one is twice as long
# Seconds, to be compared with those of plain Python.
STARTING = 0.13  # the modules of montmort.machine, and llvmlite
READING = 0.05  # the rules: .005 to .17, the median .015
ASSEMBLING_LINE = 0.00007  # for each line of LLVM text: .00006 to .00008
USUAL_LINES = 1000  # 590 to 5,000
MARGIN, REPAID = 2, 10
MOST_CHARACTERS = 200  # of an error of LLVM's
REFUSED = "not compiled: "  # begins what montmort.machine refuses
OFTEN_RAISED = 16  # more than one play in so many: compiled rules are given up
Rows = list[tuple[int, ...]]
MOST_PLAYS = 4096  # remembered


class RulesPlay:
    """Plays `experiment` under `rules`; `way` is "auto", True (compiled) or False.

    `obstacle` is a sentence on what stands in the way of compiled rules, if anything does.
    """

    def __init__(self, experiment: Experiment[Any, Any, Any], rules: object, way: Way) -> None:
        if not isinstance(way, bool) and not (isinstance(way, str) and way == "auto"):
            raise BadInput(f'compiled={quote(way)} must be "auto", True or False')
        self.experiment, self.rules, self.way = experiment, rules, way
        self.fields = experiment.under(rules).fields
        self.obstacle = ""
        self._text: PlaysText | None = None
        self._kernel: Plays | None = None
        self._is_wanted = way is True
        self._python, self._witnessed = Spent(), Spent()
        self._kinds = FieldKinds(experiment.name, self.fields)
        self._at_once = 64  # plays of one call of the kernel
        self._python_at_once = 1  # plays in plain Python between two looks at the clock
        self._kernel_plays = self._raised = 0
        self._lock = Lock()
        if self._is_wanted:
            self._compile()
            if self.obstacle:
                raise BadInput(f"{experiment.name} cannot be compiled: {self.obstacle}")

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what belongs to this process; another one loads the kernel again."""
        local = {"_kernel", "_lock", "_text"}
        return {name: value for name, value in vars(self).items() if name not in local}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _kernel=None, _lock=Lock(), _text=None)
        self._witnessed = Spent()

    def played(self, way: Way) -> "RulesPlay":
        """Return the same plays made in another way."""
        return RulesPlay(self.experiment, self.rules, way)

    @property
    def is_compiled(self) -> bool:
        """Whether plays are compiled, from the first or after a few of plain Python."""
        return self._is_wanted and not self.obstacle

    @property
    def how(self) -> str:
        """How plays are made, in words."""
        if self.is_compiled:
            return "compiled from the rules"
        if self.obstacle:
            return f"plain Python: {self.obstacle}"
        return "plain Python" if self.way is False else "plain Python, too few plays to compile"

    @property
    def kinds(self) -> dict[str, type]:
        """The types of the fields of truth values or of one enum, as plays yield them."""
        if not self._python.plays:
            self._kinds.check(self.experiment.play(self.rules, RandomChance(0)))
        return self._kinds.kinds

    def prepare(self, rng: Rng, plays: int) -> None:
        """Compile now if that pays for a run of `plays` plays; `rng` is its first stream.

        The first plays are made for this, at most 1/32 of the run, and dropped.
        """
        done, began = 0, time.thread_time()
        if self._is_ready or not self._may_compile(rng):
            return
        try:
            first = min(plays, FIRST_BLOCK)
            for part in self._interpreted(rng, first, ahead=plays - first):
                done += len(part)
                is_long = time.thread_time() - began > TRIAL_SECONDS
                if self._kernel is None and (is_long or done * TRIAL_SHARE >= plays):
                    return
        except SimulatorFailed:
            raise
        except Exception:  # of the rules: the first block raises it too, and says where
            return

    def parts(self, rng: Rng, plays: int) -> Iterator[Rows | Records]:
        """Yield the outcomes of `plays` plays in order: rows of integers, or an array of rows."""
        left = plays
        while left:
            if self._is_ready and self._may_compile(rng):
                found = self._compiled(rng, left)
            else:
                found = self._interpreted(rng, left)
            for part in found:
                left -= len(part)
                yield part

    def count(self, rng: Rng, plays: int) -> Counts:
        """Return {field: {value: count}}."""
        counts: dict[str, Counter[int]] = {name: Counter() for name in self.fields}
        for part in self.parts(rng, plays):
            if isinstance(part, list):
                for name, column in zip(self.fields, zip(*part, strict=True), strict=True):
                    counts[name].update(column)
            else:
                for at, name in enumerate(self.fields):
                    counts[name].update(value_counts(part[:, at]))
        return {name: dict(counter) for name, counter in counts.items()}

    def record(self, rng: Rng, plays: int) -> Iterator[Records]:
        """Yield the outcomes as int64 arrays of shape (plays, fields); TooLarge beyond 64 bits."""
        for part in self.parts(rng, plays):
            try:
                yield np.array(part, dtype=np.int64)
            except OverflowError:
                message = "a record holds only values below 2**63; use count instead"
                raise TooLarge(message) from None

    @property
    def _is_ready(self) -> bool:
        """Whether there is a kernel that has repeated enough plays of plain Python."""
        return self._kernel is not None and not self.obstacle and self._is_witnessed

    @property
    def _is_witnessed(self) -> bool:
        return self._witnessed.plays >= FIRST_BLOCK or self._witnessed.seconds >= WITNESS_SECONDS

    def _may_compile(self, rng: Rng) -> bool:
        """Return whether plays from this Generator may be compiled, now or later."""
        known = isinstance(rng.bit_generator, np.random.SFC64 | np.random.PCG64)
        return known and self.way is not False and not self.obstacle

    def _play(self, rng: Rng, plays: int) -> Rows:
        """Return the outcomes of plays in plain Python."""
        chance, began = PlayChance(rng), time.thread_time()
        rows = []
        for _ in range(plays):
            chance.begin()
            outcome = self.experiment.play(self.rules, chance)
            self._kinds.check(outcome)
            rows.append(tuple(map(as_integer, self.fields, outcome)))
        self._python += Spent(plays, time.thread_time() - began)
        return rows

    def _interpreted(self, rng: Rng, plays: int, ahead: int = 0) -> Iterator[Rows]:
        """Yield plays in plain Python, until compiled ones take over.

        `ahead` is the number of plays that will be asked for after these.
        """
        may_compile, witness = self._may_compile(rng), Witness(self.experiment.name)
        while plays:
            start, before = rng.bit_generator.state, self._python.seconds
            size = self._python_at_once
            part = self._play(rng, min(size, plays))
            plays -= len(part)
            seconds = self._python.seconds - before
            if seconds < SAMPLE_SECONDS:
                self._python_at_once = min(2 * size, RECORDS_AT_ONCE)
            if may_compile and not self.obstacle:
                witness.add(rng, start, part, seconds)
                if self._kernel is None and self._pays(plays + ahead):
                    self._compile()
                if self._kernel is not None:
                    self._witnessed += witness.compared(self._kernel)
            yield part
            if may_compile and self._is_ready:
                return

    def _compiled(self, rng: Rng, plays: int) -> Iterator[Rows | Records]:
        """Yield compiled plays, and in plain Python those that raise an error."""
        assert self._kernel is not None
        while plays and not self.obstacle:
            size, began = min(self._at_once, plays), time.perf_counter()
            part = self._kernel.play(rng, size)
            if time.perf_counter() - began < SHORT:
                self._at_once = min(2 * self._at_once, RECORDS_AT_ONCE)
            plays -= len(part)
            self._kernel_plays += len(part)
            if len(part):
                yield part
            if len(part) < size:
                plays -= 1
                yield self._play(rng, 1)
                self._raised += 1
                if self._raised * OFTEN_RAISED > self._kernel_plays + FIRST_BLOCK:
                    self.obstacle = "too many plays raise an error or leave 64 bits when compiled"

    def _pays(self, plays: int) -> bool:
        """Return whether compiling now is worth it, if `plays` plays are still to come."""
        if self._is_wanted:
            return True
        python = self._python.seconds
        if python < SAMPLE_SECONDS:
            return False
        coming = plays * python / self._python.plays

        def is_worth(cost: float) -> bool:
            return coming > MARGIN * cost or python > REPAID * cost

        cost = READING + (0 if "montmort.machine.plays" in sys.modules else STARTING)
        if self._text is None and not is_worth(cost + ASSEMBLING_LINE * USUAL_LINES):
            return False
        text = self._translated()
        return text is not None and is_worth(ASSEMBLING_LINE * text.lines)

    def _compile(self) -> None:
        """Make the kernel, or find the obstacle."""
        with self._lock:
            if self._kernel is not None or self.obstacle:
                return
            self._is_wanted = True
            text = self._translated()
            if text is not None:
                try:
                    self._kernel = text.assembled()
                except Exception as error:  # plain Python is always right
                    self._refuse(error)
            self._text = None

    def _translated(self) -> "PlaysText | None":
        """Return the text for `montmort.machine`, or None where it refuses the rules."""
        if self._text is None and not self.obstacle:
            try:
                from montmort.machine.plays import plays_text

                self._text = plays_text(self.experiment, self.rules)
            except Exception as error:  # plain Python is always right
                self._refuse(error)
        return self._text

    def _refuse(self, error: Exception) -> None:
        """Remember why the rules are not compiled."""
        if isinstance(error, ImportError):
            self.obstacle = f"compiling them requires llvmlite ({error})"
        elif isinstance(error, MontmortError):
            self.obstacle = str(error).removeprefix(REFUSED)
        else:
            self.obstacle = _first_line(error)


def _first_line(error: Exception) -> str:
    """Return the type of an error and the first line of its message."""
    return f"{type(error).__name__}: {error}".splitlines()[0][:MOST_CHARACTERS]


@dataclass(frozen=True)
class Spent:
    """Plays, and the seconds that they took."""

    plays: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.plays + other.plays, self.seconds + other.seconds)


class Witness:
    """Plays of one Generator in plain Python, to be repeated by compiled rules."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parts: list[tuple[type[BitGenerator], Any, Rows, object, Spent]] = []
        self._plays = 0

    def add(self, rng: Rng, start: Any, rows: Rows, seconds: float) -> None:
        """Add plays that `rng` has just made; before them it was in the state `start`."""
        if self._plays < MOST_PLAYS:
            bits, spent = rng.bit_generator, Spent(len(rows), seconds)
            self._parts.append((type(bits), start, rows, bits.state, spent))
            self._plays += len(rows)

    def compared(self, kernel: "Plays") -> Spent:
        """Return what the plays took, and forget them; SimulatorFailed if one is not repeated.

        A play that raises an error when compiled will be played in plain Python; the plays
        after it are not compared.
        """
        total = Spent()
        for kind, start, rows, end, spent in self._parts:
            twin = np.random.Generator(kind(0))
            twin.bit_generator.state = start
            found = [tuple(row) for row in kernel.play(twin, len(rows)).tolist()]
            for number, (row, repeated) in enumerate(zip(rows, found, strict=False)):
                if row != repeated:
                    raise self._failed(f"gave {repeated} in play {number} and {row}")
            if len(found) == len(rows) and repr(twin.bit_generator.state) != repr(end):
                raise self._failed("used other random numbers than")
            total += spent
        self._parts.clear()
        return total

    def _failed(self, what: str) -> SimulatorFailed:
        return SimulatorFailed(
            f"the compiled rules of {self._name} {what} in plain Python: an error in montmort; "
            "play in plain Python, with compiled=False or --interpreted"
        )
