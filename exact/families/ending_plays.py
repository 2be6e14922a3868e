"""Prove that every play of a family ends, for all n at once.

From every state inside, some move with a chance > 0 ends the play or decreases one and the
same integer c that is >= 0 inside, by at least 1.  So at most c + 1 such moves lead to an end.
For every n there are finitely many states, hence an end is reached with probability 1.

A chance is split into factors: affine in the integers, which must be >= 0 inside, and the
rest in parameters, which must be > 0.  A move that would leave the states where its chance is
0 (from j = 1 to j - 2 with chance (j-1)/m, say) divides the region: outside, a factor is 0, and
that equation removes an integer.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from montmort.exact.families.closed_forms import FACTORIAL, POWER, NormalForm, NotProved, is_zero
from montmort.exact.families.families import End, Family, Target, combine
from montmort.exact.families.integer_regions import Region, affine_form, is_affine
from montmort.exact.rational_functions.conditions import all_positive
from montmort.exact.rational_functions.field import from_sympy
from montmort.games.extras import sympy

if TYPE_CHECKING:
    from sympy import Expr, Symbol


@dataclass(frozen=True)
class Case:
    """A part of the inside, the values that it gives to some integers, and its possible moves."""

    region: Region
    values: "Mapping[Symbol, Expr]"
    moves: "Mapping[Target, Expr]"


@dataclass(frozen=True)
class EndingPlays:
    """What is proved: conditions on the parameters, a sentence why plays end, and the cases."""

    positive: frozenset["Expr"]
    sentence: str
    cases: tuple[Case, ...]


def prove_ending(family: Family) -> EndingPlays:
    """Return why every play of every chain ends; NotProved says what may prevent it.

    >>> k, n = sympy.symbols("k n", integer=True)
    >>> down = Family(
    ...     name="down", size=n, states={k: (0, n)}, moves={k - 1: 1}, ends={sympy.Eq(k, 0): 0}
    ... )
    >>> prove_ending(down).sentence
    'a move to k - 1 has a chance > 0 and decreases k - 1, which is >= 0 inside'
    """
    moves = {t: c for t, c in family.moves.items() if not is_zero(c, family.integers)}
    positive = _positive_parts(family, moves)
    cases = tuple(_cases(family, Case(family.inside, {}, moves)))
    return EndingPlays(positive, _progress(family, moves), cases)


def _positive_parts(family: Family, moves: "Mapping[Target, Expr]") -> frozenset["Expr"]:
    """Return what in the chances must be > 0; NotProved if a chance may be negative."""
    found: set[Expr] = set()
    for chance in moves.values():
        form = NormalForm(family.integers, chance)
        part: Expr = sympy.Integer(1)
        for factor, times in _factors(form.of(chance)):
            meant = form.meaning(factor)
            if meant.free_symbols.isdisjoint(family.integers):
                part *= meant**times
            elif is_affine(meant, family.integers) and family.inside.forces(meant):
                continue
            elif is_affine(meant, family.integers) and family.inside.forces(-meant):
                part *= (-1) ** times
            elif form.kind(factor) == FACTORIAL:
                continue
            elif form.kind(factor) == POWER:
                found |= {meant.base} if meant.base.free_symbols or meant.base < 0 else set()
            else:
                raise NotProved(f"the chance {chance} may be negative: its factor {meant} may be")
        found.add(sympy.factor(part))
    if any(part.is_number and part < 0 for part in found):
        raise NotProved("a chance is negative")
    symbols = frozenset(part for part in found if not part.is_number)
    all_positive(map(from_sympy, symbols))  # BadInput if there are no such parameters
    return symbols


def _factors(form: "Expr") -> list[tuple["Expr", int]]:
    """Return the factors of a rational function, its rational number one of them."""
    above, below = sympy.fraction(sympy.cancel(sympy.together(form)))
    number, factors = sympy.factor_list(above)
    divisor, divided = sympy.factor_list(below)
    return [(number / divisor, 1), *factors, *((f, -times) for f, times in divided)]


def _affine_factors(chance: "Expr", family: Family) -> list["Expr"]:
    """Return the factors of a chance by which it may be 0 in some states."""
    form = NormalForm(family.integers, chance)
    factors = (form.meaning(f) for f, times in _factors(form.of(chance)) if times > 0)
    return [f for f in factors if f.free_symbols and is_affine(f, family.integers)]


def _progress(family: Family, moves: "Mapping[Target, Expr]") -> str:
    """Return the sentence on the decreasing integer; NotProved if there is none."""
    inside = family.inside
    for count in inside.constraints:
        helpful = {
            target: [f if inside.forces(f) else -f for f in _affine_factors(chance, family)]
            for target, chance in moves.items()
            if isinstance(target, End)
            or inside.forces(count - place_values(count, target, family) - 1)
        }
        never = itertools.product(*helpful.values())
        if helpful and all((inside & [-factor for factor in zero]).is_empty() for zero in never):
            return _sentence(family, count, helpful)
    raise NotProved("no integer >= 0 was found that some move of each state decreases")


def _sentence(family: Family, count: "Expr", helpful: Mapping[Target, list["Expr"]]) -> str:
    always = (
        target
        for target, factors in helpful.items()
        if all(family.inside.forces(factor - 1) for factor in factors)
    )
    chosen = list(itertools.islice(always, 1))
    names = " or ".join(_name(target) for target in (chosen or helpful))
    if chosen and isinstance(chosen[0], End):
        return f"{names} has a chance > 0 in every state inside"
    return f"{names} has a chance > 0 and decreases {count}, which is >= 0 inside"


def _name(target: Target) -> str:
    if isinstance(target, End):
        return "an immediate end"
    place = ", ".join(map(str, target))
    return f"a move to {place if len(target) == 1 else f'({place})'}"


def place_values(expression: "Expr", target: "tuple[Expr, ...]", family: Family) -> "Expr":
    """Return the expression for the next state."""
    return expression.subs(dict(zip(family.states, target, strict=True)), simultaneous=True)


def _cases(family: Family, case: Case) -> Iterator[Case]:
    """Yield parts of the case, in each of which all moves stay among the states."""
    if case.region.is_empty():
        return
    for target in case.moves:
        if isinstance(target, End):
            continue
        for bound in family.everywhere.constraints:
            there = sympy.expand(place_values(bound, target, family).subs(case.values))
            if case.region.forces(there):
                continue
            outside = case.region & [-there - 1]
            yield from _cases(family, Case(case.region & [there], case.values, case.moves))
            yield from _cases(family, _without(target, outside, case, family))
            return
    yield case


def _without(target: Target, outside: Region, case: Case, family: Family) -> Case:
    """Return the case where this move would lead out of the states; its chance must be 0."""
    for factor in _affine_factors(case.moves[target], family):
        if outside.forces_zero(factor):
            values = solve_affine(factor)
            moves = combine(
                (_substitute(t, values), other.subs(values))
                for t, other in case.moves.items()
                if t != target
            )
            return Case(
                outside.at(values),
                {**{s: value.subs(values) for s, value in case.values.items()}, **values},
                {t: other for t, other in moves.items() if not is_zero(other, family.integers)},
            )
    raise NotProved(f"{_name(target)} may lead out of the states")


def _substitute(target: Target, values: "Mapping[Symbol, Expr]") -> Target:
    if isinstance(target, End):
        return End(target.value.subs(values))
    return tuple(part.subs(values) for part in target)


def solve_affine(expression: "Expr") -> "dict[Symbol, Expr]":
    """Return {symbol: value} that makes an affine expression 0; the coefficient is 1 or -1.

    >>> k, n = sympy.symbols("k n")
    >>> solve_affine(n - k)
    {k: n}
    """
    form = affine_form(expression)
    for symbol in sorted((s for s in form if s is not None), key=str):
        if abs(form[symbol]) == 1:
            return {symbol: sympy.expand(symbol - expression * form[symbol])}
    raise NotProved(f"{expression} = 0 does not give one of its integers")
