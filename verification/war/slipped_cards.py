"""Games of War in which the first player cheats for the second, by slipping in a low card.

The source's author does so "whenever a war is underway", and does not say where in his hand the low
card goes.  Two readings: it becomes the card that decides the war, or it lies on top
when the cards of the war are laid face down, so that it is the first of these.
Only the order of the first hand changes, so the reference rules play each turn.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from montmort.games.table import SilentTable
from montmort.games.war import Game, Rules
from montmort.games.war.turn import Hand, Hands, turn
from montmort.montecarlo.war.simulator import score

Place = Literal["decides", "face-down"]


class Pair(NamedTuple):
    """The same deal played honestly, and with cards slipped in by the first player."""

    honest: Game
    slipped: Game


def with_low_card(rules: Rules, hands: Hands, place: Place) -> Hand:
    """Return the first hand as it is after the first player has slipped cards in, in every war.

    >>> rules = Rules(ranks=4, suits=2, face_down=1)
    >>> with_low_card(rules, ((3, 2, 1, 0), (3, 2, 1, 0)), "decides")  # 3 and 3 tie
    (3, 2, 0, 1)
    >>> with_low_card(rules, ((3, 2, 1, 0), (3, 2, 1, 0)), "face-down")
    (3, 0, 2, 1)
    """
    (first, second), top = hands, 0
    ahead = rules.face_down if place == "decides" else 0
    while first[top] == second[top] and min(len(first), len(second)) > top + rules.face_down + 1:
        rest = first[top + 1 :]
        lowest = rest.index(min(rest))
        others = rest[:lowest] + rest[lowest + 1 :]
        first = (*first[: top + 1], *others[:ahead], rest[lowest], *others[ahead:])
        top += rules.face_down + 1
    return first


def play(rules: Rules, hands: Hands, place: Place) -> Game:
    """Play a game with cards slipped in; the rules have a turn limit and a fixed order.

    >>> rules = Rules(ranks=4, suits=2, face_down=1, turn_limit=100)
    >>> play(rules, ((3, 2, 1, 0), (3, 2, 1, 0)), "decides").winner
    -1
    """
    assert rules.turn_limit is not None
    wars = 0
    for turns in range(1, rules.turn_limit + 1):
        after = turn(rules, (with_low_card(rules, hands, place), hands[1]), tuple, SilentTable())
        hands, wars = after.hands, wars + after.wars
        if after.over:
            return Game(after.winner, turns, wars, finished=True)
    return Game(0, rules.turn_limit, wars, finished=False)


def pairs(rules: Rules, place: Place, *, games: int, seed: int) -> Iterator[Pair]:
    """Yield so many random deals, each played both ways.

    >>> played = pairs(Rules(turn_limit=5000), "decides", games=10, seed=1)
    >>> sum(pair.slipped.winner < 0 for pair in played)
    10
    """
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(rules.ranks), rules.suits)
    for _ in range(games):
        cards = tuple(rng.permutation(deck).tolist())
        hands = cards[: rules.cards // 2], cards[rules.cards // 2 :]
        yield Pair(score(rules, *hands), play(rules, hands, place))
