"""Prove a formula for every state of every chain of a family.

V(s, n) is the mean of the total reward plus the value at the end, from the state s:

    V(s, n) = reward(s, n) + sum of chance(s -> t, n) V(t, n)    for s inside,
    V(s, n) = the given value                                    for s at an end.

These equations have one solution if every state leads to an end, for then I - Q is
nonsingular.  A formula is proved in these steps, each for all n at once:

1. every play ends, and the parameters make every chance >= 0 (`ending_plays`);
2. the formula is defined in every state: denominators with states in them are proved not to
   be 0, those in n and parameters become conditions of the theorem;
3. it has the given values at the ends;
4. it satisfies the equation inside: an identity of closed forms.

Between 2 and 3 some chains are solved and compared: most false formulas are refuted there.
"""

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from montmort.exact.chains.lazy_values import as_exact
from montmort.exact.families.closed_forms import (
    POWER,
    NormalForm,
    NotProved,
    needed_conditions,
    plain,
    prime_factors,
)
from montmort.exact.families.ending_plays import Case, place_values, prove_ending, solve_affine
from montmort.exact.families.families import End, Family, Values, as_expression
from montmort.exact.families.telescoping import is_zero_in, rename_indices
from montmort.exact.rational_functions.conditions import all_positive
from montmort.exact.rational_functions.field import from_sympy
from montmort.games.errors import BadInput
from montmort.games.extras import sympy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sympy import Expr, Symbol

SOLVED = 4  # chains that are solved and compared before a proof
SAMPLES = [Fraction(*pair) for pair in ((1, 3), (2, 7), (1, 5), (3, 4), (2, 1), (7, 2), (-1, 2))]


class Refuted(NotProved):
    """The formula is false; the message gives a state with another value."""


@dataclass(frozen=True, kw_only=True)
class Theorem:
    """A formula that holds for every state and every n, where the conditions hold."""

    family: Family
    formula: "Expr"
    positive: frozenset["Expr"]  # expressions in the parameters that must be > 0
    nonzero: frozenset["Expr"]  # expressions in the parameters and n that must not be 0
    steps: tuple[str, ...]

    @property
    def conditions(self) -> "sympy.Basic":
        """The conditions on the parameters, and on n, as one sympy expression."""
        positive = all_positive(map(from_sympy, self.positive))
        return sympy.And(positive, *(sympy.Ne(part, 0) for part in self.nonzero))

    def at(self, values: Values) -> Fraction:
        """Return the value with numbers for all symbols; BadInput where it is not proved."""
        family = self.family
        exact = {symbol: as_expression(str(symbol), value) for symbol, value in values.items()}
        if not all(value.is_Rational for value in exact.values()):
            raise BadInput(f"values={values} must be numbers; a theorem is evaluated in numbers")
        missing = {*family.integers, *family.parameters} ^ exact.keys()
        if missing:
            raise BadInput(
                f"{family.name} needs one value for each of "
                f"{', '.join(map(str, (*family.integers, *family.parameters)))}"
            )
        for bound in family.everywhere.constraints:
            if not all(exact[s].is_Integer for s in family.integers) or bound.subs(exact) < 0:
                raise BadInput(f"{exact} is no state: {bound} must be an integer >= 0")
        for part in self.positive:
            if not part.subs(exact) > 0:
                raise BadInput(f"the theorem holds for {part} > 0 only")
        for part in self.nonzero:
            if part.subs(exact) == 0:
                raise BadInput(f"the theorem does not hold for {part} = 0")
        return Fraction(str(rename_indices(self.formula).subs(exact).doit()))

    def __str__(self) -> str:
        names = ", ".join(map(str, self.family.integers))
        bounds = (f"{low} <= {k} <= {high}" for k, (low, high) in self.family.states.items())
        lines = [
            f"Theorem ({self.family.name}). For every integer {self.family.size} >= "
            f"{self.family.least} and every state {', '.join(bounds)}",
            f"    V({names}) = {self.formula}",
            "is the mean of the total reward plus the value at the end"
            + (f", provided that {_provisos(self)}." if self.positive or self.nonzero else "."),
            "Proof.",
        ]
        return "\n".join(lines + [f"{i}. {step}" for i, step in enumerate(self.steps, 1)])


