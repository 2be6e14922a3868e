"""Tallies: histograms of outcomes, which can be added.

A `Tally` is the complete result of independent plays: for each field of the
Outcome, how often each value occurred.  Means and variances are computed from it as
exact fractions; there are no running sums.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from montmort.display import InNotebooks, Summary, short_repr
from montmort.games.errors import BadInput, InvalidCounts, UnknownName
from montmort.games.validation import check_hashable, check_text, quote
from montmort.montecarlo.outcomes import TRUTH, Words

Name = TypeVar("Name")
Key = TypeVar("Key", int, tuple[int, ...])
Group = tuple[str, ...]
Histograms = Mapping[str, Mapping[int, int]]
Joint = Mapping[Group, Mapping[tuple[int, ...], int]]


@dataclass(frozen=True, kw_only=True)
class Tally(InNotebooks):
    """Outcomes of `plays` independent plays of one `experiment`.

    `histograms` maps each field to {value: count}; `joint` maps a group of
    fields to {(value, value, ...): count}, for the requested groups only.
    `experiment` is the identity (hexadecimal): only tallies of the same identity
    can be added.  `label` describes it for display, and so do the `words` {field: {value: word}}
    of truth values and enums.

    >>> toss = Tally(experiment="c0", label="a coin", plays=4, histograms={"heads": {0: 3, 1: 1}})
    >>> print(toss + toss)
    a coin: 8 plays, mean heads 0.25
    >>> toss.mean("heads"), toss.variance("heads"), toss.frequency("heads", 0)
    (Fraction(1, 4), Fraction(3, 16), Fraction(3, 4))
    >>> counts, words = {"side": {0: 3, 1: 1}}, {"side": {0: "heads", 1: "tails"}}
    >>> toss = Tally(experiment="c1", label="a coin", plays=4, histograms=counts, words=words)
    >>> print(toss)
    a coin: 4 plays, side (heads: 75.00%  tails: 25.00%)
    >>> toss.named, toss.frequency("side", "heads")
    ({'side': {'heads': 3, 'tails': 1}}, Fraction(3, 4))
    """

    experiment: str
    label: str = field(default="", compare=False)
    plays: int
    histograms: Histograms
    joint: Joint = field(default_factory=dict)
    words: Words = field(default_factory=dict, compare=False, repr=False)

    def __repr__(self) -> str:
        return short_repr(self, histograms=self.named)

    def __post_init__(self) -> None:
        check_text(experiment=self.experiment, label=self.label)
        if not _is_count(self.plays):
            raise InvalidCounts(
                f"a tally of plays={quote(self.plays)}: plays must be an integer >= 1"
            )
        _check_histograms("histograms", self.histograms, str, "{field: {value: count}}")
        _check_histograms("joint", self.joint, tuple, "{fields: {values: count}}")
        _check_words(self.words)
        for name, histogram in self.histograms.items():
            _check(name, histogram, self.plays)
        for group, counts in self.joint.items():
            _check(group, counts, self.plays)
        object.__setattr__(self, "histograms", _sorted(self.histograms))
        object.__setattr__(self, "joint", _sorted(self.joint))

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the Outcome's fields, the main one first."""
        return tuple(self.histograms)

    def histogram(self, field: str) -> Mapping[int, int]:
        """Return {value: count} of a field, values ascending."""
        if not isinstance(field, str) or field not in self.histograms:
            raise UnknownName(
                f"no field {quote(field)} was counted; there are {', '.join(self.fields)}"
            )
        return self.histograms[field]

    @property
    def named(self) -> dict[str, dict[int | str, int]]:
        """The histograms {field: {value: count}} with the words of the values that have some."""
        return {
            name: {self.words.get(name, {}).get(v, v): count for v, count in counts.items()}
            for name, counts in self.histograms.items()
        }

    def is_number(self, field: str) -> bool:
        """Return whether a mean says something of a field: numbers and truth values."""
        return self.words.get(field, TRUTH) == TRUTH

    def mean(self, field: str) -> Fraction:
        """Return the exact mean of the plays, (1/n) sum_v c_v v."""
        return Fraction(sum(c * v for v, c in self.histogram(field).items()), self.plays)

    def variance(self, field: str) -> Fraction:
        """Return the exact variance of these plays, (1/n) sum_v c_v v² - mean².

        Multiplied by n/(n-1) it estimates the variance of the game.
        """
        squares = sum(c * v * v for v, c in self.histogram(field).items())
        return Fraction(squares, self.plays) - self.mean(field) ** 2

    def frequency(self, field: str, value: int | str) -> Fraction:
        """Return the fraction of the plays in which `field` had `value`, a number or its word."""
        check_hashable("value", value)
        counts = self.histogram(field)
        count = self.named[field].get(value) if isinstance(value, str) else counts.get(value)
        return Fraction(count or 0, self.plays)

    def __add__(self, other: "Tally") -> "Tally":
        if not isinstance(other, Tally):
            return NotImplemented
        self._check_addable(other)
        return Tally(
            experiment=self.experiment,
            label=self.label,
            plays=self.plays + other.plays,
            histograms={f: _merged(h, other.histograms[f]) for f, h in self.histograms.items()},
            joint={g: _merged(h, other.joint[g]) for g, h in self.joint.items()},
            words=self.words or other.words,
        )

    def _check_addable(self, other: "Tally") -> None:
        if self.experiment != other.experiment:
            raise BadInput(
                f"cannot add plays of {self._name} and of {other._name}: these are different "
                "experiments (game, rules, experiment name, version or way of playing); "
                "use a separate tally for each"
            )
        if set(self.histograms) != set(other.histograms):
            raise BadInput(f"cannot add tallies of {_both(self.histograms, other.histograms)}")
        if set(self.joint) != set(other.joint):
            raise BadInput(
                f"cannot add tallies with joint histograms of {_both(self.joint, other.joint)}; "
                "request the same groups in both"
            )

    @property
    def _name(self) -> str:
        return f"{self.label} [{self.experiment}]" if self.label else f"[{self.experiment}]"

    def _summary(self) -> Summary:
        rows = []
        for name in self.fields:
            moments, values = ("-", "-"), commonest(self.named[name], self.plays)
            if self.is_number(name):
                mean, sd = self.mean(name), root(self.variance(name))
                moments = displayed(mean, 6), displayed(sd, 6)
                values = f"{len(self.histogram(name)):,}"
            rows.append((name, *moments, values))
        header = ("field", "mean", "standard deviation", "different values")
        return Summary(f"{self.label or self.experiment}: {self.plays:,} plays", rows, header)

    def __str__(self) -> str:
        parts = [
            f"mean {name} {displayed(self.mean(name), 6)}"
            if self.is_number(name)
            else f"{name} ({commonest(self.named[name], self.plays)})"
            for name in self.fields
        ]
        return f"{self.label or self.experiment}: {self.plays} plays, {', '.join(parts)}"


