"""Identities with finite sums: each sum is removed by a certificate that is checked.

Let T(i) be what the sums over a common range low … high add up, T(i) = t(i) A(i) with t
rational and A a product of powers and factorials, so that q(i) = A(i+1)/A(i) is rational.
Gosper's algorithm (1978) proposes a rational C with

    C(i+1) q(i) - C(i) = t(i).

This is an identity of rational functions and is checked as one.  Multiplied by A(i) and
summed from low to high - 1, where no denominator is 0, it gives

    T(low) + … + T(high) = C(high) A(high) - C(low) A(low) + T(high),

a closed form without sums.  Terms outside the common range are written out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from montmort.exact.families.closed_forms import (
    HARMONIC,
    NormalForm,
    NotProved,
    is_zero,
    needed_conditions,
)
from montmort.exact.families.integer_regions import Region
from montmort.games.extras import sympy

if TYPE_CHECKING:
    from sympy import Expr, Symbol

MOST_TERMS = 50  # of a sum that are written out


def without_sums(expression: "Expr", region: Region, integers: Sequence["Symbol"]) -> "Expr":
    """Return a closed form without sums, equal to the expression in the whole region.

    NotProved if there is no certificate, or if a sum is not a term of its own.

    >>> i, n = sympy.symbols("i n", integer=True)
    >>> total = sympy.Sum(i * sympy.factorial(i), (i, 1, n))
    >>> found = without_sums(total, Region((n - 1,)), [n])
    >>> is_zero(found - (sympy.factorial(n + 1) - 1), [n])
    True
    """
    sums = sorted(expression.atoms(sympy.Sum), key=sympy.default_sort_key)
    if not sums:
        return expression
    names = [sympy.Dummy() for _ in sums]
    linear = expression.xreplace(dict(zip(sums, names, strict=True)))
    factors = [linear.diff(name) for name in names]
    if any(not factor.free_symbols.isdisjoint(names) for factor in factors):
        raise NotProved("products or quotients with sums: only multiples of sums are compared")
    rest = linear.xreplace(dict.fromkeys(names, sympy.Integer(0)))
    return rest + _add_up(factors, sums, region, integers)


def rename_indices(expression: "Expr") -> "Expr":
    """Return the expression with a new index in each sum, so that no symbol is called like it."""
    return expression.replace(
        lambda part: isinstance(part, sympy.Sum) and len(part.limits) == 1,
        lambda part: part.func(*_renamed(part)),
    )


def _renamed(total: "sympy.Sum") -> "tuple[Expr, tuple[Expr, Expr, Expr]]":
    (index, low, high) = total.limits[0]
    place = sympy.Dummy(index.name, integer=True)
    return total.function.subs(index, place), (place, low, high)


def is_zero_in(expression: "Expr", region: Region, integers: Sequence["Symbol"]) -> bool:
    """Return whether it is proved that the expression, sums included, is 0 in the region.

    >>> i, n = sympy.symbols("i n", integer=True)
    >>> total = sympy.Sum(i, (i, 1, n))
    >>> is_zero_in(total - n * (n + 1) / 2, Region((n - 1,)), [n])
    True
    """
    return is_zero(without_sums(expression, region, integers), integers)


def _add_up(
    factors: Sequence["Expr"],
    sums: Sequence["sympy.Sum"],
    region: Region,
    integers: Sequence["Symbol"],
) -> "Expr":
    """Return the closed form of a sum of multiples of sums."""
    index = sympy.Dummy("index of a sum", integer=True)
    terms = [
        factor * total.function.subs(total.limits[0][0], index)
        for factor, total in zip(factors, sums, strict=True)
    ]
    low = _extreme([total.limits[0][1] for total in sums], largest=True)
    high = _extreme([total.limits[0][2] for total in sums], largest=False)
    outside: Expr = sympy.Integer(0)
    for term, total in zip(terms, sums, strict=True):
        _, first, last = total.limits[0]
        places = [first + i for i in range(_difference(low, first))]
        places += [high + i + 1 for i in range(_difference(last, high))]
        outside += sum(term.subs(index, place) for place in places)
    if (length := sympy.expand(high - low)).is_Integer:
        if length < -1:
            raise NotProved(f"two sums have no common range: {high} is less than {low} - 1")
        places = [low + i for i in range(_difference(high, low) + 1)]
        return outside + sum(term.subs(index, place) for term in terms for place in places)
    if not region.forces(high - low):
        raise NotProved(f"the common range of the sums, {low} to {high}, may be empty")
    form = NormalForm([*integers, index], *terms)
    inside = region & [index - low, high - index]
    total = outside + sum(term.subs(index, high) for term in terms)
    for t, A in _products(terms, form, index):
        C = _certificate(t, A, form, index, region & [index - low, high - 1 - index])
        _check_poles([C], inside, form.integers)
        total += (C * A).subs(index, high) - (C * A).subs(index, low)
    return total


def _extreme(bounds: Iterable["Expr"], *, largest: bool) -> "Expr":
    """Return the largest or least of bounds that differ by integers."""
    first, *others = bounds
    for bound in others:
        if (_difference(bound, first) > 0) == largest:
            first = bound
    return first


def _difference(a: "Expr", b: "Expr") -> int:
    steps = sympy.expand(a - b)
    if not steps.is_Integer or steps > MOST_TERMS:
        raise NotProved(f"the bounds {a} and {b} of two sums do not differ by a small integer")
    return int(steps)


def _products(
    terms: Sequence["Expr"], form: NormalForm, index: "Symbol"
) -> Iterator[tuple["Expr", "Expr"]]:
    """Yield (t, A) with t rational in the index, A its powers and factorials; T is their sum."""
    whole = sympy.cancel(sympy.together(sum(form.of(term) for term in terms)))
    if form.is_zero(whole):
        return
    atoms = form.atoms_with(index)
    above, below = (sympy.Poly(part, *atoms, sympy.Dummy()) for part in sympy.fraction(whole))
    if len(below.terms()) > 1 or any(form.kind(atom) == HARMONIC for atom in atoms):
        raise NotProved("a summed term is not rational times powers and factorials of its index")
    ((divided, denominator),) = below.terms()
    one = sympy.Integer(1)
    for powers, numerator in above.terms():
        exponents = (e - d for e, d in zip(powers, divided, strict=True))
        product = sympy.prod([a**e for a, e in zip(atoms, exponents, strict=False)], start=one)
        yield form.meaning(numerator / denominator), form.meaning(product)


def _certificate(t: "Expr", A: "Expr", form: NormalForm, index: "Symbol", steps: Region) -> "Expr":
    """Return C with C(i+1) q(i) - C(i) = t(i), an identity without poles at any step."""
    q = sympy.factor(sympy.combsimp(A.subs(index, index + 1) / A))
    proposed = sympy.concrete.gosper.gosper_term(t * A, index)
    if proposed is None:
        raise NotProved(f"no certificate: the terms {t * A} do not telescope")
    C = sympy.factor(proposed * t)
    following = C.subs(index, index + 1)
    if not is_zero(q - A.subs(index, index + 1) / A, form.integers):
        raise NotProved(f"the quotient of successive terms of {A} is not {q}")
    if not is_zero(following * q - C - t, form.integers):
        raise NotProved(f"the certificate {C} is not one")
    _check_poles([q, t, C, following], steps, form.integers)
    return C


def _check_poles(parts: Iterable["Expr"], inside: Region, integers: Sequence["Symbol"]) -> None:
    """Raise NotProved if a denominator may be 0; those with parameters only do not matter.

    For given integers both sides of the summed identity are rational functions of the
    parameters: equal outside the zeros of such a denominator, they are equal.
    """
    for part in parts:
        needed_conditions(part, inside, integers, sympy.Dummy())
