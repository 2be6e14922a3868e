"""Closed forms in integers k, n, … and parameters p, …: when is one zero for all integers?

A closed form is built by + - * / from integers, parameters and

    b^(k+1) = b b^k            b rational in the parameters, split into its prime factors
    H(k+1)  = H(k) + 1/(k+1)   harmonic numbers, harmonic(k, 2) for those of order 2
    (k+1)!  = (k+1) k!         factorials and binomial coefficients

These rules leave one power for each prime factor and integer, and one H and one factorial
for each linear part, taken at its least argument.  Independent symbols replace them.  If the
expression is then 0 as a rational function, it is 0 wherever it is defined; (-1)^k is
replaced by 1 and by -1.  The converse is not used: what is not zero so is "not proved".
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from montmort.exact.families.integer_regions import Region, affine_form, is_affine
from montmort.exact.rational_functions.field import from_sympy
from montmort.games.errors import BadInput, MontmortError
from montmort.games.extras import sympy

if TYPE_CHECKING:
    from sympy import Expr, Symbol

POWER, HARMONIC, FACTORIAL = "b^k", "H", "!"


class NotProved(MontmortError):
    """A step of a proof failed; the message says which."""


class Atom(NamedTuple):
    """What an independent symbol stands for, up to its least argument."""

    kind: str
    what: "Expr"  # the base of a power, the order of H, 1 for a factorial
    linear: "Expr"  # the argument or exponent without its constant


class NormalForm:
    """The rules above, for expressions that are compared with each other.

    >>> k = sympy.Symbol("k", integer=True)
    >>> form = NormalForm([k], sympy.factorial(k), sympy.factorial(k + 1))
    >>> form.of(sympy.factorial(k + 1) / sympy.factorial(k))
    k + 1
    """

    def __init__(self, integers: Iterable["Symbol"], *expressions: "Expr") -> None:
        self.integers = tuple(integers)
        self.names: dict[Atom, Symbol] = {}
        self._least: dict[Atom, int] = {}
        for expression in expressions:
            for part in plain(expression).atoms(sympy.factorial, sympy.harmonic):
                atom, offset = self._split(part)
                self._least[atom] = min(offset, self._least.get(atom, offset))

    def of(self, expression: "Expr") -> "Expr":
        """Return one of the expressions, or a combination, in the independent symbols."""
        return self._rewrite(plain(expression))

    def atoms_with(self, index: "Symbol") -> list["Symbol"]:
        """Return the independent symbols whose meaning depends on this integer."""
        return [name for atom, name in self.names.items() if index in atom.linear.free_symbols]

    def kind(self, name: "Symbol") -> str:
        """Return the kind of the atom that an independent symbol stands for, "" for others."""
        return next((atom.kind for atom, other in self.names.items() if other == name), "")

    def meaning(self, form: "Expr") -> "Expr":
        """Return the closed form that an expression in independent symbols stands for."""
        return form.xreplace({name: self._value(atom) for atom, name in self.names.items()})

    def is_zero(self, form: "Expr") -> bool:
        """Return whether a normal form is 0, whichever signs the powers of -1 have."""
        signs = [name for atom, name in self.names.items() if atom[:2] == (POWER, -1)]
        return all(
            not from_sympy(form.subs(dict(zip(signs, choice, strict=True))))
            for choice in itertools.product((1, -1), repeat=len(signs))
        )

    def _value(self, atom: Atom) -> "Expr":
        if atom.kind == POWER:
            return atom.what**atom.linear
        argument = atom.linear + self._least[atom]
        if atom.kind == FACTORIAL:
            return sympy.factorial(argument)
        return sympy.harmonic(argument, *[] if atom.what == 1 else [atom.what])

    def _split(self, part: "Expr") -> tuple[Atom, int]:
        """Return a factorial or harmonic number without the constant in its argument."""
        argument, *order = part.args
        self._check_affine(argument)
        what = sympy.sympify(order[0] if order else 1)
        if not what.is_Integer or what < 1:
            raise BadInput(f"{part}: the order of a harmonic number must be an integer >= 1")
        offset, linear = sympy.expand(argument).as_coeff_Add()
        kind = HARMONIC if isinstance(part, sympy.harmonic) else FACTORIAL
        return Atom(kind, what, linear), int(offset)

    def _check_affine(self, argument: "Expr") -> None:
        if not is_affine(argument, self.integers):
            names = ", ".join(map(str, self.integers))
            raise BadInput(f"{argument} must be an integer combination of {names}, plus an integer")

    def _name(self, atom: Atom) -> "Symbol":
        return self.names.setdefault(atom, sympy.Dummy(f"{atom.kind} {len(self.names)}"))

    def _rewrite(self, expression: "Expr") -> "Expr":
        if expression.is_Rational or expression.is_Symbol:
            return expression
        if expression.is_Add or expression.is_Mul:
            return expression.func(*map(self._rewrite, expression.args))
        if expression.is_Pow and expression.exp.is_Integer:
            return self._rewrite(expression.base) ** expression.exp
        if expression.is_Pow:
            return self._power(expression.base, expression.exp)
        return self._shift(expression)

    def _power(self, base: "Expr", exponent: "Expr") -> "Expr":
        """Return b^(k+c) as b^c times a power of k for each prime factor of b."""
        if not base.free_symbols.isdisjoint(self.integers):
            raise BadInput(f"{base**exponent}: the base must not contain the integers")
        self._check_affine(exponent)
        total = sympy.Integer(1)
        for prime, times in prime_factors(base):
            for symbol, factor in affine_form(exponent).items():
                of = prime if symbol is None else self._name(Atom(POWER, prime, symbol))
                total *= of ** (times * factor)
        return total

    def _shift(self, part: "Expr") -> "Expr":
        """Return H or ! at its least argument, and what the steps from there add."""
        atom, offset = self._split(part)
        steps = [atom.linear + i for i in range(self._least[atom] + 1, offset + 1)]
        start = self._name(atom) if atom.linear != 0 else self._value(atom)
        if atom.kind == FACTORIAL:
            return start * sympy.prod(steps)
        return start + sum(1 / step**atom.what for step in steps)


def is_zero(expression: "Expr", integers: Iterable["Symbol"]) -> bool:
    """Return whether it is proved that the closed form is 0 wherever it is defined.

    >>> k, p = sympy.Symbol("k", integer=True), sympy.Symbol("p")
    >>> is_zero(sympy.harmonic(k) - sympy.harmonic(k - 1) - 1 / k, [k])
    True
    >>> is_zero(((1 - p) / p) ** (k + 1) * p + (p - 1) * ((1 - p) / p) ** k, [k])
    True
    """
    form = NormalForm(integers, expression)
    return form.is_zero(form.of(expression))


def plain(expression: "Expr") -> "Expr":
    """Return the expression with factorials for binomial coefficients; BadInput if not closed."""
    expression = sympy.sympify(expression).replace(
        sympy.binomial,
        lambda a, b: sympy.factorial(a) / (sympy.factorial(b) * sympy.factorial(a - b)),
    )
    allowed = (sympy.factorial, sympy.harmonic, sympy.Add, sympy.Mul, sympy.Pow, sympy.Symbol)
    for part in sympy.preorder_traversal(expression):
        is_root = part.is_Pow and part.exp.is_number and not part.exp.is_Integer
        if is_root or not isinstance(part, (*allowed, sympy.Rational)):
            raise BadInput(
                f"{part} in {expression}: a closed form has rational numbers, symbols, powers, "
                "factorials, binomial coefficients and harmonic numbers only"
            )
    return expression


def prime_factors(base: "Expr") -> Iterator[tuple["Expr", int]]:
    """Yield (prime factor, exponent) of a rational function; -1 counts as one of them.

    A factor has a positive constant term, or else a positive leading coefficient.

    >>> p = sympy.Symbol("p")
    >>> list(prime_factors((p - 1) / (2 * p)))
    [(-1, 1), (1 - p, 1), (p, -1), (2, -1)]
    """
    if base == 0:
        raise BadInput("a power of 0 has no place in a closed form")
    for part, way in zip(sympy.fraction(sympy.together(base)), (1, -1), strict=True):
        content, factors = sympy.factor_list(part)
        turned = [(f, times) for f, times in factors if f.as_coeff_Add()[0] < 0]
        if (content < 0) != (sum(times for _, times in turned) % 2 == 1):
            yield sympy.Integer(-1), 1
        for factor, times in factors:
            yield (-factor if (factor, times) in turned else factor), way * times
        for whole, sign in ((abs(content).p, way), (abs(content).q, -way)):
            for prime, times in sympy.factorint(whole).items():
                yield sympy.Integer(prime), sign * times


def needed_conditions(
    expression: "Expr", region: Region, integers: Sequence["Symbol"], fixed: "Symbol"
) -> set["Expr"]:
    """Return what must be != 0 for the expression to be defined in the whole region.

    These expressions contain parameters and the `fixed` integer only.  What depends on other
    integers is proved here: arguments of H and ! are >= 0, denominators are not 0.
    NotProved names the part for which no proof was found.
    """
    found: set[Expr] = set()
    if isinstance(expression, sympy.Sum):
        (index, low, high), *more = expression.limits
        if more or not region.forces(high - low + 1):
            raise NotProved(f"{expression} must be one sum, from {low} to at least {low - 1}")
        place = sympy.Dummy(index.name, integer=True)  # the index may have a state's name
        inside = region & [place - low, high - place]
        term = expression.function.subs(index, place)
        return needed_conditions(term, inside, [*integers, place], fixed)
    if isinstance(expression, sympy.factorial | sympy.harmonic):
        _prove_least(expression.args[0], expression, region)
    elif isinstance(expression, sympy.binomial):
        above, below = expression.args
        _prove_least(below, expression, region)
        _prove_least(above - below, expression, region)
    elif expression.is_Pow and expression.exp.is_Integer and expression.exp < 0:
        found |= _nonzero(expression.base, region, integers, fixed)
    elif expression.is_Pow and not expression.exp.is_Integer and not expression.base.is_number:
        found |= {factor for factor, _ in prime_factors(expression.base) if factor.free_symbols}
    for part in expression.args:
        found |= needed_conditions(part, region, integers, fixed)
    return found


def _prove_least(argument: "Expr", whole: "Expr", region: Region) -> None:
    if not region.forces(argument):
        raise NotProved(f"{whole} needs {argument} >= 0, which is not certain for every state")


def _nonzero(
    base: "Expr", region: Region, integers: Sequence["Symbol"], fixed: "Symbol"
) -> set["Expr"]:
    """Return the factors of a denominator that must not be 0; prove it of those with states."""
    if base.has(sympy.Sum):
        raise NotProved(f"the denominator {base} has a sum in it")
    others = {*integers} - {fixed}
    form = NormalForm(integers, base)
    found: set[Expr] = set()
    numerator = sympy.expand(sympy.fraction(sympy.together(form.of(base)))[0])
    if numerator == 0:
        raise NotProved(f"the denominator {base} is 0")
    for factor, _ in sympy.factor_list(numerator)[1]:
        meant = form.meaning(factor)
        if isinstance(meant, sympy.factorial) or (
            is_affine(meant, integers) and region.sign(meant)
        ):
            continue  # a factorial is positive; its argument is looked at by itself
        if meant.is_Pow and meant.base.free_symbols.isdisjoint(integers):
            found.add(meant.base)
        elif meant.free_symbols.isdisjoint(others):
            found.add(meant)
        else:
            raise NotProved(f"the denominator {meant} may be 0 in some state")
    return {-f if f.could_extract_minus_sign() else f for f in found if not f.is_number}
