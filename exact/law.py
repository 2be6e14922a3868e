"""The exact law of an outcome: integer weights over one total.

    P(X = x) = weights[x] / total

A law may be known only up to a `horizon` (in a game without a longest play).  Its
weights then sum to less than the total; the rest is the `tail`, the exact chance
of everything beyond the horizon.
"""

import math
import numbers
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, islice, pairwise, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from montmort.display import LONGEST, short_line, short_text
from montmort.exact.formatting import short
from montmort.exact.law_sums import check_bits, repeated_weights, sum_weights
from montmort.exact.law_tables import SHOWN, as_text, law_html, law_latex
from montmort.games.errors import BadInput, TooLarge, UnknownName
from montmort.games.sameness import sums_of
from montmort.games.validation import (
    check_function,
    check_hashable,
    check_integer,
    check_mapping,
    check_type,
    quote,
)

if TYPE_CHECKING:
    from sympy import Expr

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

MOST_POWER = 10**7  # of z in a pgf: an integer of some megabytes
MOST_TUPLES = 10**7  # outcomes of a joint law: a gigabyte


@dataclass(frozen=True, kw_only=True)
class Law(Generic[T]):
    """Exact probability law of an outcome; immutable, in lowest terms, equal laws are ==.

    `total` defaults to the sum of the weights.  A law of numbers with a tail
    is complete up to its `horizon` (by default its largest outcome).  `how` says how it
    was found, where there are several ways; it is no part of the law.

    `+` and `-` are about independent numbers: `die - die` is the law of the difference of two
    throws, not 0.  `n @ die` is the law of the sum of n throws.

    >>> die = Law.of(range(1, 7))
    >>> die[6], die.mean(), die.variance()
    (Fraction(1, 6), Fraction(7, 2), Fraction(35, 12))
    >>> die.given(lambda face: face % 2 == 0).mean()
    Fraction(4, 1)
    >>> (die + die)[7], (die - die)[0], (20 @ die).mean(), (die + 1).at_most(3)
    (Fraction(1, 6), Fraction(1, 6), Fraction(70, 1), Fraction(1, 3))
    """

    weights: Mapping[T, int]
    total: int = 0
    horizon: int | None = None
    how: str = field(default="", compare=False, repr=False)

    __array_ufunc__: ClassVar[None] = None  # numpy's numbers leave + and @ to the law

    def __post_init__(self) -> None:
        check_mapping("weights", self.weights, "{outcome: integer}")
        if inexact := [w for w in self.weights.values() if not isinstance(w, int)]:
            raise BadInput(
                f"weights must be integers, not {quote(inexact[0])}; Law.of takes fractions"
            )
        if not isinstance(self.total, int):
            raise BadInput(f"total={quote(self.total)} must be an integer; Law.of takes fractions")
        if self.horizon is not None:
            check_integer("horizon", self.horizon)
        weights = {outcome: weight for outcome, weight in self.weights.items() if weight}
        mass = sum(weights.values())
        total = self.total or mass
        if total < 1 or mass > total or min(weights.values(), default=0) < 0:
            raise BadInput(f"no law: weights >= 0 with sum {mass} and total {total}")
        common = math.gcd(total, *weights.values())
        object.__setattr__(
            self, "weights", MappingProxyType({x: w // common for x, w in weights.items()})
        )
        object.__setattr__(self, "total", total // common)
        object.__setattr__(self, "horizon", None if mass == total else self._end(weights))

    def _end(self, weights: Mapping[T, int]) -> "int | Fraction | None":
        """Return the horizon of a law with a tail; no listed outcome may lie beyond it."""
        last = max(map(_number, weights), default=self.horizon)
        if self.horizon is not None and last is not None and last > self.horizon:
            raise BadInput(f"the outcome {short(last)} lies beyond the horizon {self.horizon}")
        return last if self.horizon is None else self.horizon

    @classmethod
    def of(
        cls,
        chances: "Mapping[T, int | Fraction] | Iterable[T]",
        *,
        horizon: int | None = None,
        how: str = "",
    ) -> "Law[T]":
        """Return the law with these chances, these weights, or these equally likely outcomes.

        Integers that sum to more than 1 are weights.  An outcome that occurs twice among
        equally likely ones is twice as likely.  Chances sum to 1; only with a `horizon` they
        may sum to less, and the rest is the tail.

        >>> Law.of({0: Fraction(1, 2), 1: Fraction(1, 3)}, horizon=1).tail
        Fraction(1, 6)
        >>> Law.of({"red": 18, "black": 18, "zero": 1})["zero"]
        Fraction(1, 37)
        >>> Law.of([1, 2, 2, 3])
        Law(weights={1: 1, 2: 2, 3: 1}, total=4)
        """
        if not isinstance(chances, Mapping):
            return cls(weights=_counted(chances), horizon=horizon, how=how)
        if inexact := [p for p in chances.values() if not isinstance(p, int | Fraction)]:
            raise BadInput(f"chances must be exact, not {quote(inexact[0])}; use Fraction")
        total = math.lcm(*(chance.denominator for chance in chances.values()))
        weights = {x: p.numerator * (total // p.denominator) for x, p in chances.items()}
        mass = sum(weights.values())
        if total == 1 and mass > 1:
            total = 0  # integers: they are weights
        elif mass > total or (mass < total and horizon is None):
            more = "" if mass > total else "; with horizon=n the rest lies beyond n"
            raise BadInput(f"the chances sum to {short(Fraction(mass, total))}, not to 1{more}")
        return cls(weights=weights, total=total, horizon=horizon, how=how)

    def __getitem__(self, outcome: T) -> Fraction:
        """Return the chance of `outcome`; UnknownName if it lies in the tail."""
        check_hashable("outcome", outcome)
        weight = self.weights.get(outcome)
        if weight is None:
            self._check_known(outcome)
        return Fraction(weight or 0, self.total)

    def _check_known(self, outcome: object) -> None:
        """Raise UnknownName if the outcome lies beyond the horizon."""
        if self.tail and (self.horizon is None or _number(outcome) > self.horizon):
            raise UnknownName(
                f"the law is cut off at {self.horizon}, below {quote(outcome)}; "
                "ask for a longer one"
            )

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __hash__(self) -> int:
        return hash((frozenset(self.weights.items()), self.total))

    def __repr__(self) -> str:
        if len(self) <= LONGEST:
            weights, total = short_text(self.weights, LONGEST), short_text(self.total)
            cut = "" if self.horizon is None else f", horizon={short_text(self.horizon)}"
            if len(whole := f"Law(weights={weights}, total={total}{cut})") <= LONGEST:
                return whole
        return f"<Law: {short_line(str(self))}>"

    def __str__(self) -> str:
        """Return a summary: the number of outcomes, the mean and the most likely outcome.

        >>> print(Law(weights={1: 2, 2: 1, 3: 1}))
        3 outcomes from 1 to 3, mean 7/4; the commonest, 1, has chance 1/2
        >>> print(Law(weights={"win": 1, "loss": 2}))
        2 outcomes; the commonest, loss, has chance 2/3
        >>> print(Law(weights={0: 1}, total=4))
        1 outcome up to 0; the commonest, 0, has chance 1/4; the tail has chance 3/4
        """
        summary = f"{len(self)} outcome" + ("" if len(self) == 1 else "s") + self._span()
        if self.weights:
            commonest = max(self.weights, key=self.weights.__getitem__)
            summary += f"; the commonest, {as_text(commonest)}, has chance {short(self[commonest])}"
        return summary + (f"; the tail has chance {short(self.tail)}" if self.tail else "")

    def _span(self) -> str:
        """Return the range and the mean of a law of numbers."""
        if self.tail:
            return f" up to {quote(self.horizon)}"
        outcomes = [x for x in self.weights if isinstance(x, int | Fraction)]
        if len(outcomes) < len(self):
            return ""
        least, most = min(outcomes), max(outcomes)
        return f" from {short(least)} to {short(most)}, mean {short(self.mean())}"

    def _first(self) -> dict[Hashable, Fraction]:
        return {x: self[x] for x in islice(self, SHOWN)}

    def _repr_html_(self) -> str:
        """Return a table of the first outcomes for a notebook."""
        return law_html(self._first(), size=len(self), tail=self.tail, horizon=self.horizon)

    def _repr_latex_(self) -> str:
        """Return the table as a formula."""
        return law_latex(self._first(), size=len(self), tail=self.tail, horizon=self.horizon)

    @property
    def tail(self) -> Fraction:
        """The chance of everything that is not listed.

        >>> Law(weights={0: 1}, total=4).tail
        Fraction(3, 4)
        """
        return 1 - Fraction(sum(self.weights.values()), self.total)

    def chances(self) -> dict[T, Fraction]:
        """Return the listed outcomes with their chances.

        >>> Law(weights={0: 1, 1: 3}).chances()
        {0: Fraction(1, 4), 1: Fraction(3, 4)}
        """
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items()}

    def expected(self, reward: Callable[[T], int | Fraction]) -> Fraction:
        """Return the mean of `reward(outcome)`; BadInput for a law with a tail.

        >>> Law(weights={0: 1, 2: 1}).expected(lambda x: x**2)
        Fraction(2, 1)
        """
        check_function("reward", reward, "outcome")
        self._check_complete("a mean")
        total = sum(weight * _number(reward(x)) for x, weight in self.weights.items())
        return Fraction(total) / self.total

    def mean(self) -> Fraction:
        """Return the mean of a law of numbers.

        >>> Law(weights={0: 1, 1: 2}).mean()
        Fraction(2, 3)
        """
        return self.expected(_number)

    def variance(self) -> Fraction:
        """Return the variance of a law of numbers: E[X^2] - E[X]^2.

        >>> Law(weights={0: 1, 1: 2}).variance()
        Fraction(2, 9)
        """
        return self.expected(lambda x: _number(x) ** 2) - self.mean() ** 2

    def at_most(self, bound: int | Fraction) -> Fraction:
        """Return P(X <= bound) for a law of numbers; the bound may not exceed the horizon.

        >>> Law(weights={1: 1, 2: 1, 3: 1}).at_most(2)
        Fraction(2, 3)
        """
        bound = _number(bound)
        self._check_known(bound)
        return Fraction(sum(w for x, w in self.weights.items() if _number(x) <= bound), self.total)

    def quantile(self, level: Fraction) -> T:
        """Return the smallest outcome x with P(X <= x) >= level.

        >>> Law(weights={1: 1, 2: 1, 3: 1}).quantile(Fraction(1, 2))
        2
        """
        if not 0 < _number(level) <= 1:
            raise BadInput(f"level={quote(level)} must be in (0, 1]")
        wanted, below = _number(level) * self.total, 0
        for outcome in sorted(self.weights, key=_number):
            below += self.weights[outcome]
            if below >= wanted:
                return outcome
        raise UnknownName(f"the law is cut off below its quantile {level}; ask for a longer one")

    def pgf(self, z: "int | Fraction | Expr") -> "Fraction | Expr":
        """Return sum P(X = k) z^k at `z`, a Fraction or a sympy expression; k integers.

        >>> import sympy
        >>> Law(weights={0: 1, 2: 1}).pgf(sympy.Symbol("z"))
        z**2/2 + 1/2
        """
        self._check_complete("a pgf")
        x = _exact_argument(z)
        powers = {_integer("a pgf", outcome): w for outcome, w in self.weights.items()}
        if isinstance(x, Fraction) and max(map(abs, powers)) > MOST_POWER:
            raise TooLarge(f"a pgf with powers beyond {MOST_POWER:,} has no printable value")
        if x == 0 and min(powers) < 0:
            raise BadInput(
                f"z={quote(z)} must not be 0: the law has the negative outcome {min(powers)}"
            )
        return sum((weight * x**k for k, weight in powers.items()), start=0 * x) / self.total

    def map(self, function: Callable[[T], U]) -> "Law[U]":
        """Return the law of function(outcome); BadInput for a law with a tail.

        >>> Law(weights={-1: 1, 0: 1, 1: 1}).map(abs)
        Law(weights={1: 2, 0: 1}, total=3)
        """
        check_function("function", function, "outcome")
        self._check_complete("mapping")
        images = [(function(outcome), weight) for outcome, weight in self.weights.items()]
        for image, _ in images:
            check_hashable("an image", image)
        return Law(weights=sums_of(images, "images"), total=self.total)

    def __add__(self, other: "Law[Any] | int | Fraction") -> "Law[Any]":
        """Return the law of the sum of two independent numbers, or of this one plus a constant."""
        if not isinstance(other, Law):
            other = Law(weights={_number(other): 1})
        one, two = self._number_weights(), other._number_weights()
        return Law(weights=sum_weights(one, two), total=self.total * other.total)

    def __radd__(self, other: int | Fraction) -> "Law[Any]":
        return self + other

    def __neg__(self) -> "Law[Any]":
        return self.map(lambda x: -_number(x))

    def __sub__(self, other: "Law[Any] | int | Fraction") -> "Law[Any]":
        """Return the law of the difference of two independent numbers."""
        return self + (-other if isinstance(other, Law) else -_number(other))

    def __rsub__(self, other: int | Fraction) -> "Law[Any]":
        return -self + other

    def __mul__(self, other: object) -> "Law[Any]":
        """Refuse: the product could mean copies or a larger unit."""
        raise BadInput(
            "a law has no product: write n @ law for the sum of n independent copies, "
            "law.map(lambda x: n * x) for n times one outcome"
        )

    __rmul__ = __matmul__ = __mul__

    def __rmatmul__(self, copies: int) -> "Law[Any]":
        """Return the law of the sum of so many independent copies."""
        return self.repeat(copies)

    def repeat(self, copies: int) -> "Law[Any]":
        """Return the law of the sum of so many independent copies; `copies @ law` is the same.

        >>> coin = Law.of([0, 1])
        >>> coin.repeat(3), 0 @ coin
        (Law(weights={0: 1, 1: 3, 2: 3, 3: 1}, total=8), Law(weights={0: 1}, total=1))
        """
        check_integer("copies", copies, 0)
        weights = self._number_weights()
        return Law(weights=repeated_weights(weights, copies))

    def highest(self, copies: int) -> "Law[T]":
        """Return the law of the largest of independent copies: P(max <= x) = P(X <= x)^copies.

        >>> Law.of(range(1, 7)).highest(2)[6]
        Fraction(11, 36)
        """
        return self._extreme(copies, sorted(self._checked("a highest number"), key=_number))

    def lowest(self, copies: int) -> "Law[T]":
        """Return the law of the smallest of independent copies.

        >>> Law.of(range(1, 7)).lowest(2)[6]
        Fraction(1, 36)
        """
        outcomes = sorted(self._checked("a lowest number"), key=_number, reverse=True)
        return self._extreme(copies, outcomes)

    def _extreme(self, copies: int, outcomes: "list[T]") -> "Law[T]":
        """Return the law of the last of independent copies, in the order of the outcomes."""
        check_integer("copies", copies, 1)
        check_bits(len(self), copies * self.total.bit_length(), copies)
        sums = [0, *accumulate(self.weights[outcome] for outcome in outcomes)]
        powers = [part**copies for part in sums]
        weights = {
            outcome: more - less
            for outcome, (less, more) in zip(outcomes, pairwise(powers), strict=True)
        }
        return Law(weights=weights)

    def joint(self, *others: "Law[Any]") -> "Law[tuple[Any, ...]]":
        """Return the law of the tuple of independent outcomes, of this law and the others.

        >>> die = Law.of(range(1, 7))
        >>> die.joint(die).map(lambda both: both[0] > both[1])[True]
        Fraction(5, 12)
        """
        laws = (self, *others)
        for law in laws:
            check_type("a law", law, Law, "a Law")
            law._check_complete("a joint law")
        if (size := math.prod(map(len, laws))) > MOST_TUPLES:
            raise TooLarge(
                f"the joint law has {size:,} outcomes, more than {MOST_TUPLES:,}; "
                "map the laws to fewer outcomes first"
            )
        return Law(
            weights={
                outcome: math.prod(law.weights[x] for law, x in zip(laws, outcome, strict=True))
                for outcome in product(*laws)
            }
        )

    def _checked(self, what: str) -> "Law[T]":
        self._check_complete(what)
        return self

    def _number_weights(self) -> dict[int | Fraction, int]:
        """Return the weights by exact numbers; BadInput for other outcomes or a tail."""
        self._check_complete("a sum")
        return {_number(x): weight for x, weight in self.weights.items()}

    def field(self, name: str) -> "Law[Any]":
        """Return the marginal law of one field of a NamedTuple outcome.

        >>> from typing import NamedTuple
        >>> class Deal(NamedTuple):
        ...     aces: int
        ...     points: int
        >>> Law(weights={Deal(0, 5): 1, Deal(0, 7): 2, Deal(1, 7): 1}).field("aces")
        Law(weights={0: 3, 1: 1}, total=4)
        """
        for outcome in self.weights:
            if not isinstance(name, str) or name not in getattr(outcome, "_fields", ()):
                raise UnknownName(f"no field {quote(name)} in the outcome {quote(outcome)}")
        return self.map(lambda outcome: getattr(outcome, name))

    def given(self, condition: Callable[[T], bool]) -> "Law[T]":
        """Return the law given that `condition(outcome)` holds.

        >>> Law(weights={1: 1, 2: 1, 3: 2}).given(lambda x: x > 1)
        Law(weights={2: 1, 3: 2}, total=3)
        """
        check_function("condition", condition, "outcome")
        self._check_complete("conditioning")
        weights = {x: weight for x, weight in self.weights.items() if condition(x)}
        if not weights:
            raise BadInput("cannot condition on an event of probability 0")
        return Law(weights=weights)

    def capped(self, horizon: int) -> "Law[int]":
        """Return the law of min(X, horizon) of a law of integers, complete even if X has a tail.

        >>> Law(weights={0: 1, 1: 1, 2: 1}, total=4).capped(1)
        Law(weights={0: 1, 1: 3}, total=4)
        """
        self._check_known(_integer("horizon", horizon) - 1)
        weights: dict[int, int] = {horizon: self.total - sum(self.weights.values())}
        for outcome, weight in self.weights.items():
            value = min(_integer("capped", outcome), horizon)
            weights[value] = weights.get(value, 0) + weight
        return Law(weights=dict(sorted(weights.items())), total=self.total)

    def _check_complete(self, what: str) -> None:
        if self.tail:
            raise BadInput(
                f"{what} needs the whole law; a chance of {float(self.tail):.3g} is in its tail"
            )


def _counted(outcomes: "Iterable[T]") -> dict[T, int]:
    """Return how often each of the outcomes occurs."""
    if isinstance(outcomes, str | bytes) or not isinstance(outcomes, Iterable):
        raise BadInput(
            f"Law.of({quote(outcomes)}): give {{outcome: chance}}, {{outcome: weight}} or a list "
            "of equally likely outcomes"
        )
    found = [*outcomes]
    for outcome in found:
        check_hashable("an outcome", outcome)
    return sums_of(((outcome, 1) for outcome in found), "outcomes")


def _number(value: object) -> int | Fraction:
    """Return the value as an exact number, truth values as 0 and 1; BadInput for all others."""
    if type(value) is int or type(value) is Fraction:
        return value
    if isinstance(value, numbers.Rational):  # truth values, numpy's and sympy's integers
        top, bottom = int(value.numerator), int(value.denominator)
        return top if bottom == 1 else Fraction(top, bottom)
    if isinstance(value, numbers.Number):
        raise BadInput(f"{quote(value)} is not exact; use a Fraction")
    raise BadInput(f"{quote(value)} is not a number; map the law to numbers first")


def _integer(what: str, value: object) -> int:
    number = _number(value)
    if not isinstance(number, int):
        raise BadInput(f"{what}: {value} must be an integer")
    return number


def _exact_argument(z: "int | Fraction | Expr") -> "Fraction | Expr":
    """Return a number as a Fraction, an expression as it is; BadInput if it contains a float."""
    if not hasattr(z, "atoms"):
        return Fraction(_number(z))
    for part in z.atoms():
        if isinstance(part, numbers.Number):
            _number(part)
    return z
