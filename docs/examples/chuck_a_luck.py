"""Chuck-a-luck: one unit on a face; every die of three that shows it pays one."""

from montmort import Chance, throw_dice


def play(chance: Chance) -> int:
    """Return the player's gain in units."""
    dice = throw_dice(chance, 3)
    sixes = sum(1 for face in dice if face == 6)
    return sixes if sixes else -1


CLAIMS = [
    {"answer": "value.mean", "rounds_to": "-0.0787", "sense": "the house keeps 7.87 %"},
    {"answer": "value.law.-1", "equals": "1/2", "sense": "it is an even bet, with three dice"},
]
