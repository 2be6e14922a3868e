"""Conditions on symbols: written as intervals where there is one symbol."""

from fractions import Fraction
from typing import Any

import pytest
import sympy

from montmort.exact.rational_functions.conditions import all_positive, conditions_at
from montmort.exact.rational_functions.field import from_sympy
from montmort.games.errors import BadInput

p, q = sympy.symbols("p q")
TRIANGLE = sympy.And(p >= 0, q >= 0, 1 - p - q >= 0)


@pytest.mark.parametrize(
    ("elements", "shown"),
    [
        ([p], "0 < p"),
        ([p / (p + 1), 1 / (p + 1)], "0 < p"),
        ([1 / (p - 1) ** 2, p], "(0 < p) & Ne(p, 1)"),
        ([p**3 - p, 5 - p], "((-1 < p) & (p < 0)) | ((1 < p) & (p < 5))"),
        ([p**2 - 2, p], "sqrt(2) < p"),
        ([p, 1 - p, q], "(p > 0) & (q > 0) & (1 - p > 0)"),
    ],
)
def test_conditions_as_they_are_written(elements: list[Any], shown: str) -> None:
    assert str(all_positive(map(from_sympy, elements))) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1, 4), "(0 <= p) & (p <= 3/4)"),
        (1, "Eq(p, 0)"),
        (p, "(0 <= p) & (p <= 1/2)"),
    ],
)
def test_values_that_leave_one_symbol(value: Any, shown: str) -> None:
    assert str(conditions_at(TRIANGLE, {q: value})) == shown


def test_a_value_that_leaves_nothing_for_the_other_symbol() -> None:
    with pytest.raises(BadInput, match=r"q = 2: the conditions .* do not hold"):
        conditions_at(TRIANGLE, {q: Fraction(2)})
