"""Penney's game: THH against HHT; the word that is tossed first wins."""

from fractions import Fraction
from typing import NamedTuple

from montmort import Chance, Experiment, Table, coin

FIRST = "THH"
SECOND = "HHT"
HEADS = Fraction(1, 2)


class Game(NamedTuple):
    """Outcome: whether the first word won, and the tosses."""

    first: bool
    tosses: int


def start(rules: None, chance: Chance) -> str:
    return ""


def step(rules: None, seen: str, chance: Chance, table: Table) -> tuple[str | None, Game]:
    seen = seen + ("H" if coin(chance, HEADS) else "T")
    if seen.endswith(FIRST):
        return None, Game(True, 1)
    if seen.endswith(SECOND):
        return None, Game(False, 1)
    return seen[-2:], Game(False, 1)


PENNEY = Experiment(name="penney", outcome=Game, start=start, step=step)
