"""The formulas of `verification.verdicts.e_values`, evaluated exactly: slow twins in fractions.

The defining identity of an e-value, sum over outcomes of P0(c) E(c) = 1, holds for them with ==.
"""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement

Law = Mapping[int, Fraction]

# the stakes, as the rationals that the doubles are
STAKES = [Fraction(0.5 * 2.0 ** (-j / 2)) for j in range(60)]
STRENGTHS = [Fraction(10**power) for power in range(9)]


def mean_of(law: Law) -> Fraction:
    return sum((v * p for v, p in law.items()), Fraction(0))


def twin_above(counts: Mapping[int, int], m: Fraction, a: int) -> Fraction:
    """(1/J) sum_j prod_v (1 + l_j (v - m))^c_v with l_j = stake_j / (m - a)."""
    total = Fraction(0)
    for stake in STAKES:
        wealth = Fraction(1)
        for v, c in counts.items():
            wealth *= (1 + stake / (m - a) * (v - m)) ** c
        total += wealth
    return total / len(STAKES)


def twin_below(counts: Mapping[int, int], m: Fraction, b: int) -> Fraction:
    """(1/J) sum_j prod_v (1 - l_j (v - m))^c_v with l_j = stake_j / (b - m)."""
    total = Fraction(0)
    for stake in STAKES:
        wealth = Fraction(1)
        for v, c in counts.items():
            wealth *= (1 - stake / (b - m) * (v - m)) ** c
        total += wealth
    return total / len(STAKES)


def rising(x: Fraction, c: int) -> Fraction:
    """x (x+1) ... (x+c-1) = G(x+c)/G(x)."""
    return math.prod((x + i for i in range(c)), start=Fraction(1))


def twin_law(counts: Mapping[int, int], law: Law) -> Fraction:
    total = Fraction(0)
    for strength in STRENGTHS:
        wealth = 1 / rising(strength, sum(counts.values()))
        for v, c in counts.items():
            wealth *= rising(strength * law[v], c) / law[v] ** c
        total += wealth
    return total / len(STRENGTHS)


def histograms(law: Law, plays: int) -> Iterator[tuple[dict[int, int], Fraction]]:
    """All histograms of so many plays, with their multinomial chances."""
    for drawn in combinations_with_replacement(law, plays):
        counts = {v: drawn.count(v) for v in law}
        ways = math.factorial(plays) // math.prod(map(math.factorial, counts.values()))
        yield counts, ways * math.prod((law[v] ** c for v, c in counts.items()), start=Fraction(1))


def means_under(law: Law, plays: int) -> dict[str, Fraction]:
    """Return the mean of each e-value of so many plays, all exactly 1, and the total chance."""
    m, a, b = mean_of(law), min(law), max(law)
    total = dict.fromkeys(("chance", "E+", "E-", "law", "judge"), Fraction(0))
    for counts, p in histograms(law, plays):
        above, below = twin_above(counts, m, a), twin_below(counts, m, b)
        mixture = twin_law(counts, law)
        judge = ((above + below) / 2 + mixture) / 2
        for name, value in zip(total, (1, above, below, mixture, judge), strict=True):
            total[name] += p * value
    return total
