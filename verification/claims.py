"""Published claims about a game, and what is found when they are computed.

A `Claim` states in our words what was said, by whom and where, and how it is
read; `quote` has a few words of the source, verbatim.  `find` computes its `Finding`
whenever it is called; nothing is stored.
The claims of the games' sources are in `montmort.verification.<game>.claims`, where
each is declared on the function that decides it.

A claim about a number gives it a `Stated` range, both ends included: one number,
all numbers that round to one, or all between two.  The true number is known
exactly, or it is enclosed, by play, in an interval that misses it with a stated
probability at most.  Inside the range the claim is CONFIRMED, outside it is REFUTED,
and across an end it stays OPEN.
"""

import enum
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add

from montmort.display import short_repr
from montmort.exact.formatting import counted, decimals, short
from montmort.games.errors import BadInput
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Tally
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.result import Verdict

Number = Fraction | int
Interval = tuple[float, float]

PLACES = 12  # of a stated number that ends there
TIMED_ELSEWHERE = (
    "the time is that of another program on another machine; only that program, timed there, "
    "would decide"
)


class Standing(enum.StrEnum):
    """The outcome of checking a claim."""

    CONFIRMED = "CONFIRMED"
    REFUTED = "REFUTED"
    OPEN = "OPEN"

    @classmethod
    def of(cls, holds: bool) -> "Standing":
        """Return CONFIRMED if the claim holds, else REFUTED.

        >>> print(Standing.of(1 + 1 == 2))
        CONFIRMED
        """
        return cls.CONFIRMED if holds else cls.REFUTED

    @classmethod
    def judged(cls, verdict: Verdict) -> "Standing":
        """Return the standing of a claim that a simulator has the law that was judged."""
        standings = {Decision.CONSISTENT: cls.CONFIRMED, Decision.INCONSISTENT: cls.REFUTED}
        return standings.get(verdict.decision, cls.OPEN)


@dataclass(frozen=True)
class Stated:
    """The range that a claim gives to a number, `low` and `high` included.

    >>> print(Stated.rounds_to(Fraction(4, 5), 1).standing(Fraction(3, 4)))
    CONFIRMED
    >>> print(Stated(35, 37).standing(34.9, 35.1), Stated(35, 37).standing(34.5, 34.9))
    OPEN REFUTED
    >>> print(Stated.rounds_to(4, 0), "and", Stated(Fraction(1, 3), Fraction(1, 3)))
    3.5 to 4.5 and 1/3
    """

    low: Number
    high: Number

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise BadInput(
                f"{short(self.low)} to {short(self.high)} is not a range; begin with the smaller"
            )

    def __str__(self) -> str:
        ends = (self.low,) if self.low == self.high else (self.low, self.high)
        return " to ".join(map(_written, ends))

    @classmethod
    def rounds_to(cls, number: Number, places: int) -> "Stated":
        """Return the range of all numbers that round to `number` at so many decimal places."""
        half = Fraction(1, 2) / Fraction(10) ** places
        return cls(number - half, number + half)

    def standing(self, low: Number | float, high: Number | float | None = None) -> Standing:
        """Return the standing for the number `low`, or for one known to lie in `low` to `high`."""
        high = low if high is None else high
        if self.low <= low and high <= self.high:
            return Standing.CONFIRMED
        return Standing.REFUTED if high < self.low or low > self.high else Standing.OPEN


def _written(number: Number) -> str:
    """Return a number in decimals if they are exact, else as a fraction."""
    text = decimals(number, PLACES)
    return short(number) if "..." in text else text


@dataclass(frozen=True, kw_only=True)
class Sample:
    """The plays behind the intervals, and the probability `level` that these miss."""

    plays: int
    seed: int
    level: float

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"{counted(self.plays, 'play')}, seed {self.seed}, level {self.level:g}"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What is true about a claim: the standing and its evidence.

    `true` is a sentence for people, and `why` says why it decides the claim.  `exact`
    are proved values, `intervals` enclose values by play of the `sample`, `estimates` are known
    roughly, and `seconds` of CPU were measured.  `how` lists commands or pages, one a line, that
    show the numbers in `true`.
    """

    standing: Standing
    true: str
    why: str
    how: str
    exact: Mapping[str, Number] = field(default_factory=dict)
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    sample: Sample | None = None
    estimates: Mapping[str, Number] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if bool(self.intervals) != (self.sample is not None):
            raise BadInput("give intervals together with the sample that they are based on")

    @property
    def evidence(self) -> str:
        """The evidence in words."""
        parts = ["exact"] if self.exact else []
        parts += [str(self.sample)] if self.sample else []
        parts += ["estimated"] if self.estimates else []
        parts += ["time measured"] if self.seconds else []
        return "; ".join(parts)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement about a game in our words, its source, the place there, and its reading.

    `quote` is verbatim, as short as it identifies the claim.  If the claim `is_implied`, the source
    does not state it, but suggests it at this place.

    >>> def find():
    ...     return Finding(standing=Standing.REFUTED, true="7/2", why="7/2 is not 3", how="")
    >>> claim = Claim(name="mean", game="dice", statement="the mean of a die is 3", find=find)
    >>> print(claim.find().standing)
    REFUTED
    """

    name: str
    game: str
    statement: str
    source: str = ""
    place: str = ""
    reading: str = ""
    quote: str = ""
    is_implied: bool = False
    find: "Find" = field(repr=False)

    __repr__ = short_repr


Find = Callable[[], Finding]


@dataclass(kw_only=True)
class Claims:
    """Declares the claims about a game, each on the function that decides it, in order.

    >>> claim = Claims(game="dice", source="an old book")
    >>> @claim("mean", "the mean of a die is 3", place="page 1")
    ... def mean() -> Finding:
    ...     return Finding(standing=Standing.REFUTED, true="7/2", why="7/2 is not 3", how="")
    >>> [(declared.name, declared.source) for declared in claim.declared]
    [('mean', 'an old book')]
    """

    game: str
    source: str = ""
    declared: tuple[Claim, ...] = ()

    def __call__(
        self,
        name: str,
        statement: str,
        *,
        by: str = "",
        place: str = "",
        reading: str = "",
        quote: str = "",
        is_implied: bool = False,
    ) -> Callable[[Find], Find]:
        """Return a decorator that declares a claim; `by` is its source if not the common one."""

        def declare(find: Find) -> Find:
            claim = Claim(
                name=name,
                game=self.game,
                statement=statement,
                source=by or self.source,
                place=place,
                reading=reading,
                quote=quote,
                is_implied=is_implied,
                find=find,
            )
            self.declared += (claim,)
            return find

        return declare


def played(simulator: Simulator, *, plays: int, seed: int) -> Tally:
    """Return the tally of a simulator after so many plays, as `montmort simulate` prints it."""
    blocks = play_blocks(simulator, plays=plays, seed=seed)
    return reduce(add, (block.tally for block in blocks))


def timed(simulator: Simulator, *, plays: int, seed: int) -> float:
    """Return the CPU seconds that so many plays take on one core, after compilation."""
    simulator.count(seed, plays=1)
    started = time.process_time()
    simulator.count(seed, plays=plays)
    return time.process_time() - started
