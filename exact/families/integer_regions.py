"""Regions of integer points given by linear inequalities, and what follows from these.

A region is a list of affine expressions with integer coefficients, each >= 0.
It has no point if Fourier-Motzkin elimination reaches a constant < 0: from

    a x + u >= 0 and -b x + v >= 0  with a, b > 0  follows  b u + a v >= 0,

and each step divides by the common divisor of the coefficients and rounds the constant
down, which no integer point notices.  So "no point" is proved; the opposite answer
only says that this elimination has found no contradiction.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from montmort.games.errors import BadInput
from montmort.games.extras import sympy

if TYPE_CHECKING:
    from sympy import Expr, Symbol

Form = dict["Symbol | None", int]  # coefficients by symbol; None: the constant


def affine_form(expression: "Expr") -> Form:
    """Return the integer coefficients of an affine expression; BadInput if it is none.

    >>> k = sympy.Symbol("k")
    >>> affine_form(2 * (k - 1)) == {k: 2, None: -2}
    True
    """
    expression = sympy.expand(expression)
    form: Form = {}
    for term, factor in expression.as_coefficients_dict().items():
        if not factor.is_Integer or not (term.is_Symbol or term == 1):
            raise BadInput(f"{expression} must be an integer combination of its integers, plus one")
        if factor:
            form[None if term == 1 else term] = int(factor)
    return form


def is_affine(expression: "Expr", symbols: Iterable["Symbol"]) -> bool:
    """Return whether the expression is affine in these symbols, with integer coefficients.

    >>> k, p = sympy.symbols("k p")
    >>> is_affine(k - 1, [k]), is_affine(k * p, [k]), is_affine(p, [k])
    (True, False, False)
    """
    try:
        return affine_form(expression).keys() <= {*symbols, None}
    except BadInput:
        return False


@dataclass(frozen=True)
class Region:
    """The integer points where every one of the affine expressions is >= 0.

    >>> k, n = sympy.symbols("k n")
    >>> inside = Region((k - 1, n - 1 - k))
    >>> inside.forces(n - 2), inside.forces(n - 3), inside.is_empty()
    (True, False, False)
    """

    constraints: tuple["Expr", ...]

    def __and__(self, more: Iterable["Expr"]) -> "Region":
        return Region((*self.constraints, *more))

    def at(self, values: "dict[Symbol, Expr]") -> "Region":
        """Return the region with affine expressions in place of symbols."""
        return Region(
            tuple(sympy.expand(c.subs(values, simultaneous=True)) for c in self.constraints)
        )

    def is_empty(self) -> bool:
        """Return whether it is proved that no integer point satisfies all inequalities."""
        return _is_contradictory([affine_form(constraint) for constraint in self.constraints])

    def forces(self, expression: "Expr") -> bool:
        """Return whether it is proved that expression >= 0 at every point."""
        return (self & [-sympy.expand(expression) - 1]).is_empty()

    def forces_zero(self, expression: "Expr") -> bool:
        """Return whether it is proved that expression = 0 at every point."""
        return self.forces(expression) and self.forces(-expression)

    def sign(self, expression: "Expr") -> int:
        """Return 1 or -1 if the expression is proved to have that sign everywhere, else 0."""
        return 1 if self.forces(expression - 1) else -1 if self.forces(-expression - 1) else 0


def _is_contradictory(forms: list[Form]) -> bool:
    """Eliminate one symbol after the other; return whether a constant < 0 is found."""
    forms = [_tighten(form) for form in forms]
    while symbols := {s for form in forms for s in form if s is not None}:
        if any(form.keys() <= {None} and form.get(None, 0) < 0 for form in forms):
            return True
        chosen = min(symbols, key=lambda s: (_pairs(forms, s), str(s)))
        above = [form for form in forms if form.get(chosen, 0) > 0]
        below = [form for form in forms if form.get(chosen, 0) < 0]
        forms = [form for form in forms if chosen not in form]
        forms += [_combine(up, down, chosen) for up in above for down in below]
    return any(form.get(None, 0) < 0 for form in forms)


def _pairs(forms: list[Form], symbol: "Symbol") -> int:
    """Return the number of inequalities that the elimination of this symbol makes."""
    signs = [form.get(symbol, 0) for form in forms]
    return sum(c > 0 for c in signs) * sum(c < 0 for c in signs)


def _combine(up: Form, down: Form, symbol: "Symbol") -> Form:
    """Return the sum of both with factors > 0 such that the symbol cancels."""
    a, b = up[symbol], -down[symbol]
    keys = dict.fromkeys([*up, *down])
    total = {key: b * up.get(key, 0) + a * down.get(key, 0) for key in keys}
    return _tighten({key: c for key, c in total.items() if c})


def _tighten(form: Form) -> Form:
    """Divide by the common divisor of the coefficients and round the constant down."""
    divisor = math.gcd(*(c for key, c in form.items() if key is not None))
    return {key: c // divisor for key, c in form.items()} if divisor > 1 else form
