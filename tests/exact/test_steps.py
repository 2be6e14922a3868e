"""Players that a walk by steps cannot follow are refused."""

from typing import NamedTuple

import pytest
import sympy

from montmort.exact.from_rules import explore, law_of
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment


class Guess(NamedTuple):
    hits: int


class Fixed:
    """Names the same side in the whole play."""

    def __init__(self, side: int) -> None:
        self.side = side

    def decide(self, seat, choices, view=None):
        return choices[self.side]

    def tell(self, event):
        pass


class Random(Fixed):
    """Draws in every decision."""

    def __init__(self, chance) -> None:
        self.chance = chance

    def decide(self, seat, choices, view=None):
        return choices[self.chance.pick([1, 2])]


class Alternating(Fixed):
    """Remembers what it named before."""

    def decide(self, seat, choices, view=None):
        self.side = 1 - self.side
        return choices[self.side]


def start(rules, chance):
    return 0


def step(rules, state, chance, table):
    side = chance.pick([1, 1])
    hit = side == table.decide(0, (0, 1), state)
    return (None if state == 2 else state + 1), Guess(int(hit) * 10**state)


def guesses(players):
    return Experiment(name="guesses", outcome=Guess, start=start, step=step, players=players)


@pytest.mark.parametrize("compiled", [False, True])
def test_players_drawn_once_for_a_play_are_refused(compiled):
    drawn = guesses(lambda rules, chance: Fixed(chance.pick([1, 1])))
    with pytest.raises(BadInput, match=r"guesses: players\(\) draws from chance"):
        explore(drawn, None, compiled=compiled)


def test_players_with_a_memory_are_refused():
    remembering = guesses(lambda rules, chance: Alternating(0))
    with pytest.raises(BadInput, match="guesses: players remember something"):
        explore(remembering, None)


@pytest.mark.parametrize("players", [lambda rules, chance: Random(chance), lambda *_: Fixed(1)])
def test_other_players_have_the_law_of_their_plays(players):
    experiment = guesses(players)
    law = law_of(lambda chance: experiment.play(None, chance), by="paths", compiled=False)
    assert explore(experiment, None).law() == law


def test_players_of_rules_with_symbols_are_followed_or_refused_in_the_same_way():
    p = sympy.Symbol("p")

    def biased(rules, state, chance, table):
        hit = chance.pick([1 - p, p]) == table.decide(0, (0, 1), state)
        return (None if state == 2 else state + 1), Guess(int(hit))

    def game(players):
        return Experiment(name="guesses", outcome=Guess, start=start, step=biased, players=players)

    assert explore(game(lambda *_: Fixed(1)), None).expected("hits") == 3 * p
    with pytest.raises(BadInput, match="players remember something"):
        explore(game(lambda *_: Alternating(0)), None)
