"""States without bound, noticed while they are found: their contents grow from step to step.

A finite game may have many states, so their number alone says nothing below the limit.  But the
contents of states that are found breadth-first, such as a stake that doubles or a list of all that
has happened, are small in a finite game, or stop growing.
"""

from dataclasses import fields, is_dataclass
from fractions import Fraction

from montmort.games.errors import TooLarge

LARGE = 1_000  # bits of a number, or parts of a state
ENORMOUS = 50_000
FIRST = 1_000  # states that are all measured
SOME = 64  # of the others each of so many

UNBOUNDED = (
    "if what they hold may grow without bound, as a stake or a sum, bound it in the rules, as in "
    "min(stake, 1000), and let the bound grow until the answer settles"
)


class Growth:
    """Measures states in the order in which they are found; TooLarge if they grow for ever.

    With a limit of states above the usual one they are not measured.

    >>> growth = Growth("game", limit=10_000, usual=10_000)
    >>> for number in range(5_000):
    ...     growth.check(number, 2**number)
    Traceback (most recent call last):
        ...
    montmort.games.errors.TooLarge: game: still new states after 1,025, and what they hold has ...
    """

    def __init__(self, name: str, *, limit: int, usual: int) -> None:
        self._name, self._usual, self._is_on = name, usual, limit <= usual
        self._sizes: list[int] = []

    def check(self, number: int, state: object) -> None:
        """Measure the state with this number; TooLarge if it is large and twice one before."""
        if not self._is_on or (number >= FIRST and number % SOME):
            return
        size = size_of(state)
        self._sizes.append(size)
        if size <= LARGE:
            return
        is_growing = number >= FIRST and 2 * size >= 3 * self._sizes[self._half(number)]
        if is_growing or size > max(ENORMOUS, 3 * self._sizes[0]):
            raise TooLarge(
                f"{self._name}: still new states after {number + 1:,}, and what they hold has "
                f"grown to {size:,} bits or parts, so they seem to have no end; {UNBOUNDED}; if "
                f"they have one, set the limit of states above {self._usual:,}"
            )

    def _half(self, number: int) -> int:
        """Return the place of the size that was measured at half this number."""
        half = number // 2
        return half if half < FIRST else FIRST + (half - FIRST) // SOME


def size_of(state: object) -> int:
    """Return the bits of the longest number in a state, or the number of its parts if larger.

    >>> size_of(5), size_of((1, (2, 3))), size_of("ace")
    (3, 3, 3)
    """
    longest, parts = 0, 0
    waiting: list[object] = [state]
    while waiting and parts <= ENORMOUS:
        value = waiting.pop()
        if isinstance(value, int):
            longest, parts = max(longest, value.bit_length()), parts + 1
        elif isinstance(value, Fraction):
            waiting += [value.numerator, value.denominator]
        elif isinstance(value, str | bytes):
            parts += max(1, len(value))
        elif isinstance(value, tuple | frozenset):
            waiting.extend(value)
        elif is_dataclass(value) and not isinstance(value, type):
            waiting += [getattr(value, each.name) for each in fields(value)]
        else:
            parts += 1
    return max(longest, parts)
