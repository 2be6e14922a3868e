"""Entries of a PAR sheet as functions of the symbols in a law; see `exact.par_sheet`."""

from typing import TYPE_CHECKING, Any

from montmort.exact.rational_functions.field import from_sympy, is_expression
from montmort.exact.symbolic.law import SymbolicLaw
from montmort.games.errors import BadInput

if TYPE_CHECKING:
    from sympy import Expr


def par_functions(net: SymbolicLaw[Any]) -> "dict[str, Any]":
    """Return return, edge, frequencies, moments and the law of what is paid back, as functions.

    The net gains, in stakes, are numbers; their chances have the symbols.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> sheet = par_functions(SymbolicLaw.of({1: p, -1: 1 - p}))
    >>> sheet["rtp"], sheet["variance"], sheet["law"]
    (2*p, 4*p*(1 - p), {0: 1 - p, 2: p})
    """
    if any(map(is_expression, net)):
        raise BadInput("a PAR sheet needs numbers for the gains; give their symbols numbers")
    mean, edge = net.mean(), net.expected(lambda x: -x)
    push = net.expected(lambda x: int(x == 0))
    variance, third = net.variance(), net.expected(lambda x: (x - mean) ** 3)
    chances = net.chances()
    return {
        "rtp": net.expected(lambda x: 1 + x),
        "house_edge": edge,
        "house_edge_without_ties": _quotient(edge, 1 - push),
        "hit_frequency": net.expected(lambda x: int(x > -1)),
        "win_frequency": net.expected(lambda x: int(x > 0)),
        "push_frequency": push,
        "variance": variance,
        "third_central_moment": third,
        "skewness_squared": _quotient(third**2, variance**3),
        "maximum_exposure": max(net),
        "law": {1 + x: chances[x] for x in sorted(net)},
    }


def _quotient(top: "Expr", bottom: "Expr") -> "Expr | None":
    """Return a quotient in lowest terms, None if the divisor is 0."""
    divisor = from_sympy(bottom)
    return (from_sympy(top) / divisor).to_sympy() if divisor else None
