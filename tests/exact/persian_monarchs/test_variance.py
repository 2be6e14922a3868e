"""The variance of a match of Persian Monarchs with dependent hands, computed in three ways."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore
from montmort.exact.persian_monarchs.dependent_hands import one_by_card
from montmort.exact.persian_monarchs.final_counters import law
from montmort.exact.persian_monarchs.match import Match
from montmort.exact.persian_monarchs.small_packs import law_by_sets
from montmort.exact.persian_monarchs.variance import both_by_card, variance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs import EXPERIMENTS, Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES, NonCounter
from tests.games.persian_monarchs import naive_monarchs as naive

PAIRS = list(product(STRATEGIES, repeat=2))
DEPENDENT = [pair for pair in PAIRS if "non-counter" in pair]


def match_of(pair, **fields):
    return Match(Rules(first=pair[0], second=pair[1], purse="none", **fields))


@pytest.mark.parametrize("pair", PAIRS)
def test_it_is_the_variance_of_the_rules(pair):
    for cards, m, rounds in ((2, 1, 1), (3, 2, 1), (4, 2, 2)):
        match = match_of(pair, cards=cards, max_raise=m, rounds=rounds)
        walk = explore(EXPERIMENTS["match"], match.rules).law()
        assert variance(match) == walk.field("first").variance() == walk.field("second").variance()


@given(st.sampled_from(PAIRS), st.integers(2, 6), st.integers(1, 3), st.integers(1, 5))
def test_it_is_the_variance_of_the_law(pair, cards, m, rounds):
    match = match_of(pair, cards=cards, max_raise=m, rounds=rounds)
    assert variance(match) == law_by_sets(match).variance()


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("rounds", [2, 5])
@pytest.mark.parametrize("cards", [7, 8])
def test_it_is_the_variance_of_the_law_of_larger_packs(pair, cards, rounds):
    match = match_of(pair, cards=cards, max_raise=4, rounds=rounds)
    assert variance(match) == law_by_sets(match).variance()


def moments_over_all_sets(pair, cards, m):
    """Return mean and variance of one pack, over all sets of cards left and all draws."""

    @cache
    def moments(left):
        if len(left) < 2:
            return Fraction(0), Fraction(0)
        first_raises = (cards - len(left)) % 4 < 2
        players = pair if first_raises else pair[::-1]
        mean = square = Fraction(0)
        for mine, theirs in permutations(left, 2):
            later, later_square = moments(tuple(c for c in left if c not in (mine, theirs)))
            sign = 1 if mine > theirs else -1
            outcomes = []
            for x, chance in naive.raises(players[0], mine, left, cards, m).items():
                yes = naive.accepts(players[1], theirs, left, cards, x) if x else 1
                outcomes += [(chance * yes, sign * (1 + x)), (chance * (1 - yes), 1)]
            for chance, profit in outcomes:
                gain = profit if first_raises else -profit
                mean += chance * (gain + later)
                square += chance * (gain**2 + 2 * gain * later + later_square)
        deals = len(left) * (len(left) - 1)
        return mean / deals, square / deals

    mean, square = moments(tuple(range(cards)))
    return mean, square - mean**2


def check_all_sets(pair, cards, m):
    rounds = cards // 4  # one pack
    match = match_of(pair, cards=cards, max_raise=m, rounds=rounds)
    assert (match.mean() - 100, variance(match)) == moments_over_all_sets(pair, cards, m)


@pytest.mark.slow
@pytest.mark.parametrize("pair", DEPENDENT)
def test_a_pack_of_eight_over_all_sets(pair):
    check_all_sets(pair, 8, 2)


@pytest.mark.longest
@pytest.mark.parametrize("pair", DEPENDENT)
def test_a_pack_of_twelve_over_all_sets(pair):
    check_all_sets(pair, 12, 3)


@pytest.mark.slow
@pytest.mark.parametrize("pair", [("random", "non-counter"), ("non-counter", "random")])
def test_two_ways_for_random_against_non_counter(pair):
    """A random player decides by the rank as well as by the card, so both methods apply."""
    match = match_of(pair)
    for pack in match.packs:
        by_rank, by_card = (
            method(match, pack, lambda: None) for method in (one_by_card, both_by_card)
        )
        assert by_rank == by_card != 0


def test_with_one_hand_per_pack_a_non_counter_is_a_counter():
    match = match_of(("counter", "non-counter"), cards=3, rounds=4)
    assert variance(match) == law(match_of(("counter", "counter"), cards=3, rounds=4)).variance()


@dataclass(frozen=True)
class ByBoth:
    """Decides by rank and card."""

    def raise_weights(self, view):
        return (1, *[view.rank + view.card] * view.max_raise)

    def accepts(self, view, raised):
        return Fraction(1, 1 + view.rank + view.card)


@dataclass(frozen=True)
class ByCardAndLeft:
    """Decides by the card, differently in every hand."""

    def raise_weights(self, view):
        return (view.left, *[view.card] * view.max_raise)

    def accepts(self, view, raised):
        return Fraction(view.card, view.cards + view.left)


@pytest.mark.parametrize("other", ["counter", "random", NonCounter(), ByCardAndLeft()])
def test_own_strategies(other):
    for pair in ((ByCardAndLeft(), other), (other, ByCardAndLeft())):
        match = match_of(pair, cards=6, max_raise=2, rounds=2)
        assert variance(match) == law_by_sets(match).variance()


def test_a_strategy_by_rank_and_card_is_refused():
    with pytest.raises(BadInput, match="by the rank alone or by the card alone; take such"):
        variance(match_of((ByBoth(), "counter"), cards=6))


def test_packs_that_would_take_too_long_are_refused():
    with pytest.raises(TooLarge, match=r"cards=300: .* takes about 3e\+08 steps"):
        variance(match_of(("counter", "non-counter"), cards=300, max_raise=1))


@pytest.mark.parametrize("pair", DEPENDENT)
def test_watch_is_called(pair):
    calls = []
    match = match_of(pair, cards=6, max_raise=1, rounds=2)  # a pack of three hands, one of one
    variance(match, lambda share, hands: calls.append((share, hands)))
    assert calls == [(Fraction(hands, 4), hands) for hands in range(1, 5)]