def _provisos(theorem: Theorem) -> str:
    parts = [f"{part} > 0" for part in sorted(theorem.positive, key=str)]
    return ", ".join(parts + [f"{part} != 0" for part in sorted(theorem.nonzero, key=str)])


def prove(family: Family, formula: "Expr") -> Theorem:
    """Return the theorem that the formula is V in every state; NotProved says what failed.

    >>> k, n = sympy.symbols("k n", integer=True)
    >>> half = Fraction(1, 2)
    >>> ruin = Family(
    ...     name="ruin", size=n, states={k: (0, n)}, moves={k + 1: half, k - 1: half},
    ...     ends={sympy.Eq(k, 0): 0, sympy.Eq(k, n): 1},
    ... )
    >>> prove(ruin, k / n).at({k: 2, n: 3})
    Fraction(2, 3)
    >>> prove(ruin, k**2 / n**2)
    Traceback (most recent call last):
        ...
    montmort.exact.families.induction.Refuted: ruin: k**2/n**2 is false: the chain of n=2 has ...
    """
    formula = as_expression("formula", formula)
    unknown = formula.free_symbols - {*family.integers, *family.parameters}
    if unknown:
        raise BadInput(f"{formula} contains {', '.join(sorted(map(str, unknown)))}, unknown here")
    sums = formula.atoms(sympy.Sum)
    for part in (formula.xreplace(dict.fromkeys(sums, 1)), *(total.function for total in sums)):
        plain(part)
    try:
        return _prove(family, formula)
    except Refuted as failed:
        raise Refuted(f"{family.name}: {formula} is false: {failed}") from None
    except NotProved as failed:
        raise NotProved(f"{family.name}: {formula} is not proved: {failed}") from None


def _prove(family: Family, stated: "Expr") -> Theorem:
    formula = rename_indices(stated)
    plays = prove_ending(family)
    nonzero = _defined(family, formula, plays.positive)
    compared = _compare(family, formula, plays.positive, nonzero)
    for end, value in family.ends.items():
        _prove_end(family, formula, end, value)
    for case in plays.cases:
        _prove_equation(family, formula, case)
    n = family.size
    steps = [
        f"Every chance inside is >= 0. {plays.sentence[0].upper()}{plays.sentence[1:]}; so for "
        f"every {n} the play ends with probability 1, and V is the only solution of its equations.",
        f"The formula is defined in every state, and it is {_ends(family)}.",
        f"Inside, {_equation(family)}: an identity of closed forms"
        + (f", proved in {len(plays.cases)} cases." if len(plays.cases) > 1 else "."),
        compared,
    ]
    return Theorem(
        family=family,
        formula=stated,
        positive=plays.positive,
        nonzero=nonzero,
        steps=tuple(steps),
    )


def _ends(family: Family) -> str:
    parts = (f"{value} for {end.lhs} = {end.rhs}" for end, value in family.ends.items())
    return ", ".join(parts) or "compared with no end"


def _equation(family: Family) -> str:
    """Return the equation of V inside, as a reader expects it."""
    V = sympy.Function("V")
    right = family.reward + sum(
        chance * (target.value if isinstance(target, End) else V(*target, family.size))
        for target, chance in family.moves.items()
    )
    return f"{V(*family.integers)} = {right}"


def _defined(family: Family, formula: "Expr", positive: frozenset["Expr"]) -> frozenset["Expr"]:
    """Return what must not be 0 for the formula and the chain to be defined."""
    parts = [(formula, family.everywhere)]
    parts += [(end, family.everywhere) for end in family.ends.values()]
    for target, chance in family.moves.items():
        parts.append((chance, family.inside))
        if isinstance(target, End):
            parts.append((target.value, family.inside))
    parts.append((family.reward, family.inside))
    found: set[Expr] = set()
    for part, region in parts:
        found |= needed_conditions(part, region, family.integers, family.size)
    simple = {_base_condition(part, family, positive) for part in found}
    known = {factor for part in positive for factor, _ in prime_factors(part)}
    return frozenset(p for p in simple if not p.is_number and not {p, -p} & known)


