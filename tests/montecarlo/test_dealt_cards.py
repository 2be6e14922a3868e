"""The cards that the games' kernels deal are those of a slow shuffle of the same streams.

`draw_from_end` and `draw_in_front` shuffle in plain Python with numpy's own
numbers.  A kernel that deals other cards has changed its stream, and its VERSION
must be raised.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from montmort.games.cards.pack import members
from montmort.games.chance import ScriptedChance
from montmort.games.dealt_cards import cards_outcome, dealing_of, outcome_of
from montmort.games.errors import InvalidCounts, TooLarge
from montmort.games.table import SilentTable
from montmort.montecarlo import treize as treize_simulator
from montmort.montecarlo.dealt_cards import simulator_of_deals
from montmort.montecarlo.five_card_draw import simulator as draw_simulator
from montmort.montecarlo.liars_poker import simulator as liars_simulator
from montmort.montecarlo.outcomes import Records, Rng
from montmort.montecarlo.persian_monarchs import simulator as monarchs_simulator
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.war import simulator as war_simulator

SEEDS = st.integers(0, 2**64 - 1)
LIARS, DRAW, WAR = liars_poker.Rules, five_card_draw.Rules, war.Rules
DEALS: list[tuple[Any, Any, Any]] = [
    (treize_simulator, treize, treize.Rules()),
    (treize_simulator, treize, treize.Rules(ranks=3, suits=2)),
    (treize_simulator, treize, treize.Rules(ranks=2, suits=1)),
    (war_simulator, war, WAR()),
    (war_simulator, war, WAR(ranks=1, suits=2)),
    (monarchs_simulator, persian_monarchs, persian_monarchs.Rules()),
    (monarchs_simulator, persian_monarchs, persian_monarchs.Rules(cards=7)),
    (monarchs_simulator, persian_monarchs, persian_monarchs.Rules(cards=2)),
    (draw_simulator, five_card_draw, DRAW()),
    (draw_simulator, five_card_draw, DRAW(ranks=4, suits=3, max_draw=2)),
    (draw_simulator, five_card_draw, DRAW(hand="2c 3d 4h 5s 7c", discard="7c 2c")),
    (liars_simulator, liars_poker, LIARS()),
    (liars_simulator, liars_poker, LIARS(cards=40, hand="Kc Qd *", jokers=2)),
    (liars_simulator, liars_poker, LIARS(cards=9, jokers=3, ranks=5, suits=3)),
    (liars_simulator, liars_poker, LIARS(cards=10, jokers=2, published=True)),
    (liars_simulator, liars_poker, LIARS(cards=1, ranks=2, suits=1)),
]


def rng_of(seed: int) -> Rng:
    return np.random.Generator(np.random.SFC64(seed))


def draw_from_end(rng: Rng, deck: list[int], cards: int, numbers: int) -> list[int]:
    """Draw `numbers` cards from the end of a deck, in place; return the first `cards`."""
    for last in range(len(deck) - 1, len(deck) - 1 - numbers, -1):
        other = int(rng.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return deck[::-1][:cards]


def draw_in_front(rng: Rng, deck: list[int], cards: int, numbers: int) -> list[int]:
    for place in range(numbers):
        other = place + int(rng.random() * (len(deck) - place))
        deck[place], deck[other] = deck[other], deck[place]
    return [*deck]


def shuffled(rng: Rng, deck: list[int], cards: int, numbers: int) -> list[int]:
    return draw_from_end(rng, deck, cards, len(deck) - 1)[::-1]


def twin(book: Any, rules: Any, seed: int, plays: int) -> Iterator[list[int]]:
    """Yield the cards of the next deals."""
    deal = {treize: draw_in_front, war: shuffled}.get(book, draw_from_end)
    full, cards = book.dealing(rules)
    deck, rng = [*full], rng_of(seed)
    for _ in range(plays):
        yield deal(rng, deck, cards, cards)


@pytest.mark.parametrize(("module", "book", "rules"), DEALS)
def test_the_stream_is_that_of_a_fisher_yates_shuffle(module: Any, book: Any, rules: Any) -> None:
    kinds = book.dealing(rules).kinds
    dealt = module.simulator(rules, "cards").record(rng_of(1713), 50).tolist()
    assert dealt == [[*cards_outcome(cards, kinds)] for cards in twin(book, rules, 1713, 50)]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(DEALS), SEEDS, st.integers(0, 300))
def test_counts_are_those_of_the_records(deal: Any, seed: int, plays: int) -> None:
    module, book, rules = deal
    played = module.simulator(rules, "cards")
    records = played.record(rng_of(seed), plays)
    assert played.fields == book.EXPERIMENTS["cards"].under(rules).fields
    assert played.count(rng_of(seed), plays) == {
        name: dict(Counter(column))
        for name, column in zip(played.fields, records.T.tolist(), strict=True)
    }


@pytest.mark.parametrize("rules", [WAR(), WAR(ranks=3, suits=2)])
def test_war_is_dealt_these_cards(rules: Any) -> None:
    dealt = war_simulator.simulator(rules, "cards").record(rng_of(3), 40)
    outcomes = war_simulator.simulator(rules, "deal").record(rng_of(3), 40)
    half = rules.cards // 2
    for cards, row in zip(dealt.tolist(), outcomes.tolist(), strict=True):
        hands = tuple(cards[:half]), tuple(cards[half : rules.cards])
        expected = war.step_deal(rules, war.State(hands), ScriptedChance([]), SilentTable())[1]
        assert [*expected] == row


@pytest.mark.parametrize(
    "rules",
    [
        LIARS(cards=6, jokers=2),
        LIARS(cards=40, hand="Kc Qd 3h", call="pair of kings"),
        LIARS(cards=8, jokers=1, hand="2c 3c *"),
        LIARS(cards=5, jokers=2, published=True),
    ],
)
def test_liars_poker_is_dealt_these_cards(rules: Any) -> None:
    dealt = liars_simulator.simulator(rules, "cards").record(rng_of(3), 60).tolist()
    outcomes = liars_simulator.simulator(rules, "deal").record(rng_of(3), 60).tolist()
    deck, cards = liars_poker.dealing(rules)
    own = [*members(rules.own[0]), *[rules.pack.size] * rules.own[1]]
    for row, outcome in zip(dealt, outcomes, strict=True):
        in_play = [*own, *row[:cards]]
        if len(in_play) != rules.cards:  # the cards left in the deck were drawn
            in_play = [*own, *(Counter([*deck]) - Counter(row[:cards])).elements()]
        jokers = iter(range(rules.pack.size, rules.deck))
        alike = not rules.published
        numbered = [next(jokers) if alike and c >= rules.pack.size else c for c in in_play]
        score = liars_poker.score(rules, sum(1 << card for card in numbered))
        assert [*map(int, score)] == outcome


@pytest.mark.parametrize("discard", ["", "4c", "3h 7h 4c"])
def test_five_card_draw_is_dealt_these_cards(discard: str) -> None:
    rules = DRAW(hand="3h 7h 9h Jh 4c", discard=discard)
    dealt = draw_simulator.simulator(rules, "cards").record(rng_of(3), 200)
    outcomes = draw_simulator.simulator(rules, "hand").record(rng_of(3), 200)
    drawn = rules.discarded.bit_count()
    for cards, (result,) in zip(dealt.tolist(), outcomes.tolist(), strict=True):
        own = rules.own ^ rules.discarded | sum(1 << card for card in cards[:drawn])
        other = sum(1 << card for card in cards[drawn : drawn + 5])
        assert five_card_draw.score(rules, own, other).value == result


def test_treize_turns_these_cards() -> None:
    rules, seen = treize.Rules(ranks=3, suits=2), 0
    cards, game = (treize_simulator.simulator(rules, name) for name in ("cards", "game"))
    for seed in range(60):
        (deck,) = cards.record(rng_of(seed), 1)[:, : rules.cards].tolist()
        outcome = treize.Game(*game.record(rng_of(seed), 1)[0].tolist())
        if outcome.passes == 1:
            assert treize_simulator.score(rules, [deck]) == outcome
            seen += 1
    assert seen > 10


def test_large_packs_are_dealt_by_the_reference_rules() -> None:
    rules = persian_monarchs.Rules(cards=65)
    played = monarchs_simulator.simulator(rules, "cards")
    assert not played.compiled
    (row,) = played.record(1, 1).tolist()
    assert len({*row[:64]}) == 64
    assert len(row) == 64 + 63


def test_players_do_not_affect_the_cards() -> None:
    rules = persian_monarchs.Rules(first="equilibrium")
    assert monarchs_simulator.simulator(rules, "cards").compiled


def test_more_outcomes_than_are_counted() -> None:
    rules = WAR(ranks=200, suits=1)
    with pytest.raises(TooLarge, match="200 cards dealt of 200 kinds have 8,000,000 outcomes"):
        war_simulator.simulator(rules, "cards")


def planted(*cards: int) -> Simulator:
    def deal(rng: Rng, dealt: Records) -> None:
        dealt[:] = cards

    return simulator_of_deals("war", None, dealing_of(3), lambda _: deal)


def test_blocks_of_few_cards_are_as_long_as_those_of_many() -> None:
    assert planted(0, 1, 2).plays_per_block == 2**20
    assert replace(planted(0, 1, 2), plays_per_block=7).count(1, 7)["pair_1"] == {1: 7}


@pytest.mark.parametrize("card", [-1, 3])
def test_a_card_outside_the_deck_is_invalid(card: int) -> None:
    with pytest.raises(InvalidCounts, match=r"must be within 0 to 2"):
        planted(0, card, 2).count(1, 5)


def test_fields_are_those_of_the_rules() -> None:
    assert planted(0, 1, 2).fields == outcome_of(3, 3)._fields
