"""Pay tables: what a bet pays for each kind of hand, written in one line."""

from collections.abc import Sequence
from fractions import Fraction

from montmort.games.errors import BadInput

Pay = int | Fraction


def read_pays(name: str, text: str, hands: Sequence[str]) -> tuple[Pay, ...]:
    """Return the pays of a table: numbers >= 0 with commas between them, one for each of `hands`.

    >>> read_pays("bonus", "5, 4, 1/2", ("straight flush", "three of a kind", "straight"))
    (5, 4, Fraction(1, 2))
    >>> read_pays("bonus", "5,4", ("straight flush", "three of a kind", "straight"))
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: bonus='5,4' must be 3 numbers >= 0, such as 2 or 3/2, with ...
    """
    words = text.split(",")
    try:
        pays = [Fraction(word.strip()) for word in words]
    except (ValueError, ZeroDivisionError):
        pays = []
    if len(pays) != len(hands) or min(pays) < 0:
        raise BadInput(
            f"{name}={text!r} must be {len(hands)} numbers >= 0, such as 2 or 3/2, with commas "
            f"between them: for {', '.join(hands)}"
        )
    return tuple(pay.numerator if pay.denominator == 1 else pay for pay in pays)


def write_pays(pays: Sequence[Pay]) -> str:
    """Return the table in the form that `read_pays` reads, so that equal tables are equal text.

    >>> write_pays((5, 4, Fraction(1, 2)))
    '5,4,1/2'
    """
    return ",".join(map(str, pays))
