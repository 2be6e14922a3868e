"""Guesses from exact values: known sequences, and values that fit nothing."""

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import factorial, harmonic

from montmort.exact.families.closed_forms import is_zero
from montmort.exact.families.families import Family
from montmort.exact.families.sequences import a, guess
from montmort.games.errors import BadInput

n, i, j = sympy.symbols("n i j", integer=True)
p = sympy.Symbol("p")
HALF = Fraction(1, 2)


def numbers(formula: sympy.Expr, start: int, count: int) -> list[sympy.Expr]:
    return [formula.subs(n, value).doit() for value in range(start, start + count)]


@pytest.mark.parametrize(
    "formula",
    [
        n * (n + 1) / 2,
        n / (n**2 + 1),
        2**n + n,
        (n + 1) * 2**n - 3 ** (-n),
        1 / (2**n - 1),
        n * harmonic(n),
        n**2 * harmonic(n, 2) - n * harmonic(n),
        1 / factorial(n),
        factorial(2 * n) / factorial(n) ** 2 / 4**n,
        (p ** (-n) - 1) / (1 - p),
        ((1 - p) / p - 1) / (((1 - p) / p) ** n - 1),
    ],
)
def test_closed_forms_are_found(formula: sympy.Expr) -> None:
    found = guess(numbers(formula, 1, 18 if not formula.has(p) else 11), symbol=n)
    assert found is not None
    assert is_zero(found.formula - formula, [n])
    assert str(found).startswith("Conjecture, not proved: a(n) = ")


@settings(max_examples=25)
@given(st.lists(st.integers(-3, 3), max_size=4), st.integers(0, 3))
def test_polynomials(factors: list[int], start: int) -> None:
    formula = sum((c * n**power for power, c in enumerate(factors)), start=sympy.Integer(0))
    found = guess(numbers(formula, start, 9), start=start, symbol=n)
    assert found is not None
    assert sympy.expand(found.formula - formula) == 0


def test_rencontres_of_montmort() -> None:
    values = numbers(sympy.Sum((-1) ** i / factorial(i), (i, 0, n)), 0, 14)
    found = guess(values, start=0, symbol=n)
    assert found is not None
    assert found.formula == sympy.Sum((-1) ** i / factorial(i), (i, 0, n))
    recurrence = (n + 2) * a(n + 2) - (n + 1) * a(n + 1) - a(n)  # Euler 1753
    assert sympy.expand(found.recurrence - recurrence) == 0
    assert (found.used, found.checked) == (range(11), range(11, 14))


def test_a_recurrence_without_closed_form() -> None:
    found = guess([1, 1, 2, 3, 5, 8, 13, 21, 34, 55], symbol=n)
    assert found is not None
    assert found.formula is None
    assert found.recurrence == a(n + 2) - a(n + 1) - a(n)


def test_mean_length_of_a_series_is_a_conjecture() -> None:
    """First to n wins, fair coin: the mean is 2n - 2n C(2n, n) / 4^n."""
    series = Family(
        name="series",
        size=n,
        states={i: (0, n), j: (0, n)},
        moves={(i - 1, j): HALF, (i, j - 1): HALF},
        ends={sympy.Eq(i, 0): 0, sympy.Eq(j, 0): 0},
        reward=1,
    )
    solved = series.values(14)  # V(i, j) is the same for every larger n
    found = guess([solved[m, m] for m in range(1, 15)], symbol=n)
    assert found is not None
    closed = 2 * n - 2 * n * sympy.binomial(2 * n, n) / 4**n
    terms = {call: closed.subs(n, call.args[0]) for call in found.recurrence.atoms(a)}
    assert is_zero(found.recurrence.xreplace(terms), [n])


@pytest.mark.parametrize(
    "values",
    [
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37],
        [k * (k + 1) // 2 for k in range(1, 10)] + [56],  # the last one is wrong
        [Fraction(1, k) for k in range(1, 10)] + [Fraction(1, 11)],
    ],
)
def test_values_that_fit_nothing(values: list[Any]) -> None:
    assert guess(values) is None


@pytest.mark.parametrize("last", [0.5, sympy.Float(0.5), sympy.pi, 0.5 * p, "1", None])
def test_inexact_values(last: Any) -> None:
    with pytest.raises(BadInput):
        guess([1, 2, 3, 4, 5, 6, last])


def test_too_few_values() -> None:
    with pytest.raises(BadInput, match="5 values are too few for a guess; give at least 6"):
        guess([1, 2, 3, 4, 5])
    with pytest.raises(BadInput):
        guess(7)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="start=-1"):
        guess([1] * 9, start=-1)
