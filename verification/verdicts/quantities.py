"""The quantities that are judged: what is known exactly of each, and its histogram.

A field of numbers is one quantity; a field of an enum is one quantity per member.
A law with a tail is judged as min(X, h), h the smallest with P(X > h) <= 1e-9.
Where only moments are known, only the mean is judged.
"""

import dataclasses
import enum
import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import Any, SupportsIndex

import numpy as np

from montmort.display import short_repr
from montmort.exact.formatting import decimals
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.errors import BadInput, InvalidCounts, UnknownName
from montmort.games.experiment import words_of
from montmort.games.validation import (
    check_fraction,
    check_integer,
    check_mapping,
    check_text,
    check_type,
    meant,
    quote,
)
from montmort.montecarlo.outcomes import as_integer
from montmort.montecarlo.tally import Tally
from montmort.verification.verdicts.e_values import check_law

AnyLaw = Law[Any]
Known = AnyLaw | Moments  # what is known exactly of a field

RARE = Fraction(1, 10**9)  # the chance beyond the horizon of an unbounded field, at most
LARGEST = 10**150  # outcomes whose squares are floats


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """What is known exactly about X, one field of an outcome.

    `mean`, `variance` (None if unknown), the bounds `low` and `high` and, where
    known, the `law` of X.  An unbounded X is judged as min(X, horizon): all of
    these are then those of min(X, horizon), and the judge folds the counts.
    `allowed` are the declared outcomes, if they are not the whole range.  A mean that is
    enclosed differs from `mean` by `error` at most.
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
    error: int | Fraction = 0

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_text(field=self.field)
        what = f"the {{}} of {self.field}".format
        check_fraction(what("mean"), self.mean)
        check_fraction(what("error"), self.error, 0)
        if self.variance is not None:
            check_fraction(what("variance"), self.variance)
        check_integer(what("lower bound"), self.low)
        check_integer(what("upper bound"), self.high)
        if max(abs(self.low), abs(self.high)) > LARGEST:
            raise BadInput(
                f"{self.field} has values up to {decimals(max(self.high, -self.low))}, and at most "
                f"{decimals(LARGEST)} is judged: count in a larger unit"
            )
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

    def plays_to_be_normal(self) -> float:
        """Return after how many plays the average is normal far into its tails, about 7 sd.

        The corrections for skewness g and excess kurtosis k are then below one nat; infinite if
        they are unknown.

        >>> p = Fraction(1, 1000)
        >>> rare = Quantity(field="rare", mean=p, variance=p * (1 - p), low=0, high=1)
        >>> round(rare.plays_to_be_normal() / 10**6, 2)
        9.97
        """
        law: Mapping[int, Fraction] | None = self.law
        if law is None and self.high - self.low == 1:
            law = {self.low: self.high - self.mean, self.high: self.mean - self.low}
        if law is None or self.sd == 0:
            return math.inf
        steps = [
            (float((value - self.mean) / Fraction(self.sd)), float(p)) for value, p in law.items()
        ]
        skewness = math.fsum(p * step**3 for step, p in steps)
        excess = math.fsum(p * step**4 for step, p in steps) - 3
        return max(300.0, 10_000 * skewness**2, 200 * abs(excess))

    def coarse_margin(self) -> Fraction:
        """Return the larger of sd/100 and (high - low)/10^4."""
        return max(Fraction(self.sd) / 100, Fraction(self.high - self.low, 10**4))

    def default_margin(self) -> Fraction:
        """Return the coarse margin, but at most half the distance from the ends of the range.

        A wider one is never ruled out on the side of that end, where no mean can lie: an event
        that never happens would pass.
        """
        return min(self.coarse_margin(), self.nearest_end / 2)

    def complaint(self, value: int) -> str:
        """Return why a value is impossible; "" if it is not, though its chance may be 0.

        >>> p = Fraction(1, 2)
        >>> Quantity(field="heads", mean=p, variance=p * p, low=0, high=1).complaint(2)
        'value 2 lies outside [0, 1]'
        """
        if not self.low <= value <= self.high:
            return f"value {decimals(value)} lies outside [{self.low}, {self.high}]"
        if self.allowed is not None and value not in self.allowed:
            return f"value {decimals(value)} is not a declared outcome"
        if self.constant and value != self.mean:
            return f"value {decimals(value)} where only {decimals(self.mean)} is possible"
        return ""

    @property
    def nearest_end(self) -> Fraction:
        """The distance of the mean from the nearer end of the range; of an event p or 1 - p."""
        return min(self.mean - self.low, self.high - self.mean)

    @cached_property
    def shift_without_rare(self) -> Fraction:
        """How far the mean is off in a simulator that never gives what is rare and matters.

        For an event it is the smaller of p and 1 - p: it never happens, or always.  Of any
        other field it is the shift if an end of the range is always given or, where the law
        is known and that is less, if the outcomes farthest from the mean that have half of
        the variance are never given, such as a jackpot.

        >>> p = Fraction(1, 1000)
        >>> rare = Quantity(field="rare", mean=p, variance=p * (1 - p), low=0, high=1)
        >>> rare.shift_without_rare
        Fraction(1, 1000)
        """
        if self.law is None or self.constant:
            return self.nearest_end
        return min(self.nearest_end, _shift_without_tails(self.law, self.mean))


def _shift_without_tails(law: Mapping[int, Fraction], mean: Fraction) -> Fraction:
    """Return the shift of the mean without the outcomes that have half of the variance.

    They are taken from the farthest; of those above and those below the mean the larger shift
    counts.  All sums are of integers: chances are in units of 1/whole, distances from the mean
    in units of 1/unit.
    """
    whole, unit = math.lcm(*(p.denominator for p in law.values())), mean.denominator
    parts = [
        (value * unit - mean.numerator, p.numerator * (whole // p.denominator))
        for value, p in law.items()
    ]
    parts.sort(key=lambda part: (-abs(part[0]), part[0]))
    variance = sum(weight * distance**2 for distance, weight in parts)
    first, reached = [], 0
    for distance, weight in parts:
        if 2 * reached >= variance:
            break
        reached += weight * distance**2
        first.append((distance, weight))
    sides = ([part for part in first if part[0] * sign > 0] for sign in (1, -1))
    return max(
        Fraction(
            sum(weight * abs(distance) for distance, weight in side),
            unit * (whole - sum(weight for _, weight in side)),
        )
        for side in sides
    )


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


@dataclass(frozen=True, kw_only=True)
class JudgedQuantity:
    """A quantity and where its histogram is found: a field, or one value of an enum's field."""

    quantity: Quantity
    field: str
    value: int | None = None
    declared: frozenset[int] = frozenset()

    __repr__ = short_repr

    def histogram(self, tally: Tally) -> Mapping[int, int]:
        """Return the quantity's histogram; InvalidCounts for a value that no enum member has."""
        return self.counts_of(tally.histogram(self.field))

    def counts_of(self, counts: Mapping[int, int]) -> Mapping[int, int]:
        """Return the quantity's histogram of a histogram of the field."""
        if self.value is None:
            return counts
        if strange := counts.keys() - self.declared:
            why = f"{self.field} gave {min(strange)}, not a declared outcome"
            raise InvalidCounts(why).in_field(self.field)
        return cell(counts, self.value)

    def is_wrong(self, value: int) -> bool:
        """Return whether the field cannot have this value."""
        if self.value is not None:
            return value not in self.declared
        horizon = self.quantity.horizon
        return bool(self.quantity.complaint(value if horizon is None else min(value, horizon)))


