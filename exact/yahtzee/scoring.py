"""What the throws score in the boxes, as arrays for the kernel.

The points are those of the reference rules.  In a box many throws make the same points, and
then they lead to the same card: such throws share a `level` of the box.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from montmort.exact.yahtzee.multisets import multisets
from montmort.games.yahtzee import UPPER, Rules, Turn, points

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Scoring:
    """Points by box and throw; throws are numbered as in `Multisets.throws`.

    `level[b, t]` is the level of throw t in box b, and `points[b, l]` the points of a level;
    `levels[b]` is the number of levels.  `alike[t]` is the face of a yahtzee, from 0, and -1
    for other throws; `joker[b]` are the points of a joker in box b besides those of its dice,
    -1 where a joker scores as its dice do.  `match[f]` is the place of the upper box of face f,
    -1 if it is not in play, and `yahtzee` that of the yahtzee box.
    """

    level: Ints
    points: Ints
    levels: Ints
    alike: Ints
    joker: Ints
    match: Ints
    upper: npt.NDArray[np.bool_]
    yahtzee: int


def scoring_of(rules: Rules) -> Scoring:
    """Return what the throws score.

    >>> found = scoring_of(Rules(dice=2, faces=2, boxes="twos,yahtzee"))
    >>> found.points.tolist(), found.level.tolist(), found.alike.tolist()
    ([[0, 2, 4], [0, 50, 0]], [[0, 1, 2], [1, 0, 1]], [0, -1, 1])
    """
    held = multisets(rules.dice, rules.faces)
    throws = [held.tuples[m] for m in held.throws]
    card = rules.card

    def plain(box: str, dice: tuple[int, ...]) -> int:
        return points(rules, Turn(card, 0, False, dice, 0), box)  # no box is filled: no joker

    made = [[plain(box, dice) for dice in throws] for box in card]
    distinct = [sorted({*row}) for row in made]
    widest = max(map(len, distinct))
    alike = Turn(("full-house",), 0, False, (1,) * rules.dice, 0)
    joker = (
        [
            points(rules, alike, box)
            if box in ("full-house", "small-straight", "large-straight")
            else -1
            for box in card
        ]
        if "yahtzee" in card
        else [-1] * len(card)
    )
    return Scoring(
        level=np.array(
            [[at.index(p) for p in row] for at, row in zip(distinct, made, strict=True)]
        ),
        points=np.array([at + [0] * (widest - len(at)) for at in distinct]),
        levels=np.array([len(at) for at in distinct]),
        alike=np.array([dice[0] - 1 if dice[0] == dice[-1] else -1 for dice in throws]),
        joker=np.array(joker),
        match=np.array([card.index(box) if box in card else -1 for box in UPPER[: rules.faces]]),
        upper=np.array([box in UPPER for box in card]),
        yahtzee=card.index("yahtzee") if "yahtzee" in card else -1,
    )
