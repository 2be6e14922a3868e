"""Cards as (rank, suit), and straights; rank 0 is the deuce or the lowest one."""

from collections.abc import Sequence

Cards = Sequence[tuple[int, int]]


def straights(ranks: int) -> list[set[int]]:
    """Return the ranks of the straights, the lowest first; the ace is below the deuce, too.

    >>> [sorted(straight) for straight in straights(6)]
    [[0, 1, 2, 3, 5], [0, 1, 2, 3, 4], [1, 2, 3, 4, 5]]
    """
    row = [ranks - 1, *range(ranks)]
    return [{*row[low : low + 5]} for low in range(ranks - 3)] if ranks >= 5 else []
