"""Families of chains from textbooks."""

from fractions import Fraction
from typing import Any

import sympy
from sympy import Eq, Sum, binomial, factorial

from montmort.exact.families.families import End, Family

k, m, j, n, i = sympy.symbols("k m j n i", integer=True)
p = sympy.Symbol("p")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
RATIO = (1 - p) / p
WALK: dict[str, Any] = {
    "size": n,
    "states": {k: (0, n)},
    "moves": {k + 1: p, k - 1: 1 - p},
}
RUIN = Family(name="ruin", **WALK, ends={Eq(k, 0): 0, Eq(k, n): 1})
DURATION = Family(name="duration", **WALK, ends={Eq(k, 0): 0, Eq(k, n): 0}, reward=1)
FAIR = RUIN.at({p: HALF})
COLLECTOR = Family(
    name="coupon collector",
    size=n,
    states={k: (0, n)},
    moves={k + 1: (n - k) / n, k: k / n},
    ends={Eq(k, n): 0},
    reward=1,
)
HEADS = Family(
    name="run of n heads",
    size=n,
    states={k: (0, n)},
    moves={k + 1: p, 0: 1 - p},
    ends={Eq(k, n): 0},
    reward=1,
)
# m cards are left, and j places still to come whose own card is left: these are dealt first.
MATCHING = Family(
    name="no match",
    size=n,
    states={m: (0, n), j: (0, m)},
    moves={End(0): 1 / m, (m - 1, j - 2): (j - 1) / m, (m - 1, j - 1): (m - j) / m},
    ends={Eq(j, 0): 1},
)
NO_MATCH = Sum((-1) ** i * binomial(j, i) * factorial(m - i) / factorial(m), (i, 0, j))
