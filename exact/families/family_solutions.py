"""Solve a family: chains of small n, a formula that fits their values, and its proof.

The chains of n = least, …, up_to are solved exactly.  A formula in the integers of the state
and n is fitted to all states of all chains but the last, which checks it.  It is then proved
by `induction`, or else it remains a `Conjecture`, which says where the proof failed.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from montmort.exact.families.binomial_sums import binomial_sums
from montmort.exact.families.closed_forms import NotProved, needed_conditions
from montmort.exact.families.families import End, Family
from montmort.exact.families.fitting import Samples, term_sets
from montmort.exact.families.induction import Theorem, prove
from montmort.exact.families.integer_regions import Region
from montmort.exact.families.sequences import Conjecture, a, bases_of, guess, recurrence
from montmort.exact.families.telescoping import is_zero_in, rename_indices
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.validation import check_integer, check_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sympy import Expr, Symbol

UP_TO = 8  # the largest n by default; 6 with parameters, where a chain costs more
MOST = 100  # the largest n that may be asked for
NO_FORMULA = "no formula for every state was found among the terms that were tried"


def solve_family(
    family: Family,
    *,
    up_to: int | None = None,
    start: "Mapping[Symbol, Expr] | None" = None,
) -> Theorem | Conjecture:
    """Return a proved formula for every state, or a conjecture that says what is missing.

    With `start`, as {m: n, j: n}, a family without such a formula gives a conjecture on V of
    this state as a sequence in n.  NotProved if nothing was found at all.

    >>> k, n = sympy.symbols("k n", integer=True)
    >>> collector = Family(
    ...     name="coupon collector", size=n, states={k: (0, n)}, reward=1,
    ...     moves={k + 1: (n - k) / n, k: k / n}, ends={sympy.Eq(k, n): 0},
    ... )
    >>> solve_family(collector, up_to=6).formula
    n*harmonic(-k + n)
    """
    check_type("family", family, Family, "a Family")
    largest = family.least + (6 if family.parameters else UP_TO) - 1
    if up_to is not None:
        check_integer("up_to", up_to, family.least + 2, MOST)
        largest = up_to
    sizes = range(family.least, largest + 1)
    samples = _solve_chains(family, sizes)
    bases = _bases(family, samples, largest)
    arguments = dict.fromkeys([*family.everywhere.constraints[:-1], family.size])
    for above, below in term_sets(family.integers, family.size, bases, list(arguments)):
        formula = samples.quotient(above, below)
        if formula is not None:
            return _prove_or_conjecture(family, formula, sizes)
    for formula in binomial_sums(family, samples):
        with suppress(NotProved):
            return prove(family, formula)
    if start is None:
        raise NotProved(f"{family.name}: {NO_FORMULA}")
    return _guess_start(family, samples, start)


def _solve_chains(family: Family, sizes: range) -> Samples:
    """Return the values in all states of these chains; those of the last n are for checks."""
    points: list[dict[Symbol, int]] = []
    values: list[Expr] = []
    for n in sizes:
        fitted = len(points)
        for point, value in family.values(n).items():
            points.append({**dict(zip(family.states, point, strict=True)), family.size: n})
            values.append(sympy.sympify(value))
    return Samples(points, values, fitted)


def _bases(family: Family, samples: Samples, largest: int) -> "list[Expr]":
    """Return b for which the values of the largest chain contain b^k; for one integer k only."""
    if len(family.states) > 1:
        return []
    (symbol,) = family.states
    pairs = zip(samples.points, samples.values, strict=True)
    values = [value for point, value in pairs if point[family.size] == largest]
    return bases_of(recurrence(values, 0, symbol, most_degree=0, spare=0), symbol)


def _prove_or_conjecture(family: Family, formula: "Expr", sizes: range) -> Theorem | Conjecture:
    try:
        return prove(family, formula)
    except NotProved as failed:
        return Conjecture(
            symbol=family.size,
            formula=formula,
            unknown=sympy.Function("V")(*family.integers),
            used=sizes[:-1],
            checked=sizes[-1:],
            obstacle=str(failed),
        )


def _guess_start(family: Family, samples: Samples, start: "Mapping[Symbol, Expr]") -> Conjecture:
    """Return a conjecture on the values of one state, as a sequence in n."""
    values = [
        value
        for point, value in zip(samples.points, samples.values, strict=True)
        if all(sympy.sympify(x).subs(point) == point[symbol] for symbol, x in start.items())
    ]
    found = guess(values, start=family.least, symbol=family.size)
    if found is None:
        raise NotProved(f"{family.name}: {NO_FORMULA}, nor a recurrence for {dict(start)}")
    state = [start[symbol] for symbol in family.states]
    unknown = sympy.Function("V")(*state, family.size)
    return replace(found, unknown=unknown, obstacle=NO_FORMULA)


def second_moment(theorem: Theorem) -> Family:
    """Return the family whose value is the mean of the square of the total.

    With the reward r, the total T and the rest T' after the first step, T = r + T' and
    E T^2 = r^2 + 2 r E T' + E T'^2, where E T' = V - r: the reward is r (2 V - r).

    >>> k, n = sympy.symbols("k n", integer=True)
    >>> half = sympy.Rational(1, 2)
    >>> ends = {sympy.Eq(k, 0): 0, sympy.Eq(k, n): 0}
    >>> fair = Family(
    ...     name="duration", size=n, states={k: (0, n)}, moves={k + 1: half, k - 1: half},
    ...     ends=ends, reward=1,
    ... )
    >>> solve_family(second_moment(solve_family(fair))).formula.factor()
    k*(k - n)*(k**2 - k*n - n**2 + 2)/3
    """
    family = theorem.family
    return replace(
        family,
        name=f"{family.name}, mean square",
        moves={
            End(target.value**2) if isinstance(target, End) else target: chance
            for target, chance in family.moves.items()
        },
        ends={end: value**2 for end, value in family.ends.items()},
        reward=sympy.expand(family.reward * (2 * theorem.formula - family.reward)),
    )


def exceptional_cases(theorem: Theorem) -> tuple[Family, ...]:
    """Return the families at parameters where the theorem's formula is not defined.

    Only rational values of one parameter are found, those that its conditions allow.

    >>> k, n = sympy.symbols("k n", integer=True)
    >>> p = sympy.Symbol("p")
    >>> ruin = Family(
    ...     name="ruin", size=n, states={k: (0, n)}, moves={k + 1: p, k - 1: 1 - p},
    ...     ends={sympy.Eq(k, 0): 0, sympy.Eq(k, n): 1},
    ... )
    >>> [solve_family(case).formula for case in exceptional_cases(solve_family(ruin))]
    [k/n]
    """
    single = [
        part
        for part in sorted(theorem.nonzero, key=str)
        if len(part.free_symbols) == 1 and part.free_symbols <= {*theorem.family.parameters}
    ]
    roots = [(min(part.free_symbols), root) for part in single for root in sympy.roots(part)]
    return tuple(
        theorem.family.at({symbol: root})
        for symbol, root in dict.fromkeys(roots)
        if root.is_Rational and all(x.subs(symbol, root) > 0 for x in theorem.positive)
    )


@dataclass(frozen=True, kw_only=True)
class ProvedRecurrence:
    """A recurrence for V of one state, that follows from a theorem for all n >= least."""

    theorem: Theorem
    start: "Mapping[Symbol, Expr]"
    equation: "Expr"
    least: int

    def __str__(self) -> str:
        family = self.theorem.family
        state = ", ".join(str(self.start[symbol]) for symbol in family.states)
        return (
            f"With a({family.size}) = V({state}, {family.size}) of the theorem ({family.name}): "
            f"{self.equation} = 0 for every {family.size} >= {self.least}."
        )


def prove_recurrence(
    theorem: Theorem, start: "Mapping[Symbol, Expr]", equation: "Expr"
) -> ProvedRecurrence:
    """Return the recurrence in a(n), a(n - 1), … for V of a state, proved from its formula.

    NotProved if it is not an identity; see `induction.prove` for the formula itself.

    >>> k, n = sympy.symbols("k n", integer=True)
    >>> down = Family(
    ...     name="down", size=n, states={k: (0, n)}, moves={k - 1: 1},
    ...     ends={sympy.Eq(k, 0): 0}, reward=1,
    ... )
    >>> print(prove_recurrence(solve_family(down), {k: n}, a(n) - a(n - 1) - 1))
    With a(n) = V(n, n) of the theorem (down): a(n) - a(n - 1) - 1 = 0 for every n >= 2.
    """
    family, n = theorem.family, theorem.family.size
    if start.keys() != {*family.states}:
        raise BadInput(f"start={start} must give each of {', '.join(map(str, family.states))}")
    if any(n in part.free_symbols for part in theorem.nonzero):
        raise NotProved("the theorem has a condition on n, which a recurrence would carry along")
    shifts = [sympy.expand(call.args[0] - n) for call in equation.atoms(a)]
    if not shifts or not all(shift.is_Integer for shift in shifts):
        raise BadInput(f"{equation} must contain a({n}), a({n} - 1), … and no other a")
    least = max(0, family.least - int(min(shifts)))
    region = Region((n - least,))
    states = family.everywhere.at(dict(start))
    if not all(Region((n - family.least,)).forces(bound) for bound in states.constraints):
        raise BadInput(f"start={start} is not a state for every {n} >= {family.least}")
    known = equation.xreplace(dict.fromkeys(equation.atoms(a), sympy.Integer(1)))
    if missing := needed_conditions(known, region, [n], n) - theorem.nonzero - theorem.positive:
        raise NotProved(f"{equation} is not defined where one of {missing} is 0")
    sequence = rename_indices(theorem.formula).subs(start, simultaneous=True)
    terms = {call: sequence.subs(n, call.args[0]) for call in equation.atoms(a)}
    if not is_zero_in(equation.xreplace(terms), region, [n]):
        raise NotProved(f"{equation} = 0 is not an identity of {theorem.formula}")
    return ProvedRecurrence(theorem=theorem, start=start, equation=equation, least=least)
