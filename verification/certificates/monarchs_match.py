"""A match of Persian Monarchs: its rules, and the moments of the counters at its end."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    MOST_CARDS,
    Statement,
    Statements,
    fields,
    fraction,
    integer,
    mapping_of,
    rounded,
    words_of,
)
from montmort.verification.certificates.monarchs import read_player

MATCH = (
    "Two players begin with `counters` counters each and play `rounds` rounds of two hands from a "
    "pack of `cards` different ranks. In a hand both ante one counter and draw a card; the "
    "non-dealer, in the first hand the first player and then the other in turn, may raise by 1 to "
    "`max_raise`; the dealer declines, and the non-dealer gains 1, or accepts; then, and if there "
    "was no raise, the higher card gains 1 and the raise from the other. Both cards are put aside; "
    "when fewer than two are left, the whole pack comes back. `first` and `second` play as the "
    "program describes: counter, non-counter or random. "
)
NON_COUNTER = "non-counter"
MOST_CHANCES = 10**6  # in the tables of hands: ten seconds


class Match(NamedTuple):
    """The rules of a match; without a limit of the raises, `purse` is "none"."""

    players: tuple[str, str]
    cards: int
    most: int
    hands: int
    counters: int
    purse: str

    @classmethod
    def read(cls, rules: object) -> "Match":
        """Return the match that the rules of a certificate describe."""
        names = "first", "second", "cards", "max_raise", "rounds", "counters", "purse"
        first, second, cards, most, rounds, counters, purse = fields("rules", rules, *names)
        return cls(
            (read_player("first", first), read_player("second", second)),
            integer("cards", cards, 2, MOST_CARDS),
            integer("max_raise", most, 1, 10**6),
            2 * integer("rounds", rounds, 1, 10**9),
            integer("counters", counters, 0, 10**9),
            words_of("purse", purse),
        )


def moments(match: Match, said: Sequence[object], gain: Fraction, spread: Fraction) -> Statements:
    """Compare the said means and variance with the first player's mean gain and its variance."""
    first, second = match.counters + gain, match.counters - gain
    is_mean = mapping_of(fraction)("mean", said[0]) == {"first": first, "second": second}
    words = f"of {match.counters} counters {match.players[0]} has {rounded(first)} in the end on "
    words += f"average, {match.players[1]} {rounded(second)}"
    yield Statement(is_mean, words, HEADLINE)
    yield Statement(is_mean, f"the means of the counters after {match.hands} hands")
    is_spread = fraction("variance", said[1]) == spread
    yield Statement(is_spread, f"the variance of both is {rounded(spread)}")
