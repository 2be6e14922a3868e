"""Chuck-a-luck: one unit on a face; every die of three that shows it pays one."""

from montmort import Chance, throw_dice


def play(chance: Chance) -> int:
    """Return the player's gain in units."""
    dice = throw_dice(chance, 3)
    sixes = sum(1 for face in dice if face == 6)
    return sixes if sixes else -1
