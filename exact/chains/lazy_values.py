"""Labelled answers: integers over one denominator inside, Fractions outside.

With symbols they are rational functions inside and expressions of sympy outside.

A solved chain has one fraction per state, and often all share a denominator of
thousands of digits.  Reducing each to lowest terms can cost more than solving
the chain, so `LazyFractions` reduces only those that are looked up.
"""

import numbers
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, Union

from flint import fmpq, fmpz

from montmort.display import short_text
from montmort.exact.linalg.system import Column, Integer, fraction
from montmort.exact.rational_functions.field import (
    RationalFunction,
    from_sympy,
    is_expression,
)
from montmort.games.errors import BadInput

if TYPE_CHECKING:
    from sympy import Expr

Label = TypeVar("Label", bound=Hashable)
Answer = Union[Fraction, "Expr"]  # an expression where the chain or the reward has symbols
Entry = Any  # of a system: an integer, or a RationalFunction where there are symbols


class LazyFractions(Mapping[Label, Answer]):
    """An immutable mapping of labels to quotients; equal to a dict with the same values.

    >>> LazyFractions({"a": (fmpz(2), fmpz(4)), "b": (fmpz(3), fmpz(4))})
    {'a': Fraction(1, 2), 'b': Fraction(3, 4)}
    """

    def __init__(self, quotients: Mapping[Label, tuple[Entry, Integer]]) -> None:
        self._quotients = quotients

    def __getitem__(self, label: Label) -> Answer:
        above, below = self._quotients[label]
        if isinstance(above, RationalFunction):
            return (above / int(below)).to_sympy()
        return fraction(above, below)

    def __iter__(self) -> Iterator[Label]:
        return iter(self._quotients)

    def __len__(self) -> int:
        return len(self._quotients)

    def __contains__(self, label: object) -> bool:
        return label in self._quotients

    def __repr__(self) -> str:
        return short_text(self)


def label_entries(labels: Sequence[Label], column: Column) -> Mapping[Label, Answer]:
    """Return {label: entry} of a column: Fractions, or factored expressions with symbols.

    >>> label_entries(["a", "b"], Column([2, 3], 4))
    {'a': Fraction(1, 2), 'b': Fraction(3, 4)}
    """
    numerators, denominator = column
    return LazyFractions({s: (n, denominator) for s, n in zip(labels, numerators, strict=True)})


def as_exact(value: object) -> Any:
    """Return a number as int or Fraction, an expression as a RationalFunction, else None.

    >>> as_exact(fmpq(1, 3)), as_exact(2), as_exact(0.5)
    (Fraction(1, 3), 2, None)
    """
    if type(value) is int or type(value) is Fraction:
        return value
    if isinstance(value, fmpq | fmpz):
        return fraction(value.numerator, value.denominator)
    if isinstance(value, numbers.Rational):  # truth values, numpy's integers
        return Fraction(int(value.numerator), int(value.denominator))
    if not (isinstance(value, RationalFunction) or is_expression(value)):
        return None
    try:
        element = from_sympy(value)
    except BadInput:
        return None
    number = element.number  # not None if the symbols cancel out
    return element if number is None else number
