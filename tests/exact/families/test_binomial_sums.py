"""Sums proposed from differences: those of the matching problem, and none where none fits."""

from fractions import Fraction
from math import comb, factorial

import pytest
import sympy
from sympy import Eq, Sum, binomial

from montmort.exact.families.binomial_sums import binomial_sums
from montmort.exact.families.families import Family
from montmort.exact.families.fitting import Samples
from montmort.exact.families.induction import prove
from tests.exact.families.textbook import COLLECTOR, MATCHING, NO_MATCH

k, m, j, n, i = sympy.symbols("k m j n i", integer=True)


def samples_of(family: Family, largest: int) -> Samples:
    """Return the values in all states of the chains up to the largest n."""
    points, values = [], []
    for size in range(1, largest + 1):
        for state, value in family.values(size).items():
            points.append({**dict(zip(family.states, state, strict=True)), family.size: size})
            values.append(sympy.sympify(value))
    return Samples(points, values, len(points))


def test_the_sum_of_the_matching_problem_is_proposed_and_proved() -> None:
    (proposed,) = binomial_sums(MATCHING, samples_of(MATCHING, 7))
    for cards in range(6):
        for left in range(cards + 1):
            at = {m: cards, j: left}
            assert proposed.subs(at).doit() == NO_MATCH.subs(at).doit()
    found = prove(MATCHING, proposed)
    assert found.at({m: 5, j: 5, n: 5}) == Fraction(44, 120)


def table(value: object) -> Samples:
    points = [{m: a, j: b, n: 9} for a in range(9) for b in range(a + 1)]
    return Samples(points, [value(point[m], point[j]) for point in points], len(points))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("value", "formula"),
    [
        (lambda a, b: sympy.Integer(3) ** b, 2**i),
        (lambda a, b: sympy.Integer(2) ** a * 5**b, 4**i * 2**m),
        (lambda a, b: sympy.Integer(sum(comb(b, x) * factorial(x) for x in range(b + 1))),
         sympy.factorial(i)),
    ],
)  # fmt: skip
def test_products_of_powers_and_factorials(value: object, formula: sympy.Expr) -> None:
    proposed = list(binomial_sums(MATCHING, table(value)))
    wanted = Sum(binomial(j, i) * formula, (i, 0, j))
    at = [{m: 6, j: b} for b in range(6)]
    assert [wanted.subs(x).doit() for x in at] in [
        [each.subs(x).doit() for x in at] for each in proposed
    ]


def test_no_sum_is_proposed_where_no_differences_fit() -> None:
    def broken(a: int, b: int) -> sympy.Expr:
        return sympy.Integer(3) ** b + (a == 8 and b == 7)

    assert not list(binomial_sums(MATCHING, table(broken)))
    assert not list(binomial_sums(COLLECTOR, samples_of(COLLECTOR, 5)))  # depends on n
    assert not list(binomial_sums(MATCHING, samples_of(MATCHING, 2)))  # too few values
    zero = Family(
        name="zero", size=n, states={m: (0, n), j: (0, m)}, moves={(m - 1, j - 1): 1},
        ends={Eq(j, 0): 0},
    )  # fmt: skip
    assert not list(binomial_sums(zero, samples_of(zero, 6)))
