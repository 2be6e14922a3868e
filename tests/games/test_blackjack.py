"""Hands of blackjack replayed from picks, with what they win worked out on paper."""

from fractions import Fraction

import pytest

from montmort.games.blackjack import EXPERIMENTS, Rules
from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput


class Script:
    """A Table that makes these choices in turn."""

    def __init__(self, *choices):
        self.choices, self.offered = list(choices), []

    def decide(self, _seat, choices, view):
        self.offered.append((view.kind, view.number, choices))
        return self.choices.pop(0)

    def tell(self, event):
        """Ignore the event."""


def replay(cards, choices="", **rules):
    """Return the outcome of cards drawn in turn; a pick of "-" or "bj" is what the dealer sees."""
    picks = [{"-": 0, "bj": 1}.get(card) if card in ("-", "bj") else card - 1 for card in cards]
    table, chance = Script(*choices.split()), ScriptedChance(picks)
    outcome = EXPERIMENTS["hand"].play(Rules(**rules), chance, table)
    assert not table.choices
    return outcome, table.offered


@pytest.mark.parametrize("decks", ["1", "8", "infinite"])
class TestHands:
    def test_split_aces_get_one_card_each(self, decks):
        # 21 and 16 against 6 + 10 + 5 = 21: a tie and a loss; the 21 is no blackjack
        outcome, offered = replay([1, 6, 1, 10, 5, 10, 5], "split", decks=decks)
        assert outcome == (-1, 2, False, 21)
        assert offered == [("pair", 1, ("stand", "hit", "double", "split"))]

    def test_double_after_split(self, decks):
        # 8 + 3 doubled gets a 10: 21; 8 + 10 stands on 18; the dealer has 6 + 10 + 9 = 25
        outcome, offered = replay([8, 6, 8, 3, 10, 10, 10, 9], "split double stand", decks=decks)
        assert outcome == (3, 3, False, 22)
        assert [what[:2] for what in offered] == [("pair", 8), ("hard", 11), ("hard", 18)]

    def test_a_pair_is_split_once(self, decks):
        cards = [8, 6, 8, 8, 8, 10, 4]  # 16 twice against 6 + 10 + 4
        outcome, offered = replay(cards, "split stand stand", decks=decks)
        assert offered[1] == ("hard", 16, ("stand", "hit", "double"))
        assert outcome == (-2, 2, False, 20)

    def test_dealer_looks_under_a_ten(self, decks):
        outcome, _ = replay([10, 10, 9, "bj"], decks=decks)
        assert outcome == (-1, 1, False, 21)

    def test_dealer_looks_under_an_ace(self, decks):
        # no blackjack; 19 against 11 + 8 = 19
        outcome, _ = replay([10, 1, 9, "-", 8], "stand", decks=decks)
        assert outcome == (0, 1, False, 19)

    def test_blackjack_pays(self, decks):
        assert replay([1, 5, 10], decks=decks)[0] == (Fraction(3, 2), 1, True, 0)
        paid = replay([1, 5, 10], decks=decks, blackjack_pays=Fraction(6, 5))[0]
        assert paid == (Fraction(6, 5), 1, True, 0)

    def test_two_blackjacks_tie(self, decks):
        assert replay([1, 10, 10, "bj"], decks=decks)[0] == (0, 1, True, 21)

    def test_the_dealer_does_not_draw_against_a_lost_hand(self, decks):
        outcome, offered = replay([10, 7, 6, 10], "hit", decks=decks)
        assert outcome == (-1, 1, False, 0)
        assert offered == [("hard", 16, ("stand", "hit", "double"))]

    def test_21_stands_and_no_double_with_three_cards(self, decks):
        # 2 + 3 + 6 = 11, then 10; the dealer has 7 + 10
        outcome, offered = replay([2, 7, 3, 6, 10, 10], "hit hit", decks=decks)
        assert outcome == (1, 1, False, 17)
        assert offered[-1] == ("hard", 11, ("stand", "hit"))

    def test_a_lost_double_costs_two_bets(self, decks):
        assert replay([5, 7, 6, 2, 10], "double", decks=decks)[0] == (-2, 2, False, 17)

    def test_soft_17(self, decks):
        cards = [10, 6, 8, 1]
        assert replay(cards, "stand", decks=decks)[0] == (1, 1, False, 17)
        hits = replay([*cards, 4], "stand", decks=decks, soft_17="hits")[0]
        assert hits == (-1, 1, False, 21)

    def test_an_ace_counts_1_where_11_is_too_much(self, decks):
        # A + 6 = 17 soft, hit 10: 17 hard; the dealer has 5 + 1 = 16 soft, 10: 16 hard, 4: 20
        outcome, offered = replay([1, 5, 6, 10, 1, 10, 4], "hit stand", decks=decks)
        assert [what[:2] for what in offered] == [("soft", 17), ("hard", 17)]
        assert outcome == (-1, 1, False, 20)


def test_weights_of_the_next_card_beside_a_hole_card_that_is_no_ten():
    # 1 ace, 1 nine, 2 tens left beside an ace: the hole card is the ace or the nine, so with
    # free = 2 the next card is a ten with chance 2 * 2 / (4 * 3), and 1 * 1 / 6 each for the others
    from montmort.games.blackjack import VALUES, draw
    from montmort.games.cards.deck import Deck

    seen = []

    class Weights:
        def pick(self, weights):
            seen.append(weights)
            return 0

    counts = (1, 0, 0, 0, 0, 0, 0, 0, 1, 2)
    draw(Rules(), Deck(counts, VALUES), 1, Weights())
    assert list(seen[0]) == [1, 0, 0, 0, 0, 0, 0, 0, 1, 4]


@pytest.mark.parametrize(
    "rules",
    [
        {"decks": "0"},
        {"decks": "-1"},
        {"decks": "many"},
        {"decks": "1.5"},
        {"deck": (4, 4)},
        {"deck": (0,) * 10, "decks": "infinite"},
        {"deck": (10, 10, 10, 0, 0, 0, 0, 0, 0, 0), "decks": "1"},  # 60 pips
        {"splits": 2},
        {"soft_17": "draws"},
        {"player": "best"},
        {"blackjack_pays": Fraction(-1)},
    ],
)
def test_bad_rules(rules):
    with pytest.raises(BadInput):
        Rules(**rules)


def test_decks_as_a_number():
    assert Rules(decks=8) == Rules()
    assert Rules(decks=8).shoe.size == 416
