"""Sums of numbers that a certificate gives."""

from collections.abc import Iterable
from fractions import Fraction

from montmort.verification.certificates.check import afford

MOST_SUM = 400_000  # bits of a sum


def total(numbers: Iterable[Fraction]) -> Fraction:
    """Return the sum of numbers; Unreadable before it becomes too long."""
    exact = Fraction(0)
    for number in numbers:
        exact += number
        afford("such a sum", sum(map(int.bit_length, exact.as_integer_ratio())), MOST_SUM)
    return exact
