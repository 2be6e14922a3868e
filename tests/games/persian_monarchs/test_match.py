"""Persian Monarchs: Rules, strategies, the reference rules against a naive enumeration."""

import dataclasses
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs import (
    EXPERIMENTS,
    READINGS,
    Counters,
    FreshPack,
    Hand,
    Match,
    Rules,
    read_answer,
)
from montmort.games.persian_monarchs.hand import Answers, Deals, Raises, Shown
from montmort.games.persian_monarchs.match import Players, named_players
from montmort.games.persian_monarchs.strategies import (
    STRATEGIES,
    ByPack,
    ByRank,
    Counter,
    NonCounter,
    Random,
    Turn,
    View,
    card_name,
    strategy_of,
)
from montmort.games.table import SilentTable
from tests.games.persian_monarchs import naive_monarchs as naive

MATCH, HAND = EXPERIMENTS["match"], EXPERIMENTS["hand"]
PAIRS = list(product(STRATEGIES, repeat=2))
PURSES = ("published", "strict", "none")


def walked(experiment, rules: Rules, **named) -> dict:
    law = explore(experiment, rules, **named).law()
    return {tuple(outcome): law[outcome] for outcome in law}


def naive_match(rules: Rules) -> dict:
    return naive.match_law(
        rules.first,
        rules.second,
        cards=rules.cards,
        m=rules.max_raise,
        rounds=rules.rounds,
        counters=rules.counters,
        purse=rules.purse,
    )


class Recorded(Players):
    """Two players, with a record of all events and decisions."""

    def __init__(self, rules, chance):
        super().__init__(named_players(rules, chance).strategies, chance)
        object.__setattr__(self, "events", [])
        object.__setattr__(self, "asked", [])

    def decide(self, seat, choices, turn):
        self.asked.append((seat, choices, turn))
        return super().decide(seat, choices, turn)

    def tell(self, event):
        self.events.append(event)


def play_recorded(rules: Rules, picks: list[int], experiment=MATCH) -> tuple[Recorded, tuple]:
    chance = ScriptedChance(picks)
    table = Recorded(rules, chance)
    return table, experiment.play(rules, chance, table)


# Rules


def test_the_usual_game_is_that_of_the_source():
    rules = READINGS["usual"]
    assert (rules.first, rules.second, rules.purse) == ("counter", "counter", "published")
    sizes = (rules.cards, rules.max_raise, rules.rounds, rules.counters)
    assert sizes == (52, 10, 26, 100)
    assert list(EXPERIMENTS) == ["match", "hand", "cards"]
    assert (MATCH.fields, HAND.fields) == (("first", "second"), ("profit",))


def test_the_default_purse_depends_on_the_players_and_a_given_one_stays():
    for first, second in PAIRS:
        free = "non-counter" in (first, second)
        assert Rules(first=first, second=second).purse == ("none" if free else "published")
    fitted = dataclasses.replace(READINGS["usual"], first="non-counter")
    assert fitted.purse == "none"
    assert dataclasses.replace(fitted, first="random").purse == "published"
    asked = dataclasses.replace(READINGS["published"], first="non-counter")
    assert asked.purse == "published"
    assert Rules(purse="strict", second="non-counter").purse == "strict"


def test_a_strategy_given_by_value_equals_the_one_of_its_name():
    rules = Rules(first=NonCounter(), second=Random())
    assert rules == Rules(first="non-counter", second="random")
    assert hash(rules) == hash(Rules(first="non-counter", second="random"))
    assert rules.strategies == (NonCounter(), Random())
    assert Rules(second=ByPack((ALWAYS,))).second == ByPack((ALWAYS,))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"cards": 1}, "cards=1 must be an integer >= 2"),
        ({"cards": 4.0}, "cards=4.0 must be an integer >= 2"),
        ({"max_raise": 0}, "max_raise=0 must be an integer >= 1"),
        ({"rounds": 0}, "rounds=0 must be an integer >= 1"),
        ({"counters": -1}, "counters=-1 must be an integer >= 0"),
        ({"purse": "deep"}, "purse='deep' must be one of published, strict, none"),
        (
            {"first": "auto"},
            "first='auto' must be a Strategy, or one of counter, non-counter, random, equilibrium",
        ),
        ({"second": 3}, "second=3 must be a Strategy"),
        ({"first": Counter}, "must be a Strategy"),  # the class, not the strategy
        ({"first": np.arange(3)}, r"first=array\(\[0, 1, 2\]\) must be a Strategy"),
        ({"purse": np.arange(3)}, r"purse=array\(\[0, 1, 2\]\) must be one of published"),
    ],
)
def test_rules_refuse_in_one_sentence(fields, sentence):
    with pytest.raises(BadInput, match=sentence):
        Rules(**fields)


