"""Moments of a number whose law cannot be computed: mean, bounds and, if known, variance."""

from dataclasses import dataclass
from fractions import Fraction

from montmort.display import InNotebooks, Summary, short_repr
from montmort.exact.formatting import cell, short
from montmort.games.errors import BadInput
from montmort.games.validation import quote


@dataclass(frozen=True, kw_only=True)
class Moments(InNotebooks):
    """Mean and variance, if known, of an integer from `low` to `high`.

    Where the mean is enclosed, it differs from `mean` by `error` at most.

    >>> die = Moments(mean=Fraction(7, 2), variance=Fraction(35, 12), low=1, high=6)
    >>> print(die)
    mean 7/2, variance 35/12, from 1 to 6
    """

    mean: Fraction
    variance: Fraction | None = None
    low: int
    high: int
    error: int | Fraction = 0

    __repr__ = short_repr

    def __post_init__(self) -> None:
        numbers = vars(self) if self.variance is not None else vars(self) | {"variance": 0}
        for name, value in numbers.items():
            kinds = int if name in ("low", "high") else int | Fraction
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise BadInput(
                    f"{name}={quote(value)} must be exact: an integer or, for a moment, a Fraction"
                )
        widest = (self.mean - self.low) * (self.high - self.mean)  # Bhatia and Davis (2000)
        if not 0 <= (self.variance or 0) <= widest:
            raise BadInput(
                f"no number from {short(self.low)} to {short(self.high)} has the "
                f"mean {short(self.mean)} and the "
                f"variance {self._variance()}"
            )

    def __str__(self) -> str:
        spread = f"mean {short(self.mean)}, variance {self._variance()}"
        return f"{spread}, from {short(self.low)} to {short(self.high)}"

    def _summary(self) -> Summary:
        spread = self._variance() if self.variance is None else cell(self.variance)
        rows = [("mean", cell(self.mean)), ("variance", spread)]
        return Summary(f"A number from {short(self.low)} to {short(self.high)}", rows)

    def _variance(self) -> str:
        return "unknown" if self.variance is None else short(self.variance)
