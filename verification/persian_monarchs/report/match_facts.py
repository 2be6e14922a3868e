"""A match of Persian Monarchs between two players, with what is known of it exactly."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.answers import truth
from montmort.exact.persian_monarchs.hand import Duel
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.players import strategies_of
from montmort.games.persian_monarchs import Rules


@dataclass(frozen=True)
class Known:
    """A match of two players, with the laws or moments of what they are left with."""

    rules: Rules
    first: Law[int] | Moments
    second: Law[int] | Moments

    @classmethod
    def of(cls, rules: Rules, watch: Watch | None) -> "Known":
        """Return what is known of the match; the error of the solver where nothing is."""
        found = truth(rules, "match", watch)
        return cls(rules, found["first"], found["second"])

    @cached_property
    def match(self) -> Match:
        """The hands of the match."""
        return Match(self.rules, strategies_of(self.rules))

    @cached_property
    def full(self) -> Duel:
        """A hand from the full pack, dealt by the second player."""
        return self.match.duel(HandKind(self.rules.cards, first_raises=True))

    def mean(self, player: str) -> Fraction:
        """Return the mean of what a player is left with."""
        known = getattr(self, player)
        return known.mean() if isinstance(known, Law) else Fraction(known.mean)

    @property
    def variance(self) -> Fraction:
        """The variance of what both are left with."""
        known = self.second
        return known.variance() if isinstance(known, Law) else Fraction(known.variance or 0)

    def gain(self, left: int, *, first_raises: bool) -> Fraction:
        """Return the non-dealer's mean profit without purses, by who he is."""
        return self.match.duel(HandKind(left, first_raises)).mean()
