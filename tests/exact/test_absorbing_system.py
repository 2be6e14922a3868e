"""Systems with opposite states against the plain solution, on generated races."""

from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.absorbing_system import solve_with_opposites
from montmort.exact.linalg.integer_systems import solve
from montmort.exact.linalg.system import fraction

Rows = list[dict[int, int]]


@st.composite
def races(draw: st.DrawFn) -> tuple[Rows, list[int], list[int]]:
    """Two players in turn on squares with jumps: the system, and the exits of both winners."""
    size = draw(st.integers(1, 4))
    weights = draw(st.lists(st.integers(1, 2**40), min_size=1, max_size=3))
    jumps = [draw(st.integers(0, size)) for _ in range(size)]
    number = {
        (mine, other, mover): len(range(size)) * 2 * mine + 2 * other + mover
        for mine in range(size)
        for other in range(size)
        for mover in range(2)
    }
    rows: Rows = [{} for _ in number]
    exits = [[0] * len(number) for _ in range(2)]
    for (mine, other, mover), s in number.items():
        rows[s][s] = sum(weights) + 1
        exits[mover][s] += 1  # so that every play ends
        for throw, weight in enumerate(weights, 1):
            square = mine + throw
            if square < size:
                square = jumps[square]
            if square >= size:
                exits[mover][s] += weight
            else:
                t = number[other, square, 1 - mover]
                rows[s][t] = rows[s].get(t, 0) - weight
    return rows, exits[0], exits[1]


@given(races())
def test_the_chances_of_a_race_of_equals(race: tuple[Rows, list[int], list[int]]) -> None:
    rows, first, other = race
    found, plain = solve_with_opposites(rows, first, other), solve(rows, [first])[0]
    assert found is not None
    assert [fraction(n, found.denominator) for n in found.numerators] == [
        fraction(n, plain.denominator) for n in plain.numerators
    ]


def test_without_opposites_there_is_no_answer() -> None:
    rows = [{0: 2, 1: -1}, {1: 3, 0: -1}]
    assert solve_with_opposites(rows, [1, 0], [0, 2]) is None


def test_a_state_that_is_its_own_opposite() -> None:
    """The middle of three squares, where both ends are equally likely."""
    rows = [{0: 2, 1: -1}, {1: 2, 0: -1, 2: -1}, {2: 2, 1: -1}]
    assert solve_with_opposites(rows, [1, 0, 0], [0, 0, 1]) is None


def test_rows_of_long_weights_are_left_to_the_plain_solution() -> None:
    rows = [{0: 2**65, 1: -(2**64)}, {1: 2**65, 0: -(2**64)}]
    assert solve_with_opposites(rows, [2**64, 0], [0, 2**64]) is None
