"""Quantities and verdicts for the tests of this folder."""

from collections.abc import Mapping
from fractions import Fraction

from montmort.verification.verdicts.e_values import (
    check_law,
)
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Quantity
from montmort.verification.verdicts.result import Verdict

Law = Mapping[int, Fraction]

COIN: Law = {0: Fraction(1, 2), 1: Fraction(1, 2)}
SKEWED: Law = {
    0: Fraction(9, 10),
    1: Fraction(9, 100),
    7: Fraction(9, 1000),
    250: Fraction(1, 1000),
}


def quantity(law: Law, *, field: str = "points", with_law: bool = True) -> Quantity:
    mean, variance = check_law(law)
    return Quantity(
        field=field,
        mean=mean,
        variance=variance,
        low=min(law),
        high=max(law),
        law=law if with_law else None,
    )


HEADS = quantity(COIN, field="heads", with_law=False)
ALWAYS_3 = Quantity(field="cards", mean=Fraction(3), variance=Fraction(0), low=0, high=5)


def judged(
    *looks: Mapping[int, int], of: Quantity = HEADS, margin: Fraction | None = None
) -> Verdict:
    """The verdict on one quantity after these looks."""
    judge = Judge([of], margins={of.field: margin})
    for counts in looks:
        judge.look({of.field: counts})
    (verdict,) = judge.verdicts()
    return verdict
