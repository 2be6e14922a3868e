"""Where weights may be 0: points at which the answers about a chain with a symbol still hold.

The answers are rational functions.  Where a weight becomes 0 at a point e, moves disappear.
If then every state still leads to an end, I - Q is nonsingular at e, so its inverse is continuous
there: the functions have no pole, and their values at e are what the rules give.  Otherwise they
may differ.  If a state is left with the chance p alone, a play that comes there with the chance p
spends 1/p steps there: on average 1, also for very small p, and 0 at p = 0.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.graphs import cannot_end, edges_of
from montmort.exact.parameters.region import quotient_of
from montmort.exact.rational_functions.field import RationalFunction

if TYPE_CHECKING:
    from sympy import Symbol

Rows = Mapping[Any, Mapping[Any, RationalFunction | int]]  # chances of the next states


def never_zero(
    weights: Iterable[RationalFunction], rows: Rows, ends: Collection[Hashable]
) -> set[RationalFunction]:
    """Return the weights that must not be 0, so that the answers about a chain hold.

    >>> import sympy
    >>> from montmort.exact.rational_functions.field import from_sympy
    >>> p = from_sympy(sympy.Symbol("p"))
    >>> never_zero([p, 1 - p], {"toss": {"toss": 1 - p, "end": p}}, ["end"])
    {p}
    """
    own = {*weights}
    symbols = frozenset().union(*(weight.symbols for weight in own))
    if len(symbols) != 1:
        return own
    (symbol,) = symbols
    return {weight for weight in own if not _may_be_zero(weight, own, rows, ends, symbol)}


def _may_be_zero(
    weight: RationalFunction,
    weights: Collection[RationalFunction],
    rows: Rows,
    ends: Collection[Hashable],
    symbol: "Symbol",
) -> bool:
    """Return whether all states lead to an end wherever this weight is 0 and none is below."""
    quotients = [quotient_of(each) for each in weights]
    for root in quotient_of(weight).zeros:
        point = root.simplest
        if any(each.sign(point) in (-1, None) for each in quotients):
            continue
        if not isinstance(point, Fraction) or not all_end(rows, ends, {symbol: point}):
            return False
    return True


def all_end(rows: Rows, ends: Collection[Hashable], point: "Mapping[Symbol, Fraction]") -> bool:
    """Return whether every state leads to an end by moves that have a chance at the point."""
    number = {state: place for place, state in enumerate(rows)} | dict.fromkeys(ends, -1)
    successors = []
    for row in rows.values():
        try:
            chances = {
                after: chance.at(point) if isinstance(chance, RationalFunction) else chance
                for after, chance in row.items()
            }
        except ZeroDivisionError:
            return False
        successors.append([number[after] for after, chance in chances.items() if chance])
    return not len(cannot_end(*edges_of(successors)))
