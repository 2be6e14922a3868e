"""Identities with finite sums, true ones and false ones."""

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Sum, binomial, factorial, harmonic
from sympy.concrete import gosper

from montmort.exact.families.closed_forms import NotProved
from montmort.exact.families.integer_regions import Region
from montmort.exact.families.telescoping import is_zero_in, rename_indices, without_sums
from montmort.games.errors import BadInput

i, n, m = sympy.symbols("i n m", integer=True)
x = sympy.Symbol("x")
LARGE = Region((n - 3,))
minus = sympy.Integer(-1)


def no_match(size: sympy.Expr) -> sympy.Expr:
    return Sum(minus**i / factorial(i), (i, 0, size))


@pytest.mark.parametrize(
    "expression",
    [
        Sum(i, (i, 1, n)) - n * (n + 1) / 2,
        Sum(i**2, (i, 0, n)) - n * (n + 1) * (2 * n + 1) / 6,
        Sum(x**i, (i, 0, n)) - (x ** (n + 1) - 1) / (x - 1),
        Sum(i * x**i, (i, 0, n - 1)) - Sum((i + 1) * x ** (i + 1), (i, 0, n - 2)),
        Sum(i * factorial(i), (i, 1, n)) - factorial(n + 1) + 1,
        Sum(1 / (i * (i + 1)), (i, 1, n)) - n / (n + 1),
        no_match(n) - no_match(n - 1) - minus**n / factorial(n),
        n * no_match(n) - (n - 1) * no_match(n - 1) - no_match(n - 2),
        Sum(binomial(n + 1, i), (i, 0, n + 1)) - 2 * Sum(binomial(n, i), (i, 0, n)),
        Sum(harmonic(i), (i, 1, n)) - Sum(harmonic(i), (i, 1, n - 1)) - harmonic(n),
    ],
)
def test_identities(expression: sympy.Expr) -> None:
    assert is_zero_in(expression, LARGE, [n])
    assert not is_zero_in(expression + 1 / n, LARGE, [n])


def test_off_by_one() -> None:
    assert not is_zero_in(no_match(n) - no_match(n - 1) + minus**n / factorial(n), LARGE, [n])
    assert not is_zero_in(Sum(i, (i, 0, n)) - n * (n - 1) / 2, LARGE, [n])


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        (Sum(1 / i, (i, 1, n)) - harmonic(n), "no certificate"),
        (Sum(harmonic(i), (i, 1, n)), "not rational times"),
        (Sum(i, (i, 1, n)) ** 2, "products or quotients with sums"),
        (1 / Sum(i, (i, 1, n)), "products or quotients with sums"),
        (Sum(i, (i, 0, 1)) + Sum(i, (i, 3, 4)) - 8, "no common range"),
        (Sum(i, (i, 1, n)) - Sum(i, (i, 1, 2 * n)), "do not differ by a small integer"),
        (Sum(i, (i, 5, n)), "may be empty"),
        (Sum(1 / ((i - 1) * (i - 2)), (i, 0, n)), "may be 0"),
    ],
)
def test_not_proved(expression: sympy.Expr, part: str) -> None:
    with pytest.raises(NotProved, match=part):
        is_zero_in(expression, LARGE, [n])


def test_a_wrong_certificate_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    proposed = gosper.gosper_term
    monkeypatch.setattr(gosper, "gosper_term", lambda term, index: 2 * proposed(term, index))
    with pytest.raises(NotProved, match=r"the certificate .* is not one"):
        is_zero_in(Sum(i, (i, 1, n)) - n * (n + 1) / 2, LARGE, [n])


def test_sums_that_touch() -> None:
    assert is_zero_in(Sum(i, (i, 0, 2)) + Sum(i, (i, 3, 4)) - 10, LARGE, [n])
    assert not is_zero_in(Sum(i, (i, 0, 2)) + Sum(i, (i, 3, 4)) - 12, LARGE, [n])


def test_no_symbol_is_taken_for_an_index() -> None:
    total = Sum(i * m, (i, 1, n))
    renamed = rename_indices(total).subs(m, i)
    assert renamed.subs({n: 3, i: 5}).doit() == 30
    assert total.subs({n: 3, m: 5}).doit() == rename_indices(total).subs({n: 3, m: 5}).doit()


def test_a_sum_in_a_sum_is_refused() -> None:
    with pytest.raises((NotProved, BadInput)):
        is_zero_in(Sum(Sum(m, (m, 1, i)), (i, 1, n)), LARGE, [n])


@settings(max_examples=25)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4), st.integers(-2, 2), st.integers(3, 7))
def test_sums_of_polynomials_times_powers(factors: list[int], base: int, size: int) -> None:
    polynomial = sum((c * i**power for power, c in enumerate(factors)), start=sympy.Integer(0))
    term = polynomial * (sympy.Integer(base) ** i if base else 1)
    closed = without_sums(Sum(term, (i, 0, n)), LARGE, [n])
    assert closed.subs(n, size) == sum(term.subs(i, value) for value in range(size + 1))
