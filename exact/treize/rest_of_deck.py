"""Treize in the middle of a deck: the chances of what can still happen.

Of the n cards left in the deck L_c are of rank c, and i calls were made since
the last match.  The count is lost if none of the calls i+1 ... r is a match.
With n cards or more to come, no two of these calls ask for one rank, so by
inclusion and exclusion

    P = sum_t (-1)^t e_t (n-t)! / n!,   sum_t e_t x^t = prod_(i < c <= r) (1 + L_c x).

If the deck ends first, the calls up to i+n come from it and the rest from a
new deck: independent, so the two chances multiply.

The rest of the deck is played forward, card by card, with integer weights
that add up to n!/(n-t)! after t cards.  A state consists of the cards left by
rank and the calls made; a deck that can be reduced in too many ways is skipped.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from montmort.display import short_repr
from montmort.games.errors import BadInput

MOST_PARTS = 10_000  # sub-decks of the deck left: half a second


@dataclass(frozen=True, kw_only=True)
class DeckPosition:
    """`left[c-1]` cards of rank c in the deck, `calls` made since the last match.

    >>> position = DeckPosition(left=(1, 1), calls=0)
    >>> position.next_match, position.no_match()
    (Fraction(1, 2), Fraction(1, 2))
    """

    left: tuple[int, ...]
    calls: int

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if min(self.left) < 0 or not self.size or not 0 <= self.calls < len(self.left):
            raise BadInput(
                f"{self} is not a position of a game: cards must be left, and calls < ranks"
            )

    @classmethod
    def after(cls, deck: Sequence[int], turned: Sequence[int], calls: int) -> "DeckPosition":
        """Return the position after `turned` ranks from a deck given by its counts by rank."""
        left = (count - turned.count(rank) for rank, count in enumerate(deck, start=1))
        return cls(left=tuple(left), calls=calls)

    @property
    def size(self) -> int:
        """Cards left in the deck."""
        return sum(self.left)

    @property
    def next_match(self) -> Fraction:
        """Chance that the next card is the one called."""
        return Fraction(self.left[self.calls], self.size)

    def no_match(self) -> Fraction:
        """Return the chance that none of the calls left in this count and this deck is a match."""
        called = self.left[self.calls : self.calls + self.size]
        forced = [1]
        for count in called:
            forced = [a + count * b for a, b in zip([*forced, 0], [0, *forced], strict=True)]
        ways = sum((-1) ** t * e * math.factorial(self.size - t) for t, e in enumerate(forced))
        return Fraction(ways, math.factorial(self.size))

    def rest_of_deck(self) -> "RestOfDeck | None":
        """Return the outcome of the rest of the deck; None if it has too many sub-decks.

        >>> DeckPosition(left=(1, 1), calls=0).rest_of_deck()
        RestOfDeck(lost=Fraction(1, 2), points=Fraction(1, 2), survive={1: Fraction(1, 2)})
        """
        if math.prod(count + 1 for count in self.left) > MOST_PARTS:
            return None
        weights = {(self.left, self.calls): 1}
        lost = points = Fraction(0)
        for turned in range(self.size):
            drawn = math.perm(self.size, turned + 1)
            matches = sum(weight * left[calls] for (left, calls), weight in weights.items())
            points += Fraction(matches, drawn)
            after: dict[tuple[tuple[int, ...], int], int] = {}
            for (left, calls), weight in weights.items():
                for state, ways in _turns(left, calls):
                    after[state] = after.get(state, 0) + weight * ways
            lost += Fraction(sum(w for (_, c), w in after.items() if c == len(self.left)), drawn)
            weights = {state: w for state, w in after.items() if state[1] < len(self.left)}
        orders = math.factorial(self.size)
        survive = {calls: Fraction(weight, orders) for (_, calls), weight in weights.items()}
        return RestOfDeck(lost=lost, points=points, survive=survive)


@dataclass(frozen=True, kw_only=True)
class RestOfDeck:
    """Chance of a loss, expected points, and the chances of the calls made at the end."""

    lost: Fraction
    points: Fraction
    survive: Mapping[int, Fraction]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if self.lost + sum(self.survive.values()) != 1:
            raise ArithmeticError("the chances of losing and of surviving do not sum to 1")


def _turns(left: tuple[int, ...], calls: int) -> Iterator[tuple[tuple[tuple[int, ...], int], int]]:
    """Yield ((left, calls) after the next card, number of cards that lead there)."""
    for rank, count in enumerate(left):
        if count:
            after = (*left[:rank], count - 1, *left[rank + 1 :])
            yield (after, 0 if rank == calls else calls + 1), count
