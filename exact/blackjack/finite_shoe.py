"""The exact law of a hand from a finite shoe, under a strategy that sees its own hand only.

The dealer's card is drawn first, then the player's hands and the dealer's, all from one shoe:
see `exact.common_shoe`.  A strategy goes by the cards of the hand at play, the other card of a
split pair, and the dealer's card.  So each hand ends by a rule of its own cards, and the two
hands of a split pair by the same rule.

The cards of a shuffled shoe are exchangeable.  So it does not matter that the hole card is dealt
before the player draws, nor that the dealer has looked at it: a dealer's blackjack takes the
first bet alone, whatever the player would have drawn.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from montmort.exact.common_shoe import Cards, LastHand, Ways, drawn, len_of, two_hands
from montmort.exact.law import Law
from montmort.games.blackjack import (
    EMPTY,
    NOTHING,
    VALUES,
    Bet,
    Counted,
    Hand,
    Rules,
    compared,
    dealer_draws,
    turn_of,
)
from montmort.games.table import Table

DEALER_HAS_BLACKJACK = 0  # in place of a total
BLACKJACK = Bet(21, 0)  # of the player
NO_CARDS = (0,) * len(VALUES)


class Drawing(NamedTuple):
    """A hand of the player's before a card; `stake` is 2 if it is the last one."""

    hand: Hand
    stake: int


NEW = Drawing(EMPTY, 1)


def with_card(cards: Cards, value: int) -> Cards:
    """Return the cards with one more.

    >>> with_card(NO_CARDS, 10)
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    return (*cards[: value - 1], cards[value - 1] + 1, *cards[value:])


def without_card(shoe: Cards, value: int) -> Cards:
    """Return the shoe without one card."""
    return (*shoe[: value - 1], shoe[value - 1] - 1, *shoe[value:])


def dealers_hands(rules: Rules, up: int, shoe: Cards) -> dict[int, dict[Cards, int]]:
    """Return the cards that the dealer draws to a card, by the total, 22 for all above 21."""

    def draw(hand: Hand, kind: int, _cards: Cards) -> tuple[Hand | None, int | None]:
        hand = hand.plus(VALUES[kind])
        if hand.cards == 2 and hand.total == 21:
            return None, DEALER_HAS_BLACKJACK
        return (hand, None) if dealer_draws(rules, hand) else (None, min(hand.total, 22))

    return drawn(EMPTY.plus(up), NO_CARDS, shoe, draw)


class Player:
    """The hands of the player against one card of the dealer's, by the strategy of a Table."""

    def __init__(self, rules: Rules, up: int, shoe: Cards, table: Table) -> None:
        self._rules, self._up, self._shoe, self._table = rules, up, shoe, table

    def hands(self) -> tuple[dict[Bet, dict[Cards, int]], list[int]]:
        """Return the cards of a hand that is not split, by its Bet; and the pairs that are."""
        found = drawn(NEW, NO_CARDS, self._shoe, self._draw)
        split = [result for result in found if isinstance(result, int)]
        return {bet: ways for bet, ways in found.items() if isinstance(bet, Bet)}, split

    def split_hands(self, pair: int) -> dict[Bet, dict[Cards, int]]:
        """Return the cards of one hand of a split pair, by its Bet."""

        def draw(old: Drawing, kind: int, cards: Cards) -> tuple[Drawing | None, Bet | None]:
            hand = old.hand.plus(VALUES[kind])
            if pair == 1:
                return None, _settled(hand, 1)
            new, result = self._decided(hand, old.stake, with_card(cards, pair), 0)
            assert not isinstance(result, int)
            return new, result

        left = without_card(self._shoe, pair)  # the other card of the pair is there
        return drawn(Drawing(EMPTY.plus(pair), 1), with_card(NO_CARDS, pair), left, draw)

    def _draw(
        self, old: Drawing, kind: int, cards: Cards
    ) -> tuple[Drawing | None, Bet | int | None]:
        """Return the hand after a card; a Bet if it ends, the value of a pair if that is split."""
        hand = old.hand.plus(VALUES[kind])
        if hand.cards == 1:
            return Drawing(hand, 1), None
        if hand.cards == 2 and hand.total == 21:
            return None, BLACKJACK
        pair = VALUES[kind] if hand.cards == 2 and max(cards) == 2 else 0
        return self._decided(hand, old.stake, cards, pair)

    def _decided(
        self, hand: Hand, stake: int, seen: Cards, pair: int
    ) -> tuple[Drawing | None, Bet | int | None]:
        if stake == 2 or hand.total >= 21:
            return None, _settled(hand, stake)
        choice = self._table.decide(0, *turn_of(self._rules, self._up, hand, seen, pair))
        if choice == "stand":
            return None, _settled(hand, 1)
        if choice == "split":
            return None, pair
        return Drawing(hand, 2 if choice == "double" else 1), None


