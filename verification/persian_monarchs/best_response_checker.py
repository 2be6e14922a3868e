"""The best responses to a player of Persian Monarchs, in a hand and over a match.

Every best response is computed again, from the player's own chances.
"""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from montmort.verification.certificates.best_replies import greatest_gain, least_gain
from montmort.verification.certificates.check import (
    MOST_CARDS,
    Form,
    afford,
    between,
    fraction,
    list_of,
    word_in,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.monarchs import BY_RANK, table
from montmort.verification.certificates.recount import recounted

PROBLEM = (
    "In a hand of two players, from a pack of `cards` different ranks of which some are left, both "
    "ante one counter and draw a card. The non-dealer may raise by 1 to `max_raise`; the dealer "
    "declines, and the non-dealer gains 1, or accepts; then, and if there was no raise, the higher "
    "card gains 1 and the raise from the other. `player`, a counter or random as the program "
    "describes, plays by the rank of the card among those left. hands[i] is about the hand with "
    "cards - 2 i cards left: the non-dealer's mean gain, first if the best non-dealer plays "
    "against this player, then if this player is the non-dealer against the best dealer. In a "
    "match of `rounds` rounds of two hands the players deal in turn, the second first, and the "
    "pack comes back when fewer than two cards are left; purses limit nothing. takes[0] is the "
    "mean gain over the match of the best first player against this one, takes[1] of the best "
    "second player. Later hands do not depend on what was played before, so that the best response "
    "to every hand is the best to the match."
)
RULES: Form = {
    "player": describe(word_in(*BY_RANK), "To whom the best responses are."),
    "cards": describe(between(2, MOST_CARDS), "Cards of the pack."),
    "max_raise": describe(between(1, 10**6), "Largest raise."),
    "rounds": describe(between(1, 10**9), "Rounds of two hands."),
}
CONTENT: Form = {
    "hands": describe(
        list_of(list_of(fraction, 2)),
        "With all cards, two fewer, and so on: the gain of the best non-dealer, and that against "
        "the best dealer.",
    ),
    "takes": describe(
        list_of(fraction, 2), "Gains over a match on the first seat and on the second."
    ),
}
WORDS = {
    "headline": "over {rounds} rounds the best response takes {first} counters from {player} on "
    "the first seat, {second} on the second",
    "hands": "hands[{i}]: the best non-dealer gains {0}, the player against the best dealer {1}",
    "takes": "the gains over the match are {}",
}
MOST_STEPS = 10**6  # chances in the tables of all hands: ten seconds


def recount(player: str, cards: int, most: int, rounds: int) -> dict[str, Any]:
    """Return the gains of the best responses in every hand, and over the match."""
    check_work(cards, most)
    hands = [values(player, left, most) for left in range(cards, 1, -2)]
    takes = [match_gain(hands, 2 * rounds, seat) for seat in (0, 1)]
    return {"hands": hands, "takes": takes, "first": takes[0], "second": takes[1]}


def check_work(cards: int, most: int) -> None:
    """Raise Unreadable for a pack that would take long."""
    afford("the hands", cards**2 // 2 * most, MOST_STEPS)


def values(player: str, left: int, most: int) -> list[Fraction]:
    """Return the non-dealer's mean gains, the best one's and against the best dealer."""
    chances = table(player, left, most)
    return [greatest_gain(chances.accepts), least_gain(chances.raises)]


def match_gain(values: Sequence[Sequence[Fraction]], hands: int, seat: int) -> Fraction:
    """Return the mean gain of the best player on a seat; seat 0 raises in hands 0, 2, ..."""
    period = math.lcm(len(values), 2)
    counts = Counter[tuple[int, int]]()
    for hand in range(min(period, hands)):
        counts[hand % len(values), hand % 2] += (hands - hand - 1) // period + 1
    return sum(
        (times * (values[i][0] if role == seat else -values[i][1])
         for (i, role), times in counts.items()),
        Fraction(0),
    )  # fmt: skip


CHECKER = recounted("persian-monarchs, best responses", PROBLEM, RULES, CONTENT, recount, WORDS)
