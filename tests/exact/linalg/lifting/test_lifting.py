"""Lifting: digits, repairs, refusals, and the danger of stopping too early."""

import itertools
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.linalg.elimination import eliminate
from montmort.exact.linalg.integer_systems import (
    lift,
    lift_column,
    solve,
    solve_dense,
)
from montmort.exact.linalg.lifting import float_inverse, long_division, tearing
from montmort.exact.linalg.lifting.float_inverse import IllConditioned
from montmort.exact.linalg.lifting.full_matrix import FullMatrix
from montmort.exact.linalg.lifting.long_division import (
    COMBINED,
    Division,
    Reconstruction,
    carry,
    digits,
    integers,
)
from montmort.exact.linalg.lifting.lumping import classes
from montmort.exact.linalg.lifting.orders import backward_entries, depth_first_order, sifted
from montmort.exact.linalg.lifting.sparse_matrix import SparseMatrix
from montmort.exact.linalg.lifting.tearing import TornMatrix, shrunk, tear, vertex_cover
from montmort.exact.linalg.system import Column, is_solution
from montmort.games.errors import TooLarge
from tests.exact.gamblers_ruin import ruin_system


def board(side: int) -> list[dict[int, int]]:
    """The walk to the four neighbours on side x side squares."""
    squares = [(i, j) for i in range(side) for j in range(side)]
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return [
        {i * side + j: 4}
        | {(i + a) * side + j + b: -1 for a, b in steps if 0 <= i + a < side and 0 <= j + b < side}
        for i, j in squares
    ]


def values(answer: Column) -> list[Fraction]:
    return [Fraction(int(p), int(answer.denominator)) for p in answer.numerators]


def test_ruin_of_ten_thousand_states_de_moivre() -> None:
    """95019 to hundreds of bits, but the true denominator has 33,223 bits."""
    goal = 10**4
    (answer,) = solve(ruin_system(goal - 1), [[19] * (goal - 1)])
    start = goal // 2
    win = Fraction(9 ** (goal - start), 9 ** (goal - start) + 10 ** (goal - start))
    truth = 19 * (start - goal * win)
    found = Fraction(int(answer.numerators[start - 1]), int(answer.denominator))
    assert found == truth
    assert found != 95019
    assert answer.denominator.bit_length() >= 33_000
    assert is_solution(ruin_system(goal - 1), [19] * (goal - 1), answer)


@given(
    st.lists(st.integers(-(2**300), 2**300), min_size=1, max_size=5),
    st.sampled_from(SparseMatrix.widths),
)
def test_digits_round_trip(numbers: list[int], width: int) -> None:
    rows = digits(numbers, width)
    assert all(((row >= 0) & (row < 2**width)).all() for row in rows[1:])
    assert integers(list(rows), width) == numbers


@given(st.data(), st.sampled_from(SparseMatrix.widths), st.integers(1, 5))
def test_carrying_does_not_change_the_value(data: Any, width: int, length: int) -> None:
    entry = st.integers(-(2**61), 2**61)
    table = data.draw(
        st.lists(st.lists(entry, min_size=3, max_size=3), min_size=1, max_size=length)
    )
    meant = [sum(row[k] << width * p for p, row in enumerate(table[::-1])) for k in range(3)]
    rows = [np.array(row, dtype=np.int64) for row in table]
    rows[0] >>= 2  # space for the carries
    meant = [
        m - (t - (t >> 2) << width * (len(table) - 1)) for m, t in zip(meant, table[0], strict=True)
    ]
    carry(rows, width)
    assert integers(rows, width) == meant


@pytest.mark.parametrize(
    ("kind", "width"),
    [*((SparseMatrix, w) for w in SparseMatrix.widths), *((FullMatrix, w) for w in (32, 24, 16))],
)
@pytest.mark.parametrize("bits", [1, 70, 5000])
def test_every_width_and_long_right_sides(
    monkeypatch: pytest.MonkeyPatch, kind: Any, width: int, bits: int
) -> None:
    monkeypatch.setattr(kind, "widths", (width,))
    rows = [{j: 5 if i == j else -1 for j in {i, (i + 1) % 6, i * i % 6}} for i in range(6)]
    column = [(-3) ** i * 7**k % 2**bits for i, k in enumerate(range(bits, bits + 6))]
    column[3] -= 2**bits
    whole = SparseMatrix.of(rows) if kind is SparseMatrix else FullMatrix(rows)
    assert values(lift_column(whole, rows, column)) == values(solve_dense(rows, [column])[0])