# Strategies

ALWAYS = ByRank(raises=((0, 1), (0, 1)), accepts_by=((0,), (1,)))


@given(st.data())
def test_strategies_of_the_rule_sheet(data):
    cards = data.draw(st.integers(2, 60))
    pack = tuple(sorted(data.draw(st.sets(st.integers(0, cards - 1), min_size=2))))
    card = data.draw(st.sampled_from(pack))
    m = data.draw(st.integers(1, 12))
    view = View(card, pack.index(card), len(pack), cards, m)
    for name, strategy in STRATEGIES.items():
        weights = strategy.raise_weights(view)
        law = {x: Fraction(weight, sum(weights)) for x, weight in enumerate(weights)}
        assert law == naive.raises(name, card, pack, cards, m)
        for x in range(1, m + 1):
            assert strategy.accepts(view, x) == naive.accepts(name, card, pack, cards, x)


def test_ties_are_declined_in_even_and_odd_packs():
    # p = x/(2 (1 + x)); in doubles the second accepts (both from the rule sheet)
    assert Counter().accepts(View(17, 17, 52, 52, 10), 2) == 0
    assert Counter().accepts(View(5, 5, 13, 13, 10), 5) == 0
    assert Counter().accepts(View(18, 18, 52, 52, 10), 2) == 1
    p, x = 5 / 12, 5
    assert p * (2 + 2 * x) - (1 - p) * (2 + 2 * x) > -2


def test_by_rank_draws_by_its_table():
    half, third = Fraction(1, 2), Fraction(1, 3)
    table = ByRank(
        raises=((1, 0, 0), (half, third, Fraction(1, 6))), accepts_by=((0, 0), (third, 1))
    )
    assert (table.left, table.max_raise) == (2, 2)
    low, high = (View(9 * rank, rank, 2, 10, 2) for rank in (0, 1))
    assert table.raise_weights(low) == (1, 0, 0)
    assert table.raise_weights(high) == (3, 2, 1)
    assert [table.accepts(high, x) for x in (1, 2)] == [third, 1]
    assert ByPack((table,)).accepts(high, 1) == third


@pytest.mark.parametrize(
    ("raises", "accepts_by", "sentence"),
    [
        (((1, 1), (0, 1)), ((0,), (1,)), r"raises\[0\] must sum to 1, not 2"),
        (((0, 1), (0, 1)), ((0,),), "a row for each of two or more ranks"),
        (((0, 1),), ((0,),), "a row for each of two or more ranks"),
        (((0, 1), (0, 0, 1)), ((0,), (1,)), r"max_raise \+ 1 chances in each of raises"),
        (((0, 1), (0, 1)), ((0, 1), (1, 1)), "max_raise in each of accepts_by"),
        (((1,), (1,)), ((), ()), "needs a chance or more"),
        (((0, 1), (0, 1)), ((0.5,), (1,)), "0.5 must be a chance from 0 to 1"),
        (((2, -1), (0, 1)), ((0,), (1,)), "2 must be a chance from 0 to 1"),
    ],
)
def test_invalid_tables_are_refused(raises, accepts_by, sentence):
    with pytest.raises(BadInput, match=sentence):
        ByRank(raises=raises, accepts_by=accepts_by)


def test_tables_refuse_other_packs_and_raises():
    with pytest.raises(BadInput, match="for 2 cards and raises up to 1 is asked with 4 cards"):
        ALWAYS.raise_weights(View(0, 0, 4, 4, 1))
    with pytest.raises(BadInput, match="no table for 4 cards left; there are those for 2"):
        ByPack((ALWAYS,)).accepts(View(0, 0, 4, 4, 1), 1)


def test_the_equilibrium_is_passed_in():
    rules = Rules(second="equilibrium", cards=2, max_raise=1)
    with pytest.raises(BadInput, match="'equilibrium' plays by tables that a solver finds"):
        strategy_of(rules.second)
    with pytest.raises(BadInput, match="pass them in"):
        HAND.play(rules, ScriptedChance([]))
    chance = ScriptedChance([1, 0, 1, 1, 0])  # second never accepts with the lower card
    table = named_players(rules, chance, equilibrium=ALWAYS)
    assert table.strategies == (Counter(), ALWAYS)


