"""The secretary problem: take a candidate, one after the other, to have the best of all."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The number of candidates."""

    candidates: int = rule(10, "candidates, who come in random order", least=1)


class Game(NamedTuple):
    """Outcome: whether the best candidate was taken."""

    best: bool


class Position(NamedTuple):
    """Candidates seen, and whether the best of them was taken."""

    seen: int
    taken: bool


def start(rules: Rules, chance: Chance) -> Position:
    return Position(seen=0, taken=False)


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Game]:
    seen, taken = position.seen + 1, position.taken
    if chance.pick([seen - 1, 1]):  # better than all before
        if taken:
            return None, Game(False)
        taken = table.decide(0, ["take", "pass"], seen) == "take"
    if seen == rules.candidates:
        return None, Game(taken)
    return Position(seen, taken), Game(False)


SECRETARY = Experiment(name="secretary", outcome=Game, start=start, step=step)
