"""The cells of chance: equally likely parts of [0, 1) into which random choices are turned."""

from montmort.exact.law import Law

CELL_BITS = 4
CELLS = 1 << CELL_BITS


def uniform_law() -> Law[int]:
    """Return the law of a cell.

    >>> uniform_law().mean()
    Fraction(15, 2)
    """
    return Law(weights=dict.fromkeys(range(CELLS), 1))
