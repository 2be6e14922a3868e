"""Information sets that stand for several, against the game in which all are written down."""

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.zero_sum.dominated import remove_dominated
from montmort.exact.zero_sum.equilibrium import solve, solve_matrix, verify
from montmort.exact.zero_sum.sequence_form import (
    InformationSet,
    Move,
    ZeroSumGame,
    best_response_value,
    realization_plan,
)
from montmort.games.errors import BadInput


class Pair(NamedTuple):
    """The same game, with all information sets and with those merged that are alike."""

    whole: ZeroSumGame
    merged: ZeroSumGame


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """The first player chooses a stake m and plays a matrix game for it, perhaps twice over.

    The second player does not see the stake.  After the matrix game there is a second one, in
    which the first player's row in the first game does not matter.
    """
    stakes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=3))
    again = draw(st.booleans())
    small = st.integers(-3, 3)
    one = [[draw(small) for _ in range(2)] for _ in range(2)]
    two = [[draw(small) for _ in range(2)] for _ in range(2)]
    price = [draw(small) for _ in stakes]
    second = [InformationSet(2), InformationSet(2)]

    whole = [InformationSet(len(stakes))]
    payoffs = {(Move(0, k), None): Fraction(paid) for k, paid in enumerate(price)}
    for k, stake in enumerate(stakes):
        d = len(whole)
        whole.append(InformationSet(2, Move(0, k)))
        for i, j in product(range(2), range(2)):
            payoffs[Move(d, i), Move(0, j)] = Fraction(stake * one[i][j])
        for i in range(2) if again else ():
            whole.append(InformationSet(2, Move(d, i)))
            for r, c in product(range(2), range(2)):
                payoffs[Move(len(whole) - 1, r), Move(1, c)] = Fraction(stake * two[r][c])

    arrivals = {Move(0, k): stake for k, stake in enumerate(stakes)}
    merged = [InformationSet(len(stakes)), InformationSet.of(2, arrivals)]
    fewer = {(Move(0, k), None): Fraction(paid) for k, paid in enumerate(price)}
    for i, j in product(range(2), range(2)):
        fewer[Move(1, i), Move(0, j)] = Fraction(one[i][j])
        if again:
            fewer[Move(2, i), Move(1, j)] = Fraction(two[i][j])
    if again:
        merged.append(InformationSet.of(2, {Move(1, 0): 1, Move(1, 1): 1}))
    return Pair(
        ZeroSumGame(first=whole, second=second, payoffs=payoffs),
        ZeroSumGame(first=merged, second=second, payoffs=fewer),
    )


@given(pairs())
def test_merged_sets_change_no_value(pair) -> None:
    value = solve(pair.whole).value
    found = solve(pair.merged)
    assert found.value == value == -solve(pair.merged.swap_players()).value
    turned = remove_dominated(pair.merged.swap_players())
    assert verify(turned.lift(solve(turned.game))).value == -value
    reduction = remove_dominated(pair.merged)
    lifted = verify(reduction.lift(solve(reduction.game)))
    assert lifted.value == value
    least = best_response_value(pair.merged, second=lifted.second)
    assert least == value == best_response_value(pair.whole, second=lifted.second)


def test_a_stake_chosen_unseen_by_the_other_player() -> None:
    """Pennies for 1 or for 3, after a fee: the matrix of the four plans of the first player."""
    payoffs = {
        ((0, 0), None): 1,
        ((1, 0), (0, 0)): 2,
        ((1, 0), (0, 1)): -1,
        ((1, 1), (0, 0)): -1,
        ((1, 1), (0, 1)): 1,
    }
    first = [InformationSet(2), InformationSet.of(2, {Move(0, 0): 1, Move(0, 1): 3})]
    game = ZeroSumGame(first=first, second=[InformationSet(2)], payoffs=payoffs)
    plans = solve_matrix([[1 + 2, 1 - 1], [1 - 1, 1 + 1], [3 * 2, -3], [-3, 3]])
    assert solve(game).value == plans.value == Fraction(6, 5)
    half = Fraction(1, 2)
    weights = realization_plan(first, ((half, half), (half, half)))
    assert weights[Move(1, 0)] == (half + 3 * half) / 2


def test_a_multiple_is_a_positive_integer() -> None:
    first = [InformationSet(2), InformationSet(2, None, ((Move(0, 0), 0),))]
    with pytest.raises(BadInput, match=r"first\[1\]\.merged=0 must be an integer >= 1"):
        ZeroSumGame(first=first, second=[], payoffs={})
    first = [InformationSet(2), InformationSet(2, None, ((Move(1, 0), 1),))]
    with pytest.raises(BadInput, match=r"must be \(information set, choice\) of the first player"):
        ZeroSumGame(first=first, second=[], payoffs={})


def test_a_choice_that_a_triple_stake_makes_dominated() -> None:
    """The second player stakes 1 or 3; row 1 gains 1, and loses some of the stake."""
    second = [InformationSet(2), InformationSet.of(2, {Move(0, 0): 1, Move(0, 1): 3})]
    gain = {((0, 1), (0, 0)): 1, ((0, 1), (0, 1)): 1}
    for loss, best in ((Fraction(-1, 2), 0), (Fraction(-1, 3), 1)):  # 1 - 3/2 and 1 - 3/3
        payoffs = gain | {((0, 1), (1, 0)): loss}
        game = ZeroSumGame(first=[InformationSet(2)], second=second, payoffs=payoffs)
        assert remove_dominated(game).first == [(best,)]
