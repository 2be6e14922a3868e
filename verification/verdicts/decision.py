"""The four decisions about a quantity, and the error rates they are made with."""

import enum
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from montmort.games.errors import BadInput
from montmort.games.validation import check_items, check_number, quote

LONGEST_RUN = 10**12  # plays; a question that needs more is refused


class Decision(enum.StrEnum):
    """The decision about one quantity, or about several together."""

    CONSISTENT = "CONSISTENT"
    INCONSISTENT = "INCONSISTENT"
    INCONCLUSIVE = "INCONCLUSIVE"
    INVALID = "INVALID"

    @classmethod
    def worst(cls, decisions: Iterable[Self]) -> Self:
        """Return the decision about all of them together; INCONCLUSIVE if there are none.

        >>> print(Decision.worst([Decision.CONSISTENT, Decision.INCONSISTENT]), Decision.worst([]))
        INCONSISTENT INCONCLUSIVE
        """
        check_items("decisions", decisions, "Decisions")
        found = tuple(decisions)
        order = (cls.INVALID, cls.INCONSISTENT, cls.INCONCLUSIVE, cls.CONSISTENT)
        return next((decision for decision in order if decision in found), cls.INCONCLUSIVE)


@dataclass(frozen=True, kw_only=True)
class Levels:
    """Error rates: `reject` alpha_R of INCONSISTENT, `accept` alpha_A of CONSISTENT."""

    reject: float = 1e-6
    accept: float = 0.01

    @property
    def to_certify(self) -> float:
        """The plays that CONSISTENT takes, about, in units of (sd/margin)^2.

        >>> Levels().to_certify
        25.0
        """
        return 25 + 2 * math.log(0.01 / self.accept)

    def __post_init__(self) -> None:
        for name, level in (("reject", self.reject), ("accept", self.accept)):
            check_number(f"level {name}", level)
            if not 0 < level < 1:
                raise BadInput(f"level {name}={quote(level)} must lie strictly between 0 and 1")
