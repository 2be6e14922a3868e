"""One hand of five-card draw: the exact chances of every discard.

The player discards the cards D, keeps K, and draws as many cards X as D from the
cards outside the hand.  The opponent's five cards are any of the others.  Of these,
below(v, X) hands have a value less than v, whatever K is
(`montmort.exact.five_card_draw.hands_below`).  With v(K + X) the value of the final hand

    wins = sum_X below(v(K + X), X),    wins + ties = sum_X below(v(K + X) + 1, X),

out of C(N - 5, |D|) C(N - 5 - |D|, 5) deals from a deck of N cards.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from montmort.display import short_repr
from montmort.exact.five_card_draw.hands_below import Left, Sums, values_of
from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput
from montmort.games.validation import check_integer


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A discard, given as a set of cards, and its numbers of wins, ties and deals.

    >>> choice = Choice(discard=0, wins=1, ties=1, deals=4)
    >>> str(choice.loss)
    '1/2'
    """

    discard: int
    wins: int
    ties: int
    deals: int

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if self.deals < 1 or min(self.wins, self.ties, self.deals - self.wins - self.ties) < 0:
            raise ArithmeticError(f"impossible counts: {self}")

    @property
    def win(self) -> Fraction:
        """Chance of winning."""
        return Fraction(self.wins, self.deals)

    @property
    def tie(self) -> Fraction:
        """Chance of a tie."""
        return Fraction(self.ties, self.deals)

    @property
    def loss(self) -> Fraction:
        """Chance of losing."""
        return 1 - self.win - self.tie


def best_of(choices: Sequence[Choice]) -> Choice:
    """Return the choice that wins most; equal ones by most ties, fewest cards drawn, and order.

    >>> quads = [0, 13, 26, 39, 12]  # four deuces and an ace: a new fifth card is as good
    >>> best_of(choices_of(quads)).discard
    0
    """
    return max(choices, key=lambda choice: (choice.win, choice.tie, -choice.discard.bit_count()))


def choices_of(
    hand: Sequence[int], most: int = 3, ranking: str = "standard", pack: Pack = FULL
) -> tuple[Choice, ...]:
    """Return every discard of at most `most` cards, by size, then in the order of the hand.

    >>> royal = choices_of([8, 9, 10, 11, 12], 1)
    >>> royal[0].ties, len(royal)  # the opponent may have one of three royal flushes
    (3, 6)
    """
    if len({*hand}) != 5 or not all(0 <= card < pack.size for card in hand):
        raise BadInput(f"hand={[*hand]} must be five different cards, 0 to {pack.size - 1}")
    check_integer("most", most, 0, min(5, pack.size - 10), ", what the deck leaves to draw")
    return _choices(tuple(hand), most, ranking, pack)


@lru_cache(maxsize=256)
def _choices(hand: tuple[int, ...], most: int, ranking: str, pack: Pack) -> tuple[Choice, ...]:
    left = Left(((1 << pack.size) - 1) ^ _set(hand), most, ranking, pack)
    return tuple(
        choice
        for size, sums in enumerate(left.of_ranks())
        for choice in _drawing(hand, size, left, sums)
    )


def _drawing(hand: tuple[int, ...], size: int, left: Left, sums: Sums) -> Iterator[Choice]:
    """Yield the choices that draw `size` cards."""
    drawn, unseen = left.taken(size), left.cards.size
    rows = [(sums, drawn.by_ranks)]
    rows += [(part, by) for (_, part), by in zip(left.of_suits, drawn.by_suit, strict=True)]
    for away in combinations(hand, size):
        keep = [card for card in hand if card not in away]
        values = values_of(left.table, drawn.words + left.table.keys[keep].sum())
        wins = sum(part.total(row, values) for part, row in rows)
        not_lost = sum(part.total(row, values + 1) for part, row in rows)
        yield Choice(
            discard=_set(away),
            wins=wins,
            ties=not_lost - wins,
            deals=math.comb(unseen, size) * math.comb(unseen - size, 5),
        )


def _set(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)
