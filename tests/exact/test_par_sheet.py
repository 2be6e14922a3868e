"""PAR sheets of small laws by hand, and of random ones from their definitions."""

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort import Law, ParSheet
from montmort.games.errors import BadInput, UnknownName

VALUES = st.fractions(min_value=-2, max_value=9, max_denominator=4)
LAWS = st.dictionaries(VALUES, st.integers(1, 6), min_size=1, max_size=5).map(
    lambda weights: Law(weights=weights)
)


def half(number: int) -> Fraction:
    return Fraction(number, 2)


def test_a_number_at_roulette() -> None:
    number = ParSheet(net=Law(weights={35: 1, -1: 36}))
    assert (number.rtp, number.house_edge) == (Fraction(36, 37), Fraction(1, 37))
    assert number.hit_frequency == number.win_frequency == Fraction(1, 37)
    assert number.variance == Fraction(36**3, 37**2)  # 36^2 p (1 - p)
    assert number.standard_deviation == "5.837837837837838"  # 216/37
    # (1 - 2 p)/sqrt(p (1 - p)) = 35/6
    assert number.skewness_squared == Fraction(35, 6) ** 2
    assert number.skewness == "5.833333333333333"
    assert number.maximum_exposure == 35
    assert number.payoffs == {0: Fraction(36, 37), 36: Fraction(1, 37)}


def test_a_bet_with_ties() -> None:
    sheet = ParSheet(net=Law(weights={-1: 5, 0: 1, 1: 4}))
    assert sheet.house_edge == Fraction(1, 10)
    assert sheet.house_edge_without_ties == Fraction(1, 9)
    assert (sheet.hit_frequency, sheet.win_frequency) == (half(1), Fraction(2, 5))
    assert sheet.push_frequency == Fraction(1, 10)


def test_a_stake_that_may_be_raised() -> None:
    # half of the plays double the stake, and then win or lose 2 evenly; the others lose 1
    sheet = ParSheet(net=Law(weights={-2: 1, -1: 2, 2: 1}), mean_stake=Fraction(3, 2))
    assert (sheet.house_edge, sheet.element_of_risk) == (half(1), Fraction(1, 3))
    assert sheet.hit_frequency == Fraction(1, 4)
    assert sheet.answers([1])["element_of_risk"] == Fraction(1, 3)
    assert sheet.payoffs[Fraction(-1)] == Fraction(1, 4)


def test_a_certain_gain_has_no_skewness() -> None:
    sheet = ParSheet(net=Law(weights={0: 1}))
    assert (sheet.variance, sheet.skewness, sheet.skewness_squared) == (0, None, None)
    assert sheet.house_edge_without_ties is None
    assert sheet.volatility_index(90) == "0.000000000000000"
    assert sheet.rtp_interval(90, 7) == ("1.000000000000000",) * 2
    assert sheet.after(7) == (0, 1, 0)


@given(law=LAWS)
def test_all_entries_follow_their_definitions(law: Law[Fraction]) -> None:
    sheet, chances = ParSheet(net=law), law.chances()
    mean = sum(x * p for x, p in chances.items())
    moments = {k: sum((x - mean) ** k * p for x, p in chances.items()) for k in (2, 3)}
    assert (sheet.rtp, sheet.house_edge) == (1 + mean, -mean)
    assert (sheet.variance, sheet.third_central_moment) == (moments[2], moments[3])
    assert sheet.hit_frequency == sum(p for x, p in chances.items() if 1 + x > 0)
    assert sheet.win_frequency == sum(p for x, p in chances.items() if x > 0)
    assert sheet.push_frequency == sum(p for x, p in chances.items() if x == 0)
    assert sheet.maximum_exposure == max(chances)
    assert sheet.payoffs == {1 + x: p for x, p in chances.items()}
    assert float(sheet.standard_deviation) == pytest.approx(math.sqrt(moments[2]))
    if moments[2]:
        assert sheet.skewness is not None
        assert float(sheet.skewness) == pytest.approx(moments[3] / moments[2] ** 1.5, abs=1e-12)
    for percent, z in ((90, 1.6448536269514722), (95, 1.959963984540054)):
        index = z * math.sqrt(moments[2])
        assert float(sheet.volatility_index(percent)) == pytest.approx(index)
        ends = map(float, sheet.rtp_interval(percent, 4))
        assert [*ends] == pytest.approx([1 + mean - index / 2, 1 + mean + index / 2], abs=1e-12)


