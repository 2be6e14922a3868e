"""Optimal play as a function of a symbol: random games against their numbers at random points."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from montmort import optimal
from montmort.exact.decisions.piecewise import PiecewiseOptimal
from montmort.games.errors import BadChain, BadInput
from tests.exact.decisions.small_games import GAME, Game
from tests.exact.decisions.symbolic_games import (
    at,
    endless_symbolic_games,
    fractions,
    p,
    symbolic_games,
)

REFUSALS = (
    "never decides",
    "never ends",
    "put off the end",
    "the best total does not exist",
    "some totals have no bound",
    "gains and losses",
    "keep the play from ending",
    "no values of p fulfil",
)


def answered(game: Game, **more: Any) -> PiecewiseOptimal:
    try:
        best = optimal(GAME, game, seat=0, **more)
    except (BadInput, BadChain) as problem:
        assert any(word in str(problem) for word in REFUSALS)  # noqa: PT017
        reject()
    assume(isinstance(best, PiecewiseOptimal))
    assert isinstance(best, PiecewiseOptimal)
    return best


@settings(max_examples=12)
@given(symbolic_games(), fractions, st.booleans(), st.sampled_from(["points", "won"]))
def test_at_a_point_the_answer_is_that_of_the_numeric_game(
    game: Game, value: Fraction, maximises: bool, aim: str
) -> None:
    wish = {"maximise" if maximises else "minimise": aim}
    best = answered(game, **wish)
    assume(value in best.region)
    found, numeric = best.at({p: value}), optimal(GAME, at(game, value), seat=0, **wish)
    assert found.value == numeric.value == best.value_at(value)
    assert found.decisions == numeric.decisions
    assert found.walk.law() == numeric.walk.law()


@settings(max_examples=12)
@given(symbolic_games(seats=2), fractions)
def test_two_seats_answer_each_other(game: Game, value: Fraction) -> None:
    best = answered(game, maximise="points")
    assume(value in best.region)
    numeric = optimal(GAME, at(game, value), seat=0, maximise="points")
    assert best.at({p: value}).value == numeric.value == best.value_at(value)
    assert best.at({p: value}).decisions == numeric.decisions


@settings(max_examples=12)
@given(symbolic_games())
def test_the_strategy_of_a_piece_has_its_value_and_no_neighbour_shares_it(game: Game) -> None:
    best = answered(game, maximise="points")
    for piece in best.pieces:
        walk = piece.walk
        assert sympy.cancel(walk.expected("points") - piece.value) == 0
        sample = piece.interval.sample
        if isinstance(sample, Fraction) and sample not in piece.touching:
            numeric = optimal(GAME, at(game, sample), seat=0, maximise="points")
            ties = {each.view: each.ties for each in numeric.decisions}
            for each in piece.decisions:
                assert ties.get(each.view, each.ties) == each.ties
    neighbours = [pair for pair in pairwise(best.pieces) if pair[0].interval.high_closed]
    for (below, above), each in zip(neighbours, best.breaks, strict=True):
        left, right = below.decisions, above.decisions
        assert any(a.choice not in b.ties for a, b in zip(left, right, strict=True))
        assert any(b.choice not in a.ties for a, b in zip(left, right, strict=True))
        shared = best.ties_at(each.point)
        for change in each.changes:
            assert {*change.before, *change.after} <= {*shared[change.view]}


@settings(max_examples=12)
@given(symbolic_games(), st.sampled_from([0, 1]))
def test_at_an_end_of_the_region_impossible_branches_are_left_out(game: Game, end: int) -> None:
    best = answered(game, maximise="points")
    value = Fraction(end)
    assume(value in best.region)
    found, numeric = best.at({p: value}), optimal(GAME, at(game, value), seat=0, maximise="points")
    assert found.value == numeric.value == best.value_at(value)
    assert found.strategy() == numeric.strategy()


def check_endless_game(game: Game, value: Fraction, aim: str) -> None:
    best = answered(game, maximise=aim)
    numeric = optimal(
        GAME, at(game, value), seat=0, maximise=aim
    )  # not refused: the answer covers it
    found = best.at({p: value})
    assert found.value == numeric.value == best.value_at(value)
    assert found.decisions == numeric.decisions
    for each in best.breaks:
        if isinstance(point := each.point.simplest, Fraction):
            assert optimal(GAME, at(game, point), seat=0, maximise=aim).value == best.value_at(
                point
            )


@given(endless_symbolic_games(), fractions, st.sampled_from(["points", "won"]))
def test_games_without_a_longest_play_have_their_numeric_values(
    game: Game, value: Fraction, aim: str
) -> None:
    check_endless_game(game, value, aim)


@pytest.mark.slow
@settings(max_examples=200)
@given(
    st.sampled_from([1, 2]).flatmap(lambda seats: endless_symbolic_games(seats)),
    fractions,
    st.sampled_from(["points", "won"]),
)
def test_many_games_without_a_longest_play_have_their_numeric_values(
    game: Game, value: Fraction, aim: str
) -> None:
    check_endless_game(game, value, aim)
