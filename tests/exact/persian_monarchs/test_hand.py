"""Persian Monarchs, one hand: the exact law against enumeration over cards and remaining sets."""

import math
from collections import Counter as Counts
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.exact.persian_monarchs.hand import Duel, Purses, duel
from montmort.exact.persian_monarchs.strategy_tables import Pack, Table, goes_by, rank_table
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import (
    STRATEGIES,
    ByRank,
    Counter,
    NonCounter,
    Random,
    View,
)
from tests.games.persian_monarchs import naive_monarchs as naive

PAIRS = list(product(STRATEGIES, repeat=2))
BY_RANK = [pair for pair in PAIRS if "non-counter" not in pair]


def found(pair, pack, purses=None):
    raiser, dealer = (STRATEGIES[name] for name in pair)
    return duel(raiser, dealer, pack).law(purses)


def law_by_enumeration(pair, pack, **purse):
    """Return the law by the rule sheet, over all sets of cards left and all draws."""
    sets = [*combinations(range(pack.cards), pack.left)]
    law = Counts()
    for left in sets:
        for chance, profit, _ in naive.hand(*pair, left, pack.cards, pack.max_raise, **purse):
            law[profit] += chance / len(sets)
    return Law.of(law)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_hand_is_the_mean_over_all_sets_of_cards_left(pair):
    for cards in range(2, 7):
        for left in range(2, cards + 1):
            pack = Pack(left, cards, 3)
            assert found(pair, pack) == law_by_enumeration(pair, pack)


@pytest.mark.parametrize("pair", PAIRS)
def test_purses_limit_raiser_and_dealer(pair):
    pack = Pack(3, 4, 3)
    for mine, theirs in product(range(-1, 5), repeat=2):
        counters = (mine + 1, theirs + 1)  # before the ante
        strict, dealer = max(mine, 0), max(theirs, 0)
        expected = law_by_enumeration(pair, pack, purse="strict", counters=counters)
        assert found(pair, pack, Purses(strict, dealer)) == expected
        expected = law_by_enumeration(pair, pack, purse="published", counters=counters)
        assert found(pair, pack, Purses(pack.max_raise, dealer)) == expected


def enumerated(pair, cards, m):
    """The law from a full pack: every pair of cards and every raise, in integers."""
    chance = {"random": lambda k: cards - 1, "counter": lambda k: 2 * k}  # of 2 (n-1)
    accepts = {
        "random": lambda k, x: 1,
        "counter": lambda k, x: 2 * (2 * k * (1 + x) > x * (cards - 1)),
    }
    law = Counts()
    raises, accepted = chance[pair[0]], accepts[pair[1]]
    for mine, theirs in permutations(range(cards), 2):
        sign = 1 if mine > theirs else -1
        made = raises(mine)
        law[sign] += 2 * m * (2 * (cards - 1) - made)
        for x in range(1, m + 1):
            yes = accepted(theirs, x)
            law[sign * (1 + x)] += made * yes
            law[1] += made * (2 - yes)
    return Law(weights=law, total=cards * (cards - 1) * 4 * m * (cards - 1))


@pytest.mark.slow
@pytest.mark.parametrize("pair", BY_RANK)
def test_full_packs_of_every_size(pair):
    as_card = tuple("non-counter" if name == "counter" else name for name in pair)
    for cards in range(2, 53):
        law = found(pair, Pack(cards, cards, 10))
        assert law == enumerated(pair, cards, 10) == found(as_card, Pack(cards, cards, 10))


def by_pairs_of_cards(non_counter_raises, left, cards, m):
    """The mean profit of a counter and a non-counter: cards a, b, and how many are left below."""
    total = Fraction(0)
    for a, b in permutations(range(cards), 2):
        counter, other = (b, a) if non_counter_raises else (a, b)
        below = counter - (other < counter)
        for lower in range(left - 1):
            ways = math.comb(below, lower) * math.comb(cards - 2 - below, left - 2 - lower)
            p = Fraction(lower + (other < counter), left - 1)
            q = Fraction(other, cards - 1)
            chance, confidence = (q, p) if non_counter_raises else (p, q)
            sign = 1 if a > b else -1
            profit = (1 - chance) * sign
            for x in range(1, m + 1):
                accepts = 2 * confidence * (1 + x) > x
                profit += chance / m * (sign * (1 + x) if accepts else 1)
            total += ways * profit
    return total / (cards * (cards - 1) * math.comb(cards - 2, left - 2))


@pytest.mark.parametrize("left", [2, 9])
@pytest.mark.parametrize("pair", [("counter", "non-counter"), ("non-counter", "counter")])
def test_the_non_counter_with_few_cards_of_a_large_pack(pair, left):
    expected = by_pairs_of_cards(pair[0] == "non-counter", left, 26, 2)
    assert found(pair, Pack(left, 26, 2)).mean() == expected


