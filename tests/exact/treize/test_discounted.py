"""Treize with a stake, a forfeit and a discount, against the reference rules walked."""

from fractions import Fraction
from typing import Any

import pytest
import sympy

from montmort.exact.parameters.questions import extremum
from montmort.exact.rational_functions.field import from_sympy
from montmort.exact.treize.discounted import d, points_and_loss, value_with
from montmort.games.errors import BadInput
from tests.exact.treize.small_decks import decks, solved, walked

A, B = sympy.symbols("A B")


@decks
def test_a_stake_a_forfeit_and_a_discount_are_those_of_the_rules_walked(
    ranks: int, suits: int
) -> None:
    solution, walk = solved(ranks, suits), walked(ranks, suits)

    def winnings(state: int) -> sympy.Expr:
        law = walk.steps[state]
        points, lost = (
            law.expected(measure)
            for measure in (lambda move: move[1].points, lambda move: move[0] is None)
        )
        return A * sympy.Rational(points) - B * sympy.Rational(lost)

    found = from_sympy(value_with(solution, stake=A, forfeit=B, discount=d))
    assert found == from_sympy(walk.chain().expected(winnings, start=0, discount=d))
    assert found.at({A: 1, B: 1, d: 1}) == solution.value
    assert found.at({A: 3, B: 7, d: 1}) == 3 * solution.points_mean - 7
    assert value_with(solution, stake=A) == A * sympy.Rational(solution.value)


def test_the_usual_deck_with_a_discount_is_a_quotient_of_polynomials_of_degrees_12_and_13() -> None:
    solution = solved(13, 4)
    value = from_sympy(value_with(solution, discount=d))
    above, below = value.above.degrees(), value.below.degrees()
    assert (*above, *below) == (12, 13)
    assert value.at({d: 1}) == solution.value
    assert value.at({d: 0}) == solution.gains[0] - solution.loss[0]


@pytest.mark.slow
@pytest.mark.parametrize("ranks", range(2, 14))
def test_the_dealer_has_the_advantage_with_every_discount(ranks: int) -> None:
    for suits in range(1, 7):
        solution = solved(ranks, suits)
        found = extremum(value_with(solution, discount=d), d, (0, 1))
        assert found.minimum.value == solution.gains[0] - solution.loss[0] >= 0
        assert found.maximum.value == solution.value
        assert (found.minimum.value == 0) is ((ranks, suits) == (2, 1))


@pytest.mark.parametrize("wrong", [{"stake": 0.5}, {"forfeit": sympy.sqrt(2)}, {"discount": 2}])
def test_a_stake_or_a_discount_that_is_not_exact(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="exact"):
        value_with(solved(2, 1), **wrong)


@pytest.mark.parametrize("ranks", [2, 7, 13])
def test_a_discount_in_numbers_is_that_of_the_chain_of_passes(ranks: int) -> None:
    solution = solved(ranks, 3)
    points, loss = points_and_loss(solution)
    for at in (Fraction(0), Fraction(1, 3), Fraction(1)):
        for part, each in ((points, solution.gains), (loss, solution.loss)):
            chain = solution.chain.expected(dict(enumerate(each)), start=0, discount=at)
            assert part.at({d: at}) == chain
        assert value_with(solution, discount=at) == points.at({d: at}) - loss.at({d: at})
    p = sympy.Symbol("p")
    found = from_sympy(value_with(solution, discount=1 - p))
    assert found.at({p: Fraction(2, 3)}) == value_with(solution, discount=Fraction(1, 3))
