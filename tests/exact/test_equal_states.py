"""Classes of states with the same future, on games made of copies of a smaller one."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact import equal_states
from montmort.exact.equal_states import Rows
from montmort.exact.moves import END, Moves
from montmort.exact.total_gain import total_chances

Table = list[list[tuple[int, int, int]]]  # (next state or END, gain, weight) of every state


@st.composite
def tables(draw: st.DrawFn) -> Table:
    size = draw(st.integers(1, 4))
    moves = st.tuples(st.integers(END, size - 1), st.integers(0, 2), st.integers(1, 9))
    return [[*draw(st.lists(moves, max_size=4)), (END, 1, 1)] for _ in range(size)]


def doubled(table: Table, choices: list[int]) -> Table:
    """Every state twice; a move leads to either copy."""
    size, which = len(table), iter(choices * 100)
    return [
        [(t if t == END else t + size * next(which), gain, weight) for t, gain, weight in row]
        for row in table * 2
    ]


def moves_of(table: Table) -> Moves[int, tuple[int]]:
    targets, gains, weights = zip(*(move for row in table for move in row), strict=True)
    return Moves(
        states=range(len(table)),
        starts={0: 1, len(table) - 1: 2},
        bounds=np.cumsum([0, *map(len, table)]),
        targets=np.array(targets),
        weights=np.array(weights),
        gained=np.array(gains),
        gains=[(0,), (1,), (2,)],
    )


def rows_of(table: Table) -> Rows:
    moves = moves_of(table)
    return Rows(moves.sources, moves.targets % (len(table) + 1), moves.gained, moves.weights)


@pytest.fixture(autouse=True)
def small_games_are_lumped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equal_states, "FEWEST", 1)


@settings(max_examples=60)
@given(tables(), st.lists(st.integers(0, 1), min_size=1))
def test_copies_of_a_state_are_equal(table: Table, choices: list[int]) -> None:
    twice, size = doubled(table, choices), len(table)
    found = equal_states.equal_states(rows_of(twice), 2 * size)
    assert found is not None
    names, rows = found
    assert (names[:size] == names[size:-1]).all()
    assert names[-1] == names.max() == rows.sources.max() + 1


@settings(max_examples=60)
@given(tables(), st.lists(st.integers(0, 1), min_size=1))
def test_the_law_is_that_without_classes(table: Table, choices: list[int]) -> None:
    moves = moves_of(doubled(table, choices))
    found = [*islice(total_chances(moves, [0, 1, 2]), 6)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equal_states, "FEWEST", 10**9)
        assert found == [*islice(total_chances(moves, [0, 1, 2]), 6)]


def test_wrong_proposals_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of([[(END, 1, 1), (1, 1, 2)], [(END, 1, 2), (0, 1, 1)]])
    monkeypatch.setattr(equal_states, "classes", lambda *_: np.array([0, 0, 1]))
    assert equal_states.equal_states(rows, 2) is None


def test_states_that_differ_have_no_classes() -> None:
    rows = rows_of([[(END, 1, 1), (1, 1, 2)], [(END, 1, 2), (0, 1, 1)]])
    assert equal_states.equal_states(rows, 2) is None
