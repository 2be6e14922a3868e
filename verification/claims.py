"""The claims: what has been said of a game, and what is found when it is computed.

A `Claim` tells in our words what was said, by whom and where, and how it is
read; `find` computes its `Finding` anew, whenever it is asked.  Those of the
games' sources are in `verification/<game>_claims.py`.

What is claimed of a number is a `Stated` range with both its ends: the number
alone, all that round to it, all between two.  What is true of it is known
exactly, or enclosed, by play, in an interval that misses it with a stated
chance at most.  Inside the range the claim is CONFIRMED, outside REFUTED, and
across an end it stays OPEN.
"""

import enum
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from montmort.exact.formatting import decimals, short
from montmort.games.errors import BadInput
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Tally
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.result import Verdict

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck

Number = Fraction | int
Interval = tuple[float, float]

TIMED_ELSEWHERE = (
    "the time is that of another program on another machine; that program, timed there, would "
    "decide"
)


class Standing(enum.StrEnum):
    """What has become of a claim."""

    CONFIRMED = "CONFIRMED"
    REFUTED = "REFUTED"
    OPEN = "OPEN"

    @classmethod
    def of(cls, holds: bool) -> "Standing":
        """Return what a claim is that holds or does not.

        >>> print(Standing.of(1 + 1 == 2))
        CONFIRMED
        """
        return cls.CONFIRMED if holds else cls.REFUTED

    @classmethod
    def judged(cls, verdict: Verdict) -> "Standing":
        """Return what a claim is that says of a simulator what the verdict was asked."""
        known = {Decision.CONSISTENT: cls.CONFIRMED, Decision.INCONSISTENT: cls.REFUTED}
        return known.get(verdict.decision, cls.OPEN)


@dataclass(frozen=True)
class Stated:
    """The range that a claim gives to a number, `low` and `high` included.

    >>> print(Stated.rounds_to(Fraction(4, 5), 1).standing(Fraction(3, 4)))
    CONFIRMED
    >>> print(Stated(35, 37).standing(34.9, 35.1), Stated(35, 37).standing(34.5, 34.9))
    OPEN REFUTED
    >>> print(Stated.rounds_to(4, 0), "and", Stated(Fraction(1, 3), Fraction(1, 3)))
    3.5 … 4.5 and 1/3
    """

    low: Number
    high: Number

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise BadInput(
                f"{short(self.low)} … {short(self.high)} is no range; begin with the smaller"
            )

    def __str__(self) -> str:
        ends = (self.low,) if self.low == self.high else (self.low, self.high)
        return " … ".join(map(_written, ends))

    @classmethod
    def rounds_to(cls, number: Number, places: int) -> "Stated":
        """Return the range of what `number` is the nearest of so many decimal places."""
        half = Fraction(1, 2) / Fraction(10) ** places
        return cls(number - half, number + half)

    def standing(self, low: Number | float, high: Number | float | None = None) -> Standing:
        """Return the standing of a number that is `low`, or known to lie in `low` … `high`."""
        high = low if high is None else high
        if self.low <= low and high <= self.high:
            return Standing.CONFIRMED
        return Standing.REFUTED if high < self.low or low > self.high else Standing.OPEN


def _written(number: Number) -> str:
    """Return a number in decimals if that is the whole of it, else as a fraction."""
    text = decimals(number)
    return short(number) if "..." in text else text


@dataclass(frozen=True, kw_only=True)
class Sample:
    """The plays by which intervals were found, and the chance `level` that they miss."""

    plays: int
    seed: int
    level: float

    def __str__(self) -> str:
        return f"{self.plays:,} plays, seed {self.seed}, level {self.level:g}"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What is true of a claim: the standing, and what it rests on.

    `true` is for people, and `why` says why that decides; `exact` are proved values,
    `intervals` enclosed ones, found by the `sample`; `seconds` of CPU were measured.
    `how` says what shows the numbers of `true`, a command a line, or a page.
    """

    standing: Standing
    true: str
    why: str
    how: str
    exact: Mapping[str, Number] = field(default_factory=dict)
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    sample: Sample | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if bool(self.intervals) != (self.sample is not None):
            raise BadInput("intervals are told with the sample that they were found by")

    @property
    def evidence(self) -> str:
        """What the finding rests on, in words."""
        parts = ["exact"] if self.exact else []
        parts += [str(self.sample)] if self.sample else []
        parts += ["time measured"] if self.seconds else []
        return "; ".join(parts)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement about a game: its `sense` in our words, where it stands, how it is read.

    >>> def find():
    ...     return Finding(standing=Standing.REFUTED, true="7/2", why="7/2 is not 3", how="")
    >>> claim = Claim(name="mean", game="dice", sense="the mean of a die is 3", find=find)
    >>> print(claim.find().standing)
    REFUTED
    """

    name: str
    game: str
    sense: str
    source: str = ""
    place: str = ""
    reading: str = ""
    find: Callable[[], Finding] = field(repr=False)


def played(simulator: Simulator, *, plays: int, seed: int) -> Tally:
    """Return what a simulator counts in so many plays, as `montmort simulate` does."""
    blocks = play_blocks(simulator, plays=plays, seed=seed)
    return reduce(add, (block.tally for block in blocks))


def timed(simulator: Simulator, *, plays: int, seed: int) -> float:
    """Return the seconds of CPU that so many plays take on one core, loaded and compiled."""
    simulator.count(seed, plays=1)
    started = time.process_time()
    simulator.count(seed, plays=plays)
    return time.process_time() - started


def whole(result: "Crosscheck") -> "Crosscheck":
    """Return a run that was not interrupted; one that was is no finding, and the user leaves."""
    if result.interrupted:
        raise KeyboardInterrupt
    return result
