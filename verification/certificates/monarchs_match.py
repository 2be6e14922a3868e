"""A match of Persian Monarchs: its rules, and the moments of the counters at its end."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    MOST_CARDS,
    Form,
    Statement,
    Statements,
    between,
    fraction,
    mapping_of,
    read_form,
    rounded,
    words_of,
)
from montmort.verification.certificates.forms import describe, one_of
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
BY_RANK = "counter", "random"
RULES: Form = {
    "first": describe(read_player, "The first player.", one_of(*BY_RANK)),
    "second": describe(read_player, "The second player.", one_of(*BY_RANK)),
    "cards": describe(between(2, MOST_CARDS), "Cards of the pack."),
    "max_raise": describe(between(1, 10**6), "Largest raise."),
    "rounds": describe(between(1, 10**9), "Rounds of two hands."),
    "counters": describe(between(0, 10**9), "Counters of each player."),
    "purse": describe(words_of, "What a player does who cannot pay."),
}
MEAN_AND_VARIANCE: Form = {
    "mean": describe(
        mapping_of(fraction),
        "Mean of each player's counters at the end: the headline.",
        {
            "first": describe(fraction, "Of the first."),
            "second": describe(fraction, "Of the second."),
        },
    ),
    "variance": describe(fraction, "Variance of either player's counters."),
}
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
        first, second, cards, most, rounds, counters, purse = read_form(RULES, "rules", rules)
        return cls((first, second), cards, most, 2 * rounds, counters, purse)


def moments(match: Match, said: Sequence[Any], gain: Fraction, spread: Fraction) -> Statements:
    """Compare the said means and variance with the first player's mean gain and its variance."""
    first, second = match.counters + gain, match.counters - gain
    is_mean = said[0] == {"first": first, "second": second}
    words = f"of {match.counters} counters {match.players[0]} has {rounded(first)} in the end on "
    words += f"average, {match.players[1]} {rounded(second)}"
    yield Statement(is_mean, words, HEADLINE)
    yield Statement(is_mean, f"the means of the counters after {match.hands} hands")
    is_spread = said[1] == spread
    yield Statement(is_spread, f"the variance of both is {rounded(spread)}")
