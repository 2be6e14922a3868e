"""One quantity before a judge, and the evidence about it: against a law, or another simulator.

The evidence gives three e-values of all plays so far: against 'all is well', and against
'the mean is off by the margin or more', below and above.  A case keeps their running maxima and
decides by them; a judge holds a case for each quantity.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from montmort.exact.formatting import decimals
from montmort.games.errors import BadInput
from montmort.verification.verdicts.decision import Decision, Levels


class Evidence(ABC):
    """What all plays so far say about one quantity; e-values are natural logarithms.

    `margin` is in the quantity's unit, None while it is not fixed yet.
    """

    plays_named: ClassVar[str] = "plays"  # what plays are called in sentences
    is_quick: ClassVar[bool] = True  # else `log_e` is not asked for after it was large enough
    most_share: ClassVar[float] = 1.0  # of the needed plays that are done, in a prediction

    name: str
    levels: Levels
    margin: Fraction | None
    has_own_margin: bool  # it was given

    @property
    @abstractmethod
    def plays(self) -> int:
        """All plays so far."""

    @property
    @abstractmethod
    def planned(self) -> int:
        """The predicted total of plays that the margin needs, before any evidence."""

    @abstractmethod
    def log_e(self) -> float:
        """Return the e-value against 'all is well'."""

    @abstractmethod
    def log_e_low(self) -> float:
        """Return the e-value against 'too low by the margin or more'."""

    @abstractmethod
    def log_e_high(self) -> float:
        """Return the e-value against 'too high by the margin or more'."""


AnyEvidence = TypeVar("AnyEvidence", bound=Evidence)


class Case(Generic[AnyEvidence]):
    """One of `judged` quantities and the running maxima of the evidence about it."""

    def __init__(self, evidence: AnyEvidence, judged: int) -> None:
        self.evidence, self.judged = evidence, judged
        self.is_waited_for, self.is_hopeless = True, False
        self.fault = self.found = ""
        self.log_e = 0.0  # against 'all is well'
        self.log_e_now = 0.0  # at the last look, not the largest
        self.log_e_low = 0.0  # against 'too low by the margin or more'
        self.log_e_high = 0.0  # against 'too high by the margin or more'

    def weigh(self, log_e: float, found: str) -> None:
        """Take in an e-value that does not come from the evidence, and what it says."""
        self.log_e, self.found = max(self.log_e, log_e), self.found or found

    def declare_invalid(self, reason: str) -> None:
        """Declare the quantity INVALID; the first reason stays."""
        self.fault = self.fault or reason

    def update(self) -> None:
        """Take in the e-values of all plays so far; once a level is reached, no more is needed."""
        if self.evidence.is_quick or self.log_e < self.rejecting:
            self.log_e_now = self.evidence.log_e()
            self.log_e = max(self.log_e, self.log_e_now)
        if self.log_e_low < self.accepting:
            self.log_e_low = self.evidence.log_e_low()
        if self.log_e_high < self.accepting:
            self.log_e_high = self.evidence.log_e_high()

    @property
    def accepting(self) -> float:
        """The log of the e-values that CONSISTENT needs."""
        return -math.log(self.evidence.levels.accept)

    @property
    def rejecting(self) -> float:
        """The log of the e-value that INCONSISTENT needs."""
        return math.log(self.judged / self.evidence.levels.reject)

    @property
    def decision(self) -> Decision:
        """The decision so far."""
        if self.fault:
            return Decision.INVALID
        if self.log_e >= self.rejecting:
            return Decision.INCONSISTENT
        if min(self.log_e_low, self.log_e_high) >= self.accepting:
            return Decision.CONSISTENT
        return Decision.INCONCLUSIVE

    @property
    def is_open(self) -> bool:
        """Whether a run waits for the decision."""
        return self.is_waited_for and self.decision is Decision.INCONCLUSIVE

    @property
    def plays_to_decide(self) -> int:
        """The predicted total of plays; if that has passed, by the evidence so far."""
        planned, plays = self.evidence.planned, self.evidence.plays
        if plays < max(planned, 1) or self.decision is not Decision.INCONCLUSIVE:
            return planned
        accepted = min(self.log_e_low, self.log_e_high) / self.accepting
        share = max(accepted, self.log_e / self.rejecting, 0.1)
        return max(plays + 1, math.ceil(plays / min(share, self.evidence.most_share)))

    @property
    def log10_e(self) -> float:
        """The decimal logarithm of the largest e-value against 'all is well'."""
        return self.log_e / math.log(10)

    def rejected(self, what: str) -> str:
        """Return why the decision is INCONSISTENT; `what` is rejected."""
        return (
            f"the log10 e-value against {what}, {self.log10_e:.2f}, reached "
            f"{self.rejecting / math.log(10):.2f}, level {self.evidence.levels.reject:g} "
            f"over {self.judged} judged"
        )


class Cases(Generic[AnyEvidence]):
    """The cases of a judge, by the names of their quantities."""

    def __init__(self, evidence: Sequence[AnyEvidence]) -> None:
        self._cases = {each.name: Case(each, judged=len(evidence)) for each in evidence}

    @property
    def decisions(self) -> dict[str, Decision]:
        """The decision on every quantity so far; `verdicts` adds the reasons and takes longer."""
        return {name: case.decision for name, case in self._cases.items()}

    @property
    def decided(self) -> bool:
        """Whether no quantity is INCONCLUSIVE, but for those that are not waited for."""
        return not any(case.is_open for case in self._cases.values())

    @property
    def plays_to_decide(self) -> int:
        """The predicted total of plays after which no quantity is INCONCLUSIVE."""
        open_cases = (case for case in self._cases.values() if case.is_open)
        return max((case.plays_to_decide for case in open_cases), default=0)

    def _check_margins(self, most: int, names: Iterable[str]) -> None:
        """Raise BadInput if a margin that was given needs more than `most` plays."""
        for name in names:
            evidence = self._cases[name].evidence
            needed, margin = evidence.planned, evidence.margin
            if evidence.has_own_margin and margin is not None and needed > most:
                raise BadInput(
                    f"the margin of {name}, {decimals(margin)}, needs about "
                    f"{decimals(needed)} {evidence.plays_named}, and at most {decimals(most)} "
                    "will be made: give a larger margin"
                )
