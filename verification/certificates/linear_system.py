"""The linear system of a chain.

Let Q >= 0 have row sums <= 1, and let a row with sum < 1 be reachable from every state.  Then
Q^n -> 0, so v = e + Qv has one solution, (I + Q + Q^2 + ...) e: the mean total of e[i] per visit.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from montmort.verification.certificates.check import afford

Rows = Sequence[Mapping[int, Fraction]]  # of Q, without its zeros
MOST_BITS = 10**9  # of all values over one denominator


def leaks(q: Rows, sums: Sequence[Fraction]) -> bool:
    """Return whether every state reaches one whose row sums to less than 1."""
    before = defaultdict(list)
    for i, row in enumerate(q):
        for j in (j for j, p in row.items() if p > 0):
            before[j].append(i)
    leaking = {i for i, total in enumerate(sums) if total < 1}
    new = [*leaking]
    while new:
        more = {*before[new.pop()]} - leaking
        leaking |= more
        new += more
    return len(leaking) == len(q)


def is_solution(q: Rows, e: Sequence[Fraction], v: Sequence[Fraction]) -> bool:
    """Return whether v = e + Qv, in integers: v over one denominator, each row over its own."""
    over = 1
    for value in v:
        over = math.lcm(over, value.denominator)
        afford("adding the values over one denominator", over.bit_length() * len(v), MOST_BITS)
    tops = [value.numerator * (over // value.denominator) for value in v]
    for i, row in enumerate(q):
        scale = math.lcm(e[i].denominator, *(p.denominator for p in row.values()))
        right = e[i].numerator * (scale // e[i].denominator) * over
        right += sum(p.numerator * (scale // p.denominator) * tops[j] for j, p in row.items())
        if scale * tops[i] != right:
            return False
    return True
