"""The law of a function of chance whose weights or results have symbols.

The ways are those of `montmort.exact.paths`: all paths where there are few, otherwise
equal situations merged before every pick where that is sure, otherwise all paths up to
the limit.  The chances are rational functions, and must sum to 1 as an identity.
"""

import numbers
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeGuard, TypeVar

from montmort.exact.path_enumerator import Endless, PathEnumerator
from montmort.exact.paths import too_large
from montmort.exact.rational_functions.field import (
    RationalFunction,
    from_sympy,
    is_expression,
    total,
)
from montmort.exact.rational_functions.systems import solve
from montmort.exact.situations.graph import Graph
from montmort.exact.situations.law import (
    always_ends,
    recurs,
    result_chances,
    visit_rows,
)
from montmort.exact.situations.replay import compare
from montmort.exact.situations.unmerged import Unmerged
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.sameness import sums_of
from montmort.games.validation import quote

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

Result = TypeVar("Result", bound=Hashable)

FEW = 1_000  # paths above which equal situations are merged, if they can be
SHORT = 20  # picks of a path above which they are merged
LONGEST = 500  # picks of a path, where they cannot be


@dataclass
class Weights:
    """Reads the weights of picks, and keeps those with symbols: they must be >= 0.

    `totals` are the sums of weights that may all be 0: they must be > 0.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> read = Weights()
    >>> read([p, 1 - p]), len(read.signed)
    ((p, 1 - p), 2)
    """

    signed: set[RationalFunction] = field(default_factory=set)
    totals: set[RationalFunction] = field(default_factory=set)
    _known: dict[object, RationalFunction] = field(default_factory=dict, repr=False)

    def __call__(self, weights: Sequence[Any]) -> tuple[RationalFunction, ...]:
        """Return the weights as elements; BadInput if a number among them is negative."""
        elements = tuple(map(self._element, weights))
        if not any(elements):
            raise BadInput("cannot pick: all weights are zero")
        whole = total(elements)
        if not whole:
            raise BadInput(f"cannot pick: the weights {quote(weights)} sum to 0")
        if whole.number is None and not any(each.number for each in elements):
            self.totals.add(whole)
        return elements

    def _element(self, weight: Any) -> RationalFunction:
        if not (isinstance(weight, numbers.Rational) or is_expression(weight)):
            raise BadInput(
                f"weights must be integers, Fractions or expressions, not {quote(weight)}"
            )
        known = self._known.get(weight)
        if known is None:
            known = self._known[weight] = self._read(weight)
        return known

    def _read(self, weight: Any) -> RationalFunction:
        element = from_sympy(weight)
        number = element.number
        if number is None:
            self.signed.add(element)
        elif number < 0:
            raise BadInput(f"weights must be >= 0, not {number}")
        return element


@dataclass(frozen=True)
class Weighed(Generic[Result]):
    """The chances of the results, how they were found, and whether a play can come back."""

    chances: dict[Result, RationalFunction]
    how: str
    recurs: bool


def weigh(
    function: Callable[[Chance], Result],
    read: Weights,
    *,
    limit: int,
    by: str | None = None,
    plain: Callable[[Chance], Result] | None = None,
) -> "Weighed[Result]":
    """Return the chances of the function's results, and how they were found.

    `by` forces a way, "paths" or "situations".  `plain` plays like the function and keeps
    nothing: situations are merged in it.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> weigh(lambda chance: chance.pick([1 - p, p]), Weights(), limit=10).chances
    {0: 1 - p, 1: p}
    """
    reason = ""
    if by is None:
        try:
            return _all_paths(function, read, min(FEW, limit), longest=SHORT)
        except (Endless, _Many):
            pass
    if by != "paths":
        try:
            return _situations(plain or function, read, limit)
        except Unmerged as error:
            if by is not None:
                raise BadInput(f"equal situations cannot be merged: {error}") from None
            reason = f"; not merged: {error}"
    try:
        return _all_paths(function, read, limit, longest=LONGEST)
    except Endless as endless:
        raise Endless(f"{endless}{reason}") from None
    except _Many:
        raise too_large(f"more than {limit:,} paths to walk") from None


