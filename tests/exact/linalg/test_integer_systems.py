"""Every method against Gauss-Jordan elimination, and against closed forms of chains."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.linalg import elimination, integer_systems
from montmort.exact.linalg.elimination import eliminate
from montmort.exact.linalg.integer_systems import (
    Column,
    components,
    is_dominant,
    lift,
    lift_column,
    solve,
    solve_component,
    solve_dense,
)
from montmort.exact.linalg.lifting.full_matrix import FullMatrix
from montmort.exact.linalg.lifting.sparse_matrix import SparseMatrix
from montmort.exact.linalg.system import RightSide, Rows, is_solution, verify
from montmort.games.errors import TooLarge
from tests.exact.gamblers_ruin import ruin_system
from tests.exact.linalg.gauss_jordan import gauss_jordan

System = tuple[list[dict[int, int]], list[list[int]]]


def by_parts(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    return elimination.back_substitute(rows, columns, components(rows), solve_dense)


def by_sparse_division(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    return (
        [lift_column(SparseMatrix.of(rows), rows, column) for column in columns]
        if rows
        else lift(rows, columns)
    )


def by_limbs(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    return (
        [lift_column(FullMatrix(rows), rows, column) for column in columns]
        if rows
        else lift(rows, columns)
    )


METHODS = [solve, solve_dense, eliminate, by_parts]


def columns_of(rows: Rows, columns: Sequence[RightSide]) -> list[list[Fraction]]:
    """The columns of X by Gauss-Jordan elimination."""
    size = len(rows)
    matrix = [[int(row.get(j, 0)) for j in range(size)] for row in rows]
    found = gauss_jordan(matrix, [[int(column[i]) for column in columns] for i in range(size)])
    return [[row[c] for row in found] for c in range(len(columns))]


def fractions(answers: list[Column]) -> list[list[Fraction]]:
    assert all(D > 0 for _, D in answers)
    return [[Fraction(int(p), int(D)) for p in P] for P, D in answers]


@st.composite
def systems(draw: st.DrawFn, least: int = -9, longest: int = 2**70) -> System:
    """Square systems of 0 … 7 unknowns, of many zeros, with 0 … 3 right sides."""
    size = draw(st.integers(0, 7))
    entry = st.one_of(st.just(0), st.integers(least, 9))
    matrix = [[draw(entry) for _ in range(size)] for _ in range(size)]
    rows = [{j: a for j, a in enumerate(row) if a} for row in matrix]
    right = st.lists(st.integers(-longest, longest), min_size=size, max_size=size)
    return rows, draw(st.lists(right, max_size=3))


@st.composite
def chains(draw: st.DrawFn) -> System:
    """I - Q scaled to integers by rows, with a way out of every state, or its transpose."""
    rows, columns = draw(systems(least=0))
    for i, row in enumerate(rows):
        total = sum(row.values()) + draw(st.integers(1, 9))
        rows[i] = {j: -a for j, a in row.items() if j != i} | {i: total - row.get(i, 0)}
    if draw(st.booleans()):
        rows = [{i: row[j] for i, row in enumerate(rows) if j in row} for j in range(len(rows))]
    return rows, columns


@given(systems())
def test_every_method_is_gauss_jordan_or_finds_singularity(system: System) -> None:
    try:
        expected = columns_of(*system)
    except ZeroDivisionError:
        for method in METHODS if system[1] else [eliminate]:
            with pytest.raises(ZeroDivisionError):
                method(*system)
    else:
        for method in METHODS:
            assert fractions(method(*system)) == expected


@given(chains())
def test_every_method_solves_chains(system: System) -> None:
    expected = columns_of(*system)
    assert is_dominant(system[0]) == bool(system[0])
    for method in [*METHODS, by_sparse_division, by_limbs]:
        assert fractions(method(*system)) == expected


@given(chains())
def test_the_choice_of_method_on_small_systems(system: System) -> None:
    with pytest.MonkeyPatch.context() as limits:
        limits.setattr(integer_systems, "DENSE_UP_TO", 0)
        limits.setattr(integer_systems, "DENSE_WITHOUT_FLOATS_UP_TO", 0)
        assert fractions(solve(*system)) == columns_of(*system)


@given(systems())
def test_components_come_after_those_they_need(system: System) -> None:
    rows = system[0]
    parts = components(rows)
    place = {state: k for k, part in enumerate(parts) for state in part}
    assert sorted(place) == list(range(len(rows))) == sorted(s for part in parts for s in part)
    assert all(place[j] <= place[i] for i, row in enumerate(rows) for j in row)
    reach = [{i, *row} for i, row in enumerate(rows)]
    for _ in rows:
        reach = [set().union(*(reach[j] for j in ends)) for ends in reach]
    alike = {(i, j) for i in place for j in place if i in reach[j] and j in reach[i]}
    assert alike == {(i, j) for i in place for j in place if place[i] == place[j]}


def test_singular_systems_of_any_size() -> None:
    circle = [{i: 1, (i + 1) % 400: -1} for i in range(400)]  # a closed class without an end
    for rows in ([{}], [{0: 1, 1: 1}, {0: 1, 1: 1}], circle, [*circle, {400: 1, 0: -1}]):
        for right in (0, 1):
            with pytest.raises(ZeroDivisionError):
                solve(rows, [[right] * len(rows)])


def test_no_unknowns_and_no_columns() -> None:
    assert solve([], []) == []
    assert solve([], [[]]) == [Column([], fmpz(1))]
    assert solve([{0: 5}], []) == []


def success_run(length: int) -> list[dict[int, int]]:
    """Fair tosses until `length` heads in a row; the state is the heads so far."""
    rows = [{i: 2, i + 1: -1} for i in range(length)]
    for row in rows:
        row.pop(length, None)
        row[0] = row.get(0, 0) - 1
    return rows


@pytest.mark.parametrize("length", [1, 2, 90, 101, 290, 301, 1000, 1500])
def test_success_run_feller(length: int) -> None:
    """2^(n+1) - 2 tosses for n heads in a row (Feller 1968, XIII.7); floats fail early."""
    (answer,) = solve(success_run(length), [[2] * length])
    expected = [2 ** (length + 1) - 2 ** (k + 1) for k in range(length)]
    assert fractions([answer]) == [expected]


@pytest.mark.parametrize("method", [solve, eliminate])
@pytest.mark.parametrize("size", [101, 500])
def test_ruin_de_moivre(method: Callable[..., list[Column]], size: int) -> None:
    """Every state's duration and chance of the goal, both columns at once (de Moivre 1718)."""
    wins = [
        Fraction(
            9 ** (size - k) * (10 ** (k + 1) - 9 ** (k + 1)), 10 ** (size + 1) - 9 ** (size + 1)
        )
        for k in range(size)
    ]
    steps = [19 * ((k + 1) - (size + 1) * win) for k, win in enumerate(wins)]
    columns = [[19] * size, [0] * (size - 1) + [9]]
    assert fractions(method(ruin_system(size), columns)) == [steps, wins]


