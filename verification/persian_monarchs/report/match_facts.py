"""A match of Persian Monarchs between two given players, with its exact values."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.answers import truth
from montmort.exact.persian_monarchs.hand import Duel
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.players import strategies_of
from montmort.games.persian_monarchs import Rules
from montmort.verification.reports.numbers import fixed

INTEGERS = 10**12  # weights with a smaller total are shown in full


class Hands(NamedTuple):
    """How many hands one player may raise in, and the mean profit of that player in each."""

    hands: int
    mean: Fraction


class HandsByCards(NamedTuple):
    """The hands of a match with this many cards left, without purses, by the non-dealer."""

    left: int
    first: Hands
    second: Hands

    @property
    def gained(self) -> Fraction:
        """The first player's mean gain in all these hands."""
        return self.first.hands * self.first.mean - self.second.hands * self.second.mean


@dataclass(frozen=True)
class Known:
    """A match of two players, with the laws or moments of their final counters."""

    rules: Rules
    first: Law[int] | Moments
    second: Law[int] | Moments

    @classmethod
    def of(cls, rules: Rules, watch: Watch | None) -> "Known":
        """Return the match with its exact values; the solver's error if there are none."""
        laws = truth(rules, "match", watch)
        return cls(rules, laws["first"], laws["second"])

    @cached_property
    def match(self) -> Match:
        """The hands of the match."""
        return Match(self.rules, strategies_of(self.rules))

    @cached_property
    def full(self) -> Duel:
        """A hand from the full pack, dealt by the second player."""
        return self.match.duel(HandKind(self.rules.cards, first_raises=True))

    def mean(self, player: str) -> Fraction:
        """Return the mean of a player's final counters."""
        law = getattr(self, player)
        return law.mean() if isinstance(law, Law) else Fraction(law.mean)

    @property
    def variance(self) -> Fraction:
        """The variance of either player's final counters."""
        law = self.second
        return law.variance() if isinstance(law, Law) else Fraction(law.variance or 0)

    @property
    def ahead(self) -> Fraction | None:
        """The chance that the second player ends ahead; None if the law is not known."""
        law = self.second
        return 1 - law.at_most(self.rules.counters) if isinstance(law, Law) else None

    @property
    def has_short_weights(self) -> bool:
        """Whether the weights of the full pack are shown as integers, not as chances."""
        return self.full.total < INTEGERS

    def weights(self) -> list[tuple[str, ...]]:
        """Return each raise from the full pack with its weights."""
        hand = self.full

        def weight_text(weight: int) -> str:
            if self.has_short_weights:
                return f"{weight:,}"
            return fixed(Fraction(weight, hand.total), 10)

        rows = zip(hand.raised, hand.higher, hand.won, hand.lost, strict=True)
        return [(str(x), *map(weight_text, row)) for x, row in enumerate(rows)]

    def kinds(self) -> list[HandsByCards]:
        """Return the hands of the match by the cards left."""
        lefts = range(self.rules.cards, 1, -2)
        return [
            HandsByCards(left, self._hands(left, True), self._hands(left, False)) for left in lefts
        ]

    def _hands(self, left: int, first_raises: bool) -> Hands:
        kind = HandKind(left, first_raises)
        return Hands(self.match.kinds.get(kind, 0), self.match.duel(kind).mean())
