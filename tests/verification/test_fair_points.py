"""Fair points, and their picture."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy

from montmort.games.chance import Chance, coin
from montmort.games.errors import BadInput
from montmort.verification.fair_points import fair_points
from montmort.verification.own_games.from_play import experiment_of
from montmort.verification.own_games.point import experiment_at
from montmort.verification.plots.functions import function_figure
from montmort.verification.symbolic_laws import symbolic_laws

p, A, b = sympy.symbols("p A b")


class Bet(NamedTuple):
    gain: int
    won: bool


def bet(chance: Chance) -> Bet:
    return Bet(A * b, True) if coin(chance, p) else Bet(-A, False)  # type: ignore[arg-type]


def laws(**values: Any) -> Any:
    point = {sympy.Symbol(name): Fraction(value) for name, value in values.items()}
    return symbolic_laws(experiment_at(experiment_of(bet), point), None)


def test_a_payoff_is_fair_at_0_and_a_chance_at_one_half() -> None:
    found = laws(A=1, b=3)
    assert str(fair_points(found)) == "mean of gain = 0: fair at p = 1/4"
    assert str(fair_points(found, "won")) == "chance of won = 1/2: fair at p = 1/2"
    assert fair_points(found).to_json()["roots"] == [{"exact": "1/4"}]


def test_the_odds_that_make_a_bet_fair() -> None:
    assert str(fair_points(laws(A=1, p="18/38"))) == "mean of gain = 0: fair at b = 10/9"


def test_a_value_of_two_symbols_or_none_has_no_fair_points() -> None:
    with pytest.raises(BadInput, match="has the symbols A, p: give all but one a number"):
        fair_points(laws(b=1))
    with pytest.raises(BadInput, match="must be a function of one symbol, and has none"):
        fair_points(laws(b=1, p="1/2"))


def test_the_picture_has_the_curve_and_the_fair_points() -> None:
    (ax,) = function_figure(fair_points(laws(A=1, b=3))).axes
    curve, _, root = ax.lines
    xs, ys = curve.get_xdata(), curve.get_ydata()
    assert (xs[0], xs[-1]) == (0, 1)
    assert ys == pytest.approx([4 * x - 1 for x in xs])
    assert (list(root.get_xdata()), list(root.get_ydata())) == ([0.25], [0])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("p", "mean of gain")


def test_a_region_without_an_end_is_cut_off() -> None:
    odds = experiment_of(lambda chance: chance.pick([1, p]) - chance.pick([p, 1]))
    (ax,) = function_figure(fair_points(symbolic_laws(odds, None))).axes
    low, high = ax.get_xlim()
    assert low < 0.1
    assert 10 < high < 13
