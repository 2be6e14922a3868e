"""Five dice, three throws: the player keeps any dice and throws the others again."""

from itertools import product
from typing import NamedTuple

from montmort import Chance, Experiment, Table

DICE = 5
KEPT = [*product([False, True], repeat=DICE)]  # for every die whether it is kept


class Game(NamedTuple):
    """Outcome: 50 points for five of a kind, 25 for a full house, else the sum of the most."""

    points: int


class Dice(NamedTuple):
    """The faces that are kept, sorted, and how many throws are left."""

    kept: tuple[int, ...]
    throws: int


def score(faces: tuple[int, ...]) -> int:
    """Return the points of five dice."""
    counts = [faces.count(face) for face in range(1, 7)]
    if 5 in counts:
        return 50
    if 3 in counts and 2 in counts:
        return 25
    return max(face * counts[face - 1] for face in range(1, 7))


def start(rules: object, chance: Chance) -> Dice:
    return Dice((), 3)


def step(rules: object, dice: Dice, chance: Chance, table: Table) -> tuple[Dice | None, Game]:
    thrown = [chance.pick([1] * 6) + 1 for _ in range(DICE - len(dice.kept))]
    faces = tuple(sorted([*dice.kept, *thrown]))
    if dice.throws == 1:
        return None, Game(score(faces))
    keep = table.decide(0, KEPT, (faces, dice.throws))
    kept = tuple(face for face, keeps in zip(faces, keep, strict=True) if keeps)
    return (
        (None, Game(score(faces))) if len(kept) == DICE else (Dice(kept, dice.throws - 1), Game(0))
    )


DICE_GAME = Experiment(name="five-dice", outcome=Game, start=start, step=step)
