"""The whole game of five-card draw: the best discard of every hand, and what it is worth.

All hands are dealt equally often, so that with the wins of the hands that draw d
cards, summed in `montmort.exact.five_card_draw.discards`,

    P(win) = sum_d wins_d / (C(N-5, d) C(N-5-d, 5)) / C(N, 5),

and given the type dealt likewise.  For the full deck this takes seconds, and is
kept in a file of the user's cache folder from then on.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction

from montmort.exact.disk_cache import Arrays, kept
from montmort.exact.five_card_draw.hands_below import Ints
from montmort.exact.paths import Watch
from montmort.games.cards.pack import FULL, Pack
from montmort.games.five_card_draw.ranking import TYPES

VERSION = 1  # to be raised when the numbers change, so that kept ones are forgotten
KEPT = 40  # decks of fewer cards take less than loading a file is worth


@dataclass(frozen=True, kw_only=True, eq=False)
class Worth:
    """What all hands are worth with the best discards of at most `most` cards.

    `sums[type, drawn]` are the hands dealt of a type that draw so many cards, their
    wins and their ties.
    """

    ranking: str
    pack: Pack
    most: int
    sums: Ints = field(repr=False)

    def __post_init__(self) -> None:
        """Check that every hand is told once."""
        if self.sums[:, :, 0].sum() != self.hands:
            raise ArithmeticError(f"the hands of {self} do not add up to {self.hands}")

    @property
    def hands(self) -> int:
        """Hands that can be dealt."""
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
        """P(win | type dealt) for the types that the deck holds, the lowest first."""
        sums = zip(TYPES[self.ranking], self.sums, strict=False)
        return {name: self._mean(of_type, 1) for name, of_type in sums if of_type.any()}

    @property
    def draw_counts(self) -> tuple[int, ...]:
        """How many hands draw 0, 1, …, `most` cards."""
        counts: list[int] = self.sums[:, : self.most + 1, 0].sum(0).tolist()
        return tuple(counts)

    def _mean(self, sums: Ints, which: int) -> Fraction:
        """Return the chance of sums[drawn], of wins (1) or ties (2)."""
        unseen = self.pack.size - 5
        rows = enumerate(sums[: self.most + 1].tolist())
        total = sum(
            (Fraction(r[which], math.comb(unseen, d) * math.comb(unseen - d, 5)) for d, r in rows),
            Fraction(0),
        )
        return total / int(sums[:, 0].sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution:
    """The best discards of all hands, with at most 0, 1, …, 5 cards drawn.

    `discards[most, i]` is for the i-th hand in colexicographic order; bit j says
    that its j-th lowest card is discarded.  `sums[most]` are those of `worth(most)`.
    """

    ranking: str
    pack: Pack
    discards: Ints = field(repr=False)
    sums: Ints = field(repr=False)

    def __post_init__(self) -> None:
        """Check what must hold of any solution."""
        hands = self.hands
        if self.discards.shape != (self.most + 1, hands) or (self.sums < 0).any():
            raise ArithmeticError(f"{self} is no table of {hands} hands")
        wins = [self.win(most) for most in range(self.most + 1)]
        if 2 * wins[0] + self.tie(0) != 1 or wins != sorted(wins):
            raise ArithmeticError(f"the chances of {self} cannot be")

    @property
    def most(self) -> int:
        """How many cards may be drawn at most: five, or what two hands leave of the deck."""
        return min(5, self.pack.size - 10)

    @property
    def hands(self) -> int:
        """Hands that can be dealt."""
        return math.comb(self.pack.size, 5)

    def worth(self, most: int) -> Worth:
        """Return what the best discards of at most `most` cards are worth."""
        return Worth(ranking=self.ranking, pack=self.pack, most=most, sums=self.sums[most])

    def win(self, most: int) -> Fraction:
        """Return P(win) of the best discards of at most `most` cards.

        >>> solution(Pack(ranks=5, suits=2)).win(0)  # of 252 hands 32 tie, all straights
        Fraction(55, 126)
        """
        return self.worth(most).win

    def tie(self, most: int) -> Fraction:
        """Return P(tie) of the best discards of at most `most` cards."""
        return self.worth(most).tie

    def by_type(self, most: int) -> dict[str, Fraction]:
        """Return P(win | type dealt) for the types that the deck holds, the lowest first."""
        return self.worth(most).by_type

    def draw_counts(self, most: int) -> tuple[int, ...]:
        """Return how many hands draw 0, 1, …, `most` cards."""
        return self.worth(most).draw_counts


_solved: dict[tuple[str, Pack], Solution] = {}


def solution(pack: Pack = FULL, ranking: str = "standard", watch: Watch | None = None) -> Solution:
    """Return the best discards of all hands; `watch(share, hands)` hears how far it is.

    >>> solution(Pack(ranks=3, suits=4)).draw_counts(2)  # of 792 hands
    (96, 144, 552)
    """
    if (ranking, pack) not in _solved:

        def make() -> Arrays:
            return _solve(ranking, pack, watch)

        name = f"five-card-draw-{ranking}-{pack.ranks}x{pack.suits}"
        arrays = make() if pack.size < KEPT else kept(name, VERSION, make)
        _solved[ranking, pack] = Solution(ranking=ranking, pack=pack, **arrays)
    return _solved[ranking, pack]


def _solve(ranking: str, pack: Pack, watch: Watch | None) -> Arrays:
    from montmort.exact.five_card_draw.discards import (
        best_choices,  # compiled, which takes long to load
    )
    from montmort.exact.five_card_draw.pair_counts import Deck

    deck, done = Deck(ranking=ranking, pack=pack), 0

    def hear(hands: int) -> None:
        nonlocal done
        done += hands
        if watch is not None:
            watch(Fraction(done, deck.rounds * math.comb(pack.size, 5)), done)

    return best_choices(deck, hear)._asdict()
