"""Regions of integer points, against all points of a box."""

import itertools

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.families.integer_regions import Region, affine_form
from montmort.games.errors import BadInput

x, y, z = sympy.symbols("x y z")
BOX = list(itertools.product(range(-3, 4), repeat=3))
coefficients = st.tuples(*[st.integers(-3, 3)] * 3, st.integers(-6, 6))


def form(c: tuple[int, ...]) -> sympy.Expr:
    return c[0] * x + c[1] * y + c[2] * z + c[3]


def value(c: tuple[int, ...], point: tuple[int, ...]) -> int:
    return sum(a * b for a, b in zip(c, (*point, 1), strict=True))


@given(st.lists(coefficients, max_size=5), coefficients)
def test_what_is_proved_holds_at_every_point(
    constraints: list[tuple[int, ...]], expression: tuple[int, ...]
) -> None:
    region = Region(tuple(sympy.sympify(form(c)) for c in constraints))
    points = [point for point in BOX if all(value(c, point) >= 0 for c in constraints)]
    assert not (region.is_empty() and points)
    if region.forces(form(expression)):
        assert all(value(expression, point) >= 0 for point in points)
    if region.sign(form(expression)) < 0:
        assert not any(value(expression, point) >= 0 for point in points)


def test_integers_between_two_halves() -> None:
    assert Region((2 * x - 1, 1 - 2 * x)).is_empty()  # x = 1/2
    assert not Region((2 * x - 1, 2 - 2 * x)).is_empty()  # x = 1
    assert Region((x - 1, y - x, 5 - 2 * y)).forces_zero(x - 1) is False
    assert Region((x - 1, y - x, 3 - 2 * y)).forces_zero(y - 1)
    assert Region((3 * x - 2 * y, 3 * y - 5 * x - 1, x)).is_empty()  # 5x + 1 <= 3y <= 4.5x


@pytest.mark.parametrize("expression", [x * y, x / 2, sympy.Symbol("p") ** x, 0.5 * x, sympy.pi])
def test_not_affine(expression: sympy.Expr) -> None:
    with pytest.raises(BadInput, match="integer combination"):
        affine_form(expression)
