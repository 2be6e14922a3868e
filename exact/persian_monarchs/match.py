"""A match of Persian Monarchs: its hands and their values.

Hand i = 0, 1, 2, ... is dealt from n = N - 2 (i mod [N/2]) cards, and the first player
is the non-dealer if i is even.  For all strategies the means add up:

    E first = C + sum_i (-1)^i E profit_i.

The ranks of the two cards among the n left are independent of which cards are left.
So the hands are independent if both players decide by rank alone.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from montmort.exact.formatting import short
from montmort.exact.persian_monarchs.hand import Duel, duel
from montmort.exact.persian_monarchs.strategy_tables import RANK, Pack, goes_by
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import Strategy

MOST_TABLES = 10**8  # chances in the tables of all hands; they take some minutes


class HandKind(NamedTuple):
    """A kind of hand: the number of cards left, and whether the first player is the non-dealer."""

    left: int
    first_raises: bool


@dataclass(frozen=True)
class Match:
    """A match of two strategies: its hands and their values.

    >>> Match(Rules(cards=5, rounds=2)).kinds
    {HandKind(left=5, first_raises=True): 2, HandKind(left=3, first_raises=False): 2}
    """

    rules: Rules
    players: tuple[Strategy, Strategy] | None = None

    def __post_init__(self) -> None:
        self._check_tables(views=1)  # before the kinds of hands are listed
        if not self.is_independent:
            self._check_tables(views=self.rules.cards // 6 + 1)

    def _check_tables(self, views: int) -> None:
        cards, most = self.rules.cards, self.rules.max_raise
        chances = cards**2 // 2 * most * views
        if chances > MOST_TABLES:
            raise TooLarge(
                f"cards={short(cards)} and max_raise={short(most)} make tables of more than "
                f"{MOST_TABLES:.0e} chances; take a smaller pack or raise"
            )

    @property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """The strategies of the first and the second player."""
        return self.rules.strategies if self.players is None else self.players

    @property
    def hands(self) -> int:
        """The number of hands in the match, two per round."""
        return 2 * self.rules.rounds

    @property
    def per_pack(self) -> int:
        """The number of hands dealt from one pack."""
        return self.rules.cards // 2

    def kind(self, hand: int) -> HandKind:
        """Return the kind of hand number `hand`, from 0."""
        return HandKind(self.rules.cards - 2 * (hand % self.per_pack), hand % 2 == 0)

    def sequence(self) -> Iterator[HandKind]:
        """Yield the kinds of all hands in order."""
        return map(self.kind, range(self.hands))

    @cached_property
    def kinds(self) -> dict[HandKind, int]:
        """The number of hands of each kind."""
        period = lcm(self.per_pack, 2)
        whole, rest = divmod(self.hands, period)
        first = range(min(period, self.hands))
        counts = {self.kind(hand): whole + (hand < rest) for hand in first}
        return {kind: count for kind, count in counts.items() if count}

    @cached_property
    def packs(self) -> dict[tuple[HandKind, ...], int]:
        """The number of packs with each sequence of hands; the last pack may be incomplete."""
        whole, rest = divmod(self.hands, self.per_pack)
        packs: Counter[tuple[HandKind, ...]] = Counter()
        for pack, hands, count in (
            (0, self.per_pack, (whole + 1) // 2),
            (1, self.per_pack, whole // 2),
            (whole, rest, 1),
        ):
            begin = pack * self.per_pack
            packs[tuple(map(self.kind, range(begin, begin + hands)))] += count
        return {hands: count for hands, count in packs.items() if hands and count}

    def pack(self, left: int) -> Pack:
        """Return the pack with `left` cards left."""
        return Pack(left, self.rules.cards, self.rules.max_raise)

    @cached_property
    def _duels(self) -> dict[HandKind, Duel]:
        return {}

    def duel(self, kind: HandKind) -> Duel:
        """Return a hand of this kind."""
        if kind not in self._duels:
            raiser, dealer = self.strategies if kind.first_raises else self.strategies[::-1]
            self._duels[kind] = duel(raiser, dealer, self.pack(kind.left))
        return self._duels[kind]

    @cached_property
    def goes_by(self) -> tuple[frozenset[str], frozenset[str]]:
        """For each player, whether every hand can be played by the rank or by the card alone."""
        packs = [self.pack(left) for left in sorted({kind.left for kind in self.kinds})]
        first, second = (
            frozenset.intersection(*(goes_by(strategy, pack) for pack in packs))
            for strategy in self.strategies
        )
        return first, second

    @property
    def is_independent(self) -> bool:
        """Whether hands are independent, because both players decide by the rank alone."""
        return all(RANK in ways for ways in self.goes_by)

    def mean(self) -> Fraction:
        """Return the first player's expected counters at the end, without purses.

        >>> Match(Rules(cards=4, rounds=1)).mean() - 100  # dealt from 4 cards, then from 2
        Fraction(-5, 36)
        """
        gains = (count * self.gain(kind) for kind, count in self.kinds.items())
        return sum(gains, start=Fraction(self.rules.counters))

    def gain(self, kind: HandKind) -> Fraction:
        """Return the first player's expected gain in a hand of this kind, without purses."""
        profit = self.duel(kind).mean()
        return profit if kind.first_raises else -profit

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most counters that a player can end with, without purses."""
        most = self.hands * (1 + self.rules.max_raise)
        return self.rules.counters - most, self.rules.counters + most
