"""Blackjack: the laws of small shoes, found by the solver and by a walk of the rules."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from montmort.exact.blackjack.answers import joint_law, player, seated
from montmort.exact.blackjack.basic import ENTRIES, ByTotal, decisions_against, entries_of
from montmort.exact.blackjack.finite_shoe import law
from montmort.exact.blackjack.hand_values import HandValues
from montmort.exact.decisions.optimal import optimal
from montmort.exact.from_rules import explore, law_of
from montmort.games.blackjack import EXPERIMENTS, VALUES, Bet, Hand, Rules, dealer_draws
from montmort.games.cards.deck import Deck

ONE_SUIT = Rules(decks="1", deck=(1, 1, 1, 1, 1, 1, 1, 1, 1, 4))
PAIRS = Rules(decks="1", deck=(2, 2, 0, 0, 0, 2, 0, 3, 0, 5))
HITS = Rules(
    decks="1", deck=(3, 0, 0, 0, 0, 0, 4, 0, 2, 3), soft_17="hits", blackjack_pays=Fraction(6, 5)
)
TWO_DECKS = Rules(decks="2", deck=(1, 0, 1, 0, 0, 1, 0, 1, 0, 3))
SMALL = [PAIRS, HITS, TWO_DECKS]


@cache
def solved(rules):
    """Return the law that the solver finds."""
    return joint_law(rules)


def mean(found):
    """Return what is won on average, in units."""
    return found.map(lambda hand: hand.units).mean()


def walked(rules, table=None):
    """Return the law of the rules, walked."""
    experiment = replace(EXPERIMENTS["counted"], players=seated(rules))
    return explore(experiment, rules, table=table).law().chances()


@pytest.mark.parametrize("rules", SMALL)
@pytest.mark.parametrize("by", ["basic", "optimal"])
def test_solver_is_walk(rules, by):
    rules = replace(rules, player=by)
    assert solved(rules).chances() == walked(rules)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["basic", "optimal"])
def test_solver_is_walk_of_one_suit(by):
    rules = replace(ONE_SUIT, player=by)
    assert solved(rules).chances() == walked(rules)


@pytest.mark.parametrize("rules", SMALL)
def test_best_play_without_splits_is_optimal_play(rules):
    rules = replace(rules, splits=0, player="optimal")
    best = optimal(EXPERIMENTS["counted"], rules, maximise="units")
    assert mean(solved(rules)) == best.value


@pytest.mark.parametrize("rules", SMALL)
def test_best_play_is_not_worse_than_basic(rules):
    assert mean(solved(replace(rules, player="optimal"))) >= mean(solved(rules))


def test_infinite_shoe_is_a_walk_of_its_strategy():
    rules = Rules(decks="infinite")
    assert solved(rules).chances() == walked(rules)


class Stands:
    """A Table that stands."""

    def decide(self, _seat, choices, _view):
        return choices[0]

    def tell(self, event):
        """Ignore the event."""


@pytest.mark.parametrize("rules", [PAIRS, HITS])
def test_hole_card_may_be_dealt_first(rules):
    """A player who stands, against a dealer whose hole card is dealt and looked at."""

    def play(chance):
        deck = Deck(rules.deck, VALUES)
        own = dealer = Hand(0, False, 0)
        cards = []
        for _ in range(4):
            card, deck = deck.draw(chance)
            cards.append(card)
        for card in cards[:2]:
            own = own.plus(card)
        for card in cards[2:]:
            dealer = dealer.plus(card)
        if 21 in (own.total, dealer.total):
            won = (own.total == 21) - (dealer.total == 21)
            return rules.blackjack_units if won > 0 else rules.unit * won
        while dealer_draws(rules, dealer):
            card, deck = deck.draw(chance)
            dealer = dealer.plus(card)
        return rules.unit * Bet(own.total, 1).won(dealer.total)

    found = law(rules, Stands()).map(lambda hand: hand.units)
    assert found.chances() == law_of(play).chances()
    stands = {}
    for outcome, chance in walked(rules, Stands()).items():
        stands[outcome.units] = stands.get(outcome.units, 0) + chance
    assert found.chances() == stands


@pytest.mark.parametrize("rules", [PAIRS, HITS])
def test_no_change_of_an_entry_improves_basic_strategy(rules):
    """The same table, improved by single changes; then all other single changes are tried."""
    for up in (value for value in VALUES if rules.shoe[value]):
        values = HandValues(rules, up)
        play = ByTotal(values, entries_of(decisions_against(rules, up)))
        for total, old in play.table.items():
            for entries in ENTRIES:
                if sum(a != b for a, b in zip(entries, old, strict=True)) == 1:
                    assert ByTotal(values, play.table | {total: entries}).mean <= play.mean


@pytest.mark.longest
def test_a_full_deck():
    """Eight decks are decided by a claim."""
    rules = Rules(decks="1")
    assert Fraction("0.0011") < mean(solved(rules)) / rules.unit < Fraction("0.0012")


def test_players_are_named():
    assert type(player(Rules(decks="infinite", player="optimal"))).__name__ == "BasicPlayer"
    assert type(player(replace(PAIRS, player="optimal"))).__name__ == "BestPlayer"
