"""How an answer of a game is certified: what writes the certificate, and what checks it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from montmort.exact.paths import Watch
    from montmort.verification.certificates.check import Checker
    from montmort.verification.certificates.document import Document

R = TypeVar("R")


@dataclass(frozen=True, kw_only=True)
class Certification(Generic[R]):
    """How an answer is proved to a reader without this package.

    certificate  (rules, watch) -> an independently checkable certificate
    checker      what checks it
    others       what checks the certificates of other kinds that may be written instead
    """

    certificate: "Callable[[R, Watch | None], Document]"
    checker: "Checker"
    others: "tuple[Checker, ...]" = ()

    def checker_of(self, certificate: "Document") -> "Checker":
        """Return what checks a certificate that was written."""
        kinds = (self.checker, *self.others)
        return next(kind for kind in kinds if kind.game == certificate["game"])
