"""Parametric linear systems: over Q(p, q, …), the field of rational functions of the symbols.

Entries are sympy expressions, rational in their symbols with rational
coefficients.  In the field every element has one normal form, so a test for
zero is decidable and elimination is exact; a solution is multiplied back in the
field before it is returned.  sympy is imported only when there are symbols.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeGuard, Union

from flint import fmpz

from montmort.exact.linalg.system import Column, Integer
from montmort.games.errors import BadInput

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean
    from sympy.polys.domains import Domain

Number = Union[int, Fraction, "Expr"]
Entry = Union[int, fmpz, "Expr"]  # of a system
Element = Any  # of a sympy domain


def is_expression(value: object) -> "TypeGuard[Expr]":
    """Return whether the value is a sympy expression, without importing sympy.

    >>> import sympy
    >>> is_expression(sympy.Symbol("p")), is_expression(2)
    (True, False)
    """
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Expr)


def any_expression(values: Sequence[object]) -> "TypeGuard[Sequence[Expr]]":
    """Return whether any of the values is an expression; each type is tested once.

    >>> import sympy
    >>> any_expression([1, sympy.Symbol("p")]), any_expression([1, 2])
    (True, False)
    """
    sympy = sys.modules.get("sympy")
    return sympy is not None and any(issubclass(t, sympy.Expr) for t in {*map(type, values)})


def exact_value(value: object) -> "Fraction | Expr | None":
    """Return a rational expression as it is, as a Fraction if it is a number, else None.

    >>> import sympy
    >>> exact_value(sympy.Rational(1, 3)), exact_value(sympy.Symbol("p") / 2)
    (Fraction(1, 3), p/2)
    >>> exact_value(sympy.Float(0.5)) is None
    True
    """
    if not is_expression(value):
        return None
    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    try:
        field, (element,) = _field([value])
    except BadInput:
        return None
    if (number := field.to_sympy(element)).is_Rational:  # the symbols cancel out
        return Fraction(int(number.p), int(number.q))
    return value


def is_zero(value: Number) -> bool:
    """Return whether the expression is 0 for all values of its symbols.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> is_zero(p + (1 - p) - 1), is_zero(p - p**2)
    (True, False)
    """
    field, (element,) = _field([value])
    return bool(field.is_zero(element))


def factor_quotient(numerator: Entry, denominator: Integer) -> "Expr":
    """Return numerator / denominator as one factored fraction.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> factor_quotient(p**2 - p, 2)
    p*(p - 1)/2
    """
    import sympy

    return sympy.factor(sympy.sympify(numerator) / int(denominator))


def substitute(value: Number, values: "Mapping[Symbol, Number]") -> Number:
    """Return the expression with values for its symbols, all at once; numbers are unchanged.

    >>> import sympy
    >>> p, q = sympy.symbols("p q")
    >>> substitute(p - q, {p: q, q: p}), substitute(2, {p: q})
    (-p + q, 2)
    """
    return value.subs(values, simultaneous=True) if is_expression(value) else value


def all_positive(values: Iterable[Number]) -> "Boolean":
    """Return the sympy condition that every expression among the values is positive.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> all_positive([p, Fraction(1, 2), 1 - p])
    (0 < p) & (p < 1)
    """
    import sympy

    relations = {sympy.Gt(value, 0) for value in values if is_expression(value)}
    whole = sympy.And(*relations)
    if whole in (sympy.true, sympy.false) or len(whole.free_symbols) > 1:
        return whole
    return sympy.reduce_inequalities(sorted(relations, key=sympy.default_sort_key))


def solve(rows: Sequence[Mapping[int, Entry]], columns: Sequence[Sequence[Entry]]) -> list[Column]:
    """Return X with A·X == B over the field of all symbols; rows[i][j] = A_ij, sparse.

    ZeroDivisionError if A is singular for all values of the symbols.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> solve([{0: p, 1: -1}, {1: 1 - p}], [[0, 1]])
    [Column(numerators=[-1/(p**2 - p), -1/(p - 1)], denominator=1)]
    """
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

    size, width = len(rows), len(columns)
    if not size or not width:
        return [Column([], 1) for _ in columns]
    entries = [(i, j, entry) for i, row in enumerate(rows) for j, entry in row.items()]
    for c, column in enumerate(columns, start=size):
        entries += [(i, c, entry) for i, entry in enumerate(column)]
    field, elements = _field([entry for *_, entry in entries])
    sparse: dict[int, dict[int, Element]] = {}
    for (i, j, _), element in zip(entries, elements, strict=True):
        if element:
            sparse.setdefault(i, {})[j] = element
    table = DomainMatrix(sparse, (size, size + width), field)
    matrix, known = table[:, :size], table[:, size:]
    try:
        solution = matrix.lu_solve(known)
    except DMNonInvertibleMatrixError:
        raise ZeroDivisionError("the system is singular") from None
    if matrix * solution != known:
        raise ArithmeticError("the solution does not satisfy the system: not returned")
    return [
        Column([field.to_sympy(solution.rep.getitem(i, c)) for i in range(size)], 1)
        for c in range(width)
    ]


def _field(values: Sequence[Entry | Fraction]) -> "tuple[Domain, list[Element]]":
    """Return the field of rational functions that holds all values, and the values in it."""
    import sympy
    from sympy.polys.polyerrors import CoercionFailed

    expressions = [sympy.sympify(value) for value in values]
    names = sorted(set().union(*(value.free_symbols for value in expressions)), key=str)
    field = sympy.QQ.frac_field(*names) if names else sympy.QQ
    try:
        if any(value.has(sympy.Float) for value in expressions):
            raise CoercionFailed("a float")
        return field, [field.from_sympy(value) for value in expressions]
    except (CoercionFailed, ValueError):  # ValueError: a sine, say
        raise BadInput(
            "a chance or reward with symbols must be a rational function of them, "
            "its coefficients rational; use Rational instead of floats and roots"
        ) from None
