"""Rounds and games of Liars' Poker against a naive enumeration of every deal and turn, in words."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore
from montmort.exact.liars_poker.calls import players as others
from montmort.games.cards.pack import FULL
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.liars_poker import EXPERIMENTS, Rules, list_calls, read_answer
from montmort.games.liars_poker.calls import FLUSH_READINGS, read_call
from montmort.games.liars_poker.players import Turn, call_by_odds, call_honestly, call_with_bluffs
from montmort.games.liars_poker.rounds import (
    Called,
    Dealt,
    Game,
    Penalty,
    Round,
    Seats,
    Shown,
    choices,
    next_seat,
)
from montmort.verification import Decision, crosscheck
from tests.games.liars_poker.naive_poker import call_is_true, deck

ROUND, GAME = (replace(EXPERIMENTS[name], players=others) for name in ("round", "game"))

# The calls of a deck of twos, threes and aces in clubs and diamonds, lowest first,
# equal ones together; it has no straights.
ONE = [("two", "twos"), ("three", "threes"), ("ace", "aces")]
TWO = ("threes", "twos"), ("aces", "twos"), ("aces", "threes")
CATEGORIES = [
    [[f"{one} high"] for one, _ in ONE],
    [[f"pair of {many}"] for _, many in ONE],
    [[f"pair of {high}, pair of {low}"] for high, low in TWO],
    [[f"three {many}"] for _, many in ONE],
    [[f"{one} high club flush", f"{one} high diamond flush"] for one, _ in ONE],
    [[f"{a} over {b}"] for _, a in ONE for _, b in ONE if a != b],
    [[f"four {many}"] for _, many in ONE],
    [[f"five {many}"] for _, many in ONE],
]
HEIGHTS = {call: n for n, calls in enumerate(chain(*CATEGORIES)) for call in calls}
PACK = deck(3, 2)

NaivePlayer = Callable[..., dict[str, Fraction]]  # (own cards, others, last call, how many others)


def small(**fields) -> Rules:
    return Rules(cards=1, ranks=3, suits=2, **fields)


@cache
def is_true(call: str, cards: tuple) -> bool:
    natural = tuple(sorted(card for card in cards if card != "*"))
    return call_is_true(call, natural, cards.count("*"), PACK, "wild")


def higher(last: str) -> list[str]:
    return [call for call in HEIGHTS if HEIGHTS[call] > HEIGHTS.get(last, -1)]


def honest(own: tuple, unseen: tuple, last: str, hidden: int) -> dict[str, Fraction]:
    made = [call for call in higher(last) if is_true(call, own)]
    return {made[0] if made else "challenge": Fraction(1)}


def bluff(rate: Fraction, own: tuple, unseen: tuple, last: str, hidden: int) -> dict:
    firsts = [
        next(call for call in higher(last) if call in chain(*category))
        for category in CATEGORIES
        if HEIGHTS[category[-1][0]] > HEIGHTS.get(last, -1)
    ]
    calls = Counter(
        {call: p * (1 - rate if firsts else 1) for call, p in honest(own, unseen, last, 0).items()}
    )
    for call in firsts:
        calls[call] += rate / len(firsts)
    return calls


@cache
def likely(call: str, own: tuple, unseen: tuple, hidden: int) -> Fraction:
    deals = [is_true(call, own + rest) for rest in combinations(unseen, hidden)]
    return Fraction(sum(deals), len(deals))


def by_odds(rate: Fraction, own: tuple, unseen: tuple, last: str, hidden: int) -> dict:
    if not higher(last) or (last and likely(last, own, unseen, hidden) < rate):
        return {"challenge": Fraction(1)}
    best = max(higher(last), key=lambda call: likely(call, own, unseen, hidden))
    top = likely(best, own, unseen, hidden)
    return {[c for c in higher(last) if likely(c, own, unseen, hidden) == top][-1]: Fraction(1)}


def naive_player(word: str) -> NaivePlayer:
    kind, _, rate = word.partition(":")
    return {"honest": lambda: honest, "bluff": lambda: partial(bluff, Fraction(rate)),
            "odds": lambda: partial(by_odds, Fraction(rate))}[kind]()  # fmt: skip


def naive_round(rules: Rules, held: tuple[int, ...], first: int) -> Counter:
    """Return {(loser, true, calls): chance}: all orders of the deck, all choices."""
    cards = (*PACK, *["*"] * rules.jokers)
    words = rules.players.split() * (len(held) if " " not in rules.players else 1)
    orders = permutations(range(len(cards)), sum(held) + rules.middle)
    deals = {_hands(order, held) for order in orders}
    found: Counter = Counter()
    for deal in deals:
        hands = [tuple(cards[i] for i in hand) for hand in deal]
        players = [
            partial(naive_player(word), hand, tuple((Counter(cards) - Counter(hand)).elements()),
                    hidden=sum(held) + rules.middle - len(hand))
            for word, hand in zip(words, hands, strict=False)
        ]  # fmt: skip
        for outcome, p in _ends(players, held, tuple(chain(*hands)), first, "", -1, 0):
            found[outcome] += p / len(deals)
    return found


def _ends(players, held, cards, seat, last, caller, calls) -> Iterator:
    """Yield every end of a round from the turn of `seat`, and its chance."""
    for call, p in players[seat](last=last).items():
        if call == "challenge":
            true = is_true(last, cards)
            yield (seat if true else caller, true, calls), p
        else:
            in_turn = [(seat + k) % len(held) for k in range(1, len(held) + 1)]
            after = next(player for player in in_turn if held[player])
            for outcome, q in _ends(players, held, cards, after, call, seat, calls + 1):
                yield outcome, p * q


def _hands(order: tuple[int, ...], held: tuple[int, ...]) -> tuple:
    """Return the hands and the rest for the middle; each is equally likely."""
    hands, sofar = [], 0
    for cards in (*held, len(order) - sum(held)):
        hands.append(tuple(sorted(order[sofar : sofar + cards])))
        sofar += cards
    return tuple(hands)


TABLES = [
    small(held=(1, 1)),
    small(held=(2, 1), middle=1, players="honest bluff:1/3"),
    small(held=(1, 2), jokers=1, players="bluff:1/2 odds:1/2"),
    small(held=(1, 1), middle=2, jokers=2, players="odds:1/3"),
    small(held=(1, 1, 1), players="bluff:1/4 honest odds:2/3"),
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_law_of_a_round_is_that_of_every_deal_and_choice(rules):
    law = explore(ROUND, rules).law()
    naive = naive_round(rules, rules.held, 0)
    assert {tuple(outcome): law[outcome] for outcome in law} == {
        k: p for k, p in naive.items() if p
    }


@pytest.mark.slow
@pytest.mark.parametrize("rules", [
    small(held=(1, 1), most=2),
    small(held=(1, 2), most=2, middle=1, players="honest bluff:1/3"),
    small(held=(1, 1, 1), most=1, players="odds:1/2 honest bluff:1/5"),
], ids=str)  # fmt: skip
def test_the_law_of_a_game_is_that_of_its_rounds(rules):
    @cache
    def rest(held: tuple[int, ...], first: int) -> Counter:
        """Return {(winner, rounds): chance}."""
        alive = [seat for seat, cards in enumerate(held) if cards]
        if len(alive) == 1:
            return Counter({(alive[0], 0): Fraction(1)})
        found: Counter = Counter()
        for (loser, _, _), p in naive_round(rules, held, first).items():
            cards = held[loser] + 1 if held[loser] < rules.most else 0
            after = (*held[:loser], cards, *held[loser + 1 :])
            in_turn = [(loser + k) % len(held) for k in range(len(held))]
            begins = next(seat for seat in in_turn if after[seat])
            for (winner, rounds), q in rest(after, begins).items():
                found[winner, rounds + 1] += p * q
        return found

    law = explore(GAME, rules).law()
    naive = rest(rules.held, 0)
    assert {tuple(outcome): law[outcome] for outcome in law} == {
        k: p for k, p in naive.items() if p
    }


class Listener:
    """A table of the players that Rules name, which records all events."""

    def __init__(self, rules: Rules, chance: RandomChance) -> None:
        self.players, self.events, self.seen = others(rules, chance), [], []

    def decide(self, seat, possible, view):
        self.seen.append((seat, possible, view))
        return self.players.decide(seat, possible, view)

    def tell(self, event):
        self.events.append(event)


WORDS = st.sampled_from(["honest", "bluff:1/4", "bluff:1", "odds:1/2", "odds:1", "bluff:0"])


@given(st.data(), st.integers(0, 2**32), st.integers(0, 2), st.sampled_from(FLUSH_READINGS))
def test_a_round_goes_by_the_rules(data, seed, jokers, reading):
    held = tuple(data.draw(st.lists(st.integers(1, 5), min_size=2, max_size=4)))
    players = " ".join(data.draw(WORDS) for _ in held)
    middle = data.draw(st.integers(0, 5))
    rules = Rules(held=held, players=players, middle=middle, jokers=jokers, flush_reading=reading)
    chance = RandomChance(seed)
    table = Listener(rules, chance)
    outcome = ROUND.play(rules, chance, table)
    dealt, *called, shown = table.events
    assert dealt == Dealt(held, middle, 0)
    assert [call.seat for call in called] == [n % len(held) for n in range(len(called))]
    heights = [read_call(call.call).height for call in called]
    assert all(low < high for low, high in pairwise(heights))
    assert shown.challenger == len(called) % len(held)
    assert shown.call == called[-1].call
    natural, held_jokers = FULL.read(" ".join((*shown.hands, shown.middle)))
    assert natural.bit_count() + held_jokers == sum(held) + middle
    needed = read_call(shown.call).jokers_needed(natural, reading)
    assert shown.is_true == (needed is not None and needed <= held_jokers)
    assert shown.loser == (shown.challenger if shown.is_true else called[-1].seat)
    assert outcome == Round(shown.loser, shown.is_true, len(called))
    for seat, possible, view in table.seen:
        assert (view.seat, view.own, view.in_play) == (seat, shown.hands[seat], sum(held) + middle)
        assert possible == choices(view, rules.pack)


@given(st.lists(st.integers(1, 5), min_size=2, max_size=4), st.integers(0, 2**32))
def test_honest_players_never_lie(held, seed):
    rules = Rules(held=tuple(held))
    assert EXPERIMENTS["round"].play(rules, RandomChance(seed)).true_call


@given(st.lists(st.integers(1, 3), min_size=2, max_size=4), st.integers(0, 2**32))
def test_a_game_goes_by_the_rules(held, seed):
    rules = Rules(held=tuple(held), most=3, players="bluff:1/2")
    chance = RandomChance(seed)
    table = Listener(rules, chance)
    game = EXPERIMENTS["game"].play(rules, chance, table)
    now, first = list(held), 0
    rounds = [event for event in table.events if isinstance(event, Dealt | Shown | Penalty)]
    for dealt, shown, penalty in zip(*[iter(rounds)] * 3, strict=True):
        assert dealt == Dealt(tuple(now), 0, first)
        assert penalty.seat == shown.loser
        now[shown.loser] = penalty.held
        assert penalty.held == (0 if dealt.held[shown.loser] == 3 else dealt.held[shown.loser] + 1)
        first = shown.loser if penalty.held else next_seat(now, shown.loser)
    assert [bool(cards) for cards in now].count(True) == 1
    assert game == Game(winner=first, rounds=len(rounds) // 3)


# Each player


def turn(own: str, last: str = "", held: tuple[int, ...] = (2, 2), middle: int = 0) -> Turn:
    return Turn(seat=0, own=own, held=held, middle=middle, last=last, caller=1 if last else -1)


@pytest.mark.parametrize(("own", "last", "call"), [
    ("Kc 2d", "", "two high"),
    ("Kc 2d", "two high", "king high"),
    ("Kc 2d", "king high", "challenge"),
    ("Kc *", "king high", "ace high"),
    ("Kc *", "ace high", "pair of kings"),
    ("5c 6c 7c 8c *", "three aces", "two high club flush"),  # the joker is the deuce
    ("Ac *", "five aces", "challenge"),
])  # fmt: skip
def test_an_honest_player_makes_the_lowest_true_call(own, last, call):
    assert call_honestly(Rules(jokers=1), turn(own, last)) == call


def test_a_bluffer_draws_a_category_and_makes_its_lowest_call():
    rules = Rules()
    say = partial(call_with_bluffs, rules, turn("Kc 2d", "four kings"), Fraction(1, 4))
    assert say(chance=ScriptedChance([1, 0])) == "four aces"
    assert say(chance=ScriptedChance([1, 1])) == "five high club straight flush"
    assert say(chance=ScriptedChance([1, 2])) == "five twos"
    assert say(chance=ScriptedChance([0])) == "challenge"
    last = turn("Kc 2d", "five aces")
    assert call_with_bluffs(rules, last, Fraction(1), ScriptedChance([])) == "challenge"


@given(st.fractions(0, 1, max_denominator=20))
def test_a_player_by_the_odds_challenges_below_the_threshold(trusts):
    # Of 50 unseen cards 3 are queens: two of them hidden hold no queen in 1081 / 1225.
    odds = {call: Fraction(1, 100) for call in choices(turn("Qc 2d"), FULL)}
    known = {**odds, "pair of queens": Fraction(144, 1225), "five kings": Fraction(1, 2)}
    call = call_by_odds(Rules(), turn("Qc 2d", "pair of queens"), trusts, lambda *_: known)
    assert call == ("challenge" if Fraction(144, 1225) < trusts else "five kings")


def test_a_player_by_the_odds_needs_them():
    rules = Rules(players="odds:1/2")
    with pytest.raises(BadInput, match="odds:1/2 needs the exact chances of the calls; pass odds="):
        EXPERIMENTS["round"].play(rules, RandomChance(1))


def test_the_highest_call_can_only_be_challenged():
    assert choices(turn("Kc 2d", "five aces"), FULL) == ("challenge",)
    assert list_calls(Rules(), turn("Kc 2d", "five aces"), ()) == {
        "calls": "  There is no higher call: challenge."
    }


def test_a_player_who_is_out_is_skipped():
    rules = Rules(held=(2, 2, 2))
    table = Listener(rules, RandomChance(3))
    ROUND.step(rules, Seats((3, 0, 5), 2), RandomChance(3), table)
    called = [event.seat for event in table.events if isinstance(event, Called)]
    assert called == [2, 0, 2, 0, 2, 0][: len(called)]
    assert table.events[-1].hands[1] == ""


# Verdicts: the enumeration against plays of the reference rules


@pytest.mark.slow
@pytest.mark.parametrize("name", ["round", "game"])
def test_plays_agree_with_the_enumeration(name):
    rules = small(held=(1, 1), most=2, players="honest bluff:1/3")
    result = crosscheck(play=EXPERIMENTS[name], rules=rules, plays=4096, margin=Fraction(1, 5),
                        seed=1713, workers=1)  # fmt: skip
    assert result.decision is Decision.CONSISTENT, str(result)
    assert not result.unjudged


@pytest.mark.slow
def test_bluffers_compared_with_honest_players_are_detected():
    rules = small(held=(1, 1), players="bluff:1/3 honest")
    result = crosscheck(play=EXPERIMENTS["round"], rules=rules, plays=4096, seed=1, workers=1,
                        against=replace(rules, players="honest"))  # fmt: skip
    assert result.decision in {Decision.INCONSISTENT, Decision.INVALID}


# Rules and answers that are refused


@pytest.mark.parametrize(("fields", "message"), [
    ({"players": "honest odd:1/2"}, "'odd:1/2' is no player; write honest, bluff:CHANCE or odds"),
    ({"players": "bluff:2"}, "'bluff:2' is no player"),
    ({"players": "bluff:1/0"}, "'bluff:1/0' is no player"),
    ({"players": ""}, "players='' names 0 players for 2 seats"),
    ({"players": "honest honest honest"}, "names 3 players for 2 seats"),
    ({"held": (2,)}, r"held=\(2,\) must give two or more seats"),
    ({"held": (2, 6)}, "held=6 must be an integer from 1 to 5 cards a seat"),
    ({"held": (0, 2)}, "held=0 must be an integer from 1 to 5"),
    ({"middle": -1}, "middle=-1 must be an integer >= 0"),
    ({"most": 0}, "most=0 must be an integer >= 1"),
])  # fmt: skip
def test_rules_outside_their_range(fields, message):
    with pytest.raises(BadInput, match=message):
        Rules(**fields)


@pytest.mark.parametrize(("name", "fields", "message"), [
    ("round", {"held": (5,) * 10, "middle": 3}, "need 53 cards; the deck has 52"),
    ("game", {"held": (2,) * 11}, "11 players with up to 5 cards each and 0 in the middle need 55"),
    ("round", {"call": "ace high"}, "a round is played with no hand, call or published reading"),
    ("round", {"published": True}, "a round is played with no hand, call or published reading"),
])  # fmt: skip
def test_rules_that_cannot_be_played(name, fields, message):
    with pytest.raises(BadInput, match=message):
        EXPERIMENTS[name].play(Rules(**fields), RandomChance(1))


@pytest.mark.parametrize(("answer", "last", "meaning"), [
    ("c", "ten high", "challenge"),
    ("Challenge", "ten high", "challenge"),
    ("jack HIGH", "ten high", "jack high"),
    ("straight to the 9", "ten high", "nine high straight"),
    ("challenge", "", "There is no call to challenge yet; call a hand."),
    ("", "ten high", "Call a hand that is higher, or challenge."),
    ("9 high", "ten high", "'nine high' is not higher than 'ten high'; call higher, or challenge."),
    ("ten low", "ten high", "understood 'ten', but then 'low'"),
])  # fmt: skip
def test_the_meaning_of_an_answer(answer, last, meaning):
    asked = turn("Kc 2d", last)
    try:
        found = read_answer(Rules(), answer, asked, choices(asked, FULL))
    except BadInput as sentence:
        found = str(sentence)
    assert found == meaning or (meaning in found and meaning.startswith("understood"))
