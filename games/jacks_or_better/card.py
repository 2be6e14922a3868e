"""The kinds of holds of video poker, as a strategy card names them: "3 to a straight flush"."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from montmort.exact.decisions.card_sets import Bytes, Ints
from montmort.games.jacks_or_better import HIGH, Rules

GROUPS = {  # by the number of cards of equal ranks, taken two at a time
    (2, 1): "pair", (3, 3): "three of a kind", (4, 6): "four of a kind", (4, 2): "two pair",
    (5, 4): "full house",
}  # fmt: skip
BASES = (8, 8, 2, 16, 2, 8)  # each part of a Kind but the first is below its base


class Kind(NamedTuple):
    """What matters of the cards held.

    `equal` are the pairs among them, `high_pairs` those that pay, `suited` whether they are
    two or more of one suit, `straights` how many straights have them all, `royal` whether they are
    in a royal flush, `high` how many of them would pay as a pair.
    """

    cards: int
    equal: int
    high_pairs: int
    suited: int
    straights: int
    royal: int
    high: int

    @classmethod
    def of(cls, number: int) -> "Kind":
        """Return the kind of a number of `kinds_of`."""
        parts = []
        for base in reversed(BASES):
            number, part = divmod(number, base)
            parts.append(part)
        return cls(number, *reversed(parts))

    def name(self, hand: int) -> str:
        """Return its name in the game whose hands have so many cards.

        >>> Kind(4, 0, 0, 1, 1, 0, 2).name(5), Kind(2, 1, 1, 0, 0, 0, 2).name(5)
        ('4 to a straight flush', 'high pair')
        """
        if not self.cards:
            return "nothing: draw all"
        if self.equal:
            group = GROUPS.get((self.cards, self.equal))
            if group == "pair":
                return "high pair" if self.high_pairs else "low pair"
            return group or f"{self.cards} cards with a pair"
        if self.cards == hand:
            return self._name_of_hand()
        if self.cards == 1:
            return "1 high card" if self.high else "1 low card"
        if self.suited:
            return f"{self.cards} to a {self._suited_aim()}"
        if self.cards > 2 and self.straights:
            return f"{self.cards} to a straight"
        return f"{self.cards} high cards" if self.high == self.cards else f"{self.cards} cards"

    def _suited_aim(self) -> str:
        if self.royal:
            return "royal flush"
        return "straight flush" if self.straights else "flush"

    def _name_of_hand(self) -> str:
        if self.royal:
            return "royal flush"
        if self.suited and self.straights:
            return "straight flush"
        return "flush" if self.suited else "straight" if self.straights else "a hand as dealt"

    @property
    def detail(self) -> str:
        """What tells it from others of its name: its high cards, and its straights."""
        high = f"{self.high} high" if self.high else "none high"
        return f"{high}, {self.straights} straight{'s' * (self.straights != 1)}"


def kinds_of(rules: Rules) -> Callable[[Bytes, int], Ints]:
    """Return the function (hands, mask) -> numbers of the kinds of the cards at the mask.

    >>> kinds = kinds_of(Rules())
    >>> hand = np.array([[8, 9, 10, 11, 0]], np.uint8)  # T J Q K of clubs and the deuce
    >>> Kind.of(int(kinds(hand, 0b01111)[0]))
    Kind(cards=4, equal=0, high_pairs=0, suited=1, straights=2, royal=1, high=3)
    """
    ranks, straights = rules.ranks, rules.straights

    def kinds(hands: Bytes, mask: int) -> Ints:
        places = [place for place in range(hands.shape[1]) if mask >> place & 1]
        cards = hands[:, places].astype(np.int64)
        own, suits = cards % ranks, cards // ranks
        is_high = own >= ranks - HIGH
        pairs = [
            (own[:, a] == own[:, b], is_high[:, a]) for a, b in combinations(range(len(places)), 2)
        ]
        equal = _sum([same for same, _ in pairs], len(hands))
        high_pairs = _sum([same & high for same, high in pairs], len(hands))
        one_suit = (suits == suits[:, :1]).all(axis=1) & (len(places) > 1)
        held = np.bitwise_or.reduce(1 << own, axis=1) if places else equal
        fitting = [((held & ~straight) == 0) & (equal == 0) for straight in straights]
        royal = fitting[-1] & one_suit if fitting else np.zeros(len(hands), bool)
        number = np.full(len(hands), len(places))
        parts = (equal, high_pairs, one_suit, _sum(fitting, len(hands)), royal,
                 is_high.sum(axis=1))  # fmt: skip
        for part, base in zip(parts, BASES, strict=True):
            number = number * base + part
        return number

    return kinds


def _sum(columns: Sequence[Ints], rows: int) -> Ints:
    found: Ints = np.zeros(rows, np.int64)
    for column in columns:
        found = found + column
    return found
