"""What is known exactly about a field of an outcome, and the histograms that go with it."""

import dataclasses
import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from montmort.exact.formatting import decimals
from montmort.games.errors import BadInput
from montmort.games.validation import (
    check_fraction,
    check_integer,
    check_mapping,
    check_text,
    check_type,
    quote,
)
from montmort.verification.verdicts.e_values import check_law

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True, kw_only=True, repr=False)
class Quantity:
    """What is known exactly about X, one field of an outcome.

    `mean`, `variance` (None if unknown), the bounds `low` and `high` and, where
    known, the `law` of X.  An unbounded X is judged as min(X, horizon): all of
    these are then those of min(X, horizon), and the judge folds the counts.
    `allowed` are the declared outcomes, if they are not the whole range.
    Each member of an enum is a quantity of its own with the outcomes 0 and 1,
    such as `result=win`; `cell` makes its histogram.

    >>> die = Quantity(field="eyes", mean=Fraction(7, 2), variance=Fraction(35, 12), low=1, high=6)
    >>> round(float(die.default_margin()), 5)
    0.01708
    """

    field: str
    mean: Fraction
    variance: Fraction | None
    low: int
    high: int
    law: Mapping[int, Fraction] | None = dataclasses.field(default=None, hash=False)
    horizon: int | None = None
    allowed: frozenset[int] | None = None

    def __post_init__(self) -> None:
        check_text(field=self.field)
        what = f"the {{}} of {self.field}".format
        check_fraction(what("mean"), self.mean)
        if self.variance is not None:
            check_fraction(what("variance"), self.variance)
        check_integer(what("lower bound"), self.low)
        check_integer(what("upper bound"), self.high)
        if self.horizon is not None:
            check_integer(what("horizon"), self.horizon)
        if self.law is not None:
            check_mapping(what("law"), self.law, "{outcome: Fraction}")
        if self.allowed is not None:
            check_type(what("allowed outcomes"), self.allowed, frozenset, "a frozenset")
        if not self.low <= self.mean <= self.high:
            raise BadInput(
                f"the mean of {self.field}, {decimals(self.mean)}, "
                f"must lie in its range [{self.low}, {self.high}]"
            )
        if not 0 <= self.spread <= self._widest:
            raise BadInput(
                f"the variance of {self.field}, {decimals(self.spread)}, must lie "
                f"between 0 and (mean - low) * (high - mean)"
            )
        if self.law is not None and check_law(self.law) != (self.mean, self.variance):
            raise BadInput(f"mean and variance of {self.field} must be those of its law")

        if self.constant and self.mean.denominator != 1:
            raise BadInput(f"{self.field} has variance 0: its mean must be an integer")

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def _widest(self) -> Fraction:
        """The largest variance that mean and range allow (Bhatia and Davis 2000)."""
        return (self.mean - self.low) * (self.high - self.mean)

    @property
    def spread(self) -> Fraction:
        """The variance; if it is unknown, the largest that mean and range allow."""
        return self._widest if self.variance is None else self.variance

    @property
    def constant(self) -> bool:
        """Whether the variance is 0, so that X has only one value."""
        return self.spread == 0

    @property
    def sd(self) -> float:
        """The standard deviation in the field's unit; if unknown, the largest possible one."""
        return _square_root(self.spread)

    def default_margin(self) -> Fraction:
        """Return the larger of sd/100 and (high - low)/10^4."""
        return max(Fraction(self.sd) / 100, Fraction(self.high - self.low, 10**4))


def cell(counts: Mapping[int, int], value: int) -> dict[int, int]:
    """Return the two-cell histogram of the event 'the outcome is `value`'.

    >>> cell({0: 5, 1: 3, 2: 2}, 1)
    {0: 7, 1: 3}
    """
    hits = counts.get(value, 0)
    return {0: sum(counts.values()) - hits, 1: hits}


def fold(counts: Mapping[int, int], horizon: int | None = None) -> dict[int, int]:
    """Return the histogram of min(X, horizon); BadInput if `counts` is not a histogram.

    >>> fold({0: 5, 3: 2, 9: 1, 12: 4}, horizon=9)
    {0: 5, 3: 2, 9: 5}
    """
    check_mapping("counts", counts, "{value: number of plays}")
    folded: dict[int, int] = {}
    for outcome, number in counts.items():
        value, plays = _integer("value", outcome), _integer("number of plays", number)
        if plays < 0:
            raise BadInput(f"value {decimals(value)} was counted {decimals(plays)} times")
        if horizon is not None:
            value = min(value, horizon)
        if plays:
            folded[value] = folded.get(value, 0) + plays
    return folded


def _integer(what: str, number: SupportsIndex | np.bool_) -> int:
    if type(number) is int:  # nearly always
        return number
    if isinstance(number, np.bool_):
        return int(number)
    try:
        return operator.index(number)
    except TypeError:
        raise BadInput(f"{what} {quote(number)} is not an integer") from None


def _square_root(number: Fraction) -> float:
    """Return the square root, also of a number too small or too large for a float."""
    if number == 0:
        return 0.0
    log = math.log(number.numerator) - math.log(number.denominator)
    return math.sqrt(number) if abs(log) < 600 else math.exp(log / 2)


def short_repr(record: "DataclassInstance") -> str:
    """Return the repr of a dataclass with very long fractions shortened to decimals."""
    parts = (
        f"{f.name}={_short_repr(getattr(record, f.name))}"
        for f in dataclasses.fields(record)
        if f.repr
    )
    return f"{type(record).__name__}({', '.join(parts)})"


def _short_repr(value: object) -> str:
    if isinstance(value, Fraction) and value.denominator.bit_length() > 1000:
        return f"Fraction({decimals(value)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_short_repr(entry)}" for key, entry in value.items()) + "}"
    return repr(value)
