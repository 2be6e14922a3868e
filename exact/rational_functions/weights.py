"""Weights of picks and results with symbols, as elements of the field of rational functions."""

import numbers
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard

from montmort.exact.rational_functions.field import (
    RationalFunction,
    from_sympy,
    is_expression,
    total,
)
from montmort.games.errors import BadInput
from montmort.games.validation import quote

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


@dataclass
class Weights:
    """Reads the weights of picks, and keeps those with symbols: they must be >= 0.

    `totals` are the sums of weights that may all be 0: they must be > 0.  Where a play can come
    back to a place inside a step, it `recurs`.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> read = Weights()
    >>> read([p, 1 - p]), len(read.signed)
    ((p, 1 - p), 2)
    """

    signed: set[RationalFunction] = field(default_factory=set)
    totals: set[RationalFunction] = field(default_factory=set)
    recurs: bool = False
    _known: dict[object, RationalFunction] = field(default_factory=dict, repr=False)

    def __call__(self, weights: Sequence[Any]) -> tuple[RationalFunction, ...]:
        """Return the weights as elements; BadInput if a number among them is negative."""
        elements = tuple(map(self._element, weights))
        if not any(elements):
            raise BadInput("cannot pick: all weights are zero")
        whole = total(elements)
        if not whole:
            raise BadInput(f"cannot pick: the weights {quote(weights)} sum to 0")
        if whole.number is None and not any(each.number for each in elements):
            self.totals.add(whole)
        return elements

    def _element(self, weight: Any) -> RationalFunction:
        if not (isinstance(weight, numbers.Rational) or is_expression(weight)):
            raise BadInput(
                f"weights must be integers, Fractions or expressions, not {quote(weight)}"
            )
        known = self._known.get(weight)
        if known is None:
            known = self._known[weight] = self._read(weight)
        return known

    def _read(self, weight: Any) -> RationalFunction:
        element = from_sympy(weight)
        number = element.number
        if number is None:
            self.signed.add(element)
        elif number < 0:
            raise BadInput(f"weights must be >= 0, not {number}")
        return element


def normal_form(value: Any) -> Any:
    """Return the value with every expression in its normal form, so that equal ones merge.

    Tuples and NamedTuples are searched.  Expressions without symbols become numbers.

    >>> import sympy
    >>> a = sympy.Symbol("a")
    >>> normal_form((a * (a + 1) - a**2, sympy.Integer(2)))
    (a, 2)
    """
    if is_expression(value):
        element = from_sympy(value)
        number = element.number
        if number is None:
            return element.to_sympy()
        return number.numerator if number.denominator == 1 else number
    if is_condition(value):
        if value.free_symbols:
            raise BadInput(
                f"the result {value} depends on the values of the symbols; give them numbers"
            )
        return bool(value)
    if isinstance(value, tuple) and any(map(_may_change, value)):
        parts = map(normal_form, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _may_change(value: object) -> bool:
    return isinstance(value, tuple) or is_expression(value) or is_condition(value)


def is_condition(value: object) -> "TypeGuard[Boolean]":
    """Return whether the value is a relation or a truth value of sympy.

    >>> import sympy
    >>> is_condition(sympy.Symbol("p") > 0), is_condition(True)
    (True, False)
    """
    boolalg = sys.modules.get("sympy.logic.boolalg")
    if boolalg is None or is_expression(value):  # a Symbol is both
        return False
    return isinstance(value, boolalg.Boolean)
