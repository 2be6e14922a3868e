"""War on a small deck: the higher card takes both; equal cards wait for the next trick."""

import enum
from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Deck, Experiment, RuleSet, Table, rule, shuffled


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The deck, and when the game is broken off."""

    ranks: int = rule(4, "ranks in the deck", least=1)
    suits: int = rule(2, "cards of each rank, an even number", least=2)
    most_turns: int = rule(40, "turns after which the game is a draw", least=1)


class Winner(enum.Enum):
    FIRST = "first"
    SECOND = "second"
    NOBODY = "nobody"


class Game(NamedTuple):
    """Outcome: the winner, and the turns."""

    winner: Winner
    turns: int


class Piles(NamedTuple):
    """The players' cards from the top, the cards laid aside, the turns played."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    aside: tuple[int, ...]
    turn: int


def start(rules: Rules, chance: Chance) -> Piles:
    deck = tuple(shuffled(chance, list(Deck.of(ranks=rules.ranks, suits=rules.suits))))
    half = len(deck) // 2
    return Piles(deck[:half], deck[half:], (), 0)


def step(rules: Rules, piles: Piles, chance: Chance, table: Table) -> tuple[Piles | None, Game]:
    first, second, aside, turn = piles
    a, b = first[0], second[0]
    first, second = first[1:], second[1:]
    if a == b:
        aside = aside + (a, b)
    else:
        won = aside + ((a, b) if chance.pick([1, 1]) else (b, a))
        if a > b:
            first = first + won
        else:
            second = second + won
        aside = ()
    winner = Winner.NOBODY
    if not second and first:
        winner = Winner.FIRST
    if not first and second:
        winner = Winner.SECOND
    if not first or not second or turn + 1 == rules.most_turns:
        return None, Game(winner, 1)
    return Piles(first, second, aside, turn + 1), Game(winner, 1)


WAR = Experiment(name="war", outcome=Game, start=start, step=step)