def test_parts_of_all_kinds_in_one_system() -> None:
    """Two paths, a long-entried pair and single states, each needing the one before."""
    first, second = (
        ruin_system(120),
        [{j + 120: a for j, a in row.items()} for row in ruin_system(150)],
    )
    second[7][3] = -1
    second[7][127] += 1
    pair = [{270: 2**70, 271: -1, 130: -5}, {270: -3, 271: 3**50}]
    rows = [*first, *second, *pair, {272: 7, 5: -2}, {273: -3}, {274: 2, 272: -1, 273: -1}]
    assert sorted(map(len, components(rows))) == [1, 1, 1, 2, 120, 150]
    columns = [[1] * 275, [k * 3**200 for k in range(275)]]
    assert fractions(solve(rows, columns)) == fractions(solve_dense(rows, columns))


def test_relabelling_changes_nothing() -> None:
    size, rows = 130, ruin_system(130)
    name = [37 * k % size for k in range(size)]
    moved = [
        {name[j]: a for j, a in rows[i].items()}
        for _, i in sorted(zip(name, range(size), strict=True))
    ]
    (straight,), (mixed,) = solve(rows, [[19] * size]), solve(moved, [[19] * size])
    assert fractions([straight])[0] == [fractions([mixed])[0][name[k]] for k in range(size)]


def test_a_wrong_answer_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, columns = ruin_system(20), [[19] * 20]
    ((P, D),) = solve(rows, columns)
    for k in range(20):
        wrong = Column([*P[:k], P[k] + 1, *P[k + 1 :]], D)
        assert not is_solution(rows, columns[0], wrong)
        with pytest.raises(ArithmeticError, match="not returned"):
            verify(rows, columns, [wrong])
    assert not is_solution(rows, columns[0], Column([-p for p in P], -D))
    assert not is_solution(rows, [0] * 20, Column(P, fmpz(0)))
    monkeypatch.setattr(
        integer_systems, "solve_dense", lambda rows, _: [Column([fmpz(1)] * len(rows), fmpz(1))]
    )
    monkeypatch.setattr(integer_systems, "is_dominant", lambda _: False)
    for size in (20, 120):
        with pytest.raises(ArithmeticError, match="not returned"):
            solve(ruin_system(size), [[19] * size])


def test_back_substitution_refuses_too_long_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "ANSWER_BITS", 10**6)
    rows = [{i: 10**9 + i, i + 1: -1} for i in range(999)] + [{999: 7}]
    with pytest.raises(TooLarge, match="1000 states"):
        solve(rows, [[1] * 1000])


def test_elimination_refuses_too_much_work() -> None:
    with pytest.raises(TooLarge, match="1000 unknowns"):
        eliminate(ruin_system(1000), [[1] * 1000], work=10**6)


def test_a_full_component_where_floats_fail() -> None:
    size = 301
    rows = [{j: -(2**60) - j for j in range(size) if j != i} | {i: 2**70} for i in range(size)]
    (answer,) = solve_component(rows, [[1] * size])
    assert is_solution(rows, [1] * size, answer)


def test_rows_that_fill_up_with_long_numbers_are_solved_densely() -> None:
    rng = random.Random(350)
    size, reach = 310, 20
    rows = []
    for i in range(size):
        weights = {rng.randrange(size): rng.randrange(1, 10**18) for _ in range(reach)}
        weights.pop(i, None)
        rows.append({**{j: -w for j, w in weights.items()}, i: sum(weights.values()) + 10**16})
    right = [1] * size
    (answer,) = solve(rows, [right])
    for row, b in zip(rows, right, strict=True):
        assert sum(a * answer.numerators[j] for j, a in row.items()) == b * answer.denominator
