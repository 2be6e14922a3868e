"""The law of an outcome whose chances or values have symbols."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from montmort.display import Cell, InNotebooks, Summary, short_line, short_repr
from montmort.exact.law import Law
from montmort.exact.law_tables import SHOWN, as_text
from montmort.exact.rational_functions.conditions import (
    check_known,
    conditions_at,
    read_values,
)
from montmort.exact.rational_functions.field import (
    Number,
    RationalFunction,
    from_sympy,
    is_expression,
    ring_of,
    total,
)
from montmort.exact.rational_functions.weights import is_condition, normal_form
from montmort.games.errors import BadInput, UnknownName
from montmort.games.extras import sympy
from montmort.games.sameness import sums_of
from montmort.games.validation import (
    check_function,
    check_hashable,
    check_mapping,
    quote,
    quote_number,
)

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True, kw_only=True)
class SymbolicLaw(InNotebooks, Generic[T]):
    """Exact law of an outcome as functions of symbols; immutable, equal laws are ==.

    `elements` are the chances in lowest terms.  They hold under the `conditions`, which say
    that no weight of the rules is negative.  Where they sum to less than 1, outcomes above
    the `horizon` have the rest, the `tail`.  Chances and means are sympy expressions.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> toss = SymbolicLaw.of({0: 1 - p, 1: p})
    >>> toss[1], toss.variance(), toss.at({p: Fraction(1, 3)})
    (p, p*(1 - p), Law(weights={0: 2, 1: 1}, total=3))
    """

    elements: Mapping[T, RationalFunction]
    conditions: "Boolean" = field(default=None, compare=False)
    horizon: int | None = None
    how: str = field(default="", compare=False, repr=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_mapping("elements", self.elements, "{outcome: rational function}")
        elements = sums_of(
            (normal_form(outcome), from_sympy(chance)) for outcome, chance in self.elements.items()
        )
        kept = {outcome: chance for outcome, chance in elements.items() if chance}
        if any(map(expressions_in, kept)):
            ring_of(self.symbols)  # BadInput for two symbols of one name
        object.__setattr__(self, "elements", MappingProxyType(kept))
        if self.conditions is None:
            object.__setattr__(self, "conditions", sympy.true)
        if not self._mass == 1 and self.horizon is None:
            raise BadInput(f"no law: its chances sum to {self._mass}, not to 1")

    @classmethod
    def of(cls, chances: "Mapping[T, int | Fraction | Expr]") -> "SymbolicLaw[T]":
        """Return the law with these chances, numbers or expressions.

        >>> import sympy
        >>> SymbolicLaw.of({"win": sympy.Symbol("p"), "loss": 1 - sympy.Symbol("p")})["loss"]
        1 - p
        """
        check_mapping("chances", chances, "{outcome: expression}")
        return cls(elements={outcome: from_sympy(p) for outcome, p in chances.items()})

    @cached_property
    def _mass(self) -> RationalFunction:
        return total(self.elements.values())

    @property
    def tail(self) -> "Expr":
        """The chance of everything that is not listed.

        >>> SymbolicLaw.of({1: 1}).tail
        0
        """
        return (1 - self._mass).to_sympy()

    @property
    def symbols(self) -> "frozenset[Symbol]":
        """The symbols of the chances and of the outcomes.

        >>> import sympy
        >>> a, p = sympy.symbols("a p")
        >>> sorted(map(str, SymbolicLaw.of({a: p, 0: 1 - p}).symbols))
        ['a', 'p']
        """
        found = [chance.symbols for chance in self.elements.values()]
        found += [
            part.free_symbols for outcome in self.elements for part in expressions_in(outcome)
        ]
        return frozenset().union(*found)

    def __getitem__(self, outcome: T) -> "Expr":
        """Return the chance of an outcome, 0 if it cannot happen; UnknownName in the tail."""
        check_hashable("outcome", outcome)
        key = normal_form(outcome)
        known = self.elements.get(key)
        if known is None and self.horizon is not None and not key <= self.horizon:
            raise UnknownName(f"the law is cut off at {self.horizon}, below {outcome}")
        return (known or from_sympy(0)).to_sympy()

    def __iter__(self) -> Iterator[T]:
        return iter(self.elements)

    def __len__(self) -> int:
        return len(self.elements)

    def __hash__(self) -> int:
        return hash(frozenset(self.elements.items()))

    def __str__(self) -> str:
        """Return a line for each outcome.

        >>> import sympy
        >>> print(SymbolicLaw.of({"win": sympy.Symbol("p"), "loss": 1 - sympy.Symbol("p")}))
        win: p
        loss: 1 - p
        """
        return "\n".join(f"{outcome}: {chance}" for outcome, chance in self.chances().items())

    def _summary(self) -> Summary:
        rows = [
            (as_text(outcome), Cell(short_line(str(chance)), str(sympy.latex(chance))))
            for outcome, chance in ((x, self[x]) for x in islice(self, SHOWN))
        ]
        if len(self) > SHOWN:
            rows.append(("…", Cell(f"{len(self) - SHOWN:,} more outcomes", "")))
        given = "" if self.conditions == sympy.true else f" if {short_line(str(self.conditions))}"
        return Summary(f"Law{given}", rows, ("outcome", "chance"))

    def chances(self) -> "dict[T, Expr]":
        """Return the outcomes with their chances.

        >>> import sympy
        >>> SymbolicLaw.of({"win": sympy.Symbol("p"), "loss": 1 - sympy.Symbol("p")}).chances()
        {'win': p, 'loss': 1 - p}
        """
        return {outcome: chance.to_sympy() for outcome, chance in self.elements.items()}

    def at(self, values: "Mapping[Symbol, Any]") -> "Law[T] | SymbolicLaw[T]":
        """Return the law with numbers for symbols: a `Law` when no symbol is left.

        BadInput where a chance is then negative or its denominator 0.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> SymbolicLaw.of({0: p, 1: 1 - p}).at({p: 2})
        Traceback (most recent call last):
            ...
        montmort.games.errors.BadInput: the chance p of 0 is 2 there: not from 0 to 1
        """
        chosen = read_values(values)
        check_known(chosen, self.symbols)
        return self.substituted(chosen)

    def substituted(self, chosen: "Mapping[Symbol, Number]") -> "Law[T] | SymbolicLaw[T]":
        """Return the law as `at` does, with values that were read; others are ignored.

        >>> import sympy
        >>> p, q = sympy.symbols("p q")
        >>> SymbolicLaw.of({0: p, 1: 1 - p}).substituted({q: 2})[1]
        1 - p
        """
        merged: dict[Any, Number] = sums_of(
            (substituted(outcome, chosen), _chance_at(chance, chosen, outcome))
            for outcome, chance in self.elements.items()
        )
        conditions = conditions_at(self.conditions, chosen)
        numbers = {x: c for x, c in merged.items() if not isinstance(c, RationalFunction)}
        if len(numbers) == len(merged) and not any(map(expressions_in, numbers)):
            return Law.of({x: Fraction(c) for x, c in numbers.items()}, horizon=self.horizon)
        return SymbolicLaw(
            elements={x: from_sympy(c) for x, c in merged.items()},
            conditions=conditions,
            horizon=self.horizon,
        )

    def expected(self, reward: Callable[[T], Any]) -> "Expr":
        """Return the mean of `reward(outcome)`, numbers or expressions.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> SymbolicLaw.of({0: 1 - p, 2: p}).expected(lambda x: x**2)
        4*p
        """
        return self._mean(reward).to_sympy()

    def _mean(self, reward: Callable[[T], Any]) -> RationalFunction:
        check_function("reward", reward, "outcome")
        self._check_complete("a mean")
        return total(chance * number_of(reward(x)) for x, chance in self.elements.items())

    def mean(self) -> "Expr":
        """Return the mean of a law of numbers or expressions.

        >>> import sympy
        >>> SymbolicLaw.of({sympy.Symbol("a"): 1}).mean()
        a
        """
        return self.expected(_same)

    def variance(self) -> "Expr":
        """Return the variance of a law of numbers or expressions.

        >>> import sympy
        >>> a = sympy.Symbol("a")
        >>> SymbolicLaw.of({a: Fraction(1, 2), -a: Fraction(1, 2)}).variance()
        a**2
        """
        square = self._mean(lambda x: number_of(x) ** 2)
        return (square - self._mean(_same) ** 2).to_sympy()

    def map(self, function: Callable[[T], U]) -> "SymbolicLaw[U]":
        """Return the law of function(outcome).

        >>> SymbolicLaw.of({-1: Fraction(1, 2), 1: Fraction(1, 2)}).map(abs).chances()
        {1: 1}
        """
        check_function("function", function, "outcome")
        self._check_complete("mapping")
        images = [(function(outcome), chance) for outcome, chance in self.elements.items()]
        for image, _ in images:
            check_hashable("an image", image)
        elements = sums_of(((normal_form(image), chance) for image, chance in images), "images")
        return SymbolicLaw(elements=elements, conditions=self.conditions, how=self.how)

    def field(self, name: str) -> "SymbolicLaw[Any]":
        """Return the marginal law of one field of a NamedTuple outcome.

        >>> from typing import NamedTuple
        >>> class Toss(NamedTuple):
        ...     heads: int
        >>> SymbolicLaw.of({Toss(1): 1}).field("heads").chances()
        {1: 1}
        """
        for outcome in self.elements:
            if not isinstance(name, str) or name not in getattr(outcome, "_fields", ()):
                raise UnknownName(f"no field {quote(name)} in the outcome {quote(outcome)}")
        return self.map(lambda outcome: getattr(outcome, name))

    def given(self, condition: Callable[[T], bool]) -> "SymbolicLaw[T]":
        """Return the law given that `condition(outcome)` holds.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> SymbolicLaw.of({1: p / 2, 2: p / 2, 3: 1 - p}).given(lambda x: x < 3)[1]
        1/2
        """
        check_function("condition", condition, "outcome")
        self._check_complete("conditioning")
        held = {x: chance for x, chance in self.elements.items() if condition(x)}
        event = total(held.values())
        if not event:
            raise BadInput("cannot condition on an event of probability 0")
        elements = {x: chance / event for x, chance in held.items()}
        return SymbolicLaw(elements=elements, conditions=self.conditions, how=self.how)

    def _check_complete(self, what: str) -> None:
        if not self._mass == 1:
            raise BadInput(f"{what} needs the whole law; the law is cut off at {self.horizon}")


def _same(value: Any) -> Any:
    return value


def number_of(value: object) -> RationalFunction:
    """Return a number or an expression as an element; BadInput for anything else."""
    if isinstance(value, int | Fraction | RationalFunction) or is_expression(value):
        return from_sympy(value)
    raise BadInput(f"{quote(value)} is not a number; map the law to numbers first")


def expressions_in(outcome: object) -> "list[Expr]":
    """Return the expressions in an outcome, and conditions on symbols."""
    if is_expression(outcome) or is_condition(outcome):
        return [outcome]
    if isinstance(outcome, tuple):
        return [found for part in outcome for found in expressions_in(part)]
    return []


def substituted(outcome: Any, values: "Mapping[Symbol, Number]") -> Any:
    """Return an outcome with values for symbols in its expressions."""
    if is_expression(outcome):
        try:
            found = from_sympy(outcome).at(values)
        except ZeroDivisionError:
            raise BadInput(f"the denominator of {outcome} is 0 there") from None
        return (
            normal_form(found.to_sympy()) if isinstance(found, RationalFunction) else _plain(found)
        )
    if isinstance(outcome, tuple) and expressions_in(outcome):
        parts = [substituted(part, values) for part in outcome]
        return type(outcome)(*parts) if hasattr(outcome, "_fields") else tuple(parts)
    return outcome


def _plain(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number


def _chance_at(chance: RationalFunction, values: "Mapping[Symbol, Number]", of: object) -> Number:
    try:
        found = chance.at(values)
    except ZeroDivisionError:
        raise BadInput(f"the chance {chance} of {quote(of)} has the denominator 0 there") from None
    if isinstance(found, Fraction) and not 0 <= found <= 1:
        raise BadInput(
            f"the chance {chance} of {quote(of)} is {quote_number(found)} there: not from 0 to 1"
        )
    return found
