"""Treize with a stake A for a point, a forfeit B for the loss and a discount d for each pass.

What pass k = 0, 1, ... brings counts d^k times; equivalently, after each pass the game is broken
off with chance 1 - d.  With Q, e and l, the chances to lose in a pass, as in
`montmort.exact.treize.solution`, the game is worth

    A V(d) - B L(d),    V(d) = ((I - dQ)^-1 e)_0,    L(d) = ((I - dQ)^-1 l)_0.

With D orders of the deck, S = D Q in integers, y = d/D and an integer vector g = D e or D l,
both are sum_k y^k (S^k g)_0 / D.  By Cramer's rule the sum is a polynomial of degree below r
over det(I - yS), so its first r terms give it.  As (I - Q)^-1 l = 1, L(1) = 1.
"""

from collections.abc import Sequence
from typing import Any

from flint import fmpz, fmpz_mat, fmpz_poly

from montmort.exact.chains.lazy_values import Answer, as_exact
from montmort.exact.rational_functions.field import (
    RationalFunction,
    Value,
    quotient,
    ring_of,
    to_value,
)
from montmort.exact.treize.solution import Solution
from montmort.games.errors import BadInput
from montmort.games.extras import sympy

d = sympy.Symbol("d")


def value_with(
    solution: Solution, *, stake: Value = 1, forfeit: Value | None = None, discount: Value = 1
) -> Answer:
    """Return the dealer's value with a stake for a point, a forfeit for the loss, a discount.

    Each may be a number or an expression in symbols; the forfeit is the stake if it is not
    given.  The discount is from 0 to 1.

    >>> from montmort.exact.treize.solution import solve
    >>> from montmort.games.treize import Rules
    >>> A, B = sympy.symbols("A B")
    >>> game = solve(Rules(ranks=2, suits=1))
    >>> value_with(game, stake=A), value_with(game, stake=A, forfeit=B)
    (A/3, (4*A - 3*B)/3)
    >>> value_with(game, discount=d)
    d/((2 - d)*(d + 2))
    """
    asked = {"stake": stake, "discount": discount}
    if forfeit is not None:
        asked["forfeit"] = forfeit
    exact: dict[str, Any] = {name: as_exact(value) for name, value in asked.items()}
    for name, value in exact.items():
        if value is None:
            raise BadInput(
                f"{name}={asked[name]} must be exact: an integer, a Fraction or an expression"
            )
    at = exact["discount"]
    if not isinstance(at, RationalFunction) and not 0 <= at <= 1:
        raise BadInput(f"discount={at} must be exact and in [0, 1]")
    points, losses = (part.at({d: at}) for part in points_and_loss(solution))
    return to_value(exact["stake"] * points - exact.get("forfeit", exact["stake"]) * losses)


def points_and_loss(solution: Solution) -> tuple[RationalFunction, RationalFunction]:
    """Return V and L, functions of `d`.

    >>> from montmort.exact.treize.solution import solve
    >>> from montmort.games.treize import Rules
    >>> points_and_loss(solve(Rules(ranks=2, suits=1)))
    (2*(d + 1)/((2 - d)*(d + 2)), 1/(2 - d))
    """
    counts, ranks = solution.counts, solution.rules.ranks
    move = fmpz_mat([[sum(by_points) for by_points in row] for row in counts.survive])
    below = fmpz_poly(move.charpoly().coeffs()[::-1])  # det(I - yS)
    bottom = _in_d(below.coeffs(), counts.orders, ranks) * counts.orders
    found = []
    for vector in (solution.gains, solution.loss):
        whole = fmpz_mat([[int(entry * counts.orders)] for entry in vector])
        first = []
        for _ in range(ranks):
            first.append(whole[0, 0])
            whole = move * whole
        top = (fmpz_poly(first) * below).coeffs()[:ranks]
        found.append(_in_d(top, counts.orders, ranks) / bottom)
    points, loss = found
    return points, loss


def _in_d(coefficients: Sequence[fmpz], orders: int, ranks: int) -> RationalFunction:
    """Return D^r times a polynomial in y = d/D, of degree at most r."""
    ring = ring_of([d])
    scaled: dict[tuple[int, ...], fmpz] = {
        (k,): c * orders ** (ranks - k) for k, c in enumerate(coefficients) if c
    }
    return quotient(ring, ring.context.from_dict(scaled), ring.one)
