"""A series that ends when one side has won so many games: the world series, by the chance p."""

from dataclasses import dataclass
from typing import NamedTuple

from sympy import Symbol

from montmort import Chance, Experiment, RuleSet, Table, coin, rule

p = Symbol("p")  # the chance that the first side wins a game


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The series."""

    wins: int = rule(2, "games to win", least=1, most=100)


class Series(NamedTuple):
    """Outcome: whether the first side wins the series, and the games played."""

    won: bool
    games: int


class Score(NamedTuple):
    """The games that each side has won."""

    first: int
    second: int


def start(rules: Rules, chance: Chance) -> Score:  # noqa: ARG001
    """Return the score before the first game."""
    return Score(0, 0)


def step(
    rules: Rules,
    score: Score,
    chance: Chance,
    table: Table,  # noqa: ARG001
) -> tuple[Score | None, Series]:
    """Play a game."""
    first = coin(chance, p)
    score = Score(score.first + first, score.second + (not first))
    return (None if rules.wins in score else score), Series(score.first == rules.wins, 1)


SERIES = Experiment(name="series", outcome=Series, start=start, step=step)