def _base_condition(part: "Expr", family: Family, positive: frozenset["Expr"]) -> "Expr":
    """Return u - v for u^n - v^n with u, v > 0 and n >= 1, which are 0 together."""
    terms = sympy.Add.make_args(sympy.expand(part, power_base=False, multinomial=False))
    if len(terms) != 2 or not family.everywhere.forces(family.size - 1):
        return part
    form = NormalForm(family.integers, *terms)
    quotient = sympy.cancel(form.of(-terms[0] / terms[1]))
    base = sympy.Integer(1)
    for factor, times in quotient.as_powers_dict().items():
        meant = form.meaning(factor)
        if form.kind(factor) != POWER or meant.exp != family.size:
            return part
        if not (meant.base in positive or (meant.base.is_number and meant.base > 0)):
            return part
        base *= meant.base**times
    return sympy.factor(sympy.fraction(sympy.together(base - 1))[0])


def _prove_end(family: Family, formula: "Expr", end: "sympy.Eq", value: "Expr") -> None:
    """Raise NotProved unless the formula has the given value at an end."""
    values = solve_affine(end.lhs - end.rhs)
    difference = (formula - value).subs(values)
    if not is_zero_in(difference, family.everywhere.at(values), family.integers):
        raise NotProved(f"at the end {end.lhs} = {end.rhs} it is not certain to be {value}")


def _prove_equation(family: Family, formula: "Expr", case: Case) -> None:
    """Raise NotProved unless V = reward + sum of chance V(next) in the region of the case."""
    rest = (formula - family.reward).subs(case.values)
    for target, chance in case.moves.items():
        if isinstance(target, End):
            rest -= chance * target.value
        else:
            rest -= chance * place_values(formula, target, family).subs(case.values)
    if not is_zero_in(rest, case.region, family.integers):
        where = ", ".join(f"{symbol} = {value}" for symbol, value in case.values.items())
        raise NotProved(
            f"the equation {_equation(family)} is not an identity"
            + (f" for {where}" if where else "")
        )


def _compare(
    family: Family, formula: "Expr", positive: frozenset["Expr"], nonzero: frozenset["Expr"]
) -> str:
    """Compare the formula with solved chains; Refuted if a value differs."""
    sizes = range(family.least, family.least + SOLVED)
    chosen = _sample(family, positive, nonzero, sizes)
    if chosen is None:
        return "No chain was solved for comparison: no simple values of the parameters fit."
    numeric, found = family.at(chosen), formula.subs(chosen)
    for n in sizes:
        for point, value in numeric.values(n).items():
            here = found.subs({**dict(zip(family.states, point, strict=True)), family.size: n})
            if as_exact(here.doit()) != value:
                raise Refuted(
                    f"the chain of {family.size}={n} has the value {value} in state {point}, "
                    f"the formula {here}{_at(chosen)}"
                )
    return (
        f"Besides, the chains of {family.size} = {sizes[0]} to {sizes[-1]} were solved, and have "
        f"these values{_at(chosen)}."
    )


def _at(chosen: "Mapping[Symbol, Fraction]") -> str:
    values = ", ".join(f"{symbol} = {value}" for symbol, value in chosen.items())
    return f" at {values}" if values else ""


def _sample(
    family: Family, positive: frozenset["Expr"], nonzero: frozenset["Expr"], sizes: range
) -> "dict[Symbol, Fraction] | None":
    """Return simple values of the parameters for which the conditions hold."""
    for values in itertools.permutations(SAMPLES, len(family.parameters)):
        chosen = dict(zip(family.parameters, values, strict=True))
        if all(part.subs(chosen) > 0 for part in positive) and all(
            part.subs({**chosen, family.size: n}) != 0 for part in nonzero for n in sizes
        ):
            return chosen
    return None
