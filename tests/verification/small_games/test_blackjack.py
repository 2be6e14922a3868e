"""Blackjack: simulation against the exact law, planted errors, the strategy card."""

from dataclasses import replace
from fractions import Fraction

import pytest

from montmort.exact.blackjack.answers import joint_law, player, seated
from montmort.games import blackjack
from montmort.games.blackjack import EXPERIMENTS, Bet, Hand, Rules, Turn
from montmort.games.blackjack.card import card, card_blocks, rows
from montmort.games.blackjack.record import worths_of
from montmort.verification import Decision, crosscheck
from montmort.verification.aim import Aim
from montmort.verification.registry import game_named
from tests.verification.reports.written_reports import stated_of, written

SMALL = Rules(decks="1", deck=(2, 2, 0, 0, 0, 2, 0, 3, 0, 5))
INFINITE = Rules(decks="infinite")
GAME = game_named("blackjack")


def judged(step, rules, plays):
    """Return the decisions about a simulation of other rules."""
    experiment = replace(EXPERIMENTS["counted"], step=step, players=seated(rules))
    truth = GAME.truth(rules, "counted")
    found = crosscheck(
        None, rules, play=experiment, exact=truth, plays=plays, seed=1713, workers=1, compiled=False
    )
    return [each.decision for each in found.verdicts]


def test_the_rules_are_consistent():
    assert Decision.INCONSISTENT not in judged(blackjack.step, SMALL, 3_000)


def hits_soft_17(rules, state, chance, table):
    """The dealer draws on a soft 17."""
    return blackjack.step(replace(rules, soft_17="hits"), state, chance, table)


def pays_6_to_5(rules, state, chance, table):
    """A blackjack pays 6:5, rounded to units of half a bet."""
    after, gain = blackjack.step(rules, state, chance, table)
    if gain.blackjack and gain.units > 0:
        gain = gain._replace(units=2)
    return after, gain


def ties_lose(rules, state, chance, table):
    """Equal totals lose."""
    after, gain = blackjack.step(rules, state, chance, table)
    if after is None and gain.dealer and not gain.units and gain.staked == 1:
        gain = gain._replace(units=-rules.unit)
    return after, gain


def does_not_look(rules, state, chance, table):
    """The dealer never has a blackjack."""
    picks = []

    class Blind:
        def pick(self, weights):
            picks.append(weights)
            return 0 if len(weights) == 2 else chance.pick(weights)

    return blackjack.step(rules, state, Blind(), table)


def puts_cards_back(rules, state, chance, table):
    """Every card is drawn from the full shoe."""
    after, gain = blackjack.step(rules, state._replace(shoe=rules.shoe), chance, table)
    return after, gain


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "plays"),
    [
        (hits_soft_17, 10_000),
        (pays_6_to_5, 10_000),
        (ties_lose, 10_000),
        (does_not_look, 10_000),
        (puts_cards_back, 100_000),
    ],
)
def test_a_planted_error_is_found(step, plays):
    assert Decision.INCONSISTENT in judged(step, SMALL, plays)


def test_a_table_solves_nothing_before_its_first_decision(monkeypatch):
    solved = []

    def counting(rules):
        solved.append(rules)
        return player(rules)

    monkeypatch.setattr("montmort.exact.blackjack.answers.player", counting)
    table = GAME.rulebook.experiments["hand"].players(INFINITE, None)
    assert not solved
    view = Turn("hard", 16, 10, 2, ())
    assert table.decide(0, ("stand", "hit", "double"), view) == "hit"
    assert solved == [INFINITE]


def test_the_law_in_bets():
    laws = GAME.laws(INFINITE, "hand")
    assert laws.fields["net"].mean == joint_law(INFINITE).map(lambda h: h.units).mean() / 2
    assert laws.fields["net"].law[Fraction(3, 2)] == Fraction(1288, 28561)


