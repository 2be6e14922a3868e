"""Five dice, three throws: the player keeps the most common face and throws the others again."""

from montmort import Chance

DICE = 5
THROWS = 3


def most_common(dice: list[int]) -> int:
    """Return the face that lies most often, the higher of two."""
    best = 1
    for face in range(2, 7):
        if dice.count(face) >= dice.count(best):
            best = face
    return best


def play(chance: Chance) -> int:
    """Return the number of equal dice after the last throw."""
    dice = [chance.pick([1] * 6) + 1 for _ in range(DICE)]
    for _ in range(THROWS - 1):
        face = most_common(dice)
        for i in range(len(dice)):
            if dice[i] != face:
                dice[i] = chance.pick([1] * 6) + 1
    return dice.count(most_common(dice))
