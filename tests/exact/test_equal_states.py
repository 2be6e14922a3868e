"""Classes of states with the same future, on games made of copies of a smaller one."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact import absorbing_system, equal_states
from montmort.exact.absorbing_system import AbsorbingSystem
from montmort.exact.equal_states import Rows, lumped_exits
from montmort.exact.from_rules import explore
from montmort.exact.moves import END, Moves
from montmort.exact.total_gain import total_chances
from montmort.games import penney, risk, three_ruin, waldegrave
from montmort.games.experiment import Experiment

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
    monkeypatch.setattr(equal_states, "EQUAL_STATES_FROM", 1)


@given(tables(), st.lists(st.integers(0, 1), min_size=1))
def test_copies_of_a_state_are_equal(table: Table, choices: list[int]) -> None:
    twice, size = doubled(table, choices), len(table)
    found = equal_states.equal_states(rows_of(twice), 2 * size)
    assert found is not None
    names, rows = found
    assert (names[:size] == names[size:-1]).all()
    assert names[-1] == names.max() == rows.sources.max() + 1


@given(tables(), st.lists(st.integers(0, 1), min_size=1))
def test_the_law_is_that_without_classes(table: Table, choices: list[int]) -> None:
    moves = moves_of(doubled(table, choices))
    found = [*islice(total_chances(moves, [0, 1, 2]), 6)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equal_states, "EQUAL_STATES_FROM", 10**9)
        assert found == [*islice(total_chances(moves, [0, 1, 2]), 6)]


def test_wrong_proposals_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of([[(END, 1, 1), (1, 1, 2)], [(END, 1, 2), (0, 1, 1)]])
    monkeypatch.setattr(equal_states, "classes", lambda *_: np.array([0, 0, 1]))
    assert equal_states.equal_states(rows, 2) is None


def test_states_that_differ_have_no_classes() -> None:
    rows = rows_of([[(END, 1, 1), (1, 1, 2)], [(END, 1, 2), (0, 1, 1)]])
    assert equal_states.equal_states(rows, 2) is None


KINDS = [[kind == own for own in range(3)] for kind in range(3)]  # by number of the gain


@given(tables(), st.lists(st.integers(0, 1), min_size=1), st.integers(1, 3))
def test_the_chances_of_the_ends_are_those_without_classes(
    table: Table, choices: list[int], copies: int
) -> None:
    table[0].append((END, 2, 3))
    for _ in range(copies):
        table = doubled(table, choices)
    moves = moves_of(table)
    found = AbsorbingSystem(moves).chances(KINDS), AbsorbingSystem(moves).split(KINDS[1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equal_states, "EQUAL_STATES_FROM", 10**9)
        assert found[0] == AbsorbingSystem(moves).chances(KINDS)
        assert found[1] == AbsorbingSystem(moves).split(KINDS[1]) == found[0][1]
    assert sum(found[0]) == 1


def test_ends_of_one_kind_have_fewer_classes_than_those_of_all() -> None:
    game = explore(waldegrave.EXPERIMENTS["pool"], waldegrave.Rules(players=4))
    wins = [[gain.winner == player for gain in game.moves.gains] for player in (1, 2, 3, 4)]
    own = [len(lumped_exits(game.moves, kind).states) for kind in wins]
    assert len(game.moves.states) == 49  # the start, 2 counts of wins in 4! orders
    assert own == [9, 9, 9, 9]  # the start, 2 counts of wins with the player in 4 places


def test_every_kind_has_its_own_system_where_these_are_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = explore(waldegrave.EXPERIMENTS["pool"], waldegrave.Rules(players=5))
    monkeypatch.setattr(absorbing_system, "visits", None)
    law = game.field_law("winner")
    assert dict(law.weights) == {1: 4913, 2: 4913, 3: 4624, 4: 4352, 5: 4096}


@pytest.mark.parametrize(
    ("experiment", "rules", "field"),
    [
        (waldegrave.EXPERIMENTS["pool"], waldegrave.Rules(players=4), "winner"),
        (penney.EXPERIMENTS["game"], penney.Rules(), "first"),
        (risk.EXPERIMENTS["battle"], risk.Rules(attackers=4, defenders=3), "attacker_wins"),
        (three_ruin.EXPERIMENTS["game"], three_ruin.Rules(), "ruined"),
    ],
)
def test_games_have_the_laws_that_they_have_without_classes(
    experiment: Experiment[object, object, tuple[object, ...]], rules: object, field: str
) -> None:
    game, again = (explore(experiment, rules) for _ in range(2))
    values = [getattr(gain, field) for gain in game.moves.gains]
    found = game._absorption(values)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equal_states, "EQUAL_STATES_FROM", 10**9)
        assert found == again._absorption(values)
