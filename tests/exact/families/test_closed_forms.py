"""Identities of closed forms, against values at integers."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import binomial, factorial, harmonic

from montmort.exact.families.closed_forms import NotProved, is_zero, needed_conditions
from montmort.exact.families.integer_regions import Region
from montmort.games.errors import BadInput

k, n = sympy.symbols("k n", integer=True)
p = sympy.Symbol("p")
INSIDE = Region((k - 1, n - 1 - k))
minus = sympy.Integer(-1)


@pytest.mark.parametrize(
    "expression",
    [
        harmonic(n - k) - harmonic(n - k - 1) - 1 / (n - k),
        harmonic(k + 2, 2) - harmonic(k, 2) - 1 / (k + 1) ** 2 - 1 / (k + 2) ** 2,
        factorial(n + 2) - (n + 2) * (n + 1) * factorial(n),
        binomial(n + 1, k + 1) - binomial(n, k) - binomial(n, k + 1),
        binomial(n, k) - binomial(n, n - k),
        4**k - 2 ** (2 * k),
        6**k - 2**k * 3**k,
        minus ** (2 * k + 1) + 1,
        (1 - 2 * p) ** k - minus**k * (2 * p - 1) ** k,
        ((1 - p) / p) ** (k + 1) * p - (1 - p) * ((1 - p) / p) ** k,
        (p**2 - 1) ** k - (p - 1) ** k * (p + 1) ** k,
    ],
)
def test_identities(expression: sympy.Expr) -> None:
    assert is_zero(expression, [k, n])
    assert not is_zero(expression + 1, [k, n])
    assert not is_zero(expression + p**k, [k, n])
    assert not is_zero(expression + harmonic(k) / n, [k, n])


@pytest.mark.parametrize(
    "expression",
    [
        (1 - 2 * p) ** k - (2 * p - 1) ** k,  # right for even k only
        minus**k - 1,
        harmonic(k) - harmonic(k, 2),  # right for k = 1 only
        factorial(k) - k,  # right for k = 1 and 2 only
        2**k - k - 1,
        harmonic(n - k) - harmonic(n) + harmonic(k),
        p**n - p**k,
        k * (k - 1) * (k - 2) * (k - 3),
    ],
)
def test_no_identities(expression: sympy.Expr) -> None:
    assert not is_zero(expression, [k, n])


atoms = st.sampled_from(
    [k, n, p, 2**k, p**k, p ** (n - k), harmonic(k), harmonic(n - k + 1), factorial(k), minus**k]
)
expressions = st.recursive(
    st.one_of(atoms, st.integers(-2, 2).map(sympy.Integer)),
    lambda parts: st.one_of(
        st.tuples(parts, parts).map(lambda pair: pair[0] + pair[1]),
        st.tuples(parts, parts).map(lambda pair: pair[0] * pair[1]),
    ),
    max_leaves=6,
)


@given(expressions, st.integers(1, 4), st.integers(1, 4))
def test_zero_means_zero_at_integers(expression: sympy.Expr, first: int, more: int) -> None:
    shifted = expression.subs(k, k + 1).expand() - expression
    for candidate in (expression, shifted):
        if is_zero(candidate, [k, n]):
            values = {k: first, n: first + more, p: Fraction(2, 7)}
            assert sympy.simplify(candidate.subs(values)) == 0
    assert is_zero(expression - sympy.expand(expression), [k, n])


def test_conditions_in_parameters_are_returned() -> None:
    ratio = (1 - p) / p
    ruin = (ratio**k - 1) / (ratio**n - 1)
    found = needed_conditions(ruin, INSIDE, [k, n], n)
    assert found == {p, 1 - p, p**n - (1 - p) ** n}
    assert needed_conditions(1 / (n - k) + harmonic(n - k - 1), INSIDE, [k, n], n) == set()


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        (1 / (k - 2), "k - 2 may be 0"),
        (1 / ((p + 1) ** 2 - p**2 - 2 * p - 1), "is 0"),
        (1 / (n - 2 * k), "2*k .* may be 0"),
        (harmonic(k - 2), "k - 2 >= 0"),
        (factorial(n - k - 2), "n - 2 >= 0"),
        (binomial(k, n), "k - n >= 0"),
        (1 / (p**k - 1), "may be 0 in some state"),
        (1 / (k + p), "may be 0 in some state"),
        (sympy.Sum(1 / (n - k - 1), (k, 1, n - 1)), "may be 0"),
        (sympy.Sum(1, (k, n, 1)), "must be one sum"),
    ],
)
def test_undefined_in_some_state(expression: sympy.Expr, part: str) -> None:
    with pytest.raises(NotProved, match=part):
        needed_conditions(expression, INSIDE, [k, n], n)


def test_an_index_with_the_name_of_a_state_has_its_own_range() -> None:
    total = sympy.Sum(1 / k, (k, 1, n))
    assert needed_conditions(total, INSIDE, [k, n], n) == set()
    with pytest.raises(NotProved, match="may be 0"):  # k >= 1 holds for the state only
        needed_conditions(sympy.Sum(1 / k, (k, 0, n)), INSIDE, [k, n], n)


@pytest.mark.parametrize(
    "expression",
    [
        sympy.sqrt(2) * k,
        sympy.sqrt(2) ** k,
        (1 + sympy.sqrt(2)) ** k,
        sympy.pi,
        sympy.Float(0.5) * k,
        sympy.sin(k),
        k**k,
        p ** (k / 2),
        p ** (k * n),
        p**p,
        harmonic(k, p),
        harmonic(k, 0.5),
        factorial(k / 2),
        factorial(p),
        sympy.Abs(k),
        sympy.floor(k / 2),
        sympy.Piecewise((1, k > 2), (0, True)),
    ],
)
def test_what_is_no_closed_form(expression: sympy.Expr) -> None:
    with pytest.raises(BadInput):
        is_zero(expression + n, [k, n])
