"""Certificates of the poker games against the house: other packs and pay tables, forgeries."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.jacks_or_better import solve
from montmort.games import jacks_or_better, three_card_poker
from montmort.games.cards.pack import set_of
from montmort.games.jacks_or_better.certificate import hold_certificate
from montmort.games.three_card_poker.certificate import ante_certificate
from montmort.verification.certificates.suit_classes import number_of, sets_of, straight_height
from tests.verification.certificates import tampering

PAYS = st.sampled_from(["0", "1", "1/2", "7/3", "9", "800"])


def table(pays: list[str]) -> str:
    return ",".join(pays)


@st.composite
def hold_rules(draw: Any) -> jacks_or_better.Rules:
    suits, cards = draw(st.integers(1, 4)), draw(st.integers(2, 5))
    ranks = draw(st.integers(max(2, -(-cards // suits)), max(2, 12 // suits, -(-cards // suits))))
    pays = table(draw(st.lists(PAYS, min_size=9, max_size=9)))
    return jacks_or_better.Rules(ranks=ranks, suits=suits, cards=cards, pay_table=pays)


@st.composite
def ante_rules(draw: Any) -> three_card_poker.Rules:
    suits = draw(st.integers(1, 4))
    least = max(3, 6 // suits)
    bonus = table(draw(st.lists(PAYS, min_size=3, max_size=3)))
    ranks = draw(st.integers(least, max(least, min(13, 16 // suits))))
    return three_card_poker.Rules(ranks=ranks, suits=suits, bonus=bonus)


@given(hold_rules())
@settings(max_examples=30)
def test_the_holds_of_other_packs_and_pay_tables_are_proved(rules: jacks_or_better.Rules) -> None:
    document: Any = hold_certificate(rules)
    assert tampering.trusted(document) == []
    hands = [set_of(cards) for cards in combinations(range(rules.pack.size), rules.cards)]
    counts = Counter(solve(rules).held(hand).bit_count() for hand in hands)
    assert document["content"]["held"] == [str(counts[k]) for k in range(rules.cards + 1)]


@given(ante_rules())
@settings(max_examples=30)
def test_the_antes_of_other_packs_and_bonuses_are_proved(rules: three_card_poker.Rules) -> None:
    assert tampering.trusted(ante_certificate(rules)) == []


@pytest.mark.parametrize(
    ("certificate", "first", "second"),
    [
        (
            hold_certificate,
            jacks_or_better.Rules(ranks=5, suits=2, cards=3),
            jacks_or_better.Rules(ranks=5, suits=2, cards=3, pay_table="800,50,25,9,5,4,3,2,1"),
        ),
        (
            hold_certificate,
            jacks_or_better.Rules(ranks=5, suits=2, cards=3),
            jacks_or_better.Rules(ranks=5, suits=3, cards=3),
        ),
        (
            ante_certificate,
            three_card_poker.Rules(ranks=5, suits=2),
            three_card_poker.Rules(ranks=5, suits=2, bonus="1,4,6"),
        ),
        (
            ante_certificate,
            three_card_poker.Rules(ranks=5, suits=2),
            three_card_poker.Rules(ranks=6, suits=2),
        ),
    ],
)
def test_the_content_of_other_rules_is_refused(certificate: Any, first: Any, second: Any) -> None:
    one, other = certificate(first), certificate(second)
    for path in [(name,) for name in ("rules", "content")]:
        assert tampering.is_refused(tampering.changed(one, path, tampering.put(other[path[0]])))
    for name in one["content"]:
        if one["content"][name] != other["content"][name]:
            forged = tampering.put(other["content"][name])
            assert tampering.is_refused(tampering.changed(one, ("content", name), forged)), name


def test_a_law_with_the_right_mean_and_variance_is_refused() -> None:
    document: Any = hold_certificate(jacks_or_better.Rules(ranks=5, suits=2, cards=3))
    pays = [Fraction(pay) for pay, _ in document["content"]["law"]]
    chances = [Fraction(chance) for _, chance in document["content"]["law"]]
    # weights on four pays with sum, mean and square 0: one over the product of the differences
    shift = [Fraction(0)] * len(pays)
    for i in range(4):
        shift[i] = Fraction(1)
        for j in range(4):
            shift[i] /= 1 if i == j else pays[i] - pays[j]
    forged = [chance + part / 10**6 for chance, part in zip(chances, shift, strict=True)]
    assert min(forged) > 0
    assert [
        sum(pay**k * part for pay, part in zip(pays, forged, strict=True)) for k in range(3)
    ] == [sum(pay**k * part for pay, part in zip(pays, chances, strict=True)) for k in range(3)]
    law = [[str(pay), str(part)] for pay, part in zip(pays, forged, strict=True)]
    assert tampering.is_refused(tampering.changed(document, ("content", "law"), tampering.put(law)))


@pytest.mark.parametrize("name", jacks_or_better.PAID)
def test_another_pay_is_accepted_only_where_nothing_else_changes(name: str) -> None:
    rules = jacks_or_better.Rules(ranks=5, suits=2, cards=3)
    pays = {**rules.pays, name: rules.pays[name] + 1}
    other = replace(rules, pay_table=",".join(map(str, pays.values())))
    honest, true = hold_certificate(rules), hold_certificate(other)
    forged = tampering.changed(honest, ("rules",), tampering.put(true["rules"]))
    assert tampering.is_refused(forged) == (honest["content"] != true["content"])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ranks", "1"), ("ranks", "14"), ("suits", "5"), ("suits", "0"), ("cards", "6"),
        ("cards", "1"), ("cards", "-3"), ("ranks", "1e9"), ("suits", "1/2"),
    ],
)  # fmt: skip
def test_rules_that_are_none_are_unreadable(name: str, value: str) -> None:
    document = hold_certificate(jacks_or_better.Rules(ranks=5, suits=2, cards=3))
    assert tampering.is_refused(tampering.changed(document, ("rules", name), tampering.put(value)))


def test_the_sets_up_to_the_suits_are_all_sets() -> None:
    levels = sets_of(3, 2, 4)
    assert [sum(map(number_of, level)) for level in levels] == [1, 6, 15, 20, 15]
    assert len(sets_of(13, 4, 2)[2]) == 169


def test_the_highest_of_two_equal_straights() -> None:
    assert straight_height((0b111,), 3) == 1  # A 2 3, in a pack that has no other ranks
    assert straight_height((0b1011,), 4) == 0
    assert straight_height((0b1101,), 4) is None


@pytest.mark.parametrize(
    ("certificate", "rules"),
    [
        pytest.param(hold_certificate, jacks_or_better.Rules(), marks=pytest.mark.longest),
        pytest.param(ante_certificate, three_card_poker.Rules(), marks=pytest.mark.slow),
    ],
)
def test_the_usual_games_are_proved(certificate: Callable[[Any], Any], rules: object) -> None:
    assert tampering.trusted(certificate(rules)) == []