def full(size: int, bits: int) -> list[dict[int, int]]:
    """A chain of all moves, with weights of so many bits (a third of them negative)."""
    rng = random.Random(size * bits)
    rows = [
        {j: rng.randrange(-(2 ** (bits + 1)), 2**bits) for j in range(size)} for _ in range(size)
    ]
    return [row | {i: sum(map(abs, row.values())) + 1} for i, row in enumerate(rows)]


@pytest.mark.parametrize("bits", [1, 15, 16, 17, 31, 32, 33, 173, 1100])
@pytest.mark.parametrize("size", [1, 2, 13])
def test_limbs_at_the_limits_of_their_places(size: int, bits: int) -> None:
    rows = full(size, bits)
    columns = [[1] * size, [(-3) ** (i * bits) for i in range(size)]]
    for column, expected in zip(columns, solve_dense(rows, columns), strict=True):
        assert values(lift_column(FullMatrix(rows), rows, column)) == values(expected)


@pytest.mark.parametrize(("size", "widths"), [(40, (32, 24, 16)), (300, (24, 16))])
def test_limbs_of_the_largest_size(size: int, widths: tuple[int, ...]) -> None:
    """2^15 in every place of every entry: 300 unknowns and 32 bits would overflow."""
    entry = 2**15 * (1 + 2**16 + 2**32)
    rows = [dict.fromkeys(range(size), entry) | {i: entry * size} for i in range(size)]
    whole, total = FullMatrix(rows), entry * (2 * size - 1)
    assert whole.widths == widths
    assert set(values(lift_column(whole, rows, [total] * size))) == {1}
    sides = [total if i % 2 else -total for i in range(size)]
    assert is_solution(rows, sides, lift_column(whole, rows, sides))


