"""Totals and visits of walks that end, against the whole system of equations and each other."""

from fractions import Fraction
from random import Random

import pytest
import sympy
from flint import fmpq

from montmort.exact.fixed_points import mean_totals, mean_visits
from montmort.exact.linalg.integer_systems import solve_fractions
from montmort.exact.linalg.system import as_flint, as_fraction
from montmort.exact.rational_functions.field import RationalFunction, from_sympy

p = sympy.Symbol("p")

Rows = dict[int, dict[int, fmpq]]


def random_rows(rng: Random) -> Rows:
    """Return a few chances from each state, which do not sum to 1; some lead to the end, -1."""
    size = rng.randint(1, 7)
    return {
        state: {rng.randint(-1, size - 1): fmpq(1, rng.randint(4, 9)) for _ in range(3)}
        for state in range(size)
    }


def vector(size: int, rng: Random) -> dict[int, fmpq]:
    return {state: fmpq(rng.randint(0, 3)) for state in range(size)}


def product(one: dict[int, fmpq], other: dict[int, fmpq]) -> fmpq:
    return sum((one[state] * other[state] for state in one), fmpq(0))


@pytest.mark.parametrize("seed", range(100))
def test_totals_solve_the_whole_system_and_visits_weigh_the_gains(seed: int) -> None:
    rng = Random(seed)
    rows = random_rows(rng)
    gains, starts = vector(len(rows), rng), vector(len(rows), rng)
    totals = mean_totals(rows, gains)
    system = [
        [(i == j) - as_fraction(row.get(j, fmpq(0))) for j in rows] for i, row in rows.items()
    ]
    whole = solve_fractions(system, [[as_fraction(gains[state])] for state in rows])
    assert [as_fraction(total) for total in totals.values()] == [total for (total,) in whole]
    assert product(starts, totals) == product(mean_visits(rows, starts), gains)


@pytest.mark.parametrize("seed", range(30))
def test_symbols_replaced_before_and_after(seed: int) -> None:
    rng = Random(seed)
    rows = random_rows(rng)
    gains = vector(len(rows), rng)
    factors = {state: rng.choice([p, 1 - p, p**2]) for state in rows}
    symbolic: dict[int, dict[int, RationalFunction]] = {
        state: {t: from_sympy(as_fraction(a)) * from_sympy(factors[state]) for t, a in row.items()}
        for state, row in rows.items()
    }
    numeric = {s: {t: at_half(a) for t, a in row.items()} for s, row in symbolic.items()}
    elements = {state: from_sympy(as_fraction(gain)) for state, gain in gains.items()}
    found = {state: at_half(total) for state, total in mean_totals(symbolic, elements).items()}
    assert found == mean_totals(numeric, gains)


def at_half(element: RationalFunction) -> fmpq:
    return as_flint(element.at({p: Fraction(1, 2)}))


@pytest.mark.parametrize("size", [1, 2])
def test_a_walk_that_never_ends_has_no_totals(size: int) -> None:
    one = fmpq(1)
    rows = {state: {(state + 1) % size: one} for state in range(size)}
    with pytest.raises(ZeroDivisionError):
        mean_totals(rows, {0: one})
    symbolic = {s: {t: from_sympy(1) for t in row} for s, row in rows.items()}
    with pytest.raises(ZeroDivisionError):
        mean_totals(symbolic, {0: from_sympy(1)})