class _Many(Exception):
    """There are more paths than asked for."""


class _Paths(PathEnumerator):
    """Paths of at most `longest` picks: the chance of a long one is a long polynomial."""

    __slots__ = ("_longest",)

    def __init__(self, read: Weights, longest: int) -> None:
        super().__init__(read)
        self._longest = longest

    def _branch(self, weights: Sequence[Any]) -> int:
        if self._depth == self._longest:
            raise Endless(
                f"a path of more than {self._longest} picks with symbols; a game with no longest "
                "play must be given as start and step, with one round per step"
            )
        return super()._branch(weights)


def _all_paths(
    function: Callable[[Chance], Result], read: Weights, limit: int, *, longest: int
) -> "Weighed[Result]":
    paths = _Paths(read, longest)
    chances = sums_of(
        (normal_form(result), from_sympy(above / from_sympy(below)))
        for result, above, below in paths.batch(function, limit)
    )
    if not paths.done:
        raise _Many
    how = f"{paths.walked:,} path{'s' * (paths.walked > 1)}"
    return Weighed(_complete(chances), how, recurs=False)


def _situations(
    function: Callable[[Chance], Result], read: Weights, limit: int
) -> "Weighed[Result]":
    graph = Graph(function, read)
    graph.explore(limit)
    if not always_ends(graph):
        raise Endless("a play may never end")
    compare(function, graph, read=read)
    chances = sums_of(zip(map(normal_form, graph.results), _chances(graph), strict=True))
    how = f"{len(graph.moves):,} situations, merged before every pick"
    return Weighed(_complete(chances), how, recurs=recurs(graph))


def _chances(graph: Graph) -> list[RationalFunction]:
    """Return the chance of each result: y(s) solves the system of `situations.law`."""
    rows = visit_rows(graph, [total(weights) for weights in graph.weights])
    (visits,) = solve(rows, [[int(number == graph.first) for number in range(len(rows))]])
    return result_chances(graph, visits, from_sympy(0))


def _complete(chances: dict[Result, RationalFunction]) -> dict[Result, RationalFunction]:
    """Return the chances that are not 0; ArithmeticError unless they sum to 1."""
    if total(chances.values()) != 1:
        raise ArithmeticError("the chances of all results do not sum to 1")
    return {result: chance for result, chance in chances.items() if chance}


def normal_form(value: Any) -> Any:
    """Return the value with every expression in its normal form, so that equal ones merge.

    Tuples and NamedTuples are searched.  Expressions without symbols become numbers.

    >>> import sympy
    >>> a = sympy.Symbol("a")
    >>> normal_form((a * (a + 1) - a**2, sympy.Integer(2)))
    (a, 2)
    """
    if is_expression(value):
        element = from_sympy(value)
        number = element.number
        if number is None:
            return element.to_sympy()
        return number.numerator if number.denominator == 1 else number
    if is_condition(value):
        if value.free_symbols:
            raise BadInput(
                f"the result {value} depends on the values of the symbols; give them numbers"
            )
        return bool(value)
    if isinstance(value, tuple) and any(map(_may_change, value)):
        parts = map(normal_form, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _may_change(value: object) -> bool:
    return isinstance(value, tuple) or is_expression(value) or is_condition(value)


def is_condition(value: object) -> "TypeGuard[Boolean]":
    """Return whether the value is a relation or a truth value of sympy.

    >>> import sympy
    >>> is_condition(sympy.Symbol("p") > 0), is_condition(True)
    (True, False)
    """
    boolalg = sys.modules.get("sympy.logic.boolalg")
    if boolalg is None or is_expression(value):  # a Symbol is both
        return False
    return isinstance(value, boolalg.Boolean)
