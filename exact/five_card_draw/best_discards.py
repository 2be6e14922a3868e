"""The whole game of five-card draw: the best discard of every hand, and its value.

All C(N, 5) hands are equally likely.  Let wins_d be the total number of wins of the
hands that draw d cards, from `montmort.exact.five_card_draw.discards`.  Then

    P(win) = sum_d wins_d / (C(N-5, d) C(N-5-d, 5)) / C(N, 5),

and the same formula holds given the type of the hand.  For the full deck this takes
seconds; the result is then stored in a file in the user's cache folder.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from montmort.display import short_repr
from montmort.exact.disk_cache import Arrays, load_or_compute
from montmort.exact.five_card_draw.hands_below import Ints
from montmort.exact.paths import Watch
from montmort.games.cards.pack import FULL, Pack
from montmort.games.five_card_draw.ranking import TYPES

Discards = npt.NDArray[np.uint8]  # sets of the five cards of each hand, as bits

VERSION = 1  # raise it when the numbers change, so that stored ones are ignored
LEAST_STORED = 40  # cards; smaller decks are solved faster than a file is loaded


@dataclass(frozen=True, kw_only=True, eq=False)
class Value:
    """The value of all hands with the best discards of at most `most` cards.

    `sums[type, drawn]` has the number of hands of a type that draw `drawn` cards,
    their wins and their ties.
    """

    ranking: str
    pack: Pack
    most: int
    sums: Ints = field(repr=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Check that every hand is counted once."""
        if self.sums[:, :, 0].sum() != self.hands:
            raise ArithmeticError(f"the hands of {self} do not add up to {self.hands}")

    @property
    def hands(self) -> int:
        """The number of hands."""
        return math.comb(self.pack.size, 5)

    @property
    def win(self) -> Fraction:
        """P(win)."""
        return self._mean(self.sums.sum(0), 1)

    @property
    def tie(self) -> Fraction:
        """P(tie)."""
        return self._mean(self.sums.sum(0), 2)

    @property
    def by_type(self) -> dict[str, Fraction]:
        """P(win | type of the hand) for the types in the deck, the lowest first."""
        sums = zip(TYPES[self.ranking], self.sums, strict=False)
        return {name: self._mean(of_type, 1) for name, of_type in sums if of_type.any()}

    @property
    def draw_counts(self) -> tuple[int, ...]:
        """The numbers of hands that draw 0, 1, ..., `most` cards."""
        counts: list[int] = self.sums[:, : self.most + 1, 0].sum(0).tolist()
        return tuple(counts)

    def _mean(self, sums: Ints, which: int) -> Fraction:
        """Return the chance of a win (1) or of a tie (2) from sums[drawn]."""
        unseen = self.pack.size - 5
        rows = enumerate(sums[: self.most + 1].tolist())
        total = sum(
            (Fraction(r[which], math.comb(unseen, d) * math.comb(unseen - d, 5)) for d, r in rows),
            Fraction(0),
        )
        return total / int(sums[:, 0].sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution:
    """The best discards of all hands if at most 0, 1, ..., 5 cards may be drawn.

    `discards[most, i]` is for the i-th hand in colexicographic order; bit j is set if
    its j-th lowest card is discarded.  `sums[most]` are the sums of `value(most)`.
    """

    ranking: str
    pack: Pack
    discards: Discards = field(repr=False)
    sums: Ints = field(repr=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Check conditions that every solution satisfies."""
        hands = self.hands
        if self.discards.shape != (self.most + 1, hands) or (self.sums < 0).any():
            raise ArithmeticError(f"{self} is no table of {hands} hands")
        wins = [self.win(most) for most in range(self.most + 1)]
        if 2 * wins[0] + self.tie(0) != 1 or wins != sorted(wins):
            raise ArithmeticError(f"the chances of {self} cannot be")

    @property
    def most(self) -> int:
        """The most cards that may be drawn: five, or fewer if two hands leave fewer cards."""
        return min(5, self.pack.size - 10)

    @property
    def hands(self) -> int:
        """The number of hands."""
        return math.comb(self.pack.size, 5)

    def value(self, most: int) -> Value:
        """Return the value of the best discards of at most `most` cards."""
        return Value(ranking=self.ranking, pack=self.pack, most=most, sums=self.sums[most])

    def win(self, most: int) -> Fraction:
        """Return P(win) of the best discards of at most `most` cards.

        >>> solution(Pack(ranks=5, suits=2)).win(0)  # of 252 hands 32 tie, all straights
        Fraction(55, 126)
        """
        return self.value(most).win

    def tie(self, most: int) -> Fraction:
        """Return P(tie) of the best discards of at most `most` cards."""
        return self.value(most).tie

    def by_type(self, most: int) -> dict[str, Fraction]:
        """Return P(win | type of the hand) for the types in the deck, the lowest first."""
        return self.value(most).by_type

    def draw_counts(self, most: int) -> tuple[int, ...]:
        """Return the numbers of hands that draw 0, 1, ..., `most` cards."""
        return self.value(most).draw_counts


_solutions: dict[tuple[str, Pack], Solution] = {}


def solution(pack: Pack = FULL, ranking: str = "standard", watch: Watch | None = None) -> Solution:
    """Return the best discards of all hands; `watch(share, hands)` is called with the progress.

    >>> solution(Pack(ranks=3, suits=4)).draw_counts(2)  # of 792 hands
    (96, 144, 552)
    """
    if (ranking, pack) not in _solutions:
        name = f"five-card-draw-{ranking}-{pack.ranks}x{pack.suits}"
        if pack.size < LEAST_STORED:
            arrays = _solve(ranking, pack, watch)
        else:
            arrays = load_or_compute(name, VERSION, lambda: _solve(ranking, pack, watch))
        _solutions[ranking, pack] = Solution(ranking=ranking, pack=pack, **arrays)
    return _solutions[ranking, pack]


def _solve(ranking: str, pack: Pack, watch: Watch | None) -> Arrays:
    from montmort.exact.five_card_draw.discards import best_choices  # numba is slow to load
    from montmort.exact.five_card_draw.pair_counts import Deck

    deck, done = Deck(ranking=ranking, pack=pack), 0

    def count(hands: int) -> None:
        nonlocal done
        done += hands
        if watch is not None:
            watch(Fraction(done, deck.rounds * math.comb(pack.size, 5)), done)

    return best_choices(deck, count)