def quantities_of_field(name: str, law: Known) -> Iterator[JudgedQuantity]:
    """Yield the quantities of a field: the field itself, or one per member of an enum.

    >>> die = Law(weights={face: 1 for face in range(1, 7)})
    >>> [part.quantity.mean for part in quantities_of_field("face", die)]
    [Fraction(7, 2)]
    """
    if isinstance(law, Moments):
        yield JudgedQuantity(quantity=Quantity(field=name, **vars(law)), field=name)
        return
    kind = _enum_of(name, law)
    if kind is None:
        yield JudgedQuantity(quantity=_number(name, law), field=name)
        return
    declared = frozenset(as_integer(name, member) for member in kind)
    for member, word in words_of(kind).items():
        event = _number(f"{name}={word}", law.map(partial(operator.eq, member)))
        value = as_integer(name, member)
        yield JudgedQuantity(quantity=event, field=name, value=value, declared=declared)


def quantities_of(laws: Mapping[str, Known]) -> list[JudgedQuantity]:
    """Return the quantities of all fields whose laws are known."""
    return [part for name, law in laws.items() for part in quantities_of_field(name, law)]


def histograms_of(judged: Iterable[JudgedQuantity], tally: Tally) -> dict[str, Mapping[int, int]]:
    """Return the histogram of each quantity in the form that `Judge.look` takes."""
    return {part.quantity.field: part.histogram(tally) for part in judged}


