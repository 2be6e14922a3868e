"""Which dependence the plays of a run can show, and how many plays a pass takes.

A number that is computed from the play b places back says nothing in the first b plays of a
block of B, where the cell before is drawn.  Only the share (B - b)/B of the numbers can deviate.
So a pass rules out a deviation of their mean by (B - b)/B times MARGIN or more; that takes
25 (sd/margin)^2 plays, about 2,125 if b is far below B.  If b >= B no play shows anything.

Of repetitions there must be none, and any number of plays has none where nothing can be
repeated.  So a pass takes

two stretches, each with the plays between two that are remembered    `repeated stretches`,
two blocks                                                            `equal blocks`.

A block that is shorter than a stretch shows no repeated ones, and a single block no equal ones.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import decimals
from montmort.exact.law import Law
from montmort.verification.dependence.repetitions import STRETCHES
from montmort.verification.dependence.stretches import SAMPLE_BITS, window_of
from montmort.verification.dependence.successive_plays import PLACES_BACK
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.result import Verdict

MARGIN = Fraction(1, 2)  # of the mean cell


@dataclass(frozen=True, kw_only=True)
class Reach:
    """A run of at most `plays` plays of this law in blocks of `block`; None if that is unknown.

    >>> coin = Law(weights={0: 1, 1: 1})
    >>> Reach(law=coin, block=4096, plays=20).margin("16 plays before")
    Fraction(1, 10)
    >>> Reach(law=coin, block=4, plays=None).shows("4 plays before")
    False
    """

    law: Law[Any]
    block: int
    plays: int | None

    @property
    def longest(self) -> int:
        """The plays of the longest block."""
        return self.block if self.plays is None else min(self.block, self.plays)

    def margin(self, name: str) -> Fraction:
        """Return the deviation of the mean that a pass rules out."""
        return MARGIN * (self.longest - PLACES_BACK.get(name, 0)) / self.longest

    def shows(self, name: str) -> bool:
        """Return whether this dependence of plays can be seen."""
        if name in PLACES_BACK:
            return PLACES_BACK[name] < self.longest
        if name == STRETCHES:
            window = window_of(self.law)
            return window is not None and window <= self.longest
        return self.plays is None or self.plays >= 2 * self.block

    def earned(self, verdict: Verdict) -> Verdict:
        """Return a verdict on dependence, INCONCLUSIVE instead of a pass on too few plays."""
        name, needed = verdict.field, 2 * self.block
        if verdict.decision in (Decision.INCONSISTENT, Decision.INVALID):
            return verdict
        if name in PLACES_BACK:
            needed = self.plays_to_judge(name, verdict.plays_to_decide, verdict.plays)
        elif name == STRETCHES:
            needed = 2 * ((window_of(self.law) or 0) + 2**SAMPLE_BITS)
        is_earned = verdict.plays >= needed
        if name in PLACES_BACK:  # a file may end within its first block
            made = replace(self, plays=max(1, verdict.plays))
            is_earned = verdict.deviation_ruled_out <= made.margin(name)
        if verdict.decision is Decision.CONSISTENT and is_earned:
            return verdict
        return replace(
            verdict,
            decision=Decision.INCONCLUSIVE,
            plays_to_decide=needed,
            reason=f"about {decimals(needed)} plays in all should decide",
        )

    def plays_to_judge(self, name: str, plays: int, made: int) -> int:
        """Return the length of a run that can pass, if with the longest block it takes `plays`.

        A longer run has a longer first block, unless that is whole: of n plays n - b count, and
        n (1 - b/n)^2 must be what it takes for b = 0.

        >>> coin = Law(weights={0: 1, 1: 1})
        >>> Reach(law=coin, block=10_000, plays=20).plays_to_judge("16 plays before", 53_125, 20)
        2157
        """
        if made >= self.block:
            return plays
        back = PLACES_BACK[name]
        least = plays * (1 - back / self.longest) ** 2
        needed = math.ceil(back + least / 2 + math.sqrt(least**2 / 4 + least * back))
        if needed > self.block:
            needed = math.ceil(least / (1 - back / self.block) ** 2)
        return needed if needed > made else max(plays, made + 1)