def test_a_full_matrix_in_one_block_or_many(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = full(30, 100)
    straight = lift_column(FullMatrix(rows), rows, [1] * 30)
    monkeypatch.setattr(float_inverse, "ONE_THREAD", 7)
    assert lift_column(FullMatrix(rows), rows, [1] * 30) == straight


def race(squares: int, back: int) -> list[dict[int, int]]:
    """A race by a die to the last square, `back` of all squares sending back to a random one."""
    rng = random.Random(squares)
    rows = [dict.fromkeys(range(k + 1, min(k + 7, squares)), -1) | {k: 6} for k in range(squares)]
    for k in sorted(rng.sample(range(1, squares), back)):
        rows[k][rng.randrange(k)] = -1
        rows[k][k] += 1
    return rows


def transposed(rows: list[dict[int, int]]) -> list[dict[int, int]]:
    return [{i: row[j] for i, row in enumerate(rows) if j in row} for j in range(len(rows))]


def shuffled(rows: list[dict[int, int]]) -> list[dict[int, int]]:
    name = random.Random(len(rows)).sample(range(len(rows)), len(rows))
    there = sorted(range(len(rows)), key=name.__getitem__)
    return [{name[j]: a for j, a in rows[i].items()} for i in there]


@pytest.mark.parametrize("change", [list, transposed, shuffled])
def test_a_race_is_torn_in_a_few_squares(change: Any) -> None:
    rows = change(race(200, 30))
    system = SparseMatrix.of(rows)
    assert isinstance(system.factors, TornMatrix)
    assert len(system.factors.core) <= (30 if change is not shuffled else 60)
    assert values(lift_column(system, rows, [1] * 200)) == values(solve_dense(rows, [[1] * 200])[0])


def test_the_unknowns_outside_the_core_follow_from_it() -> None:
    rows = race(200, 30)
    system = SparseMatrix.of(rows)
    P, D = solve_dense(rows, [[1] * 200])[0]
    core = [P[k] for k in system.core.tolist()]
    assert 0 < len(core) <= 30
    assert system.completed(core, D, [1] * 200) == P
    assert system.completed([core[0] + 1, *core[1:]], D, [1] * 200) != P


@pytest.mark.parametrize("lost", [2, 3, 5])
def test_a_factor_that_only_the_others_need_is_found_again(lost: int) -> None:
    rows = [{0: 1, 1: -lost}, {1: lost, 2: -1}, {2: 2, 0: -1}]  # a cycle, torn in one unknown
    system, right = SparseMatrix.of(rows), [0, 0, 1]
    exact = Column([lost, 1, lost], lost)
    assert is_solution(rows, right, exact)
    assert system.core.tolist() == [0]
    assert system.completed([fmpz(1)], fmpz(1), right) is None
    division = Division(system, right, 48)
    for _ in range(20):
        division.step()
    found = division.numerators(fmpz(1))
    assert found is not None
    assert values(Column(*found)) == values(exact)


@given(st.lists(st.sets(st.integers(0, 7)), min_size=8, max_size=8))
def test_only_entries_that_close_a_cycle_lead_backward(targets: list[set[int]]) -> None:
    rows = [{i: 2} | {j: -1 for j in sorted(row) if j != i} for i, row in enumerate(targets)]
    matrix = SparseMatrix.of(rows).matrix
    place = {k: position for position, k in enumerate(depth_first_order(matrix).tolist())}
    assert sorted(place) == list(range(8))
    graph = nx.DiGraph([(i, j) for i, row in enumerate(rows) for j in row])
    for i, row in enumerate(rows):
        for j in row:
            assert place[i] <= place[j] or nx.has_path(graph, j, i)


@given(st.lists(st.sets(st.integers(0, 9)), min_size=10, max_size=10))
def test_the_core_shrinks_and_stays_a_core(targets: list[set[int]]) -> None:
    rows = [{i: 2} | {j: -1 for j in sorted(row) if j != i} for i, row in enumerate(targets)]
    matrix = SparseMatrix.of(rows).matrix
    given_order = np.arange(10)[::-1]
    order = sifted(matrix, given_order)
    assert len(backward_entries(matrix, order)[0]) <= len(backward_entries(matrix, given_order)[0])
    core = vertex_cover(10, *backward_entries(matrix, order))
    shrunk_order, smaller = shrunk(matrix, order, core)
    assert sorted(shrunk_order.tolist()) == list(range(10))
    assert set(smaller) <= set(core)
    ends = zip(*backward_entries(matrix, shrunk_order), strict=True)
    assert all(i in smaller or j in smaller for i, j in ends)


def test_a_larger_core_is_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = shuffled(race(200, 30))
    before = SparseMatrix.of(rows).factors
    monkeypatch.setattr(tearing, "CORE_SEARCHED_FROM", 0)
    system = SparseMatrix.of(rows)
    assert isinstance(before, TornMatrix)
    assert isinstance(system.factors, TornMatrix)
    assert len(system.factors.core) <= len(before.core)
    assert values(lift_column(system, rows, [1] * 200)) == values(solve_dense(rows, [[1] * 200])[0])


def test_paths_and_boards_are_not_torn() -> None:
    for rows in (ruin_system(100), board(10)):
        assert tear(SparseMatrix.of(rows).matrix) is None


pairs = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda p: p[0] != p[1]))


@given(pairs)
def test_a_vertex_cover_contains_an_end_of_every_edge(drawn: list[tuple[int, int]]) -> None:
    ends = np.array(drawn, dtype=np.int64).reshape(-1, 2)
    chosen = vertex_cover(8, ends[:, 0], ends[:, 1])
    assert all(one in chosen or other in chosen for one, other in drawn)
    smallest = min(
        len(some)
        for size in range(9)
        for some in itertools.combinations(range(8), size)
        if all(one in some or other in some for one, other in drawn)
    )
    assert smallest <= len(chosen) <= 2 * smallest


def test_symmetric_states_are_solved_once() -> None:
    rows, size = board(9), 81
    system = SparseMatrix.of(rows)
    guess = system.factors.solve(np.full(size, 4.0))
    found = classes(system.matrix, np.zeros(size, dtype=np.int64), guess)
    assert found is not None
    assert int(found.max()) + 1 == 15  # orbits of the square's 8 symmetries: 5·6/2
    corner = [int(k == 0) for k in range(size)]
    columns = [[4] * size, corner]
    assert [values(c) for c in lift(rows, columns)] == [
        values(c) for c in solve_dense(rows, columns)
    ]


