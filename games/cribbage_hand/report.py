"""Cribbage: the mean count by expectations of its parts, the law by counting hands of ranks."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from pathlib import Path
from typing import Any

from montmort.exact.paths import Watch
from montmort.games.cribbage_hand import Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
RANKS, SUITS, CARDS, HAND = 13, 4, 5, 4
DECK = RANKS * SUITS
HANDS = comb(DECK, HAND) * (DECK - HAND)
Ranks = tuple[int, ...]  # the number of cards of each rank


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems."""
    law = game.laws(rules, "hand").fields["points"]
    assert law.law is not None
    chances = law.law.chances()
    parts = mean_parts()
    counts = {points: chance * HANDS for points, chance in chances.items() if chance}
    tens = SUITS * sum(value(rank) == 10 for rank in range(RANKS))
    checks = (
        Check("points of a hand, mean", sum(parts.values(), Fraction(0)), law.mean),
        Check("hands that count 29", SUITS, counts[29]),
        Check("hands that count 28", tens * CARDS - SUITS, counts[28]),
        Check("points that no hand counts", (19, 25, 26, 27),
              tuple(points for points in range(30) if points not in counts)),
        Check("all numbers of hands are whole", True,
              all(Fraction(count).denominator == 1 for count in counts.values())),
    )  # fmt: skip
    return Settled(
        template=TEMPLATE,
        values={
            "hands": HANDS,
            "parts": parts,
            "mean": law.mean,
            "counts": [(points, count) for points, count in sorted(counts.items())],
            "tens": tens,
            "best": counts,
            "impossible": [str(points) for points in range(30) if points not in counts],
        },
        checks=checks,
    )


def value(rank: int) -> int:
    """Return what a card counts towards fifteen; the ace is rank 0."""
    return min(rank + 1, 10)


def mean_parts() -> dict[str, Fraction]:
    """Return the mean points by their kind; they add up to the mean of the hand."""
    flush = Fraction(SUITS * comb(RANKS, HAND), comb(DECK, HAND))
    return {
        "fifteens": 2 * sum(map(fifteens_of, range(2, CARDS + 1)), Fraction(0)),
        "pairs": Fraction(2 * comb(CARDS, 2) * (SUITS - 1), DECK - 1),
        "runs": sum((ways * run_points(ranks) for ranks, ways in five_cards()), Fraction(0)),
        "flushes": 4 * flush + flush * Fraction(RANKS - HAND, DECK - HAND),
        "his nobs": Fraction(RANKS - 1, RANKS) * Fraction(HAND, DECK - 1),
    }


def fifteens_of(cards: int) -> Fraction:
    """Return the mean number of sets of so many of the five cards with the sum fifteen.

    >>> fifteens_of(2) * comb(52, 2) / comb(5, 2)  # 5 with a ten, 6 with 9, 7 with 8
    Fraction(96, 1)
    """
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for rank in range(RANKS):
        before = dict(ways)
        for (number, total), sets in before.items():
            for more in range(1, SUITS + 1):
                ways[number + more, total + more * value(rank)] += sets * comb(SUITS, more)
    return Fraction(ways[cards, 15] * comb(CARDS, cards), comb(DECK, cards))


def five_cards() -> Iterator[tuple[Ranks, Fraction]]:
    """Yield the ranks of five cards with their chances."""
    for bars in combinations(range(CARDS + RANKS - 1), RANKS - 1):
        edges = (-1, *bars, CARDS + RANKS - 1)
        ranks = tuple(edges[i + 1] - edges[i] - 1 for i in range(RANKS))
        if max(ranks) <= SUITS:
            yield ranks, Fraction(prod(comb(SUITS, n) for n in ranks), comb(DECK, CARDS))


def run_points(ranks: Ranks) -> int:
    """Return the points of the runs: the sets of cards that make a longest one, times its length.

    >>> run_points((2, 1, 2) + (0,) * 10)
    12
    """
    for length in range(CARDS, 2, -1):
        rows = [ranks[first : first + length] for first in range(RANKS - length + 1)]
        points = sum(length * prod(row) for row in rows)
        if points:
            return points
    return 0
