"""Dominated choices: the reduced game, against the whole game solved without reduction."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.zero_sum.dominated import Reduction, remove_dominated
from montmort.exact.zero_sum.equilibrium import solve, verify
from montmort.exact.zero_sum.sequence_form import InformationSet, Move, ZeroSumGame


@st.composite
def games(draw: st.DrawFn) -> ZeroSumGame:
    """Games of up to four information sets each, in trees of any shape; most payoffs are small."""

    def information_sets() -> list[InformationSet]:
        found: list[InformationSet] = []
        for _ in range(draw(st.integers(0, 4))):
            earlier = [(d, c) for d, known in enumerate(found) for c in range(known.choices)]
            after = draw(st.sampled_from([None, *earlier]))
            found.append(InformationSet(draw(st.integers(1, 3)), after))
        return found

    first, second = information_sets(), information_sets()
    ends = [
        [None, *((d, c) for d, known in enumerate(side) for c in range(known.choices))]
        for side in (first, second)
    ]
    payoffs = {
        pair: Fraction(draw(st.integers(-2, 2)), draw(st.integers(1, 2)))
        for pair in product(*ends)
        if draw(st.booleans())
    }
    return ZeroSumGame(first=first, second=second, payoffs=payoffs)


@given(games())
def test_the_reduced_game_has_the_value_and_its_equilibrium_is_one_of_the_whole(game) -> None:
    found = remove_dominated(game)
    lifted = verify(found.lift(solve(found.game)))
    assert lifted.game == game
    assert lifted.value == solve(game).value
    assert all(found.choices > 1 for found in (*found.game.first, *found.game.second))


@given(games())
def test_one_player_alone_has_nothing_left_to_choose(game) -> None:
    alone = {(s, None): payoff for (s, t), payoff in game.payoffs.items() if t is None}
    for single in (
        ZeroSumGame(first=game.first, second=[], payoffs=alone),
        ZeroSumGame(first=game.first, second=[], payoffs=alone).swap_players(),
    ):
        found = remove_dominated(single)
        assert not found.game.first
        assert not found.game.second
        assert found.game.payoffs.get((None, None), 0) == solve(single).value


def reduced(rows: Sequence[Sequence[int]]) -> Reduction:
    return remove_dominated(
        ZeroSumGame(
            first=[InformationSet(len(rows))],
            second=[InformationSet(len(rows[0]))],
            payoffs={
                (Move(0, i), Move(0, j)): a for i, row in enumerate(rows) for j, a in enumerate(row)
            },
        )
    )


def test_matrices_reduced_on_paper() -> None:
    pennies = reduced([[1, -1], [-1, 1]])
    assert (pennies.first, pennies.second, pennies.removed) == ([(0, 1)], [(0, 1)], 0)
    third = reduced([[1, -1, 1], [-1, 1, 1], [-2, 0, 5]])  # column 2, and then row 2
    assert (third.first, third.second, third.removed) == ([(0, 1)], [(0, 1)], 2)
    equal = reduced([[2, 2], [2, 2]])  # of equal choices the first is left
    assert (equal.first, equal.second, equal.removed) == ([(0,)], [(0,)], 2)


def test_a_choice_dominated_only_by_backward_induction_over_the_other_player() -> None:
    """Row 0 gives 1; row 1 gives 0 or 2 as the second player likes, who would say 0."""
    game = ZeroSumGame(
        first=[InformationSet(2)],
        second=[InformationSet(2), InformationSet(2)],
        payoffs={
            ((0, 0), None): 1,
            ((0, 1), (0, 0)): 1,
            ((0, 1), (1, 0)): -1,
            ((0, 1), (1, 1)): -2,
        },
    )
    found = remove_dominated(game)
    assert found.first == [(0,)]
    assert found.game.payoffs == {(None, None): 1}


def test_sets_with_one_choice_vanish_wherever_they_are() -> None:
    """A choice of one, then pennies: what is left is the set below, at the start."""
    game = ZeroSumGame(
        first=[InformationSet(1), InformationSet(2, (0, 0)), InformationSet(1, (1, 1))],
        second=[InformationSet(2)],
        payoffs={
            ((0, 0), None): 5,
            ((1, 0), (0, 0)): 1,
            ((1, 0), (0, 1)): -1,
            ((1, 1), (0, 0)): -1,
            ((2, 0), (0, 1)): 1,
        },
    )
    found = remove_dominated(game)
    assert found.game.first == (InformationSet(2),)
    assert found.game.payoffs == {
        (None, None): 5,
        ((0, 0), (0, 0)): 1,
        ((0, 0), (0, 1)): -1,
        ((0, 1), (0, 0)): -1,
        ((0, 1), (0, 1)): 1,
    }
    assert solve(found.game).value == verify(found.lift(solve(found.game))).value == 5


def test_of_equal_choices_the_one_is_kept_that_is_better_against_a_mistake() -> None:
    """Row 1 loses whatever follows; the second player should then take column 1."""
    game = ZeroSumGame(
        first=[InformationSet(2)],
        second=[InformationSet(2)],
        payoffs={((0, 1), (0, 0)): -1, ((0, 1), (0, 1)): -2},
    )
    found = remove_dominated(game)
    assert (found.first, found.second) == ([(0,)], [(1,)])