@pytest.mark.slow
@pytest.mark.parametrize("pair", [("counter", "non-counter"), ("non-counter", "counter")])
def test_the_non_counter_with_fewer_and_fewer_cards_of_the_whole_pack(pair):
    for left in range(52, 1, -25):
        expected = by_pairs_of_cards(pair[0] == "non-counter", left, 52, 2)
        assert found(pair, Pack(left, 52, 2)).mean() == expected


@given(st.integers(2, 52), st.integers(1, 12))
def test_open_facts_of_the_rule_sheet(left, m):
    pack = Pack(left, 52, m)
    assert found(("random", "random"), pack).mean() == Fraction(1, 4)
    expected = Fraction(1, 4) + Fraction((m - 1) * (left + 1), 24 * (left - 1))
    assert found(("counter", "random"), pack).mean() == expected


@pytest.mark.parametrize(
    "pair", [("non-counter", "non-counter"), ("non-counter", "random"), ("random", "non-counter")]
)
def test_hands_that_do_not_depend_on_the_cards_left(pair):
    laws = {found(pair, Pack(left, 52, 3)) for left in range(2, 53, 5)}
    assert laws == {found(pair, Pack(52, 52, 3))}


def test_the_tie_of_an_odd_pack_declines():  # n-1 = 12, x = 5, k = 5: the rule sheet
    accepts = rank_table(Counter(), Pack(13, 13, 5)).accepts
    assert [row[4] for row in accepts] == [0] * 6 + [1] * 7


@dataclass(frozen=True)
class Own:
    """A strategy of a caller, about which the library knows nothing in advance."""

    by: str

    def raise_weights(self, view):
        place = {"rank": view.rank, "card": view.card, "both": view.rank + view.card, "none": 1}
        return (1, *[place[self.by]] * view.max_raise)

    def accepts(self, view, raised):
        return Fraction(1, 1 + sum(self.raise_weights(view)))


def test_the_library_finds_how_own_strategies_decide():
    pack = Pack(3, 5, 2)
    assert [goes_by(Own(by), pack) for by in ("rank", "card", "both")] == [
        {"rank"}, {"card"}, set()
    ]  # fmt: skip
    assert goes_by(Own("none"), pack) == {"rank", "card"}
    assert goes_by(Own("both"), pack._replace(left=5)) == {"rank", "card"}


@pytest.mark.parametrize("by", ["rank", "card", "both"])
@pytest.mark.parametrize("other", [Counter(), Random(), NonCounter()])
def test_own_strategies_over_all_sets(by, other):
    pack = Pack(3, 5, 2)
    if by == "both" and other == NonCounter():
        with pytest.raises(
            BadInput, match="no player decides by the rank alone, and not both by the card"
        ):
            duel(Own(by), other, pack)
        return
    for raiser, dealer in ((Own(by), other), (other, Own(by))):
        total = Fraction(0)
        sets = [*combinations(range(pack.cards), pack.left)]
        for left in sets:
            views = [View(card, rank, *pack) for rank, card in enumerate(left)]
            for mine, theirs in permutations(views, 2):
                total += mean_of(raiser, dealer, mine, theirs)
        assert duel(raiser, dealer, pack).mean() == total / (len(sets) * 6)


def mean_of(raiser, dealer, mine, theirs):
    weights = raiser.raise_weights(mine)
    sign = 1 if mine.card > theirs.card else -1
    profit = weights[0] * sign
    for x in range(1, mine.max_raise + 1):
        yes = dealer.accepts(theirs, x)
        profit += weights[x] * (yes * sign * (1 + x) + 1 - yes)
    return profit / Fraction(sum(weights))


@dataclass(frozen=True)
class Wrong:
    weights: tuple = (1, 1)
    answer: object = Fraction(1)

    def raise_weights(self, view):
        return self.weights

    def accepts(self, view, raised):
        return self.answer


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Wrong(weights=(1,)), r"raise_weights=\(1,\) must be 2 integers"),
        (Wrong(weights=(0, 0)), "one of them > 0"),
        (Wrong(weights=(1, -1)), "must be 2 integers >= 0"),
        (Wrong(answer=0.5), "accepts returned 0.5; it must be a chance"),
        (Wrong(answer=2), "accepts returned 2; it must be a chance"),
        (Wrong(answer=True), "accepts returned True; it must be a chance"),
    ],
)
def test_invalid_strategies_are_refused(wrong, sentence):
    with pytest.raises(BadInput, match=sentence):
        duel(wrong, wrong, Pack(2, 2, 1))


def test_a_table_for_other_packs_is_refused():
    table = ByRank(raises=((0, 1), (0, 1)), accepts_by=((0,), (1,)))
    with pytest.raises(BadInput, match="a strategy for 2 cards"):
        duel(table, Counter(), Pack(4, 4, 1))


def test_a_hand_checks_its_weights():
    hand = Duel.of(Table.of([([1], [])] * 2), Table.of([([1], [])] * 2))
    assert hand.total == 2
    for fields in ({"total": 3}, {"won": (2,)}, {"lost": (2,)}, {"higher": (3,)}):
        with pytest.raises(ArithmeticError, match="the weights of a hand are impossible"):
            replace(hand, **fields)
