"""The conditions under which a linear system has one solution, and the solution."""

from collections.abc import Sequence
from fractions import Fraction

from montmort.verification.certificates.check import VERIFIED, Statement, Statements
from montmort.verification.certificates.linear_system import Rows, is_solution, leaks


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
