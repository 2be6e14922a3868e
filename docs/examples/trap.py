"""A fair toss, or a worse one after which, if it is lost, the play never ends."""

from typing import NamedTuple

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.games.table import Table


class Play(NamedTuple):
    """Outcome of a play."""

    won: bool


def start(_rules: None, _chance: Chance) -> str:
    """Return the state before the choice."""
    return "choose"


def step(_rules: None, state: str, chance: Chance, table: Table) -> tuple[str | None, Play]:
    """Choose and toss; from "stuck" nothing leads on."""
    if state == "stuck":
        return "stuck", Play(won=False)
    if table.decide(0, ["fair", "trap"], state) == "fair":
        return None, Play(won=chance.pick([1, 1]) == 1)
    return (None, Play(won=True)) if chance.pick([2, 1]) == 1 else ("stuck", Play(won=False))


TRAP = Experiment(name="trap", outcome=Play, start=start, step=step)