def _settled(hand: Hand, stake: int) -> Bet:
    """Return a finished hand; all totals below 17, and all above 21, are one."""
    return Bet(min(max(hand.total, 16), 22), stake)


def law(rules: Rules, table: Table) -> Law[Counted]:
    """Return the law of a hand from a finite shoe.

    >>> from montmort.exact.blackjack.basic import basic_player
    >>> rules = Rules(decks="1", deck=(0, 0, 0, 0, 0, 0, 0, 0, 0, 8))  # all hands are 20
    >>> law(rules, basic_player(rules)).chances()
    {Counted(units=0, staked=1, blackjack=False, dealer=20): Fraction(1, 1)}
    """
    chances: dict[Counted, Fraction] = {}
    for up, count in zip(VALUES, rules.shoe.counts, strict=True):
        if count:
            share = Fraction(count, rules.shoe.size)
            for outcome, chance in law_against(rules, up, table).chances().items():
                chances[outcome] = chances.get(outcome, Fraction(0)) + share * chance
    return Law.of(chances)


def law_against(rules: Rules, up: int, table: Table) -> Law[Counted]:
    """Return the law of a hand against one card of the dealer's."""
    shoe = without_card(rules.shoe.counts, up)
    player = Player(rules, up, shoe, table)
    hands, pairs = player.hands()
    split = {pair: player.split_hands(pair) for pair in pairs}
    most = max([_longest(hands), *(2 * _longest(ways) for ways in split.values())])
    dealer = LastHand(shoe, dealers_hands(rules, up, shoe), most)
    found: dict[Counted, int] = {}

    def add(first: Bet, second: Bet, weights: Any) -> None:
        for total, weight in zip(dealer.results, weights, strict=True):
            outcome = _outcome(rules, first, second, total)
            found[outcome] = found.get(outcome, 0) + weight

    for bet, ways in hands.items():
        add(NOTHING, bet, [*ways.values()] @ dealer.weights([*ways]))
    for of_pair in split.values():
        rows, bets, orders = two_hands(of_pair, len(VALUES))
        weights = dealer.weights(rows)
        for (first, second), (places, many) in zip(bets, orders, strict=True):
            add(first, second, many.astype(object) @ weights[places])
    possible = {outcome: weight for outcome, weight in found.items() if weight}
    return Law(weights=possible, total=dealer.denominator)


def _longest(ways: Mapping[Any, Ways]) -> int:
    return max((len_of(cards) for of in ways.values() for cards in of), default=0)


def _outcome(rules: Rules, first: Bet, second: Bet, dealer: int) -> Counted:
    """Return the outcome of one or two hands against the dealer's total."""
    has_blackjack = second == BLACKJACK
    if dealer == DEALER_HAS_BLACKJACK:
        return Counted(0 if has_blackjack else -rules.unit, 1, has_blackjack, 21)
    if has_blackjack:
        return Counted(rules.blackjack_units, 1, True, 0)
    is_lost = second.total > 21 and (first == NOTHING or first.total > 21)
    return compared(rules, first, second, 0 if is_lost else dealer)
