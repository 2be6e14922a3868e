"""Persian Monarchs: truth and answers against all paths of the rules, and the rule sheet."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.persian_monarchs.answers import (
    Question,
    answers,
    chances,
    match_gains,
    players,
    truth,
)
from montmort.exact.persian_monarchs.equilibrium import solve_hand
from montmort.exact.persian_monarchs.hand import duel
from montmort.exact.persian_monarchs.players import equilibrium_player
from montmort.exact.persian_monarchs.strategy_tables import Pack
from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs import EXPERIMENTS, Rules
from montmort.games.persian_monarchs.strategies import (
    STRATEGIES,
    Counter,
    NonCounter,
    Random,
    Turn,
    View,
)
from tests.games.persian_monarchs import naive_monarchs as naive

PAIRS = list(product(STRATEGIES, repeat=2))
SMALL = {"cards": 4, "max_raise": 2, "rounds": 2, "counters": 3}


def laws_of_rules(rules, experiment="match"):
    law = explore(replace(EXPERIMENTS[experiment], players=players), rules).law()
    return {name: law.field(name) for name in EXPERIMENTS[experiment].fields}


@pytest.mark.parametrize("purse", ["published", "strict", "none"])
@pytest.mark.parametrize("pair", PAIRS)
def test_truth_is_the_law_of_the_rules(pair, purse):
    rules = Rules(first=pair[0], second=pair[1], purse=purse, **SMALL)
    assert truth(rules) == laws_of_rules(rules)
    assert truth(rules, "hand") == laws_of_rules(rules, "hand")


@pytest.mark.parametrize("pair", [("equilibrium", "counter"), ("non-counter", "equilibrium")])
def test_players_in_equilibrium(pair):
    rules = Rules(first=pair[0], second=pair[1], **SMALL)
    assert truth(rules) == laws_of_rules(rules)
    assert truth(rules, "hand") == laws_of_rules(rules, "hand")


WHOLE = [("random", "counter"), ("counter", "non-counter"), ("non-counter", "non-counter")]


@pytest.mark.slow
@pytest.mark.parametrize("pair", WHOLE)
def test_the_whole_match_is_known_by_its_law_or_its_moments(pair):
    rules = Rules(first=pair[0], second=pair[1], purse="none")
    known, found = truth(rules), answers(rules)
    assert {name: type(value) for name, value in known.items()} == dict.fromkeys(
        ("first", "second"), Moments if "non-counter" in pair else Law
    )
    for name, value in known.items():
        moments = (value.mean, value.variance)
        if isinstance(value, Law):
            moments = value.mean(), value.variance()
        else:  # 52 hands, an ante and a raise by 10 in each
            assert (value.low, value.high) == (100 - 52 * 11, 100 + 52 * 11)
        assert moments == (found[f"{name}_mean"], found["second_variance"])


def test_a_law_that_would_not_fit():
    rules = Rules(purse="none", rounds=26 * 10**5)  # 10^5 matches of 26 rounds
    known, once = truth(rules)["second"], answers(replace(rules, rounds=26))
    assert known.mean - 100 == 10**5 * (once["second_mean"] - 100)
    assert known.variance == 10**5 * once["second_variance"]
    with pytest.raises(TooLarge, match="play fewer rounds, or take purse=none without the law"):
        truth(replace(rules, purse="published"))


@pytest.mark.parametrize("cards", [2, 3, 6, 7, 20])
def test_a_hand_for_every_number_of_cards_that_the_pack_passes_through(cards):
    rules = Rules(first="random", second="non-counter", cards=cards)
    hands = answers(rules)["hand"]
    assert [*hands] == [str(left) for left in range(cards, 1, -2)]
    for left, profit in hands.items():
        pack = Pack(int(left), cards, 10)
        assert profit == duel(STRATEGIES["random"], STRATEGIES["non-counter"], pack).mean()


@pytest.mark.parametrize("purse", ["published", "strict", "none"])
def test_the_law_in_the_answers(purse):
    rules = Rules(second="random", purse=purse, **SMALL)
    law = laws_of_rules(rules)["second"]
    found = answers(rules, Question(law=True))
    assert found["purse"] == purse
    assert found["second_law"] == {str(x): law[x] for x in sorted(law)}
    assert found["second_ahead"] == sum(law[x] for x in law if x > 3)
    without = answers(rules)
    assert without == {name: found[name] for name in without}
    assert found.keys() - without.keys() == {"second_law", "second_ahead"}
    assert without["first_mean"] + without["second_mean"] == 6


def test_purses_in_force():
    assert answers(Rules(**SMALL))["purse"] == "published"
    assert answers(Rules(first="non-counter", **SMALL))["purse"] == "none"


@pytest.mark.parametrize("purse", ["published", "strict"])
@pytest.mark.parametrize("ask", [truth, answers])
def test_a_purse_with_a_non_counter_has_no_exact_answer(ask, purse):
    rules = Rules(second="non-counter", cards=9, purse=purse)
    with pytest.raises(BadInput, match=f"purse={purse} with a non-counter and cards=9: an exact"):
        ask(rules)
    assert ask(replace(rules, cards=8, rounds=1))


def test_a_law_that_is_not_known():
    with pytest.raises(BadInput, match="only mean and variance are known; leave out law"):
        answers(Rules(second="non-counter", cards=9), Question(law=True))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"best_response": "human"}, "best_response='human' must be one of counter, non-counter"),
        ({"role": "banker"}, "role='banker' must be one of non-dealer, dealer"),
        ({"law": True, "equilibrium": True}, "exclude each other; ask for one"),
        ({"equilibrium": True, "best_response": "counter"}, "exclude each other; ask for one"),
    ],
)
def test_questions_that_are_refused(fields, sentence):
    with pytest.raises(BadInput, match=sentence):
        Question(**fields)


@pytest.mark.parametrize(
    ("cards", "m", "value"),
    [
        (2, 3, Fraction(0)),
        (4, 1, Fraction(1, 12)),
        (4, 5, Fraction(1, 12)),
        (6, 1, Fraction(4, 45)),
        (10, 1, Fraction(1, 10)),
    ],
)
def test_equilibria_of_the_rule_sheet(cards, m, value):
    found = answers(Rules(cards=cards, max_raise=m), Question(equilibrium=True))
    assert found["value"] == value
    assert (len(found["raises"]), len(found["accepts"])) == (cards, cards)


def best_play(name, cards, m, hands=26):
    """Return the best mean gains of a card counter in the hands of one pack.

    All sets of cards left, cards and raises are enumerated.  The pair is the gain
    as the first and as the second player.
    """

    @cache
    def taken(left, raises):
        if len(left) < max(2, cards - 2 * hands + 1):
            return Fraction(0)
        now = sum(as_non_dealer(left, own) if raises else as_dealer(left, own) for own in left)
        rest = [tuple(c for c in left if c not in (a, b)) for a in left for b in left if a < b]
        later = sum(taken(cards_left, not raises) for cards_left in rest)
        return Fraction(now, len(left)) + later / len(rest)

    def as_non_dealer(left, own):
        values = []
        for x in range(m + 1):
            value = Fraction(0)
            for other in left:
                sign = 1 if own > other else -1
                yes = naive.accepts(name, other, left, cards, x) if x else 1
                value += (yes * sign * (1 + x) + 1 - yes) * (other != own)
            values.append(value / (len(left) - 1))
        return max(values)

    def as_dealer(left, own):
        value = Fraction(0)
        for x in range(m + 1):
            accepted = declined = Fraction(0)
            for other in left:
                if other != own:
                    chance = naive.raises(name, other, left, cards, m)[x]
                    accepted += chance * (1 if own > other else -1) * (1 + x)
                    declined -= chance
            value += max(accepted, declined) if x else accepted
        return value / (len(left) - 1)

    full = tuple(range(cards))
    return taken(full, True), taken(full, False)


@pytest.mark.parametrize("cards", [4, 8])
@pytest.mark.parametrize("name", ["counter", "random"])
def test_the_gain_of_the_best_card_counter_over_a_match(name, cards):
    rules = Rules(cards=cards, max_raise=2, rounds=3 * cards // 4)  # three packs
    first, second = (3 * taken for taken in best_play(name, cards, 2))
    assert match_gains(rules, STRATEGIES[name]) == (first, second)
    found = answers(rules, Question(best_response=name))
    assert (found["first_takes"], found["second_takes"]) == (first, second)


def test_the_gain_against_a_player_in_equilibrium_is_the_value_of_the_hands():
    values = [solve_hand(left, 3).value for left in (6, 4, 2)]
    rules = Rules(cards=6, max_raise=3, rounds=3)
    gains = match_gains(rules, equilibrium_player(6, 3))
    assert gains == (0, 0)  # two packs, the roles changed: both sides of every hand
    once = match_gains(replace(rules, rounds=1), equilibrium_player(6, 3))
    assert once.first == -once.second == values[0] - values[1]


@pytest.mark.parametrize("role", ["non-dealer", "dealer"])
@pytest.mark.parametrize("name", ["counter", "non-counter", "random", "equilibrium"])
def test_the_value_of_a_best_response(name, role):
    question = Question(best_response=name, role=role)
    found = answers(Rules(cards=4, max_raise=2), question)
    if name == "equilibrium":
        assert found["value"] == Fraction(1, 12)
        return
    first, second = best_play(name, 4, 2, hands=1)
    assert found["value"] == (first if role == "non-dealer" else -second)
    assert ("first_takes" in found) == (name != "non-counter")


def test_the_loss_of_a_non_counter_over_a_match_is_not_known():
    with pytest.raises(BadInput, match="depends on every set of cards left"):
        match_gains(Rules(), NonCounter())


def turn_of(card, left, rules, *, seat=0, raised=0, counters=None):
    rank = sum(other < card for other in left)
    view = View(card, rank, len(left), rules.cards, rules.max_raise)
    pack = sum(1 << other for other in left)
    return Turn(seat=seat, view=view, pack=pack, counters=counters, raised=raised)


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_values_of_raises_have_the_mean_of_the_hand(name):
    """With the raises of a counter, the mean of the values is the mean of the hand."""
    rules = Rules(second=name, cards=7, max_raise=2)
    left = (0, 2, 3, 5, 6)
    mean = Fraction(0)
    for card in left:
        values = chances(rules, [], turn_of(card, left, rules), (0, 1, 2))
        higher, *profits = values.values()
        assert higher == Fraction(left.index(card), 4)
        law = naive.raises("counter", card, left, 7, 2)
        mean += sum(p * profit for p, profit in zip(law.values(), profits, strict=True)) / 5
    outcomes = naive.hand("counter", name, left, 7, 2)
    assert mean == sum(chance * profit for chance, profit, _ in outcomes)


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_worth_of_an_answer_is_that_of_the_hand(name):
    """With the answers of a counter, the mean of the values is the mean of the hand."""
    rules = Rules(first=name, cards=7, max_raise=2)
    left = (0, 2, 3, 5, 6)
    mean = Fraction(0)
    for card in left:
        for other in left:
            if other != card:
                for x, chance in naive.raises(name, other, left, 7, 2).items():
                    if not x:
                        mean += chance * (1 if card > other else -1) / 20
                        continue
                    turn = turn_of(card, left, rules, seat=1, raised=x)
                    values = chances(rules, [], turn, (True, False))
                    yes = naive.accepts("counter", card, left, 7, x)
                    accepted = values.get("profit if you accept", Fraction(0))
                    mean += chance * (yes * accepted - (1 - yes)) / 20
    outcomes = naive.hand(name, "counter", left, 7, 2)
    assert mean == -sum(chance * profit for chance, profit, _ in outcomes)


def test_a_raise_that_the_dealer_cannot_cover_wins_the_ante():
    rules = Rules(cards=4, max_raise=2)
    turn = turn_of(0, (0, 1), rules, counters=(5, 1))
    values = chances(rules, [], turn, (0, 1, 2))
    assert values["profit with a raise by 1"] == -2  # the ace accepts
    assert values["profit with a raise by 2"] == 1
    free = chances(replace(rules, purse="none"), [], turn, (0, 1, 2))
    assert free["profit with a raise by 2"] == -3


def test_a_raise_that_is_never_made_is_worth_nothing_known():
    rules = Rules(cards=4)
    turn = turn_of(1, (0, 1), rules, seat=1, raised=4)  # a counter never raises with the lowest
    assert chances(rules, [], turn, (True, False)) == {
        "your card is the higher one": 1,
        "profit if you decline": -1,
    }
    assert chances(rules, [], None, ()) == {}


def test_watch_is_called():
    for rules in (Rules(**SMALL), Rules(second="non-counter", cards=9, rounds=1)):
        for ask in (lambda rules, watch: answers(rules, watch=watch), truth_with_watch):
            shares = []
            ask(rules, lambda share, hands, shares=shares: shares.append(share))
            assert shares[-1] == 1


def truth_with_watch(rules, watch):
    return truth(rules, watch=watch)


def test_strategies_are_values():
    assert answers(Rules(first=Counter(), second=Random(), **SMALL)) == answers(
        Rules(first="counter", second="random", **SMALL)
    )


@pytest.mark.parametrize(
    "rules",
    [
        Rules(cards=10**30),
        Rules(cards=10**8, second="random"),
        Rules(cards=2000, second="equilibrium", rounds=1),
        Rules(cards=52, max_raise=10**9),
    ],
)
def test_what_would_take_too_long_is_refused_at_once(rules):
    with pytest.raises(TooLarge, match="take a smaller pack or raise"):
        answers(rules)
