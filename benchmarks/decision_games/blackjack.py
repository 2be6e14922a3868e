"""Blackjack from an infinite deck: stand, hit, double or split; the dealer stands on all 17.

The dealer looks for a blackjack before the player decides.  Two cards of equal value may be
split once, aces receive one card each, and split hands may be doubled.
"""

import enum
from typing import NamedTuple

from montmort import Chance, Experiment, Table

WEIGHTS = [1] * 9 + [4]  # ace, 2 to 9, ten
BUST = 22


class Game(NamedTuple):
    """Outcome: what the player wins, in half bets."""

    net: int


class Phase(enum.Enum):
    """What happens next."""

    DEAL = 0
    PLAY = 1
    DEALER = 2


class Hand(NamedTuple):
    """Points with aces as 1, whether there is an ace, and how many cards: 3 for more."""

    points: int
    ace: bool
    cards: int

    def best(self) -> int:
        """Return the points with an ace as 11 where that helps."""
        return self.points + 10 if self.ace and self.points <= 11 else self.points

    def plus(self, card: int) -> "Hand":
        """Return the hand with one card more."""
        return Hand(self.points + card, self.ace or card == 1, min(3, self.cards + 1))


class Round(NamedTuple):
    """The dealer's hand, the player's, its half bets, and those of a split."""

    phase: Phase
    dealer: Hand
    hand: Hand
    stake: int
    pair: int  # the card that may be split, 0 for none
    waiting: int  # the first card of the second hand, 0 for none
    done: int  # points of the first hand of two, 0 for none
    done_stake: int


NO_HAND = Hand(0, False, 0)


def draw(chance: Chance) -> int:
    return chance.pick(WEIGHTS) + 1


def start(rules: object, chance: Chance) -> Round:
    return Round(Phase.DEAL, NO_HAND, NO_HAND, 2, 0, 0, 0, 0)


def step(rules: object, now: Round, chance: Chance, table: Table) -> tuple[Round | None, Game]:
    if now.phase is Phase.DEAL:
        return deal(now, chance)
    if now.phase is Phase.DEALER:
        return dealer(now, chance)
    return play(now, chance, table)


def deal(now: Round, chance: Chance) -> tuple[Round | None, Game]:
    """Deal, and look for blackjacks."""
    up, first, second = draw(chance), draw(chance), draw(chance)
    hand = NO_HAND.plus(first).plus(second)
    natural = hand.best() == 21
    if (up == 1 and chance.pick([9, 4])) or (up == 10 and chance.pick([12, 1])):
        return None, Game(0 if natural else -2)
    if natural:
        return None, Game(3)
    pair = first if first == second else 0
    return now._replace(phase=Phase.PLAY, dealer=NO_HAND.plus(up), hand=hand, pair=pair), Game(0)


def play(now: Round, chance: Chance, table: Table) -> tuple[Round | None, Game]:
    """Take a decision of the player."""
    choices = ["stand", "hit"]
    if now.hand.cards == 2:
        choices.append("double")
        if now.pair:
            choices.append("split")
    choice = table.decide(0, choices, now)
    if choice == "stand":
        return finished(now, chance, now.hand.best())
    if choice == "split":
        hand = NO_HAND.plus(now.pair).plus(draw(chance))
        if now.pair == 1:
            other = NO_HAND.plus(now.pair).plus(draw(chance)).best()
            return settled(now._replace(done=hand.best(), done_stake=2), other)
        return now._replace(hand=hand, waiting=now.pair, pair=0), Game(0)
    hand = now.hand.plus(draw(chance))
    if choice == "double":
        now = now._replace(stake=4)
    if choice == "double" or hand.points > 21:
        return finished(now, chance, min(BUST, hand.best()))
    return now._replace(hand=hand, pair=0), Game(0)


def finished(now: Round, chance: Chance, points: int) -> tuple[Round | None, Game]:
    """Go on after a hand: with the second of two, or with the dealer's."""
    if not now.waiting:
        return settled(now, points)
    hand = NO_HAND.plus(now.waiting).plus(draw(chance))
    later = now._replace(hand=hand, waiting=0, stake=2, done=points, done_stake=now.stake)
    return later, Game(0)


def settled(now: Round, points: int) -> tuple[Round | None, Game]:
    """Go on with the dealer, if a hand is still to be compared."""
    if points == BUST and now.done in (0, BUST):
        return None, Game(-now.stake - now.done_stake)
    return now._replace(phase=Phase.DEALER, hand=Hand(points, False, 0), pair=0), Game(0)


def dealer(now: Round, chance: Chance) -> tuple[Round | None, Game]:
    """Draw a card for the dealer, who has no blackjack, and settle from 17 on."""
    weights = list(WEIGHTS)
    if now.dealer.cards == 1 and now.dealer.points == 1:
        weights[9] = 0
    if now.dealer.cards == 1 and now.dealer.points == 10:
        weights[0] = 0
    hand = now.dealer.plus(chance.pick(weights) + 1)
    if hand.best() < 17:
        return now._replace(dealer=hand), Game(0)
    points = hand.best()
    won = against(points, now.hand.points, now.stake)
    return None, Game(won + (against(points, now.done, now.done_stake) if now.done else 0))


def against(dealer: int, points: int, stake: int) -> int:
    """Return what a hand wins."""
    if points == BUST:
        return -stake
    if dealer > 21 or points > dealer:
        return stake
    return -stake if points < dealer else 0


BLACKJACK = Experiment(name="blackjack", outcome=Game, start=start, step=step)