# The reference rules


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize(("cards", "m"), [(2, 1), (3, 2), (4, 3), (5, 2), (6, 1)])
def test_the_law_of_a_hand_equals_the_naive_enumeration(first, second, cards, m):
    rules = Rules(first=first, second=second, cards=cards, max_raise=m)
    law = {profit: chance for (profit,), chance in walked(HAND, rules).items()}
    assert law == naive.hand_law(first, second, cards, m)


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("purse", PURSES)
@pytest.mark.parametrize(
    ("cards", "m", "rounds", "counters"), [(2, 2, 2, 2), (4, 1, 2, 1), (4, 3, 1, 3), (5, 2, 1, 0)]
)
def test_the_law_of_a_match_equals_the_naive_enumeration(
    first, second, purse, cards, m, rounds, counters
):
    rules = Rules(
        first=first,
        second=second,
        cards=cards,
        max_raise=m,
        rounds=rounds,
        counters=counters,
        purse=purse,
    )
    assert walked(MATCH, rules) == naive_match(rules)


def test_open_facts_of_the_rule_sheet():
    for cards, m in product((2, 3, 4, 5, 6), (1, 2, 4)):

        def value(first, second):
            rules = Rules(first=first, second=second, cards=cards, max_raise=m)  # noqa: B023
            return explore(HAND, rules).expected("profit")

        assert value("random", "random") == Fraction(1, 4)
        assert value("counter", "random") == Fraction(1, 4) + Fraction(
            (m - 1) * (cards + 1), 24 * (cards - 1)
        )


def test_purses_matter_if_counters_are_few():
    tight = {"cards": 4, "max_raise": 3, "rounds": 1, "counters": 3}
    laws = [walked(MATCH, Rules(second="random", purse=purse, **tight)) for purse in PURSES]
    assert all(one != other for one, other in [laws[:2], laws[1:], laws[::2]])


def test_counters_may_go_below_zero_and_are_never_made():
    law = walked(MATCH, Rules(first="random", second="random", cards=2, counters=0, rounds=1))
    assert min(law) == (-2, 2)
    assert {sum(ends) for ends in law} == {0}
    deep = walked(MATCH, Rules(cards=2, max_raise=3, counters=0, rounds=1, purse="none"))
    assert all(sum(ends) == 0 for ends in deep)


@given(st.integers(2, 30), st.integers(0, 2**32), st.sampled_from(PURSES), st.sampled_from(PAIRS))
def test_seats_deal_in_turn_and_the_pack_is_refilled(cards, seed, purse, pair):
    rules = Rules(first=pair[0], second=pair[1], cards=cards, rounds=9, counters=5, purse=purse)
    chance = RandomChance(seed)
    table = Recorded(rules, chance)
    outcome = MATCH.play(rules, chance, table)
    deals = [event for event in table.events if isinstance(event, Deals)]
    assert [event.dealer for event in deals] == [1, 0] * 9
    passes = cards // 2
    assert [event.left for event in deals] == [cards - 2 * (hand % passes) for hand in range(18)]
    fresh = [event for event in table.events if isinstance(event, FreshPack)]
    assert len(fresh) == 17 // passes
    last = table.events[-1]
    assert isinstance(last, Counters)
    assert Match(last.first, last.second) == outcome
    shown = [event.cards for event in table.events if isinstance(event, Shown)]
    for start in range(0, 18, passes):
        put_aside = [card for cards in shown[start : start + passes] for card in cards]
        assert len(set(put_aside)) == len(put_aside)
    asked_to_raise = {seat for seat, _, turn in table.asked if not turn.raised}
    assert asked_to_raise <= {0, 1}
    for seat, choices, turn in table.asked:
        assert seat == turn.seat
        if turn.raised and purse != "none":
            assert turn.counters[seat] >= turn.raised
        if not turn.raised and purse == "strict":
            assert choices[-1] == min(10, max(turn.counters[seat], 0))


