"""The field at craps: one throw, 2 and 12 pay double.

Two dice are thrown.  The bet wins on 2, 3, 4, 9, 10, 11 and 12, and loses on all other sums.
"""

from typing import NamedTuple

from montmort import Chance, Wager, throw_dice


class Throw(NamedTuple):
    """Outcome: units paid back, the stake included."""

    pays: int


def play(chance: Chance) -> Throw:
    """Throw once."""
    total = sum(throw_dice(chance, 2))
    if total in (2, 12):
        return Throw(3)
    return Throw(2 if total in (3, 4, 9, 10, 11) else 0)


FIELD = Wager(paid="pays")
