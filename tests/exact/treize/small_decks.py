"""Small decks of Treize, solved and walked."""

from functools import cache

import pytest

from montmort.exact.from_rules import explore
from montmort.exact.treize.solution import Solution, solve
from montmort.exact.walk import Walk
from montmort.games.treize import EXPERIMENTS, Game, Rules

WALKED = [(2, s) for s in range(1, 7)] + [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (6, 1)]
decks = pytest.mark.parametrize(("ranks", "suits"), WALKED)


@cache
def solved(ranks: int, suits: int) -> Solution:
    return solve(Rules(ranks=ranks, suits=suits))


@cache
def walked(ranks: int, suits: int) -> Walk[int, Game]:
    return explore(EXPERIMENTS["game"], Rules(ranks=ranks, suits=suits))
