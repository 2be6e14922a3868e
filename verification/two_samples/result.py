"""The result of a comparison of two simulators: a verdict for every field."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from montmort.display import InNotebooks, Summary, short_repr
from montmort.exact.formatting import decimals
from montmort.games.validation import check_type
from montmort.montecarlo.tally import Tally
from montmort.verification.comparison.source import Source
from montmort.verification.two_samples.law_difference import Disagreement
from montmort.verification.verdicts.decision import Decision, Levels

Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class DifferenceVerdict:
    """What the plays say about the difference of two simulators in one quantity.

    `estimates` are the means of the first and of the second in `plays` plays each.
    `difference` is that of the estimates, `interval` its confidence sequence at
    1 - levels.accept.  Differences beyond `deviation_ruled_out` are rejected at levels.accept.
    `log10_e` is the running maximum of the e-value against 'both have one law'.
    `low` and `high` are the range; where it was not known (`is_clamped`), the means are those
    of min(max(X, low), high), and `beyond` are the plays outside.  `disagreements` are
    the values that carry the evidence.
    """

    decision: Decision
    field: str
    low: int
    high: int
    is_clamped: bool
    beyond: Pair
    estimates: tuple[float, float] | None
    plays: Pair
    difference: float | None
    interval: tuple[float, float]
    deviation_ruled_out: float
    margin: Fraction | None
    log10_e: float
    plays_to_decide: int
    levels: Levels
    reason: str
    disagreements: tuple[Disagreement, ...] = ()

    __repr__ = short_repr

    @property
    def label(self) -> str:
        """The decision, for CONSISTENT with the margin that was shown."""
        if self.decision is Decision.CONSISTENT and self.margin is not None:
            return f"{self.decision}({float(self.margin):.4g})"
        return str(self.decision)

    @property
    def judged_as(self) -> str:
        """The quantity in words."""
        if not self.is_clamped:
            return self.field
        return f"{self.field} within [{decimals(self.low)}, {decimals(self.high)}]"

    def __str__(self) -> str:
        plays = " and ".join(f"{number:,}" for number in self.plays)
        if self.estimates is None:
            return f"{self.label}: {self.judged_as}, no plays; {self.reason}"
        first, second = (f"{estimate:.6g}" for estimate in self.estimates)
        lower, upper = self.interval
        told = (
            f"{self.label}: {self.judged_as}, {first} and {second} in {plays} plays; difference "
            f"{self.difference:.3g}, from {lower:.3g} to {upper:.3g}; {self.reason}"
        )
        if any(self.beyond):
            told += f"; {self.beyond[0]:,} and {self.beyond[1]:,} plays beyond the range"
        return "; ".join([told, *map(str, self.disagreements)])


@dataclass(frozen=True, kw_only=True)
class Comparison(InNotebooks):
    """The verdicts on two simulators, and the plays behind them.

    `first` and `second` describe the simulators.  `base` are the first plays of each, which fix
    ranges and margins and are not counted.  `unjudged` names the fields that only one of them
    gives.  `tallies` hold all plays, those of the base too; None if there were none.  Two files
    have no `seed`.  `interrupted`, `failure` and `notes` are as in a Crosscheck, `how` says
    how the simulators play, `sources` where their plays came from.
    """

    game: str
    rules: object
    experiment: str
    first: str
    second: str
    seed: int | None
    verdicts: tuple[DifferenceVerdict, ...]
    base: Pair
    unjudged: tuple[str, ...] = ()
    tallies: tuple[Tally, Tally] | None = dataclasses.field(default=None, repr=False)
    kinds: Mapping[str, type] = dataclasses.field(default_factory=dict, repr=False)
    interrupted: bool = False
    failure: str = ""
    notes: tuple[str, ...] = ()
    how: tuple[str, ...] = dataclasses.field(default=(), compare=False)
    sources: tuple[Source, ...] = dataclasses.field(default=(), repr=False, compare=False)
    seconds: float

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_type("verdicts", self.verdicts, tuple, "a tuple of DifferenceVerdicts")
        for verdict in self.verdicts:
            check_type("a verdict", verdict, DifferenceVerdict, "a DifferenceVerdict")

    @property
    def decision(self) -> Decision:
        """The worst of the decisions on the fields."""
        return Decision.worst(verdict.decision for verdict in self.verdicts)

    def finished(self) -> "Comparison":
        """Return this result; KeyboardInterrupt if the run was interrupted."""
        if self.interrupted:
            raise KeyboardInterrupt
        return self

    def _summary(self) -> Summary:
        rows = [(verdict.label, str(verdict)) for verdict in self.verdicts]
        return Summary(f"{self.first} and {self.second}: {self.decision}", rows)

    def __str__(self) -> str:
        return "\n".join(map(str, self.verdicts))
