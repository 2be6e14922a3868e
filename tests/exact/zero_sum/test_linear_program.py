"""Optima, against all bases, from good, bad and no proposals."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.zero_sum.linear_program import minimise, verify
from montmort.exact.zero_sum.simplex_basis import PRIME, Program, float_basis
from montmort.games.errors import BadInput, TooLarge
from tests.exact.linalg.gauss_jordan import gauss_jordan


def least(rows: Sequence[Sequence[int]], right: Sequence[int], cost: Sequence[int]) -> object:
    """The least cost of all feasible vertices, None if there are none."""
    found = []
    for basis in combinations(range(len(cost)), len(rows)):
        matrix = [[row[j] for j in basis] for row in rows]
        try:
            x = [amount for (amount,) in gauss_jordan(matrix, [[b] for b in right])]
        except ZeroDivisionError:  # no vertex
            continue
        if min(x) >= 0:
            found.append(sum(cost[j] * amount for j, amount in zip(basis, x, strict=True)))
    return min(found, default=None)


def program(rows: Sequence[Sequence[int]], right: Sequence[int], cost: Sequence[int]) -> Program:
    columns = [{i: row[j] for i, row in enumerate(rows) if row[j]} for j in range(len(cost))]
    return Program(columns=columns, right=right, cost=cost)


@st.composite
def bounded(draw: st.DrawFn) -> tuple[list[list[int]], list[int], list[int]]:
    """Programs a·x <= b of 1 … 3 unknowns in a box, slacks added: mostly degenerate."""
    size, height = draw(st.integers(1, 3)), draw(st.integers(0, 2))
    entry = st.integers(-3, 3)
    rows = [[draw(entry) for _ in range(size)] for _ in range(height)]
    right = [draw(entry) for _ in range(height)]
    rows += [[int(i == j) for j in range(size)] for i in range(size)]
    right += [draw(st.integers(0, 3)) for _ in range(size)]
    slack = [[int(i == k) for k in range(len(rows))] for i in range(len(rows))]
    cost = [draw(entry) for _ in range(size)] + [0] * len(rows)
    return [row + more for row, more in zip(rows, slack, strict=True)], right, cost


@given(bounded(), st.randoms())
def test_every_proposal_leads_to_the_least_vertex(given_program, rng) -> None:
    rows, right, cost = given_program
    expected = least(rows, right, cost)
    columns = list(range(len(cost)))
    rng.shuffle(columns)
    for propose in (float_basis, lambda _: [], lambda _: columns):
        if expected is None:
            with pytest.raises(BadInput, match="no x satisfies all rows"):
                minimise(program(rows, right, cost), propose)
        else:
            found = minimise(program(rows, right, cost), propose)
            assert found.value == expected
            assert sum(c * x for c, x in zip(cost, found.x, strict=True)) == expected


@settings(derandomize=True, max_examples=30)
@given(bounded())
def test_floats_need_no_exact_steps_on_small_programs(given_program) -> None:
    rows, right, cost = given_program
    if least(rows, right, cost) is not None:
        assert minimise(program(rows, right, cost)).steps == 0


BEALE = (  # Beale (1955): the simplex method with the largest-coefficient rule cycles; 100 · -1/20
    [[25, -6000, -4, 900, 1, 0, 0], [25, -4500, -1, 150, 0, 1, 0], [0, 0, 1, 0, 0, 0, 1]],
    [0, 0, 1],
    [-75, 15000, -2, 600, 0, 0, 0],
)


def test_beales_cycle_ends() -> None:
    rows, right, cost = BEALE
    for propose in (float_basis, lambda _: [4, 5, 6]):
        assert minimise(program(rows, right, cost), propose).value == -5
    assert least(rows, right, cost) == -5


def test_klee_and_mintys_cube_from_its_worst_corner() -> None:
    """Maximise 4x + 2y + z in the bent cube x <= 5, 4x + y <= 25, 8x + 4y + z <= 125: 125."""
    rows = [[1, 0, 0, 1, 0, 0], [4, 1, 0, 0, 1, 0], [8, 4, 1, 0, 0, 1]]
    found = minimise(program(rows, [5, 25, 125], [-4, -2, -1, 0, 0, 0]), lambda _: [3, 4, 5])
    assert (found.value, found.x[:3]) == (-125, (0, 0, 125))
    assert found.steps > 0


def test_a_free_x_may_be_negative_and_stays_in_the_basis() -> None:
    """The least x + y where x = -3 + y, y >= 0: x = -3, which no x >= 0 could be."""
    columns = [{0: 1}, {0: -1}]
    free = Program(columns=columns, right=[-3], cost=[1, 1], free=1)
    assert minimise(free).x == (-3, 0)
    assert minimise(free, lambda _: [1]).x == (-3, 0)
    bound = Program(columns=columns, right=[-3], cost=[1, 1])
    assert minimise(bound).x == (0, 3)


def test_entries_beyond_floats_and_multiples_of_the_prime() -> None:
    huge = 10**400
    assert minimise(program([[huge, 1]], [huge], [1, 2])).x == (1, 0)
    assert minimise(program([[PRIME]], [PRIME * 5], [2])).value == 10
    assert minimise(program([[1, 1], [1, 1 + PRIME]], [3, 3], [1, 1])).x == (3, 0)


def test_no_rows() -> None:
    assert minimise(Program(columns=[{}], right=[], cost=[4])).value == 0
    with pytest.raises(BadInput, match="no least value"):
        minimise(Program(columns=[{}], right=[], cost=[-4]))


def test_programs_without_an_optimum() -> None:
    with pytest.raises(BadInput, match="no x satisfies all rows"):
        minimise(program([[1, 2]], [-1], [1, 1]))
    with pytest.raises(BadInput, match="no least value; bound its x"):
        minimise(program([[1, -1]], [0], [-1, -1]))
    with pytest.raises(BadInput, match="rows or free columns of the program depend"):
        minimise(program([[1, 2], [2, 4]], [1, 2], [1, 1]))
    with pytest.raises(BadInput, match="rows or free columns of the program depend"):
        minimise(Program(columns=[{0: 1}, {0: 2}], right=[1], cost=[0, 0], free=2))


def test_damaged_optima_are_refused() -> None:
    rows, right, cost = BEALE
    asked = program(rows, right, cost)
    good = minimise(asked)
    assert verify(asked, good) is good
    tiny = Fraction(1, 10**30)
    damaged = [
        replace(good, value=good.value + tiny),
        replace(good, x=(good.x[0] + tiny, *good.x[1:])),
        replace(good, y=(*good.y[:-1], good.y[-1] - tiny)),
        replace(good, y=(good.y[0] + 1, *good.y[1:])),
        replace(good, x=(Fraction(0),) * 4 + (Fraction(0), Fraction(0), Fraction(1))),
    ]
    for bad in damaged:
        with pytest.raises(ArithmeticError, match="do not prove the optimum"):
            verify(asked, bad)


def test_programs_too_large_for_a_basis(monkeypatch) -> None:
    monkeypatch.setattr("montmort.exact.zero_sum.simplex_basis.ENTRIES", 5)
    assert minimise(program([[1, 1]], [2], [1, 2])).value == 2
    with pytest.raises(TooLarge, match="2 rows and 4 candidate columns exceeds the limit of 5"):
        minimise(program([[1, 1, 1, 0], [1, -1, 0, 1]], [2, 2], [1, 2, 0, 0]), lambda _: [])
