"""The linear system of a chain.

Let Q >= 0 have row sums <= 1, and let a row with sum < 1 be reachable from every state.  Then
Q^n -> 0; v = (I + Q + Q^2 + ...) e alone has v = e + Qv: the mean total if visits to i pay e[i].
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from montmort.verification.certificates.check import VERIFIED, Statement, Statements, afford

MOST_BITS = 10**9  # of all values over one denominator

Rows = Sequence[Mapping[int, Fraction]]  # of Q, without its zeros


def check_system(q: Rows, e: Sequence[Fraction], v: Sequence[Fraction]) -> Statements:
    """Check that v is the only solution of v = e + Qv."""
    yield Statement(all(p >= 0 for row in q for p in row.values()), "no entry of Q is below 0")
    sums = [sum(row.values(), Fraction(0)) for row in q]
    yield Statement(all(total <= 1 for total in sums), "no row of Q sums to more than 1")
    yield Statement(
        leaks(q, sums),
        "from every state a row of Q with a sum below 1 can be reached: "
        "v = e + Qv has one solution",
    )
    yield Statement(is_solution(q, e, v), "v = e + Qv in every row", VERIFIED)
    if all(reward >= 0 for reward in e):
        is_positive = all(value >= 0 for value in v)
        yield Statement(is_positive, "no value is below 0, as no reward is")


def leaks(q: Rows, sums: Sequence[Fraction]) -> bool:
    """Return whether every state reaches one whose row sums to less than 1."""
    before = defaultdict(list)
    for i, row in enumerate(q):
        for j in (j for j, p in row.items() if p > 0):
            before[j].append(i)
    found = {i for i, total in enumerate(sums) if total < 1}
    new = [*found]
    while new:
        more = {*before[new.pop()]} - found
        found |= more
        new += more
    return len(found) == len(q)


def is_solution(q: Rows, e: Sequence[Fraction], v: Sequence[Fraction]) -> bool:
    """Return whether v = e + Qv, in integers: v over one denominator, each row over its own."""
    over = 1
    for value in v:
        over = math.lcm(over, value.denominator)
        afford("v over one denominator", over.bit_length() * len(v), MOST_BITS)
    tops = [value.numerator * (over // value.denominator) for value in v]
    for i, row in enumerate(q):
        scale = math.lcm(e[i].denominator, *(p.denominator for p in row.values()))
        right = e[i].numerator * (scale // e[i].denominator) * over
        right += sum(p.numerator * (scale // p.denominator) * tops[j] for j, p in row.items())
        if scale * tops[i] != right:
            return False
    return True
