"""What is known of a number whose law is out of reach: its mean, its variance and its bounds."""

from dataclasses import dataclass
from fractions import Fraction

from exact.writing import short
from games.errors import BadInput


@dataclass(frozen=True, kw_only=True)
class Moments:
    """Mean and variance of an integer that never leaves `low` … `high`.

    >>> die = Moments(mean=Fraction(7, 2), variance=Fraction(35, 12), low=1, high=6)
    >>> print(die)
    mean 7/2, variance 35/12, from 1 to 6
    """

    mean: Fraction
    variance: Fraction
    low: int
    high: int

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            kinds = int if name in ("low", "high") else int | Fraction
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise BadInput(f"{name}={value!r} must be exact: an integer, a moment a Fraction")
        below, above = self.mean - self.low, self.high - self.mean
        if not 0 <= self.variance <= below * above:  # Bhatia and Davis (2000)
            raise BadInput(
                f"no number in {self.low} … {self.high} has the mean {short(self.mean)} and the "
                f"variance {short(self.variance)}"
            )

    def __str__(self) -> str:
        spread = f"mean {short(self.mean)}, variance {short(self.variance)}"
        return f"{spread}, from {self.low} to {self.high}"