def test_the_events_and_decisions_of_a_round():
    rules = Rules(rounds=1)
    # Seat 0 draws the ace of clubs (12) and the other the king of spades (50, now the 50th of 51)
    # and raises by 4; then, as the dealer, seat 0 draws card 1 and seat 1 card 51.
    table, outcome = play_recorded(rules, [12, 49, 4, 1, 48, 0, 0])
    assert outcome == Match(94, 106)
    assert [type(event) for event in table.events] == [
        *(Deals, Raises, Answers, Shown, Counters),
        *(Deals, Raises, Shown, Counters),
    ]


def test_events_in_words():
    assert str(Deals(1, 52)) == "Seat 1 deals from 52 cards; both ante 1."
    assert str(Raises(0, 0)) == "Seat 0 does not raise."
    assert str(Raises(0, 4)) == "Seat 0 raises by 4."
    assert str(Answers(1, True, True)) == "Seat 1 accepts."
    assert str(Answers(1, False, True)) == "Seat 1 declines."
    assert str(Answers(1, False, False)) == "Seat 1 cannot cover the raise and declines."
    assert str(Shown((12, 50), 52, 1, 10)) == (
        "Seat 0 has the ace of clubs, seat 1 the king of spades: seat 1 takes the pot of 10."
    )
    assert str(Counters(94, 106, 2, 52)) == (
        "After hand 2 of 52: seat 0 has 94 counters, seat 1 106."
    )
    assert str(FreshPack(52)) == "The pack is used up; all 52 cards come back."


def test_cards_are_ranked_as_at_bridge():
    # the source: clubs lowest, spades highest; two of clubs lowest, ace of spades highest
    names = [card_name(card, 52) for card in range(52)]
    assert (names[0], names[12], names[13], names[51]) == (
        *("the two of clubs", "the ace of clubs"),
        *("the two of diamonds", "the ace of spades"),
    )
    assert len({*names}) == 52
    assert card_name(3, 40) == "card 3"


def test_a_dealer_without_purse_is_not_asked():
    rules = Rules(cards=2, max_raise=3, rounds=1, counters=2, second="random")
    table, outcome = play_recorded(rules, [1, 0, 2, *(0, 0, 0)])  # a raise by 2, one counter left
    assert Answers(1, False, False) in table.events
    assert [seat for seat, _, turn in table.asked if turn.raised] == []
    assert outcome.first + outcome.second == 4


def test_under_strict_a_raise_above_the_purse_is_not_made():
    rules = Rules(cards=2, max_raise=3, rounds=1, counters=2, purse="strict")
    table, _ = play_recorded(rules, [1, 0, 3, *(0, 0, 0)])
    assert table.asked[0][1] == (0, 1)
    assert table.events[1] == Raises(0, 0)
    broke = dataclasses.replace(rules, counters=1)
    table, _ = play_recorded(broke, [1, 0, *(0, 0)])
    assert all(turn.counters[seat] > 0 for seat, _, turn in table.asked)


def test_a_human_may_sit_on_either_seat():
    class Human:
        def __init__(self, seat, answers, rest):
            self.seat, self.answers, self.rest = seat, list(answers), rest

        def decide(self, seat, choices, turn):
            return (
                self.answers.pop(0) if seat == self.seat else self.rest.decide(seat, choices, turn)
            )

        def tell(self, event):
            self.rest.tell(event)

    rules = Rules(cards=4, second="random")
    chance = ScriptedChance([2, 2, 0])  # cards 2 and 3; the coin declines
    assert HAND.play(rules, chance, Human(0, [7], named_players(rules, chance))) == Hand(1)
    chance = ScriptedChance([2, 2, 5])
    assert HAND.play(rules, chance, Human(1, [True], named_players(rules, chance))) == Hand(-6)
    chance = ScriptedChance([2, 2])
    with pytest.raises(BadInput, match="seat 0 chose 11, none of"):
        HAND.play(rules, chance, Human(0, [11], SilentTable()))


def test_the_meaning_of_a_dealers_answer():
    turn = Turn(1, View(3, 3, 4, 4, 10), 15, None, raised=4)
    meanings = {"accept": True, "ACC": True, "d": False, "decline": False, "yes": None, "": None}
    for answer, choice in meanings.items():
        assert read_answer(Rules(), answer, turn, (True, False)) is choice
    assert read_answer(Rules(), "accept", turn._replace(raised=0), tuple(range(11))) is None
    assert str(turn) == (
        "You are on seat 1 and hold card 3: 3 of the other 3 cards are lower.\n"
        "Seat 0 raises by 4. Do you accept?"
    )