@given(law=LAWS, plays=st.integers(1, 3))
def test_a_player_is_ahead_as_often_as_in_all_sequences(law: Law[Fraction], plays: int) -> None:
    ahead = even = Fraction(0)
    for values in itertools.product(law, repeat=plays):
        chance = math.prod((law[value] for value in values), start=Fraction(1))
        ahead += chance * (sum(values) > 0)
        even += chance * (sum(values) == 0)
    row = ParSheet(net=law).answers([plays])["after"][plays]
    assert (row["ahead"], row["even"], row["behind"]) == (ahead, even, 1 - ahead - even)


def test_a_row_that_takes_too_long_says_so() -> None:
    law = Law(weights={-1: 1, Fraction(1, 10**9 + 7): 1, 1: 2})
    after = ParSheet(net=law).answers([2, 10**6])["after"]
    assert after[2]["ahead"] == Fraction(9, 16)  # not -1 twice, nor -1 and another
    assert after[2]["method"] == "exact"
    assert "take fewer plays" in after[10**6]["refused"]
    assert {"ahead", "method"}.isdisjoint(after[10**6])
    assert "rtp_95" in after[10**6]


def test_a_law_with_a_tail_and_moments() -> None:
    # heads before the first tail, for a stake of 1: mean 1, variance 2
    net = Law(weights={k - 1: 2 ** (29 - k) for k in range(30)}, total=2**30)
    sheet = ParSheet(net=net, moments=(Fraction(0), Fraction(2)))
    assert (sheet.rtp, sheet.variance, sheet.hit_frequency) == (1, 2, half(1))
    assert (sheet.win_frequency, sheet.push_frequency) == (Fraction(1, 4), Fraction(1, 4))
    assert (sheet.skewness, sheet.skewness_squared, sheet.maximum_exposure) == (None, None, None)
    answers = sheet.answers([2, 100])
    assert answers["tail"] == Fraction(1, 2**30)
    assert answers["third_central_moment"] is None
    assert answers["after"][2]["ahead"] == Fraction(5, 16)  # 1 - (1/4 + 2/8) - 3/16
    low, high = answers["after"][100]["ahead"]
    assert low < high < low + Fraction(1, 10**6)


def test_a_law_that_ends_below_0_does_not_know_the_wins() -> None:
    sheet = ParSheet(net=Law(weights={-1: 1}, total=2), moments=(Fraction(0), Fraction(1)))
    assert sheet.hit_frequency == half(1)
    with pytest.raises(UnknownName):
        _ = sheet.push_frequency


@pytest.mark.parametrize("moments", [(0,), (0, -1), [0, 1], (0.5, 1), 3])
def test_moments_are_a_mean_and_a_variance(moments: Any) -> None:
    with pytest.raises(BadInput):
        ParSheet(net=Law(weights={1: 1}), moments=moments)


@pytest.mark.parametrize(
    "net", [Law(weights={0: 1}, total=2), Law(weights={"win": 1}), Law(weights={True: 1, False: 1})]
)
def test_a_sheet_needs_a_whole_law_of_numbers(net: Law[Any]) -> None:
    with pytest.raises(BadInput):
        ParSheet(net=net)


@pytest.mark.parametrize("stake", [0, Fraction(-1, 2), 1.5])
def test_the_mean_stake_is_above_0(stake: Any) -> None:
    with pytest.raises(BadInput, match="mean_stake="):
        ParSheet(net=Law(weights={1: 1}), mean_stake=stake)
