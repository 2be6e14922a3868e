"""A match of Persian Monarchs: laws and means against all paths of the rules, and a slow chain."""

from collections import Counter as Counts
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.persian_monarchs.final_counters import law, purses_at
from montmort.exact.persian_monarchs.hand import Purses
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.small_packs import law_by_sets
from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs import EXPERIMENTS, Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES, ByPack, ByRank

PAIRS = list(product(STRATEGIES, repeat=2))
BY_RANK = [pair for pair in PAIRS if "non-counter" not in pair]
PURSES = ("published", "strict", "none")


def match_of(pair, **fields):
    return Match(Rules(first=pair[0], second=pair[1], **fields))


def law_of_rules(match):
    law = explore(EXPERIMENTS["match"], match.rules).law()
    assert {sum(outcome) for outcome in law} == {2 * match.rules.counters}
    return law.field("first")


def check_with_rules(match):
    expected = law_of_rules(match)
    assert law_by_sets(match) == expected
    if match.is_independent:
        assert law(match) == expected
    if match.rules.purse == "none":
        assert match.mean() == expected.mean()
        low, high = match.bounds
        assert low <= min(expected)
        assert max(expected) <= high


SMALL = [  # cards, raises, rounds; a new pack begins within a round or after it
    (2, 1, 2),
    (3, 2, 1),
    (4, 2, 2),
    (5, 1, 2),
    (6, 2, 1),
]


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_laws_are_those_of_the_rules(pair):
    for (cards, m, rounds), purse in product(SMALL, PURSES):
        check_with_rules(
            match_of(pair, cards=cards, max_raise=m, rounds=rounds, counters=3, purse=purse)
        )


@pytest.mark.parametrize("counters", range(5))
@pytest.mark.parametrize("purse", ["published", "strict"])
def test_tight_purses(purse, counters):
    for pair in (("counter", "counter"), ("random", "counter"), ("non-counter", "random")):
        check_with_rules(
            match_of(pair, cards=4, max_raise=3, rounds=2, counters=counters, purse=purse)
        )


@pytest.mark.parametrize(
    ("cards", "m", "rounds", "counters"),
    [
        pytest.param(6, 3, 3, 2, marks=pytest.mark.slow),
        pytest.param(7, 2, 2, 1, marks=pytest.mark.slow),
        pytest.param(8, 2, 2, 2, marks=pytest.mark.longest),
    ],
)
@pytest.mark.parametrize("purse", PURSES)
@pytest.mark.parametrize("pair", PAIRS)
def test_larger_packs_have_the_laws_of_the_rules(pair, purse, cards, m, rounds, counters):
    check_with_rules(
        match_of(pair, cards=cards, max_raise=m, rounds=rounds, counters=counters, purse=purse)
    )


@given(
    st.sampled_from(BY_RANK), st.sampled_from(PURSES), st.integers(2, 6), st.integers(1, 4),
    st.integers(1, 3), st.integers(0, 6),
)  # fmt: skip
def test_the_chain_of_counters_and_every_set_of_cards_agree(
    pair, purse, cards, m, rounds, counters
):
    match = match_of(pair, cards=cards, max_raise=m, rounds=rounds, counters=counters, purse=purse)
    assert law(match) == law_by_sets(match)


def law_counter_by_counter(match):
    """Return the law from a chain in which every number of counters is a state."""
    weights, total = Counts({match.rules.counters: 1}), 1
    for kind in match.sequence():
        hand, moved = match.duel(kind), Counts()
        for counters, weight in weights.items():
            purses = purses_at(match.rules, kind.first_raises, counters)
            for profit, chance in hand.profits(purses).items():
                moved[counters + (profit if kind.first_raises else -profit)] += weight * chance
        weights, total = moved, total * hand.total
    return Law(weights=weights, total=total)


@pytest.mark.parametrize(("purse", "counters"), [("published", 100), ("strict", 4), ("none", 0)])
def test_the_whole_match_counter_by_counter(purse, counters):
    match = match_of(("random", "counter"), purse=purse, counters=counters)
    assert law(match) == law_counter_by_counter(match)


@pytest.mark.parametrize("pair", BY_RANK)
def test_without_purses_the_law_has_the_mean_of_the_hands(pair):
    match = match_of(pair, purse="none")
    assert law(match).mean() == match.mean()


def test_purses_after_the_ante():
    rules = {purse: Rules(counters=5, max_raise=3, purse=purse) for purse in PURSES}
    for first in range(-3, 14):
        second = 10 - first
        mine, theirs = (min(max(counters - 1, 0), 3) for counters in (first, second))
        assert purses_at(rules["none"], True, first) == Purses(3, 3)
        assert purses_at(rules["published"], True, first) == Purses(3, theirs)
        assert purses_at(rules["published"], False, first) == Purses(3, mine)
        assert purses_at(rules["strict"], True, first) == Purses(mine, theirs)
        assert purses_at(rules["strict"], False, first) == Purses(theirs, mine)


def test_two_non_counters_have_the_same_mean():  # the rule sheet
    assert match_of(("non-counter", "non-counter")).mean() == 100


@given(st.integers(2, 13), st.integers(1, 30))
def test_hands_are_counted_by_kind_and_by_pack(cards, rounds):
    match = Match(Rules(cards=cards, rounds=rounds))
    left, packs = cards, [[]]
    for hand in range(2 * rounds):
        packs[-1].append(HandKind(left, hand % 2 == 0))
        left -= 2
        if left < 2:
            left = cards
            packs.append([])
    hands = [kind for pack in packs for kind in pack]
    assert [*match.sequence()] == hands
    assert match.kinds == Counts(hands)
    assert match.packs == Counts(tuple(pack) for pack in packs if pack)


def test_a_long_match_has_a_mean_but_no_law():
    short, long = (
        match_of(("counter", "random"), rounds=rounds, purse="none") for rounds in (26, 26 * 10**9)
    )
    assert long.mean() - 100 == 10**9 * (short.mean() - 100)
    with pytest.raises(
        TooLarge, match=r"rounds=26000000000 give a law of about .* play fewer rounds"
    ):
        law(long)


def test_what_would_take_too_long_is_refused():
    with pytest.raises(TooLarge, match="cards=100000 and max_raise=10 make tables"):
        Match(Rules(cards=100_000))
    with pytest.raises(TooLarge, match="cards=9: sets of cards are followed for at most 8 cards"):
        law_by_sets(match_of(("counter", "non-counter"), cards=9))


def test_dependent_hands_have_no_chain():
    with pytest.raises(BadInput, match="hands depend on each other"):
        law(match_of(("counter", "non-counter")))


def test_players_with_tables():
    bold = {left: ByRank(raises=((0, 1),) * left, accepts_by=((Fraction(1, 3),),) * left)
            for left in (4, 2)}  # fmt: skip
    match = match_of((ByPack(tuple(bold.values())), "counter"), cards=4, max_raise=1, rounds=2)
    assert law(match) == law_of_rules(match)
    with pytest.raises(BadInput, match="a strategy for 4 cards and raises up to 1 is asked with 2"):
        match_of((bold[4], "counter"), cards=4, max_raise=1, rounds=1).mean()


@pytest.mark.parametrize("solve", [law, law_by_sets])
def test_watch_is_called(solve):
    calls = []
    match = match_of(("counter", "counter"), cards=4, rounds=2)
    solve(match, lambda share, hands: calls.append((share, hands)))
    assert calls == [(Fraction(hands, 4), hands) for hands in range(1, 5)]
