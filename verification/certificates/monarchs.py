"""The players of Persian Monarchs, with n of N cards left and raises by 1 to m.

counter       with k of the n - 1 other cards left below its own: raises with chance k/(n-1),
              by 1 to m equally often; accepts x if 2 k (1 + x) > (n - 1) x
non-counter   the same, as if all N cards of the pack were left
random        raises with chance 1/2, by 1 to m equally often; accepts with chance 1/2
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

NON_COUNTER = "non-counter"
PLAYERS = "counter", NON_COUNTER, "random"
BY_RANK = "counter", "random"
Rows = list[list[Fraction]]  # by the rank of the own card


class Table(NamedTuple):
    """raises[k][x], the chance of a raise by 0 to m, and accepts[k][x - 1], of accepting x."""

    raises: Rows
    accepts: Rows


def table(name: str, cards: int, most: int) -> Table:
    """Return the chances of a player by the card's place in a full pack of `cards`."""
    others, half = cards - 1, Fraction(1, 2)
    raised = [half if name == "random" else Fraction(k, others) for k in range(cards)]
    raises = [[1 - p, *[p / most] * most] for p in raised]
    accepts = [
        [half if name == "random" else Fraction(2 * k * (1 + x) > others * x)
         for x in range(1, most + 1)]
        for k in range(cards)
    ]  # fmt: skip
    return Table(raises, accepts)


def sums_beside(column: Sequence[Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield for each entry the sums of the entries before and after it."""
    below, above = Fraction(0), sum(column, Fraction(0))
    for entry in column:
        above -= entry
        yield below, above
        below += entry
