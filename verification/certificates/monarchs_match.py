"""A match of Persian Monarchs: its rules, and the moments of the counters at its end."""

from fractions import Fraction
from typing import Any, NamedTuple

from montmort.verification.certificates.check import (
    MOST_CARDS,
    Form,
    between,
    fraction,
    mapping_of,
    word_in,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.monarchs import BY_RANK

MATCH = (
    "Two players begin with `counters` counters each and play `rounds` rounds of two hands from a "
    "pack of `cards` different ranks. In a hand both ante one counter and draw a card; the "
    "non-dealer, in the first hand the first player and then the other in turn, may raise by 1 to "
    "`max_raise`; the dealer declines, and the non-dealer gains 1, or accepts; then, and if there "
    "was no raise, the higher card gains 1 and the raise from the other. Both cards are put aside; "
    "when fewer than two are left, the whole pack comes back. `first` and `second` play as the "
    "program describes: counter, non-counter or random. "
)
RULES: Form = {
    "first": describe(word_in(*BY_RANK), "The first player."),
    "second": describe(word_in(*BY_RANK), "The second player."),
    "cards": describe(between(2, MOST_CARDS), "Cards of the pack."),
    "max_raise": describe(between(1, 10**6), "Largest raise."),
    "rounds": describe(between(1, 10**9), "Rounds of two hands."),
    "counters": describe(between(0, 10**9), "Counters of each player."),
    "purse": describe(word_in("published", "strict", "none"), "What a player does who cannot pay."),
}
MEAN: Form = {
    "first": describe(fraction, "Of the first."),
    "second": describe(fraction, "Of the second."),
}
MEAN_AND_VARIANCE: Form = {
    "mean": describe(
        mapping_of(fraction), "Mean of each player's counters at the end: the headline.", MEAN
    ),
    "variance": describe(fraction, "Variance of either player's counters."),
}
WORDS = {
    "headline": "of {counters} counters {first} has {of_first} in the end on average, {second} "
    "{of_second}",
    "mean": "the means of the counters at the end",
    "variance": "the variance of both is {}",
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
    def of(
        cls, first: str, second: str, cards: int, most: int, rounds: int, counters: int, purse: str
    ) -> "Match":
        """Return the match with the rules of a certificate."""
        return cls((first, second), cards, most, 2 * rounds, counters, purse)


def moments(match: Match, gain: Fraction, spread: Fraction) -> dict[str, Any]:
    """Return the content with these mean and variance of the first player's gain."""
    first, second = match.counters + gain, match.counters - gain
    mean = {"first": first, "second": second}
    return {"mean": mean, "variance": spread, "of_first": first, "of_second": second}