ROOM = 42  # characters for the commonest values


def commonest(counts: Mapping[str, int] | Mapping[int | str, int], plays: int) -> str:
    """Return the commonest values with their shares, as many as a line has room for.

    >>> commonest({"win": 30, "tie": 10, "loss": 60}, 100)
    'loss: 60.00%  win: 30.00%  tie: 10.00%'
    """
    shown = ""
    for value, number in sorted(counts.items(), key=lambda pair: -pair[1]):
        longer = f"{shown}  {value}: {number / plays:.2%}".strip()
        if shown and len(longer) > ROOM:
            break
        shown = longer
    return shown


def displayed(value: Fraction, digits: int) -> str:
    """Return a fraction to so many digits, as a float would be written.

    >>> displayed(Fraction(2, 3), 4), displayed(Fraction(-(10**400)), 2)
    ('0.6667', '-1.0e+400')
    """
    try:
        return f"{float(value):.{digits}g}"
    except OverflowError:
        return f"{Decimal(value.numerator) / value.denominator:.{digits}g}"


def root(value: Fraction) -> Fraction:
    """Return the square root of a fraction >= 0, to the digits of a float.

    >>> root(Fraction(9, 4)), root(Fraction(10**800)) == 10**400
    (Fraction(3, 2), True)
    """
    try:
        return Fraction(math.sqrt(value))
    except OverflowError:
        return Fraction(math.isqrt(int(value)))


def _check_histograms(name: str, histograms: object, key: type, wanted: str) -> None:
    """Raise InvalidCounts unless these are histograms by field, or by group of fields."""
    if not isinstance(histograms, Mapping) or not all(
        isinstance(field, key) and isinstance(counts, Mapping)
        for field, counts in histograms.items()
    ):
        raise InvalidCounts(f"{name}={quote(histograms)} must be {wanted}")


def _check_words(words: object) -> None:
    """Raise InvalidCounts unless these are different words for integers, by field."""
    if not isinstance(words, Mapping) or not all(map(_are_words, words.values())):
        raise InvalidCounts(f"words={quote(words)} must be {{field: {{value: word}}}}")


def _are_words(words: object) -> bool:
    return (
        isinstance(words, Mapping)
        and all(type(value) is int for value in words)
        and all(isinstance(word, str) for word in words.values())
        and len({*words.values()}) == len(words)
    )


def _is_count(count: object) -> bool:
    return isinstance(count, int) and not isinstance(count, bool) and count > 0


def _is_plain(histogram: Mapping[Key, int]) -> bool:
    """Return whether all values and counts are of type int and all counts > 0: the usual case."""
    kinds = {*map(type, histogram), *map(type, histogram.values())}
    return kinds == {int} and min(histogram.values()) > 0


def _check(name: str | Group, histogram: Mapping[Key, int], plays: int) -> None:
    """Raise InvalidCounts unless values are integers and counts are integers > 0, sum `plays`."""
    suspects = () if isinstance(name, str) and _is_plain(histogram) else histogram.items()
    for value, count in suspects:
        if not _is_count(count):
            raise InvalidCounts(
                f"{name}: value {value} counted {quote(count)} times; must be int >= 1"
            )
        if not all(type(part) is int for part in (value if isinstance(value, tuple) else (value,))):
            raise InvalidCounts(f"{name}: value {quote(value)} is not an integer")
        if isinstance(name, tuple) and (not isinstance(value, tuple) or len(value) != len(name)):
            raise InvalidCounts(f"{name}: value {quote(value)} is not one number per field")
    if sum(histogram.values()) != plays:
        raise InvalidCounts(
            f"{name}: the counts sum to {quote(sum(histogram.values()))}, not plays={quote(plays)}"
        )


def _sorted(histograms: Mapping[Name, Mapping[Key, int]]) -> dict[Name, dict[Key, int]]:
    """Return a copy with values ascending, so that equal tallies have equal reprs."""
    return {name: {v: counts[v] for v in sorted(counts)} for name, counts in histograms.items()}


def _merged(one: Mapping[Key, int], other: Mapping[Key, int]) -> dict[Key, int]:
    total = dict(one)
    for value, count in other.items():
        total[value] = total.get(value, 0) + count
    return total


def _both(one: Iterable[str | Group], other: Iterable[str | Group]) -> str:
    return f"{sorted(map(str, one))} and of {sorted(map(str, other))}"
