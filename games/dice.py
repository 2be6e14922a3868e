"""Dice thrown at once, and the highest or lowest of them.

Dice are equal, so only the number of dice that show each face matters: a throw is
an ascending tuple of faces, and every such tuple is one path.  Where only some dice
are kept, every tuple that can be kept is one path, whatever the others show.

Faces count from 1.  `faces` is their number, if all are equally likely, or an integer
weight for each.
"""

from collections.abc import Sequence

from montmort.games.chance import Chance, check_chance, ways_to_show
from montmort.games.errors import BadInput
from montmort.games.validation import check_integer, quote

MOST_DICE = 10**5
MOST_FACES = 10**6


def throw_dice(chance: Chance, dice: int, faces: int | Sequence[int] = 6) -> tuple[int, ...]:
    """Return the faces of `dice` dice, ascending.

    Two dice have 21 throws.  First is picked how many show a six, then a five:

    >>> from montmort.games.chance import ScriptedChance
    >>> throw_dice(ScriptedChance([0, 1, 0, 0, 1]), 2)
    (2, 5)
    """
    return keep_highest(chance, dice, dice, faces)


def keep_highest(
    chance: Chance, dice: int, keep: int, faces: int | Sequence[int] = 6
) -> tuple[int, ...]:
    """Return the highest `keep` of `dice` dice, ascending.

    Two of three dice are kept; if two of them show a six, the third does not matter:

    >>> from montmort.games.chance import ScriptedChance
    >>> keep_highest(ScriptedChance([2]), 3, 2)
    (6, 6)
    """
    weights = _weights(chance, dice, keep, faces)
    kept = _kept(chance, dice, keep, weights[::-1])
    return tuple([len(weights) - place for place in kept[::-1]])


def keep_lowest(
    chance: Chance, dice: int, keep: int, faces: int | Sequence[int] = 6
) -> tuple[int, ...]:
    """Return the lowest `keep` of `dice` dice, ascending.

    >>> from montmort.games.chance import ScriptedChance
    >>> keep_lowest(ScriptedChance([1, 0, 1]), 3, 2)
    (1, 3)
    """
    kept = _kept(chance, dice, keep, _weights(chance, dice, keep, faces))
    return tuple([place + 1 for place in kept])


def _kept(chance: Chance, dice: int, keep: int, weights: Sequence[int]) -> list[int]:
    """Return the first `keep` of the places that the dice show, ascending."""
    kept: list[int] = []
    others = sum(weights)
    for place, weight in enumerate(weights):
        others -= weight
        if keep and weight:
            shown = chance.pick(ways_to_show(dice, keep, weight, others))
            dice -= shown
            keep -= shown
            kept += [place] * shown
    return kept


def _weights(chance: Chance, dice: int, keep: int, faces: int | Sequence[int]) -> tuple[int, ...]:
    """Return the weight of every face, after a look at all arguments."""
    check_chance(chance)
    check_integer("dice", dice, 0, MOST_DICE)
    check_integer("keep", keep, 0, dice)
    if isinstance(faces, int):
        check_integer("faces", faces, 1, MOST_FACES)
        return (1,) * faces
    if not isinstance(faces, Sequence):
        raise BadInput(f"faces={quote(faces)} must be a number of faces, or their weights")
    for weight in faces:
        check_integer("weight", weight, 0)
    if not any(faces):
        raise BadInput("cannot throw: all weights are zero")
    return tuple(faces)
