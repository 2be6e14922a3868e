"""What the benchmarks time beside montmort plays by the same rules; nothing is timed here.

The sources' own procedures, written anew, play by play; the numpy simulations by
the exact laws.
"""

import random
from functools import partial
from typing import Any

import numpy as np
import pytest

from benchmarks import vectorised
from benchmarks.procedures import five_card_draw, liars_poker, persian_monarchs, war
from montmort.exact.five_card_draw.one_hand import best_of, choices_of
from montmort.games.five_card_draw import Rules as Draw
from montmort.games.five_card_draw.ranking import value
from montmort.games.liars_poker import Rules as Liars
from montmort.games.liars_poker.published import published
from montmort.games.persian_monarchs import Match
from montmort.games.persian_monarchs import Rules as Monarchs
from montmort.games.war import READINGS
from montmort.games.war import Rules as War
from montmort.montecarlo.war.simulator import score
from montmort.verification import Decision, crosscheck

WRONG = {Decision.INCONSISTENT, Decision.INVALID}


def test_war_is_played_as_published_turn_for_turn() -> None:
    chance = random.Random(1)
    for _ in range(50):
        deck = chance.sample(war.DECK, 52)
        hands = ([rank - war.DEUCE for rank in half] for half in (deck[:26], deck[26:]))
        game = score(READINGS["published"], *hands)
        assert war.play(deck) == (game.winner, game.turns)


@pytest.mark.slow
@pytest.mark.parametrize("second", ["counter", "random"])
def test_persian_monarchs_has_the_law_of_the_published_match(second: Any) -> None:
    def matches(plays: int, rng: np.random.Generator) -> dict[Match, int]:
        chance = random.Random(int(rng.integers(2**63)))
        ends: dict[Match, int] = {}
        for _ in range(plays):
            end = Match(*persian_monarchs.match(chance, "counter", second))
            ends[end] = ends.get(end, 0) + 1
        return ends

    rules = Monarchs(first="counter", second=second, purse="published")
    judged = crosscheck("persian-monarchs", rules, simulator=matches, plays=10_000, seed=1)
    assert not WRONG & {verdict.decision for verdict in judged.verdicts}


def test_liars_poker_finds_what_the_published_program_finds() -> None:
    chance = random.Random(1)
    deck = liars_poker.DECK + liars_poker.JOKERS
    for cards in [0, 1, 2, *range(3, 36)] * 10:
        deal = chance.sample(deck, cards)
        natural = sum(1 << 13 * suit + rank - 2 for suit, rank in deal if suit < liars_poker.JOKER)
        first, second = (joker in deal for joker in liars_poker.JOKERS)
        found = published(natural, first, second)
        assert liars_poker.made(deal) == found or not cards  # a high card needs a card


def test_five_card_hands_are_in_the_published_order() -> None:
    chance = random.Random(1)
    for _ in range(1000):
        one, other = chance.sample(range(52), 5), chance.sample(range(52), 5)
        ours = [value(sum(1 << card for card in hand), "published") for hand in (one, other)]
        theirs = [five_card_draw.value(hand) for hand in (one, other)]
        assert (theirs[0] > theirs[1]) == (ours[0] > ours[1])
        assert (theirs[0] == theirs[1]) == (ours[0] == ours[1])


def test_the_bot_finds_a_discard_that_nobody_can_miss() -> None:
    hand = [0, 13, 26, 39, 1]  # four deuces and a three: to stand pat and to draw one are equal
    best = best_of(choices_of(hand, 3, "published"))
    assert five_card_draw.choose(random.Random(1), hand, 200) in ((), (1,))
    assert best.discard.bit_count() <= 1


HAND = Draw(hand="5c 5d 7h Ts Kc", discard="7h Ts Kc")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("simulation", "game", "rules", "experiment"),
    [
        *(
            (vectorised.liars_poker(cards), "liars-poker", Liars(cards=cards, jokers=2), "deal")
            for cards in (1, 2, 10, 27)
        ),
        (vectorised.five_card_draw(HAND), "five-card-draw", HAND, "hand"),
        (vectorised.persian_monarchs, "persian-monarchs", Monarchs(), "match"),
        (vectorised.war_deals, "war", War(), "deal"),
    ],
)
def test_numpy_plays_by_the_exact_law(
    simulation: vectorised.Simulation, game: str, rules: Any, experiment: str
) -> None:
    vectorised.agrees(simulation, game, rules, experiment, plays=20_000)


def test_a_wrong_simulation_is_found() -> None:
    elsewhere = partial(vectorised.agrees, vectorised.liars_poker(9), "liars-poker")
    with pytest.raises(ArithmeticError, match="numpy and montmort disagree on liars-poker"):
        elsewhere(Liars(cards=10, jokers=2), "deal", plays=20_000)
