"""Parameters instead of numbers: linear systems over a field of rational functions.

Entries are sympy expressions, rational in their symbols with rational
coefficients.  In the field Q(p, q, …) every element has one normal form, so
"is it zero?" is decidable and elimination is exact; a solution is multiplied
back in the field before it is returned.  sympy is loaded when a symbol comes.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from montmort.exact.linalg.integer_systems import Column
from montmort.games.errors import BadInput

Expression = Any  # a sympy Expr


def is_expression(value: object) -> bool:
    """Return whether the value is a sympy expression; asks without loading sympy."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Expr)


def any_expression(values: Iterable[object]) -> bool:
    """Return whether one of the values is an expression; looks at their types only."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and any(issubclass(t, sympy.Expr) for t in {*map(type, values)})


def exact(value: object) -> Fraction | Expression | None:
    """Return an expression as it is, as a Fraction if it is a number, or None if it is inexact.

    >>> import sympy
    >>> exact(sympy.Rational(1, 3)), exact(sympy.Symbol("p") / 2), exact(sympy.Float(0.5))
    (Fraction(1, 3), p/2, None)
    """
    if not is_expression(value):
        return None
    if value.is_Rational:  # type: ignore[attr-defined]
        return Fraction(int(value.p), int(value.q))  # type: ignore[attr-defined]
    try:
        field, (element,) = _field([value])
    except BadInput:
        return None
    if (number := field.to_sympy(element)).is_Rational:  # the symbols cancel out
        return Fraction(int(number.p), int(number.q))
    return value


def is_zero(value: Expression) -> bool:
    """Return whether the expression is 0 for all values of its symbols.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> is_zero(p + (1 - p) - 1), is_zero(p - p**2)
    (True, False)
    """
    domain, (element,) = _field([value])
    return bool(domain.is_zero(element))


def factored(numerator: Any, denominator: Any) -> Expression:
    """Return the quotient as one factored fraction."""
    import sympy

    return sympy.factor(sympy.sympify(numerator) / int(denominator))


def at(value: Any, values: Mapping[Any, Any]) -> Any:
    """Return the expression with the values put in for its symbols; numbers stay as they are."""
    return value.subs(values, simultaneous=True) if is_expression(value) else value


def all_positive(values: Iterable[Any]) -> Any:
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


def solve(rows: Sequence[Mapping[int, Any]], columns: Sequence[Sequence[Any]]) -> list[Column]:
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
    where = [(i, j) for i, row in enumerate(rows) for j in row]
    given = [rows[i][j] for i, j in where] + [entry for column in columns for entry in column]
    domain, elements = _field(given)
    left = _sparse(zip(where, elements, strict=False))
    sides = iter(elements[len(where) :])
    right = _sparse(((i, c), next(sides)) for c in range(width) for i in range(size))
    matrix = DomainMatrix(left, (size, size), domain)
    known = DomainMatrix(right, (size, width), domain)
    try:
        solution = matrix.lu_solve(known)
    except DMNonInvertibleMatrixError:
        raise ZeroDivisionError("the system is singular") from None
    if matrix * solution != known:
        raise ArithmeticError("the solution does not satisfy the system: not returned")
    return [
        Column([domain.to_sympy(solution.rep.getitem(i, c)) for i in range(size)], 1)
        for c in range(width)
    ]


def _sparse(entries: Iterable[tuple[tuple[int, int], Any]]) -> dict[int, dict[int, Any]]:
    """Return {row: {column: element}} without the zeros."""
    sparse: dict[int, dict[int, Any]] = {}
    for (i, j), element in entries:
        if element:
            sparse.setdefault(i, {})[j] = element
    return sparse


def _field(values: Sequence[Any]) -> tuple[Any, list[Any]]:
    """Return the field of rational functions that holds all values, and the values in it."""
    import sympy
    from sympy.polys.polyerrors import CoercionFailed

    given = [sympy.sympify(value) for value in values]
    names = sorted(set().union(*(value.free_symbols for value in given)), key=str)
    field = sympy.QQ.frac_field(*names) if names else sympy.QQ
    try:
        if any(value.has(sympy.Float) for value in given):
            raise CoercionFailed("a float")
        return field, [field.from_sympy(value) for value in given]
    except (CoercionFailed, ValueError):  # ValueError: a sine, say
        raise BadInput(
            "a chance or reward with symbols must be a rational function of them, "
            "its coefficients rational; use Rational instead of floats and roots"
        ) from None
