"""Labelled answers: integers over a denominator inside, a Fraction at the edge.

A solved chain has one fraction per state, and all of them often share a
denominator of thousands of digits.  To bring every one to lowest terms can
cost more than to solve the chain, so a `Values` does it for those looked at.
"""

import numbers
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from flint import fmpq, fmpz

from montmort.exact.linalg import symbolic_systems as symbols
from montmort.exact.linalg.integer_systems import Column

Label = TypeVar("Label", bound=Hashable)


def _coprime(numerator: int, denominator: int) -> Fraction:
    """Return the fraction without asking again for a common divisor."""
    make: Any = getattr(Fraction, "_from_coprime_ints", None)  # Python >= 3.12
    make = make or partial(Fraction, _normalize=False)
    return make(numerator, denominator)  # type: ignore[no-any-return]


def fraction(numerator: fmpz | int, denominator: fmpz | int) -> Fraction:
    """Return the fraction in lowest terms, the common divisor found by flint.

    >>> fraction(fmpz(6), fmpz(4))
    Fraction(3, 2)
    """
    lowest = fmpq(numerator, denominator)
    return _coprime(int(lowest.p), int(lowest.q))


class Values(Mapping[Label, Fraction]):
    """An immutable mapping of labels to Fractions; equal to a dict with the same fractions.

    >>> Values({"a": (fmpz(2), fmpz(4)), "b": (fmpz(3), fmpz(4))})
    {'a': Fraction(1, 2), 'b': Fraction(3, 4)}
    """

    def __init__(self, quotients: Mapping[Label, tuple[fmpz | int, fmpz | int]]) -> None:
        self._quotients = quotients

    def __getitem__(self, label: Label) -> Fraction:
        return fraction(*self._quotients[label])

    def __iter__(self) -> Iterator[Label]:
        return iter(self._quotients)

    def __len__(self) -> int:
        return len(self._quotients)

    def __contains__(self, label: object) -> bool:
        return label in self._quotients

    def __repr__(self) -> str:
        return repr(dict(self))


def labelled(labels: Sequence[Label], column: Column) -> Mapping[Label, Any]:
    """Return {label: entry} of a column: Fractions, or factored expressions with symbols."""
    if symbols.any_expression(column.numerators):
        entries = (symbols.factored(n, column.denominator) for n in column.numerators)
        return dict(zip(labels, entries, strict=True))
    return Values(
        {s: (n, column.denominator) for s, n in zip(labels, column.numerators, strict=True)}
    )


def as_exact(value: object) -> Any:
    """Return a rational number as int or Fraction, a rational expression as it is, else None.

    >>> as_exact(fmpq(1, 3)), as_exact(2), as_exact(0.5)
    (Fraction(1, 3), 2, None)
    """
    if type(value) in (int, Fraction):
        return value
    if isinstance(value, fmpq | fmpz):
        return fraction(value.numerator, value.denominator)
    if isinstance(value, numbers.Rational):  # truth values, numpy's integers
        return Fraction(int(value.numerator), int(value.denominator))
    return symbols.exact(value)
