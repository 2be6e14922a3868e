"""How many hands and classes each type of five-card draw has."""

from math import comb

import numpy as np

from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES, table


def straights(rules: Rules) -> list[str]:
    """Return the straights, the lowest first; the published ranking has none to the five.

    >>> straights(Rules(ranks=6)), straights(Rules(ranks=5)), straights(Rules(ranks=4))
    (['A2345', '23456', '3456A'], ['2345A'], [])
    """
    letters, windows = rules.pack.letters, rules.pack.windows
    row = letters[-1] + letters
    by_window = {window: row[low : low + 5] for low, window in enumerate(windows)}
    lowest = windows[:1] if rules.ranking == "published" and rules.ranks > 5 else ()
    return [words for window, words in by_window.items() if window not in lowest]


def type_counts(rules: Rules) -> dict[str, int]:
    """Return the number of hands of each type that the deck holds, by the formulas of the report.

    >>> type_counts(Rules(ranks=5, suits=2, max_draw=0))["pair"]  # 5 ranks, 4 sets of 3 others, 2^3
    160
    """
    r, s, w = rules.ranks, rules.suits, len(straights(rules))
    no_straights = comb(r, 5) - w  # sets of five ranks
    counts = {
        "high_card": no_straights * (s**5 - s),
        "pair": r * comb(s, 2) * comb(r - 1, 3) * s**3,
        "two_pair": comb(r, 2) * comb(s, 2) ** 2 * (r - 2) * s,
        "three_of_a_kind": r * comb(s, 3) * comb(r - 1, 2) * s**2,
        "straight": w * (s**5 - s),
        "flush": no_straights * s,
        "full_house": r * comb(s, 3) * (r - 1) * comb(s, 2),
        "four_of_a_kind": r * comb(s, 4) * (r - 1) * s,
        "straight_flush": w * s,
    }
    if rules.ranking == "published":
        counts["three_of_a_kind"] += counts["full_house"]
        counts["straight"] += counts["straight_flush"]
    return {name: counts[name] for name in TYPES[rules.ranking] if counts[name]}


def class_counts(rules: Rules) -> dict[str, int]:
    """Return the number of classes of each type that the deck holds."""
    classes: list[int] = np.bincount(table(rules.ranking, rules.pack).types).tolist()
    named = zip(TYPES[rules.ranking], classes, strict=False)
    return {name: count for name, count in named if count}