def _enum_of(name: str, law: AnyLaw) -> type[enum.Enum] | None:
    """Return the enum whose members are the outcomes, None if they are integers."""
    for outcome in law:
        as_integer(name, outcome)
    kinds = {type(x) if isinstance(x, enum.Enum) else None for x in law}
    if len(kinds) > 1:
        raise BadInput(f"field {name} yields members of an enum and other values; keep to one kind")
    return kinds.pop() if kinds else None


def _number(name: str, law: AnyLaw) -> Quantity:
    """Return the field as a quantity; a law with a tail is judged as min(X, horizon)."""
    return Quantity(field=name, **_facts(law, horizon_of(name, law) if law.tail else None))


@lru_cache(maxsize=4)
def _facts(law: AnyLaw, horizon: int | None) -> dict[str, Any]:
    """Return the facts about a law; cached, since many fields may have the same law."""
    known: Law[int] = law.map(int) if horizon is None else law.capped(horizon)
    return {
        "mean": known.mean(),
        "variance": known.variance(),
        "low": min(known),
        "high": max(known),
        "law": known.chances(),
        "horizon": horizon,
    }


def horizon_of(name: str, law: Law[int]) -> int:
    """Return the smallest h with P(X > h) <= 1e-9.

    >>> horizon_of("x", Law(weights={0: 10**9 - 2, 1: 1}, total=10**9))
    1
    """
    left = Fraction(1)
    for outcome in sorted(law):
        left -= law[outcome]
        if left <= RARE:
            return outcome
    raise BadInput(f"the law of {name} has {float(law.tail):.1e} in its tail; extend the law")


def margins_of(
    names: Iterable[str],
    margin: Fraction | float | None,
    margins: Mapping[str, Fraction | float] | None,
    apart: Mapping[str, Fraction] | None = None,
) -> dict[str, Fraction]:
    """Return the given margins by field; fields without one use their default.

    `margin` is not about the fields in `apart`, which are in other units and have these margins.
    The margin of an enum's field is that of each of its members.

    A float is taken as the binary fraction it represents.

    >>> margins_of(["points", "cards"], None, {"points": 0.25})
    {'points': Fraction(1, 4)}
    >>> margins_of(["win=win", "win=loss", "rolls"], None, {"win": 0.5, "win=loss": 0.25})
    {'win=win': Fraction(1, 2), 'win=loss': Fraction(1, 4)}
    """
    if margins is not None and not isinstance(margins, Mapping):
        raise BadInput(
            f"margins={quote(margins)} must be a mapping {{field: margin}}; margin= sets all"
        )
    listed, single = list(names), dict(margins or {})
    for field in single.keys() - set(listed):
        members = [name for name in listed if name.startswith(f"{field}=")]
        if members:
            single = dict.fromkeys(members, single.pop(field)) | single
    if unknown := single.keys() - set(listed):
        judged = [name for name in listed if name not in (apart or {})]
        raise UnknownName(
            f"no field {min(unknown)!r} to give a margin; judged: {', '.join(judged)}"
            f"{meant(min(unknown), judged)}"
        )
    own = {name: value for name, value in (apart or {}).items() if name in listed}
    common = own if margin is None else dict.fromkeys(listed, margin) | own
    return {name: _fraction(name, value) for name, value in (common | single).items()}


def _fraction(name: str, margin: object) -> Fraction:
    if isinstance(margin, int | Fraction) and not isinstance(margin, bool):
        return Fraction(margin)
    if isinstance(margin, float) and math.isfinite(margin):
        return Fraction(margin)
    raise BadInput(f"the margin of {name}, {margin!r}, must be a Fraction, an integer or a float")
