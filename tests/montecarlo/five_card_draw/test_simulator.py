"""The kernels of five-card draw against the reference rules, play by play, and small exact laws.

The reference rules (`montmort.games.five_card_draw`) are the standard, never the kernels: they
are given the same cards and choices, or draw the same cards from the same stream.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from montmort.exact.from_rules import explore
from montmort.games import five_card_draw as reference
from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput, UnknownName
from montmort.games.experiment import Nothing
from montmort.games.five_card_draw import EXPERIMENTS, Result, Rules, choices
from montmort.games.five_card_draw.players import place
from montmort.games.five_card_draw.ranking import RANKINGS, table
from montmort.montecarlo.five_card_draw import kernel
from montmort.montecarlo.five_card_draw import simulator as five_card_draw
from montmort.montecarlo.kernels.sfc64 import sfc64_state

HAND, GAME = EXPERIMENTS["hand"], EXPERIMENTS["game"]
SEEDS = st.integers(0, 2**64 - 1)
DECKS = st.sampled_from([(13, 4), (5, 4), (7, 3), (6, 3), (4, 4), (10, 2), (13, 1)])
KINDS = st.sampled_from(["smart", "montecarlo", "random"])

GIVEN = Rules(hand="5c 5d 7h Ts Kc", discard="7h Ts Kc")
# The first results of the stream SFC64(1713), found by `twin_hand` and
# `twin_game` below.  If the kernels no longer give them, their streams have
# changed: raise VERSION, and take the new results from the twins, not the kernels.
FIRST_RESULTS = {
    ("hand", Rules()): [2, 2, 2, 2, 0, 0, 0, 0, 2, 2, 0, 2, 0, 0, 0, 0],
    ("hand", GIVEN): [0, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0],
    ("game", Rules()): [0, 2, 2, 2, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 2, 2],
    ("game", Rules(player="montecarlo", opponent="montecarlo", runs=20)): [2, 0, 2, 0, 2, 2, 2, 2],
}


def sfc64(seed):
    return np.random.Generator(np.random.SFC64(seed))


def set_of(cards):
    return sum(1 << card for card in cards)


def some_discards(rules, seed=0):
    """Return an arbitrary table of discards, with a random choice for each hand."""
    allowed = [mask for mask in range(32) if mask.bit_count() <= rules.max_draw]
    hands = comb(rules.pack.size, 5)
    return np.random.default_rng(seed).choice(np.array(allowed, np.uint8), hands)


class Dealer(ScriptedChance):
    """Chance that deals a deck in this order; a hand is drawn card by card of the pack."""

    def __init__(self, deck, sizes):
        self.picks, left = [], sorted(deck)
        for size in sizes:
            hand, deck = deck[:size], deck[size:]
            to_come = {*hand}
            for card in [*left] if size else []:
                if to_come:
                    self.picks.append(int(card in to_come))
                    to_come.discard(card)
            left = [card for card in left if card not in hand]
        super().__init__(self.picks)


class FixedChoices:
    """A table at which the players make given choices."""

    def __init__(self, discards):
        self.discards = discards

    def decide(self, seat, choices, view):
        assert self.discards[seat] in choices
        return self.discards[seat]

    def tell(self, event):
        pass


@st.composite
def rules_of_a_game(draw, **fields):
    ranks, suits = draw(DECKS)
    most = min(5, (ranks * suits - 10) // 2)
    return Rules(
        ranks=ranks,
        suits=suits,
        max_draw=draw(st.integers(0, most)),
        ranking=draw(st.sampled_from(RANKINGS)),
        **fields,
    )


@st.composite
def rules_of_a_hand(draw):
    ranks, suits = draw(DECKS)
    plain = Rules(
        ranks=ranks,
        suits=suits,
        max_draw=draw(st.integers(0, 3)),
        ranking=draw(st.sampled_from(RANKINGS)),
    )
    if draw(st.booleans()):
        return plain
    cards = draw(st.permutations(range(ranks * suits)))[:5]
    hand = " ".join(map(plain.pack.card_name, cards))
    discard = draw(st.sampled_from(choices(hand, plain.max_draw)))
    return replace(plain, hand=hand, discard=discard)


@settings(max_examples=200)
@given(rules_of_a_game(), st.data())
def test_a_game_with_given_cards_and_choices_equals_the_reference(rules, data):
    deck = data.draw(st.permutations(range(rules.pack.size)))
    hands = [rules.pack.write(set_of(deck[i : i + 5])) for i in (0, 5)]
    said = [data.draw(st.sampled_from(choices(hand, rules.max_draw))) for hand in hands]
    dealer = Dealer(deck, [5, 5, *(len(words.split()) for words in said)])
    gain = GAME.step(rules, Nothing(), dealer, FixedChoices(said))[1]
    assert five_card_draw.score_game(rules, deck, said) is gain.result


@settings(max_examples=200)
@given(rules_of_a_game(), st.data())
def test_scoring_two_hands_equals_the_reference(rules, data):
    cards = data.draw(st.permutations(range(rules.pack.size)))
    own, other = set_of(cards[:5]), set_of(cards[5:10])
    assert five_card_draw.score(rules, own, other) is reference.score(rules, own, other)


def test_every_pair_of_hands_of_a_small_deck_is_scored_as_the_reference_scores_it():
    rules = Rules(ranks=5, suits=2, max_draw=0)
    for own in combinations(range(10), 5):
        other = set_of(range(10)) ^ set_of(own)
        pair = (set_of(own), other)
        assert five_card_draw.score(rules, *pair) is reference.score(rules, *pair)


def draw(deck, left, cards, rng):
    """Fisher-Yates draw from the end of the cards left."""
    for size in range(left, left - cards, -1):
        other = int(rng.random() * size)
        deck[other], deck[size - 1] = deck[size - 1], deck[other]
    return deck[left - cards : left]


def twin_hand(rng, rules, plays):
    """Play hands as the kernels do, slowly; scored by the reference rules."""
    own = rules.own
    deck = [card for card in range(rules.pack.size) if not own >> card & 1]
    cards = rules.discarded.bit_count() if own else 5
    for _ in range(plays):
        both = draw(deck, len(deck), cards + 5, rng)
        final = own ^ rules.discarded | set_of(both[5:])
        yield reference.score(rules, final, set_of(both[:5])).value


def twin_game(rng, rules, discards, plays):
    """Play games as the kernels do, slowly; scored by the reference rules."""
    deck, size = [*range(rules.pack.size)], rules.pack.size
    for _ in range(plays):
        draw(deck, size, 10, rng)
        own = []
        for seat, kind in enumerate((rules.player, rules.opponent)):
            first = size - 5 * seat - 5
            deck[first : first + 5] = sorted(deck[first : first + 5])
            own.append(
                (deck[first : first + 5], twin_choice(kind, deck, first, rules, discards, rng))
            )
        wanted = [len(away) for _, away in own]
        pile = draw(deck, size - 10, sum(wanted), rng)
        comes = pile[wanted[1] :], pile[: wanted[1]]
        finals = [
            set_of({*hand} - {*away} | {*new}) for (hand, away), new in zip(own, comes, strict=True)
        ]
        yield reference.score(rules, *finals).value


def twin_choice(kind, deck, first, rules, discards, rng):
    hand = deck[first : first + 5]
    legal = [c for n in range(rules.max_draw + 1) for c in combinations(hand, n)]
    if kind == "smart":
        away = discards[place(hand)]
        return [card for j, card in enumerate(hand) if away >> j & 1]
    if kind == "random":
        return legal[int(rng.random() * len(legal))]
    unseen = deck[:first] + deck[first + 5 :]
    wins = []
    for away in legal:
        held, won = {*hand} - {*away}, 0
        for _ in range(rules.runs):
            both = draw(unseen, len(unseen), len(away) + 5, rng)
            final = set_of(held | {*both[5:]})
            won += reference.score(rules, final, set_of(both[:5])) is Result.WIN
        wins.append(won)
    return legal[wins.index(max(wins))]


def records(rules, experiment, seed, plays, discards=None):
    simulator = five_card_draw.simulator(rules, experiment, discards)
    return simulator.record(sfc64(seed), plays)[:, 0].tolist()


@settings(max_examples=60)
@given(rules_of_a_hand(), SEEDS)
def test_hands_equal_the_reference_play_by_play_on_one_stream(rules, seed):
    assert records(rules, "hand", seed, 20) == [*twin_hand(sfc64(seed), rules, 20)]


@settings(max_examples=40, deadline=None)
@given(st.data(), KINDS, KINDS, SEEDS)
def test_games_equal_the_reference_game_by_game_on_one_stream(data, player, opponent, seed):
    runs = data.draw(st.integers(1, 3))
    rules = data.draw(rules_of_a_game(player=player, opponent=opponent, runs=runs))
    discards = some_discards(rules)
    found = records(rules, "game", seed, 5, discards)
    assert found == [*twin_game(sfc64(seed), rules, discards, 5)]


@pytest.mark.parametrize(("asked", "golden"), FIRST_RESULTS.items(), ids=str)
def test_stream_guard(asked, golden):
    experiment, rules = asked
    discards, plays = some_discards(rules), len(golden)
    slow = (
        twin_hand(sfc64(1713), rules, plays)
        if experiment == "hand"
        else twin_game(sfc64(1713), rules, discards, plays)
    )
    assert [*slow] == golden
    assert records(rules, experiment, 1713, plays, discards) == golden
    assert five_card_draw.VERSION == 1


@settings(max_examples=30)
@given(rules_of_a_hand(), SEEDS, st.integers(0, 300))
def test_count_is_the_histogram_of_record(rules, seed, plays):
    counted = five_card_draw.simulator(rules).count(sfc64(seed), plays)
    assert counted == {"result": dict(Counter(records(rules, "hand", seed, plays)))}


def test_games_are_counted_as_they_are_recorded():
    rules = Rules(opponent="smart")
    discards = some_discards(rules)
    counted = five_card_draw.simulator(rules, "game", discards).count(sfc64(3), 1000)
    assert counted == {"result": dict(Counter(records(rules, "game", 3, 1000, discards)))}


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_records_are_the_same_in_one_part_or_many_and_fewer_are_the_first(experiment, monkeypatch):
    rules = Rules(player="random")
    whole = records(rules, experiment, 3, 1000)
    for plays in (0, 1, 2, 999):
        assert records(rules, experiment, 3, plays) == whole[:plays]
    monkeypatch.setattr(five_card_draw, "AT_ONCE", 64)
    assert records(rules, experiment, 3, 1000) == whole


def test_a_bot_with_many_runs_plays_them_all():
    # 10 cards are dealt, five drawn in each run (in three parts), one choice taken at random
    rules = Rules(player="montecarlo", runs=2 * kernel.AT_ONCE + 5, max_draw=0)
    rng, twin = sfc64(7), sfc64(7)
    five_card_draw.simulator(rules, "game").count(rng, 1)
    twin.random(10 + 5 * rules.runs + 1)
    assert rng.random() == twin.random()


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(
    ("ranks", "suits", "hand", "discard"),
    [
        (5, 3, "2c 2d 3c 4d Ac", "4d Ac"),
        (6, 2, "2c 3c 4d 6c Ac", "4d"),
        (4, 4, "2c 2d 3c 3d As", ""),
    ],
)
def test_hands_follow_their_exact_law(ranks, suits, hand, discard, ranking):
    rules = Rules(ranks=ranks, suits=suits, hand=hand, discard=discard, max_draw=2, ranking=ranking)
    law = explore(HAND, rules).law()
    expected = np.array([float(law[HAND.outcome(result)]) for result in Result])
    counts = np.bincount(records(rules, "hand", 1713, 200_000), minlength=3)
    assert np.array_equal(expected > 0, counts > 0)
    assert chisquare(counts[counts > 0], 200_000 * expected[expected > 0]).pvalue > 1e-6


def test_every_deal_of_a_game_is_equally_likely():
    # Ten of 12 cards are dealt; each player draws one: the first from position 1, then the second.
    rules = Rules(ranks=3, suits=4, max_draw=1, player="smart", opponent="smart")
    smart, result = np.full(comb(12, 5), 1, np.uint8), np.empty(1, np.uint8)
    players = kernel.Players((kernel.SMART, kernel.SMART), five_card_draw.NOTHING, smart, 1)
    deck, order = five_card_draw._cards(rules), table("standard", rules.pack)
    places = np.zeros((12, 12), np.int64)
    with sfc64_state(sfc64(1713)) as words:
        for _ in range(60_000):
            kernel.play_games(words, deck, players, order, result)
            places[deck >> kernel.NUMBER, np.arange(12)] += 1
    hands = places[:, 2:7].sum(axis=1), places[:, 7:].sum(axis=1)  # they are sorted
    for part in (places[:, 0], places[:, 1], *hands):
        assert part.sum() in (60_000, 300_000)
        assert chisquare(part).pvalue > 1e-6


def test_blocks_last_about_as_long_whatever_is_played():
    def size(experiment="hand", **fields):
        return five_card_draw._plays_per_block(Rules(**fields), experiment)

    assert size() == size(hand=GIVEN.hand) == 2**23
    assert size("game") == 2**21
    assert size("game", player="montecarlo") == 2 * size("game", player="montecarlo", runs=2000)
    assert size("game", player="montecarlo", runs=10**6) == 1


def test_a_smart_player_without_a_table_gets_a_helpful_message():
    with pytest.raises(BadInput, match="best discards of all 2598960 hands; pass them as"):
        five_card_draw.simulator(Rules(), "game")
    five_card_draw.simulator(Rules(player="random"), "game")  # no player needs them


@pytest.mark.parametrize(
    ("discards", "sentence"),
    [
        (np.zeros(10, np.uint8), r"shape \(10,\); it must be uint8 of shape \(2002,\)"),
        (np.zeros(2002, np.int64), "discards= is int64"),
        (np.full(2002, 32, np.uint8), "more than max_draw=2 of five positions"),
        (np.full(2002, 0b111, np.uint8), "more than max_draw=2 of five positions"),
    ],
)
def test_tables_for_other_rules_are_refused(discards, sentence):
    with pytest.raises(BadInput, match=sentence):
        five_card_draw.simulator(Rules(ranks=7, suits=2, max_draw=2), "game", discards)


def test_an_unknown_experiment_lists_the_known_ones():
    with pytest.raises(UnknownName, match="no experiment 'match': hand, game"):
        five_card_draw.simulator(Rules(), "match")


def test_rules_unsuitable_for_a_game_are_refused_at_once():
    with pytest.raises(BadInput, match="a game deals both hands"):
        five_card_draw.simulator(GIVEN, "game", some_discards(GIVEN))


def test_five_cards_in_any_order_are_sorted_by_nine_exchanges():
    for order in permutations(range(5)):
        deck = np.array([9, *order, -1])
        kernel.sort_hand(deck, 1)
        assert deck.tolist() == [9, 0, 1, 2, 3, 4, -1]


def test_different_tables_are_different_experiments():
    """Their tallies do not add up, and their streams have nothing in common."""
    rules = Rules(ranks=5, suits=3, max_draw=1)
    one, same, other = (
        five_card_draw.simulator(rules, "game", some_discards(rules, seed)) for seed in (0, 0, 1)
    )
    assert one.identity == same.identity != other.identity
    chance = replace(rules, player="random")
    assert five_card_draw.simulator(chance, "game").inputs_digest == ""
