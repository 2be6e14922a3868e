"""Hands from one shoe: every order of the cards, walked, gives the same law."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.common_shoe import LastHand, drawn, two_hands
from montmort.exact.from_rules import law_of
from montmort.games.cards.deck import Deck

SHOES = st.lists(st.integers(0, 3), min_size=2, max_size=3).filter(lambda shoe: sum(shoe) > 2)


def rule(goal):
    """Return the rule to draw until the sum of the kinds, each plus one, is the goal or more."""

    def draw(total, kind, _cards):
        total += kind + 1
        return (None, total) if total >= goal else (total, None)

    return draw


def walked(shoe, goals):
    """Return the law of the sums of hands drawn in turn, by a walk of every order."""

    def play(chance):
        deck, sums = Deck(shoe), []
        for goal in goals:
            total = 0
            while total < goal:
                card, deck = deck.draw(chance)
                total += card + 1
            sums.append(total)
        return tuple(sums)

    return law_of(play).chances()


def pips(shoe):
    return sum((kind + 1) * count for kind, count in enumerate(shoe))


def enough(shoe, goals):
    """Return whether the shoe cannot run out."""
    return pips(shoe) > sum(goal + len(shoe) - 1 for goal in goals)


@given(SHOES, st.integers(1, 3), st.integers(1, 3))
def test_two_different_hands(shoe, first, second):
    if not enough(shoe, [first, second]):
        return
    none = (0,) * len(shoe)
    ways = drawn(0, none, tuple(shoe), rule(first))
    most = max(sum(cards) for of in ways.values() for cards in of)
    last = LastHand(tuple(shoe), drawn(0, none, tuple(shoe), rule(second)), most)
    found = {}
    for result, of in ways.items():
        weights = [*of.values()] @ last.weights([*of])
        for other, weight in zip(last.results, weights, strict=True):
            if weight:
                found[result, other] = Fraction(weight, last.denominator)
    assert found == walked(shoe, [first, second])


@given(SHOES, st.integers(1, 2), st.integers(1, 3))
def test_two_hands_by_one_rule_and_a_last_one(shoe, goal, second):
    if not enough(shoe, [goal, goal, second]):
        return
    none = (0,) * len(shoe)
    rows, pairs, orders = two_hands(drawn(0, none, tuple(shoe), rule(goal)), len(shoe))
    last = LastHand(
        tuple(shoe), drawn(0, none, tuple(shoe), rule(second)), int(rows.sum(axis=1).max())
    )
    weights, found = last.weights(rows), {}
    for pair, (places, many) in zip(pairs, orders, strict=True):
        for other, weight in zip(last.results, many.astype(object) @ weights[places], strict=True):
            if weight:
                found[(*sorted(pair), other)] = Fraction(weight, last.denominator)
    expected = {}
    for (a, b, other), chance in walked(shoe, [goal, goal, second]).items():
        key = (*sorted((a, b)), other)
        expected[key] = expected.get(key, 0) + chance
    assert found == expected
