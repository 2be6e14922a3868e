"""What a shuffle of War deals, for its report: pairs and ties, the strength of a hand, aces."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate

from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    held_law,
    strength_law,
    ties_chance,
)
from montmort.games.war import Rules

MOST_ROWS = 9  # of the table of ties: further chances are below a millionth with 52 cards
MOST_TERMS = 4  # of a rank's polynomial


def deal_values(rules: Rules) -> Mapping[str, object]:
    """Return the values of the section on deals."""
    return {
        "pairs_of_a_rank": _polynomial(_pairings_of_a_rank(rules.suits)),
        "single_pairs": rules.ranks * math.comb(rules.suits, 2),
        "battle_depth": len(first_battle_levels(rules)) - 1,
        "ties_rows": list(_ties_rows(rules)),
        "strength": strength_law(rules),
        "aces": held_law(rules),
    }


def pairings(rules: Rules, most: int) -> list[int]:
    """Return e_0, e_1, ... up to e_most: ways to choose so many pairs of cards of one rank.

    >>> pairings(Rules(ranks=2, suits=2), 2)
    [1, 2, 1]
    """
    rank, product = _pairings_of_a_rank(rules.suits), [1]
    for _ in range(rules.ranks):
        long = min(len(product) + len(rank) - 1, most + 1)
        product = [
            sum(product[i] * rank[k - i] for i in range(len(product)) if 0 <= k - i < len(rank))
            for k in range(long)
        ]
    return product


def _pairings_of_a_rank(suits: int) -> list[int]:
    """Return C(s, 2j) (2j-1)!! by j."""
    odd = accumulate(range(1, suits, 2), lambda a, b: a * b, initial=1)
    return [
        math.comb(suits, 2 * j) * double
        for j, double in zip(range(suits // 2 + 1), odd, strict=False)
    ]


def _polynomial(coefficients: list[int]) -> str:
    r"""Return a polynomial in z as a formula, with its first terms only if there are many.

    >>> _polynomial([1, 6, 3]), _polynomial([1, 1]), _polynomial([1] * 9)
    ('1 + 6 z + 3 z^{2}', '1 + z', '1 + z + z^{2} + z^{3} + \\cdots')
    """
    powers = ["", "z", *(f"z^{{{j}}}" for j in range(2, MOST_TERMS))]
    terms = [
        " ".join(filter(None, ("" if ways == 1 and power else str(ways), power)))
        for ways, power in zip(coefficients, powers, strict=False)
    ]
    return " + ".join([*terms, *["\\cdots"] * (len(coefficients) > MOST_TERMS)])


def _ties_rows(rules: Rules) -> Iterator[tuple[int, Fraction, Fraction, Fraction]]:
    """Yield by t: e_t, P_t, the chance of exactly t ties, of t ties in the first battle."""
    ties, battle = first_pass_ties_law(rules).chances(), first_battle_levels(rules)
    rows = min(MOST_ROWS, rules.cards // 2 + 1)
    ways, none = pairings(rules, rows - 1), Fraction(0)
    for t in range(rows):
        yield (
            ways[t] if t < len(ways) else 0,
            ties_chance(rules, t),
            ties.get(t, none),
            battle[t] if t < len(battle) else none,
        )
