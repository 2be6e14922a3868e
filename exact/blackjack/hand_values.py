"""What the choices of the hand at play are worth against one card of the dealer's, finite shoe.

With the weights w(m, d) of the cards m and then of the dealer's total d, see
`exact.common_shoe`, let

    A(m) = sum of w(m, d) over d that are no blackjack,
    S(m) = sum of w(m, d) times what a bet on the hand wins against d, likewise.

These are sums over the same denominator, so that a card is drawn by adding up: hitting is
worth the sum over i of V(m + e_i) where the hand goes on, S where it ends, and -A where it is
lost; doubling twice the sum of S and -A.

**A split pair.**  The other card of the pair counts as seen, the other cards of the other hand
do not: the strategy for a hand is the best one that sees its own cards.  The cards are
exchangeable, so both hands have one law, and a split is worth twice one of its hands.  Dividing
by A(m) gives what a choice is worth to the player, once the dealer has no blackjack.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

from montmort.exact.blackjack.finite_shoe import (
    DEALER_HAS_BLACKJACK,
    NO_CARDS,
    dealers_hands,
    with_card,
    without_card,
)
from montmort.exact.common_shoe import Cards, LastHand, len_of
from montmort.games.blackjack import EMPTY, VALUES, Bet, Hand, Rules, Turn, turn_of

Worths = Mapping[str, int]  # of the choices, times A
Choose = Callable[[Turn, Worths], str]


class Spot(NamedTuple):
    """A hand at play: its cards count as `seen`, and so does the other card of a split pair."""

    hand: Hand
    seen: Cards
    pair: int  # the value of a pair at hand, or of the one that was split
    is_split: bool


class HandValues:
    """All hands against one card of the dealer's."""

    def __init__(self, rules: Rules, up: int) -> None:
        self.rules, self.up = rules, up
        self.shoe = without_card(rules.shoe.counts, up)

    @cached_property
    def _weights(self) -> dict[Cards, tuple[int, dict[int, int]]]:
        """A(m), and the weights of the dealer's totals, of all cards that a player may see."""
        hands = [cards for cards in self._hands(NO_CARDS, 0) if len_of(cards) > 1]
        if self.rules.splits:
            for pair, left in zip(VALUES, self.shoe, strict=True):
                if left > 1:
                    one = with_card(NO_CARDS, pair)
                    hands += [with_card(cards, pair) for cards in self._hands(one, pair)]
        every = [*dict.fromkeys(hands)]
        ways = dealers_hands(self.rules, self.up, self.shoe)
        ways.pop(DEALER_HAS_BLACKJACK, None)
        dealer = LastHand(self.shoe, ways, max(map(len_of, every)))
        return {
            cards: (sum(weights), dict(zip(dealer.results, weights, strict=True)))
            for cards, weights in zip(every, dealer.weights(every).tolist(), strict=True)
        }

    def _hands(self, cards: Cards, total: int, least: int = 1) -> list[Cards]:
        """Return these cards and all with more of them that count 21 or less, aces as 1."""
        found = [cards]
        for value in range(least, min(10, 21 - total) + 1):
            if cards[value - 1] < self.shoe[value - 1]:
                found += self._hands(with_card(cards, value), total + value, value)
        return found

    def alive(self, seen: Cards) -> int:
        """Return A of the cards seen."""
        return self._weights[seen][0]

    def standing(self, seen: Cards, total: int) -> int:
        """Return S of the cards seen with a hand of this total."""
        bet = Bet(total, 1)
        return sum(weight * bet.won(dealer) for dealer, weight in self._weights[seen][1].items())

    def firsts(self) -> list[tuple[Spot, int]]:
        """Return all hands of two cards but blackjacks, with the orders in which they come."""
        found = []
        for first in VALUES:
            for last in range(first, 11):
                seen = with_card(with_card(NO_CARDS, first), last)
                hand = EMPTY.plus(first).plus(last)
                if hand.total < 21 and seen in self._weights:
                    pair = first if first == last else 0
                    found.append((Spot(hand, seen, pair, False), 1 if pair else 2))
        return found

    def next_spots(self, spot: Spot) -> list[Spot]:
        """Return the hands with one card more that are not above 21."""
        found = []
        for value, left, own in zip(VALUES, self.shoe, spot.seen, strict=True):
            hand = spot.hand.plus(value)
            if own < left and hand.total <= 21:
                pair = spot.pair if spot.is_split else 0
                found.append(Spot(hand, with_card(spot.seen, value), pair, spot.is_split))
        return found

    def split_spot(self, spot: Spot) -> Spot:
        """Return one hand of a pair that is split, before its second card."""
        return Spot(EMPTY.plus(spot.pair), spot.seen, spot.pair, True)


class Played:
    """The hands as a strategy plays them: `choose` takes a choice by the view and the worths."""

    def __init__(self, values: HandValues, choose: Choose) -> None:
        self.values, self._choose = values, choose
        self.known: dict[Spot, tuple[str, Worths]] = {}

    def choice(self, spot: Spot) -> str:
        """Return what the strategy does."""
        return self._solved(spot)[0]

    def worths(self, spot: Spot) -> Worths:
        """Return what each choice is worth if the strategy goes on afterwards, times A."""
        return self._solved(spot)[1]

    def view(self, spot: Spot) -> tuple[tuple[str, ...], Turn]:
        """Return the choices, and what the player sees."""
        hand, seen, pair, is_split = spot
        return turn_of(self.values.rules, self.values.up, hand, seen, 0 if is_split else pair)

    def _solved(self, spot: Spot) -> tuple[str, Worths]:
        known = self.known.get(spot)
        if known is None:
            choices, view = self.view(spot)
            worths = {choice: self._worth(spot, choice) for choice in choices}
            known = self.known[spot] = self._choose(view, worths), worths
        return known

    def _worth(self, spot: Spot, choice: str) -> int:
        if choice == "stand":
            return self.values.standing(spot.seen, spot.hand.total)
        if choice == "split":
            return 2 * self._with_card(self.values.split_spot(spot), 1)
        return self._with_card(spot, 2 if choice == "double" else 1)

    def _with_card(self, spot: Spot, stake: int) -> int:
        """Return what a hand is worth that gets a card, the last one if the stake is 2."""
        values, worth, lost = self.values, 0, self.values.alive(spot.seen)
        is_last = stake == 2 or (spot.is_split and spot.pair == 1)
        for after in values.next_spots(spot):
            lost -= values.alive(after.seen)
            if is_last or after.hand.total == 21:
                worth += stake * values.standing(after.seen, after.hand.total)
            else:
                choice, worths = self._solved(after)
                worth += worths[choice]
        return worth - stake * lost
