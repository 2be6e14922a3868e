"""Closed forms of a hand of Persian Monarchs against the exact law, and against enumeration."""

from itertools import product

import pytest
import sympy

from montmort.exact.persian_monarchs.closed_forms import (
    N,
    ante,
    hand_form,
    m,
    mean_by_cards,
    n,
    t,
    x,
)
from montmort.exact.persian_monarchs.hand import duel
from montmort.exact.persian_monarchs.raise_limit import mean_by_limit
from montmort.exact.persian_monarchs.strategy_tables import Pack
from montmort.games.errors import BadInput, UnknownName
from montmort.games.persian_monarchs.strategies import STRATEGIES
from tests.exact.persian_monarchs.enumerated import mean_by_enumeration

PAIRS = list(product(STRATEGIES, repeat=2))
pairs = pytest.mark.parametrize("pair", PAIRS)


def duel_of(pair, pack):
    return duel(*(STRATEGIES[name] for name in pair), pack)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_the_law_with_every_number_of_cards_left(pair):
    form = hand_form(*pair)
    for left in range(2, 53):
        pack = Pack(left, 52, 2)
        assert form.law(pack) == duel_of(pair, pack).law()


def check_means(pair, most, sizes):
    mean = hand_form(*pair).mean().subs({N: 52, ante: 1, m: most})
    for left in sizes:
        expected = sympy.Rational(duel_of(pair, Pack(left, 52, most)).mean())
        assert mean.subs(n, left).doit() == expected


@pytest.mark.parametrize("pair", PAIRS)
def test_the_mean(pair):
    check_means(pair, 2, (2, 3, 14, 52))


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_the_mean_with_every_number_of_cards_left_and_every_raise(pair):
    check_means(pair, 10, range(2, 53))


@pytest.mark.parametrize("pair", PAIRS)
def test_small_packs(pair):
    form = hand_form(*pair)
    for cards in range(2, 8):
        for left in range(2, cards + 1):
            if form.needs.subs(N, cards):
                pack = Pack(left, cards, 3)
                assert form.law(pack) == duel_of(pair, pack).law()


def test_where_they_hold():
    needs = {pair: hand_form(*pair).needs for pair in PAIRS}
    assert needs.pop(("counter", "non-counter")) == (N > 2)
    assert {*needs.values()} == {sympy.true}


def test_formulas_of_the_rule_sheet():
    assert hand_form("random", "random").mean().subs(ante, 1) == sympy.Rational(1, 4)
    expected = sympy.Rational(1, 4) + (m - 1) * (n + 1) / (24 * (n - 1))
    assert sympy.simplify(hand_form("counter", "random").mean().subs(ante, 1) - expected) == 0


def test_means_that_do_not_depend_on_the_cards_left():
    free = {pair for pair in PAIRS if not hand_form(*pair).mean().has(n)}
    assert free == {
        ("non-counter", "non-counter"), ("non-counter", "random"), ("random", "non-counter"),
        ("random", "random"),
    }  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS)
def test_other_antes(pair):
    mean = hand_form(*pair).mean()
    for cards, stake in product((3, 6, 9), (1, 2, 5)):
        at = {n: cards, N: cards, m: 4, ante: stake}
        assert mean.subs(at).doit() == sympy.Rational(mean_by_enumeration(pair, cards, 4, stake))


def test_the_threshold_is_a_function_of_the_raise():
    form = hand_form("random", "counter")
    assert form.threshold.subs({n: 52, ante: 1, x: 2}) == 18  # 17 is a tie: the rule sheet
    assert form.threshold.subs({n: 13, ante: 1, x: 5}) == 6
    assert form.won.has(t)
    assert not form.mean().has(t)


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        (Pack(2, 2, 1), "cards=2 must be an integer >= 3"),
        (Pack(1, 3, 1), "left=1 must be an integer from 2 to 3, the cards of the pack"),
        (Pack(4, 3, 1), "left=4 must be an integer from 2 to 3"),
        (Pack(2, 3, 0), "max_raise=0 must be an integer >= 1"),
    ],
)
def test_packs_for_which_they_do_not_hold(pack, sentence):
    with pytest.raises(BadInput, match=sentence):
        hand_form("counter", "non-counter").law(pack)


def test_one_card_is_refused():
    with pytest.raises(BadInput, match="cards=1 must be an integer >= 2"):
        hand_form("counter", "counter").law(Pack(1, 1, 1))


def test_strategies_without_a_closed_form():
    with pytest.raises(UnknownName, match="no closed form of 'equilibrium'; take one of"):
        hand_form("counter", "equilibrium")


@pairs
@pytest.mark.parametrize("most", [1, 2])
def test_packs_one_and_two_periods_larger(pair: tuple[str, str], most: int) -> None:
    period = mean_by_cards(*pair, most, 3).period
    for like in range(3, 3 + period):
        found = mean_by_cards(*pair, most, like)
        for cards in (like, like + period, like + 2 * period):
            for left, whole in {(cards, cards), (cards, 40), (3, cards)}:
                if (left if found.places == n else whole) == cards:
                    exact = duel(*(STRATEGIES[name] for name in pair), Pack(left, whole, most))
                    assert found.function.at({n: left, N: whole}) == exact.mean()


@pairs
def test_the_usual_hand_and_other_antes(pair: tuple[str, str]) -> None:
    for most, paid in ((10, 1), (4, 3)):
        found = mean_by_cards(*pair, most, 52, ante=paid)
        assert found.function.at({n: 52, N: 52}) == mean_by_limit(*pair, 52, ante=paid).at(most)


def test_the_periods() -> None:
    assert [mean_by_cards("counter", "counter", m, 4).period for m in (1, 2, 3, 4)] == [
        4, 12, 24, 120,
    ]  # fmt: skip
    assert mean_by_cards("counter", "random", 9, 4).period == 1


def test_hands_that_do_not_exist() -> None:
    with pytest.raises(BadInput, match="like=1 must be an integer >= 2"):
        mean_by_cards("counter", "counter", 1, 1)
    with pytest.raises(BadInput, match="like=2 must be an integer >= 3"):
        mean_by_cards("counter", "non-counter", 1, 2)
    with pytest.raises(BadInput, match="max_raise=0"):
        mean_by_cards("counter", "counter", 0, 4)
    with pytest.raises(BadInput, match="ante=0"):
        mean_by_cards("counter", "counter", 1, 4, ante=0)