def test_different_states_with_equal_floats_are_separated() -> None:
    """Floats without information: the row sums split the states, and split them again."""
    alike, same = np.zeros(3, dtype=np.int64), np.ones(3)
    rows = [{0: 3, 1: -1}, {1: 5, 2: -4}, {2: 2}]  # sums 2, 1, 2; then 3 - 1 and 2 + 0
    assert classes(SparseMatrix.of(rows).matrix, alike, same) is None
    rows[1][2] = -3  # all sums are 2: one class, and x = 1/2 of b
    found = classes(SparseMatrix.of(rows).matrix, alike, same)
    assert found is not None
    assert found.tolist() == [0, 0, 0]


def test_zero_right_side() -> None:
    (answer,) = lift(ruin_system(200), [[0] * 200])
    assert answer == Column([fmpz(0)] * 200, fmpz(1))


@pytest.mark.parametrize("lost", [2, 3, 2**5 * 3**2 * 7])
def test_lost_primes_of_a_combination_are_repaired(
    monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    """Factors that the combinations lose are found in the states."""
    rows = [{i: 1009, (i + 1) % 300: -1} for i in range(300)] + [{300: lost, 0: -1}]

    class Loses(Reconstruction):
        def denominator(self, fractions: Sequence[fmpz], bits: int) -> fmpz | None:
            D = super().denominator(fractions, bits)
            combined = len(fractions) == COMBINED  # the repair asks about one fraction
            return D / fmpz(lost).gcd(D) if D and combined else D

    monkeypatch.setattr(long_division, "Reconstruction", Loses)
    column = [1] + [0] * 300
    (answer,) = lift(rows, [column])
    assert values(answer)[300].denominator % lost == 0
    assert is_solution(rows, column, answer)


def test_a_wrong_proposal_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, planted = Division.proposals, [0]

    def wrong(self: Division) -> Iterator[tuple[list[fmpz], fmpz]]:
        for P, D in honest(self):
            for k in (0, len(P) - 1):
                planted[0] += 1
                yield [*P[:k], P[k] + 1, *P[k + 1 :]], D
            yield P, D

    monkeypatch.setattr(Division, "proposals", wrong)
    (answer,) = lift(ruin_system(300), [[19] * 300])
    assert planted[0] >= 2
    assert values(answer) == values(eliminate(ruin_system(300), [[19] * 300])[0])


def test_digits_without_a_solution_end_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Division, "numerators", lambda *_: None)
    with pytest.raises(ArithmeticError, match="300 unknowns"):
        lift(ruin_system(300), [[19] * 300])


def test_wrong_floats_give_no_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The decomposition of another matrix proposes wrong digits."""
    honest = SparseMatrix.of(ruin_system(300)).factors
    other = [
        {j: 30 * a if i == j else a for j, a in row.items()}
        for i, row in enumerate(ruin_system(300))
    ]
    monkeypatch.setattr(SparseMatrix, "factors", honest)
    with pytest.raises((IllConditioned, ArithmeticError)):
        lift(other, [[19] * 300])
    monkeypatch.undo()
    assert values(lift(other, [[19] * 300])[0]) == values(solve_dense(other, [[19] * 300])[0])


def test_an_ill_conditioned_system_is_solved_by_another_method() -> None:
    """300 heads in a row take 2^301 - 2 tosses (Feller 1968, XIII.7)."""
    size = 320
    rows = [{0: 2 * (i == 0) - 1, i: 2 - (i == 0), i + 1: -1} for i in range(size)]
    del rows[-1][size]
    with pytest.raises(IllConditioned):
        lift(rows, [[2] * size])
    assert values(solve(rows, [[2] * size])[0])[0] == 2 ** (size + 1) - 2


def test_rows_beyond_64_bits_and_zero_pivots_are_ill_conditioned() -> None:
    for rows in ([{i: 2**60} for i in range(301)], [{0: 1, 1: 1}, {0: 1, 1: 1}]):
        with pytest.raises(IllConditioned):
            lift(rows, [[1] * len(rows)])


def test_an_answer_that_would_not_fit_is_refused_before_the_work() -> None:
    size = 10**5
    with pytest.raises(TooLarge, match="100000 states"):
        solve(ruin_system(size), [[19] * size])
