"""Conditions on symbols: which expressions must be positive, and values for the symbols."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.symbolic.field import Number, RationalFunction, from_sympy, is_expression
from montmort.games.errors import BadInput
from montmort.games.validation import check_mapping, quote

if TYPE_CHECKING:
    from sympy import Symbol
    from sympy.logic.boolalg import Boolean


def all_positive(elements: Iterable[RationalFunction]) -> "Boolean":
    """Return the sympy condition that all are positive.

    >>> import sympy
    >>> p = from_sympy(sympy.Symbol("p"))
    >>> all_positive([p, 1 - p])
    (0 < p) & (p < 1)
    """
    import sympy

    expressions = {element.to_sympy() for element in elements}
    relations = {sympy.Gt(expression, 0) for expression in expressions}
    whole = sympy.And(*relations)
    if whole in (sympy.true, sympy.false) or len(whole.free_symbols) > 1:
        return whole
    return sympy.reduce_inequalities(sorted(relations, key=sympy.default_sort_key))


def read_values(values: "Mapping[Symbol, Any]") -> "dict[Symbol, Number]":
    """Return values for symbols, as numbers or elements; BadInput for anything else.

    >>> import sympy
    >>> read_values({sympy.Symbol("p"): sympy.Rational(1, 3)})
    {p: Fraction(1, 3)}
    """
    check_mapping("values", values, "{symbol: number}")
    read: dict[Any, Number] = {}
    for symbol, value in values.items():
        if not (is_expression(symbol) and symbol.is_Symbol):
            raise BadInput(f"values: {quote(symbol)} is no sympy Symbol")
        if isinstance(value, int | Fraction):
            read[symbol] = Fraction(value)
            continue
        if not is_expression(value):
            raise BadInput(f"values: {quote(value)} for {symbol} is not exact; use a Fraction")
        element = from_sympy(value)
        number = element.number
        read[symbol] = element if number is None else number
    return read
