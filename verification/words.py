"""The words of a game for the values of an outcome: `win`, `true`, `3`.

A member of an enum is its name in lower case, a truth value is `true` or `false`, a
number its digits, as `-3` or `1/2`.
"""

import enum
from fractions import Fraction

from montmort.exact.endless_play import Endless
from montmort.exact.formatting import whole
from montmort.games.experiment import words_of


def word(value: object) -> str:
    """Return the word for a value of an outcome.

    >>> word(True), word(-3), word(enum.Enum("Result", "STAND_PAT").STAND_PAT), word(Fraction(1, 2))
    ('true', '-3', 'stand_pat', '1/2')
    """
    if isinstance(value, Endless):
        return str(value)
    if isinstance(value, enum.Enum):
        return words_of(type(value)).get(value, str(value))  # of a Flag several members, or none
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return whole(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
