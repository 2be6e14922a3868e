"""One hand against the dealer's: equal to brute force on small packs, and to the published edge."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.decisions.against_dealer import against_dealer, compared
from montmort.exact.decisions.card_sets import CardSets
from montmort.exact.decisions.optimal import optimal
from montmort.exact.formatting import fixed_point
from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.three_card_poker import BestPlayer, lowest_played, solve
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.three_card_poker import EXPERIMENTS, Rules, qualifies, strength
from tests.exact.decisions.naive_draw import set_of

GAINS = (0, 1, 2, -1, -2, Fraction(1, 2), 10**30)


class Small(NamedTuple):
    """A small game against the dealer, of random strengths and gains."""

    ranks: int
    suits: int
    cards: int
    choices: tuple[str, ...]
    seed: int

    def _key(self, hand: int) -> str:
        return str(sorted(Pack(ranks=self.ranks, suits=self.suits).lanes(hand)))

    def strength(self, hand: int) -> int:
        return random.Random(f"{self.seed} strength {self._key(hand)}").randrange(4)

    def qualifies(self, hand: int) -> bool:
        return random.Random(f"{self.seed} qualifies {self._key(hand)}").random() < 0.7

    def gain(self, choice: str, hand: int, qualified: bool, order: int) -> int | Fraction:
        key = f"{self.seed} {choice} {self.strength(hand)} {qualified} {order}"
        return random.Random(key).choice(GAINS)


@st.composite
def small_games(draw: Any) -> Small:
    ranks, suits = draw(st.integers(2, 4)), draw(st.integers(1, 2))
    cards = draw(st.integers(1, min(3, ranks * suits // 2)))
    names = tuple("abc"[: draw(st.integers(1, 3))])
    return Small(ranks, suits, cards, names, draw(st.integers(0, 10**6)))


@given(small_games(), st.sampled_from([True, False, None]))
def test_value_law_and_ties_are_those_of_brute_force(game: Small, symmetric: bool | None) -> None:
    found = against_dealer(
        game.choices,
        game.gain,
        strength=game.strength,
        qualifies=game.qualifies,
        pack=Pack(ranks=game.ranks, suits=game.suits),
        cards=game.cards,
        symmetric=symmetric,
    )
    hands = [set_of(hand) for hand in combinations(range(game.ranks * game.suits), game.cards)]
    strengths = {hand: game.strength(hand) for hand in hands}
    qualified = {hand: game.qualifies(hand) for hand in hands}
    total, ties, weights, played = Fraction(0), 0, Counter[int | Fraction](), {}
    for own in hands:
        others = [dealer for dealer in hands if not own & dealer]
        orders = [(strengths[own] > strengths[d]) - (strengths[own] < strengths[d]) for d in others]
        gains = {
            choice: [
                game.gain(choice, own, qualified[dealer], order)
                for dealer, order in zip(others, orders, strict=True)
            ]
            for choice in game.choices
        }
        values = {choice: Fraction(sum(each)) / len(others) for choice, each in gains.items()}
        most = max(values.values())
        best = tuple(choice for choice, value in values.items() if value == most)
        assert (found.values(own), found.best(own)) == (values, best)
        weights.update(gains[best[0]])
        total, ties = total + most, ties + (len(best) > 1)
        played[own] = best[0]
    assert (found.value, found.ties) == (total / len(hands), ties)
    assert found.law == Law(weights=weights)
    assert found.variance == found.law.variance()
    for choice in game.choices:
        lowest = min((strengths[h] for h in hands if played[h] == choice), default=None)
        weakest = found.weakest(choice)
        assert (None if weakest is None else strengths[weakest]) == lowest


@settings(max_examples=20)
@given(st.integers(1, 7), st.integers(1, 3), st.randoms(use_true_random=False))
def test_hands_are_compared_with_those_that_avoid_them(
    cards: int, most: int, chance: random.Random
) -> None:
    sets = CardSets(cards=cards, most=min(cards, most))
    keys = sets.keys.tolist()
    strengths = np.array([chance.randrange(5) for _ in keys])
    others = np.array([row for row in range(len(keys)) if chance.random() < 0.6], np.int64)
    found = compared(sets, strengths, others, np.arange(len(keys)))
    for own, hand in enumerate(keys):
        avoid = [strengths[row] for row in others if not keys[row] & hand]
        mine = strengths[own]
        counts = (sum(s < mine for s in avoid), avoid.count(mine), sum(s > mine for s in avoid))
        assert tuple(found[:, own]) == counts


# Three-card poker


def test_the_edge_of_three_card_poker() -> None:
    # the printed advice: an edge of 3.37 % of the ante, play Q-6-4 or better
    found = solve(Rules())
    assert found.value == Fraction(-686689, 20358520)
    assert fixed_point(-100 * found.value, 2) == "3.37"
    assert lowest_played(Rules()) == "4d 6h Qs"
    assert found.how == "1,755 classes of 22,100 hands"
    assert found.ties == 0


def test_exactly_the_hands_from_queen_six_four_on_are_played() -> None:
    game, rules = solve(Rules()), Rules()
    lowest = strength(rules, rules.pack.read("4c 6d Qh")[0])
    for hand in map(set_of, combinations(range(52), 3)):
        assert game.best(hand) == ("play" if strength(rules, hand) >= lowest else "fold",)


def test_a_lower_bonus_costs_what_is_not_paid() -> None:
    # 52 threes and 48 straight flushes of 22,100 hands are played in any case
    usual, lower = solve(Rules()), solve(Rules(bonus="1,3,4"))
    assert usual.value - lower.value == Fraction(52 + 48, 22100)


@pytest.mark.slow
def test_pair_plus_by_the_numbers_of_hands() -> None:
    # 48 straight flushes, 52 threes, 720 straights, 1096 flushes, 3744 pairs of 22,100
    law = explore(EXPERIMENTS["pair-plus"], Rules()).law().field("net")
    wins = {40: 48, 30: 52, 6: 720, 4: 1096, 1: 3744}
    assert law == Law(weights={**wins, -1: 22100 - sum(wins.values())})
    assert law.mean() == Fraction(-512, 22100)


def test_to_play_every_hand_and_to_play_a_queen_are_worse_by_what_they_lose() -> None:
    game, rules = solve(Rules()), Rules()
    for strategy in (
        lambda hand: "play",
        lambda hand: "play" if qualifies(rules, hand) else "fold",
    ):
        found = game.compare(strategy)
        lost = {suits_of(loss.view): loss.each for loss in found.losses}
        for cards in [*combinations(range(52), 3)][:: 7 * 13]:
            values = game.values(hand := set_of(cards))
            gap = max(values.values()) - values[strategy(hand)]
            assert lost.get(suits_of(hand), 0) == gap
        assert found.best == game.value
        assert found.value == found.best - sum(loss.loss for loss in found.losses)
    assert game.compare(lambda hand: game.best(hand)[0]).losses == []


def suits_of(hand: Any) -> tuple[int, ...]:
    return tuple(sorted(Rules().pack.lanes(hand)))


@pytest.mark.parametrize("rules", [Rules(ranks=4, suits=2), Rules(ranks=3, suits=3)], ids=str)
def test_the_value_of_a_strategy_is_that_of_its_walk(rules: Rules) -> None:
    class Queens(BestPlayer):
        def decide(self, _seat: int, _choices: Any, view: Any, /) -> Any:
            return "play" if qualifies(rules, rules.pack.read(view.hand)[0]) else "fold"

    walk = explore(EXPERIMENTS["ante"], rules, table=Queens(rules))
    found = solve(rules).compare(lambda hand: "play" if qualifies(rules, hand) else "fold")
    assert found.value == walk.expected("net")


SMALL = [
    Rules(ranks=3, suits=2),
    Rules(ranks=4, suits=2, bonus="0,3/2,5"),
    Rules(ranks=7, suits=1),
    Rules(ranks=3, suits=3),
]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_walk_of_the_rules_agrees(rules: Rules) -> None:
    found = solve(rules)
    walk = explore(EXPERIMENTS["ante"], rules, table=BestPlayer(rules))
    assert walk.law().field("net") == found.law
    assert optimal(EXPERIMENTS["ante"], rules, maximise="net").value == found.value


# Errors


def test_games_that_are_refused() -> None:
    pack = Pack(ranks=3, suits=1)
    with pytest.raises(BadInput, match="two hands of cards=2 need 4 cards, not 3"):
        against_dealer(("a",), lambda *_: 0, strength=int, pack=pack, cards=2)
    with pytest.raises(BadInput, match=r"choices=\(\) must have a choice"):
        against_dealer((), lambda *_: 0, strength=int, pack=pack, cards=1)
    with pytest.raises(BadInput, match=r"gain=0\.5 must be an integer or a Fraction"):
        against_dealer(("a",), lambda *_: 0.5, strength=int, pack=pack, cards=1)  # type: ignore[arg-type,return-value]
    with pytest.raises(BadInput, match="strength=3 must be a function of"):
        against_dealer(("a",), lambda *_: 0, strength=3, pack=pack, cards=1)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="qualifies=3 must be a function of"):
        against_dealer(("a",), lambda *_: 0, strength=int, qualifies=3, pack=pack, cards=1)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"the value of a hand=Profile.* must be hashable"):
        against_dealer(("a",), lambda *_: 0, strength=lambda h: [h], pack=pack, cards=1)
    with pytest.raises(BadInput, match="must be an order"):
        against_dealer(
            ("a",), lambda *_: 0, strength=lambda h: h if h > 1 else "", pack=pack, cards=1
        )


def test_strategies_that_are_refused() -> None:
    game = solve(Rules(ranks=4, suits=2))
    with pytest.raises(BadInput, match="the strategy chooses 'raise'; the choices are play, fold"):
        game.compare(lambda hand: "raise")
    with pytest.raises(BadInput, match="symmetric under permutation of the suits, but differs for"):
        game.compare(lambda hand: "play" if hand & 1 else "fold")
    with pytest.raises(BadInput, match="strategy=3 must be a function of"):
        game.compare(3)  # type: ignore[arg-type]
