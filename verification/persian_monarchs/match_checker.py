"""The final counters of a match of Persian Monarchs whose players decide by rank.

Every hand's chances are computed again.  No player decides by the card, so hands are independent,
and the law of the counters follows hand by hand.
"""

import math
from collections import Counter
from fractions import Fraction
from typing import Any

from montmort.verification.certificates.check import (
    Form,
    afford,
    fraction,
    mapping_of,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.monarchs_hands import Hand, hand_table
from montmort.verification.certificates.monarchs_match import (
    MATCH,
    MEAN_AND_VARIANCE,
    MOST_CHANCES,
    RULES,
    WORDS,
    Match,
    moments,
)
from montmort.verification.certificates.recount import recounted

PROBLEM = MATCH + (
    "Neither is a non-counter. By purse `none` nothing limits raises; by "
    "`published` a dealer with fewer counters after the ante than the raise declines; by `strict` "
    "a non-dealer with fewer does not raise either. mean[player] is the mean of the counters at "
    "the end, `variance` that of either, and law[c] the chance that the first player ends with c."
)
CONTENT: Form = {
    **MEAN_AND_VARIANCE,
    "law": describe(mapping_of(fraction), "By the first player's counters, their chance."),
}
LAW_WORDS = {**WORDS, "law": "the law of the first player's counters"}
MOST_STEPS = 10**8  # in the law: ten seconds


def recount(*rules: Any) -> dict[str, Any]:
    """Return the moments and the law of the counters at the end of a match."""
    match = Match.of(*rules)
    check_work(match.cards, match.most, match.hands)
    law = law_of(match)
    gain = sum(((c - match.counters) * p for c, p in law.items()), Fraction(0))
    square = sum(((c - match.counters) ** 2 * p for c, p in law.items()), Fraction(0))
    by_name = {str(c): p for c, p in law.items()}
    return {**moments(match, gain, square - gain**2), "law": by_name}


def check_work(cards: int, most: int, hands: int) -> None:
    """Raise Unreadable for a match that would take long."""
    afford("the hands", cards**2 // 2 * most, MOST_CHANCES)
    afford("the law", hands**2 * (2 * most + 2) ** 2, MOST_STEPS)


def law_of(match: Match) -> dict[int, Fraction]:
    """Return the law of the first player's counters, hand by hand in integers."""
    _, cards, most, hands, counters, purse = match
    here, total, kinds = {counters: 1}, 1, kinds_of(match)
    moves: dict[tuple[int, int, int, int], dict[int, int]] = {}
    scales = [{left: scale_of(hand) for left, hand in kind.items()} for kind in kinds]
    for hand in range(hands):
        left, role = cards - 2 * (hand % (cards // 2)), hand % 2
        there = Counter[int]()
        for c, ways in here.items():
            purses = c - 1, 2 * counters - c - 1  # after the antes
            raiser, dealer = purses[::-1] if role else purses
            limits = (
                max(0, min(raiser, most)) if purse == "strict" else most,
                most if purse == "none" else max(0, min(dealer, most)),
            )
            key = (left, role, *limits)
            if key not in moves:
                law, sign = kinds[role][left].law(*limits), -1 if role else 1
                scale = scales[role][left]
                moves[key] = {sign * g: int(p * scale) for g, p in law.items() if p}
            for g, weight in moves[key].items():
                there[c + g] += ways * weight
        here, total = dict(there), total * scales[role][left]
    return {c: Fraction(ways, total) for c, ways in sorted(here.items())}


def kinds_of(match: Match) -> list[dict[int, Hand]]:
    """Return the hands by the cards left, the first player being the non-dealer, or the dealer."""
    kinds = []
    for order in (match.players, match.players[::-1]):
        tables = {
            left: hand_table(order, left, match.cards, match.most)
            for left in range(match.cards, 1, -2)
        }
        kinds.append(
            {left: Hand.of(one.raises, two.accepts) for left, (one, two) in tables.items()}
        )
    return kinds


def scale_of(hand: Hand) -> int:
    """Return a common denominator of the chances of a hand."""
    return math.lcm(*(p.denominator for row in hand.rows for p in row))


CHECKER = recounted("persian-monarchs, match", PROBLEM, RULES, CONTENT, recount, LAW_WORDS)
