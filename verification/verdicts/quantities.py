"""From exact laws to the quantities that are judged.

A field of numbers is one quantity; a field of an enum is one quantity per member.
A law with a tail is judged as min(X, h), h the smallest with P(X > h) <= 1e-9.
Where only moments are known, only the mean is judged.
"""

import enum
import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from montmort.display import short_repr
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.errors import BadInput, InvalidCounts, UnknownName
from montmort.games.experiment import words_of
from montmort.games.validation import meant, quote
from montmort.montecarlo.simulator import as_integer
from montmort.montecarlo.tally import Tally
from montmort.verification.verdicts.quantity import Quantity, cell

AnyLaw = Law[Any]
Known = AnyLaw | Moments  # what is known exactly of a field

RARE = Fraction(1, 10**9)  # the chance beyond the horizon of an unbounded field, at most


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
