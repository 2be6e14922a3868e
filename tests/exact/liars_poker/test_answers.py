"""The exact chances of Liars' Poker against the rule sheet, enumeration and all paths."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given, settings

from montmort.exact.from_rules import law_of
from montmort.exact.liars_poker.answers import Question, answers, table, truth
from montmort.games.cards.pack import Pack
from montmort.games.liars_poker import EXPERIMENTS, Rules, outcome_of, score
from montmort.games.liars_poker.made_hands import CATEGORIES
from tests.exact.liars_poker import counted_deals as naive
from tests.games.liars_poker.naive_poker import naturally

# The rule sheet's counts of five cards that make a hand, for the packs of 52, 53, 54 cards ...
FIVE_CARDS = {
    0: (2598960, 1281072, 127296, 59280, 5148, 10240, 3744, 624, 40, 0),
    1: (2869685, 1551797, 214968, 146965, 8008, 20736, 9048, 3133, 204, 13),
    2: (3162510, 1844622, 324740, 256750, 12012, 35328, 18148, 9438, 624, 78),
}
# ... and where the published program finds other numbers of them.
PUBLISHED = {
    0: {"two_pair": 127920, "full_house": 1872},
    2: {"two_pair": 222222, "full_house": 5993},
}
# Cards in play from which on a hand is certain, without jokers (the rule sheet).
CERTAIN = {
    "pair": 14, "two_pair": 17, "flush": 17, "three_of_a_kind": 27, "full_house": 27,
    "four_of_a_kind": 40, "straight": 45, "straight_flush": 45,
}  # fmt: skip


def counts(**fields):
    """Return the number of deals that make each category."""
    rules = Rules(**fields)
    deals = math.comb(rules.deck, rules.cards)
    return {name: chance * deals for name, chance in answers(rules).items()}


@pytest.mark.parametrize("jokers", FIVE_CARDS)
def test_five_cards_of_the_rule_sheet(jokers):
    assert tuple(counts(cards=5, jokers=jokers).values()) == FIVE_CARDS[jokers]


@pytest.mark.parametrize("jokers", PUBLISHED)
def test_five_cards_as_the_published_program_finds_them(jokers):
    found = counts(cards=5, jokers=jokers, published=True)
    assert {name: found[name] for name in PUBLISHED[jokers]} == PUBLISHED[jokers]


def test_the_published_program_is_right_on_five_cards_but_for_two_hands():
    usual, found = counts(cards=5), counts(cards=5, published=True)
    assert {name for name in usual if usual[name] != found[name]} == {"two_pair", "full_house"}


def test_seven_cards_and_their_best_hand():
    # The usual counts of seven-card poker, in the order of the rule sheet: straight
    # flush 41584, four of a kind 224848, full house 3473184, flush 4047644, straight
    # 6180020.  Seven cards make two of these in two ways only:
    # four of a kind and, with a pair among the other three, a full house;
    # a flush and a straight, one of them across the suits or not.
    made = counts(cards=7)
    four_and_pair = 13 * (math.comb(48, 3) - math.comb(12, 3) * 4**3)
    assert made["straight_flush"] == 41584
    assert made["four_of_a_kind"] == 224848
    assert made["full_house"] == 3473184 + four_and_pair
    assert made["flush"] == 4047644 + 41584
    assert made["straight"] == 6180020 + _straights_that_are_flushes()


def _straights_that_are_flushes() -> int:
    """Count seven cards of which five or more are of a suit and that hold a straight."""
    straights = [frozenset(r % 13 for r in range(low - 1, low + 4)) for low in range(10)]
    total = 0
    for suited in (5, 6, 7):
        for flush in map(frozenset, combinations(range(13), suited)):
            for others in combinations_with_replacement(range(13), 7 - suited):
                if any(s <= flush.union(others) for s in straights):
                    ways = Counter(others).values()
                    total += 4 * math.prod(math.comb(3, times) for times in ways)
    return total


def test_the_number_of_cards_from_which_on_a_hand_is_certain():
    found = table(Rules())
    first = {name: min(n for n in found if found[n][name] == 1) for name in CERTAIN}
    assert first == CERTAIN


@pytest.mark.parametrize("jokers", range(5))
@pytest.mark.parametrize("hand", ["", "Kc Kd 2h"])
def test_more_cards_in_play_never_make_less(jokers, hand):
    rows = list(table(Rules(jokers=jokers, hand=hand)).values())
    for fewer, more in pairwise(rows):
        assert all(fewer[name] <= more[name] for name in CATEGORIES)


@pytest.mark.parametrize("jokers", range(5))
def test_three_of_a_kind_is_a_full_house_from_seventeen_cards_on(jokers):
    # 13 cards beside four of one rank are of 12 other ranks: two of them are a pair.
    differ = [n for n, row in table(Rules(jokers=jokers)).items()
              if row["full_house"] != row["three_of_a_kind"]]  # fmt: skip
    assert differ == list(range(3, 17)) if jokers == 0 else max(differ) == 16


def test_the_table_equals_the_single_answers():
    for fields in ({"jokers": 2}, {"jokers": 2, "published": True}, {"hand": "2c Ad", "jokers": 1}):
        rows = table(Rules(**fields))
        for cards in (2, 9, 53):
            if cards in rows:
                assert rows[cards] == answers(Rules(cards=cards, **fields))
    assert list(table(Rules(jokers=1, hand="2c *"))) == list(range(2, 54))
    assert list(answers(Rules(jokers=4), Question(table=True))) == [str(n) for n in range(1, 57)]


# Jokers resolved by brute force: they may stand for any of the 13 ranks, in the suit of
# the other cards if these have one suit, or in another.  Five cards make what they make
# by their ranks and by whether they have one suit.


def test_five_cards_with_every_card_that_their_jokers_may_stand_for():
    by_jokers = [Counter() for _ in range(3)]  # held
    for held, made in enumerate(by_jokers):
        for ranks, ways in naive.hands_by_ranks(5 - held):
            of_one_suit = 4 if len({*ranks}) == 5 - held else 0
            made.update(dict.fromkeys(_resolved(ranks, held, True), of_one_suit))
            made.update(dict.fromkeys(_resolved(ranks, held, False), ways - of_one_suit))
    for jokers, expected in FIVE_CARDS.items():
        deals = [
            sum(math.comb(jokers, held) * made[name] for held, made in enumerate(by_jokers))
            for name in CATEGORIES
        ]
        assert tuple(deals) == expected


def _resolved(ranks, jokers, one_suit):
    """Return what cards can make; cards of several suits stay so with any jokers."""
    suits = ("ccccc", "ccccd") if one_suit and jokers else ("ccccc",) if one_suit else ("dcccc",)
    stands = combinations_with_replacement(range(13), jokers)
    return set().union(
        *(_naturally(tuple(sorted(ranks + s)), len({*suit}) == 1) for s in stands for suit in suits)
    )


@cache
def _naturally(ranks, one_suit):
    letters = "23456789TJQKA"
    suits = "ccccc" if one_suit else "dcccc"
    return naturally(tuple(zip((letters[r] for r in ranks), suits, strict=True)), letters)


@pytest.mark.parametrize(("ranks", "suits"), [(5, 3), (6, 2), (3, 4), (4, 3), (13, 1), (2, 2)])
def test_every_subset_of_a_reduced_deck(ranks, suits):
    pack = Pack(ranks=ranks, suits=suits)
    needed = naive.jokers_needed(pack)
    for jokers in (0, 1, 2, 5):
        for cards, found in table(Rules(ranks=ranks, suits=suits, jokers=jokers, cards=1)).items():
            for name in CATEGORIES:
                assert found[name] == Fraction(*naive.count(needed[name], pack, jokers, cards))


@settings(max_examples=100, deadline=None)
@given(naive.known_cards([(5, 3), (6, 2), (3, 4), (2, 2)]))
def test_own_cards_against_every_subset_that_has_them(situation):
    pack, own, jokers, own_jokers, cards = situation
    needed = naive.jokers_needed(pack)
    found = answers(Rules(ranks=pack.ranks, suits=pack.suits, jokers=jokers, cards=cards,
                          hand=pack.write(own, own_jokers)))  # fmt: skip
    for name in CATEGORIES:
        deals = naive.count(needed[name], pack, jokers, cards, own, own_jokers)
        assert found[name] == Fraction(*deals)


def counts_of_the_program(pack, jokers, sizes):
    """Return {cards: Counter of hands that the published program finds}, by suit classes."""
    found = {}
    rules = [
        Rules(ranks=pack.ranks, suits=pack.suits, jokers=jokers, cards=max(1, n), published=True)
        for n in range(pack.size + jokers + 1)
    ]
    for mask, alike in naive.suit_classes(pack, sizes):
        for held in product((0, 1), repeat=jokers):
            in_play = mask | sum(bit << pack.size + i for i, bit in enumerate(held))
            if not in_play:
                continue
            made = found.setdefault(in_play.bit_count(), Counter())
            hands = score(rules[in_play.bit_count()], in_play)._asdict()
            made.update({name: alike for name, is_there in hands.items() if is_there})
    return found


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize(("ranks", "suits"), [(5, 3), (4, 4), (6, 2), (11, 1), (2, 2)])
def test_the_published_program_on_every_subset_of_a_reduced_deck(ranks, suits, jokers):
    pack = Pack(ranks=ranks, suits=suits)
    expected = counts_of_the_program(pack, jokers, naive.all_sizes(pack))
    rules = Rules(ranks=ranks, suits=suits, jokers=jokers, cards=1, published=True)
    for cards, found in table(rules).items():
        deals = math.comb(rules.deck, cards)
        assert {n: p * deals for n, p in found.items() if p} == +expected[cards]


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), [(8, 2), (5, 4)])
def test_the_published_program_on_every_subset_of_larger_decks(ranks, suits):
    test_the_published_program_on_every_subset_of_a_reduced_deck(ranks, suits, 2)


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [0, 2])
def test_the_published_program_on_every_hand_of_five(jokers):
    found = counts_of_the_program(Pack(), jokers, range(5 - jokers, 6))[5]
    expected = counts(cards=5, jokers=jokers, published=True)
    assert {name: found[name] for name in CATEGORIES} == expected


@pytest.mark.longest
def test_every_hand_of_five_of_the_whole_pack():
    made = {jokers: Counter() for jokers in FIVE_CARDS}
    for mask, alike in naive.suit_classes(Pack(), range(3, 6)):
        held = 5 - mask.bit_count()
        hands = score(Rules(cards=5, jokers=2), mask | ((1 << held) - 1) << 52)._asdict()
        for jokers in made:
            deals = alike * math.comb(jokers, held)
            made[jokers].update({name: deals for name, is_there in hands.items() if is_there})
    for jokers, expected in FIVE_CARDS.items():
        assert tuple(made[jokers][name] for name in CATEGORIES) == expected


@pytest.mark.parametrize(
    "fields",
    [
        {"cards": 5, "ranks": 3, "suits": 2, "jokers": 1},
        {"cards": 4, "ranks": 3, "suits": 2, "jokers": 2, "published": True},
        {
            "cards": 6,
            "ranks": 6,
            "suits": 2,
            "hand": "2c *",
            "jokers": 2,
            "call": "two high club flush",
        },
        {"cards": 7, "ranks": 5, "suits": 2, "hand": "3d", "call": "ace high straight"},
    ],
)  # fmt: skip
def test_the_law_is_that_of_all_paths_of_the_rules(fields):
    rules = Rules(**fields)
    deal = EXPERIMENTS["deal"]
    law = law_of(lambda chance: deal.play(rules, chance))
    by_rules = {name: law.map(lambda deal, i=i: deal[i])
              for i, name in enumerate(outcome_of(rules)._fields)}  # fmt: skip
    assert truth(rules) == by_rules


def test_laws_are_of_truth_values_and_add_up():
    laws = truth(Rules(cards=9, jokers=2, hand="Kc *", call="tens over jacks"))
    assert [*laws] == [*CATEGORIES, "call"]
    for law in laws.values():
        assert law[True] + law[False] == 1
        assert not law.tail


def test_any_number_of_jokers():
    found = answers(Rules(cards=5, jokers=300))
    assert found["five_of_a_kind"] == 1 - Fraction(
        sum(  # by the number of natural cards: as many of one rank as there are
            math.comb(300, 5 - n) * (math.comb(52, n) - 13 * math.comb(4, n) * (n > 0) - (n == 0))
            for n in range(6)
        ),
        math.comb(352, 5),
    )