def test_the_best_play_of_a_small_shoe():
    found = GAME.optimal_play(SMALL, "hand", Aim("net")).found
    assert found.value == Fraction(1170947, 2 * 3783780)
    assert found.decided == len(found.decisions) > 0
    assert all(each.choice == each.ties[0] for each in found.decisions)


@pytest.mark.parametrize(
    "rules", [SMALL, replace(SMALL, player="optimal"), INFINITE], ids=("basic", "optimal", "all")
)
def test_the_value_and_the_strategy_that_the_rules_name(rules):
    answers = GAME.strategy_answers(rules, "hand")
    assert answers["value"] == str(GAME.laws(rules, "hand").fields["net"].mean)
    for entry in answers["strategy"]:
        view = Turn(**entry["view"] | {"seen": tuple(entry["view"]["seen"])})
        choices = tuple(entry["values"])
        assert player(rules).decide(0, choices, view) == entry["choice"]
        assert entry["choice"] in entry["ties"]
    assert {entry["view"]["up"] for entry in answers["strategy"]} == {
        up for up in blackjack.VALUES if rules.is_infinite or rules.shoe[up]
    }
    assert GAME.strategy_answers(rules, "counted") == {}


def test_worths_of_choices():
    infinite = worths_of(INFINITE, Turn("pair", 8, 10, 2, ()))
    assert max(infinite, key=lambda choice: infinite[choice]) == "split"
    seen = (0, 0, 0, 0, 0, 1, 0, 0, 0, 1)
    by_total = worths_of(SMALL, Turn("hard", 16, 10, 2, seen))
    assert by_total == worths_of(SMALL, Turn("hard", 16, 10, 2, ()))
    assert set(by_total) == {"stand", "hit", "double"}


def test_standing_is_worth_what_a_walk_gives():
    """10 and 6 stand against a 10 that is no blackjack: every hole card and every draw, walked."""
    from montmort.exact.from_rules import law_of
    from montmort.games.cards.deck import Deck

    seen = (0, 0, 0, 0, 0, 1, 0, 0, 0, 1)
    left = [count - own for count, own in zip(SMALL.deck, seen, strict=True)]
    left[9] -= 1

    def play(chance):
        deck, dealer = Deck(left, blackjack.VALUES), Hand(10, False, 1)
        while blackjack.dealer_draws(SMALL, dealer):
            value, deck = deck.draw(chance)
            dealer = dealer.plus(value)
            if dealer.cards == 2 and dealer.total == 21:
                return None
        return Bet(16, 1).won(dealer.total)

    law = law_of(play)
    alive = 1 - law[None]
    mean = sum(
        (won * chance for won, chance in law.chances().items() if won is not None), Fraction(0)
    )
    best = replace(SMALL, player="optimal")
    assert worths_of(best, Turn("hard", 16, 10, 2, seen))["stand"] == mean / alive


def test_the_card():
    shown = str(card(INFINITE))
    assert "kind pair" in shown
    assert "<table>" in card(INFINITE)._repr_html_()
    assert dict(rows(INFINITE, "pair"))["8,8"] == ["P"] * 10
    assert dict(rows(INFINITE, "soft"))["18"] == [
        "S",
        "Ds",
        "Ds",
        "Ds",
        "Ds",
        "S",
        "S",
        "H",
        "H",
        "H",
    ]
    assert len(card_blocks(INFINITE)) == 4


@pytest.mark.parametrize(
    "rules",
    [
        INFINITE,
        Rules(decks="1", deck=(1, 0, 0, 0, 0, 2, 0, 2, 0, 6), soft_17="hits"),
        Rules(decks="1", deck=(1, 0, 0, 0, 0, 2, 0, 2, 0, 6), player="optimal", splits=0),
    ],
)
def test_report_states_and_checks_how_the_laws_are_found(rules):
    words = written(stated_of(GAME, rules))
    assert "What is settled" in words
    assert ("Hard totals, by the dealer's card" in words) == (rules.player == "basic")
    settled = GAME.settle(rules)
    assert all(check.holds for check in settled.checks)
    assert bool(settled.checks) != rules.is_infinite
