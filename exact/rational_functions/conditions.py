"""Conditions on symbols: which expressions must be positive, and values for the symbols."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.rational_functions.field import (
    Number,
    RationalFunction,
    from_sympy,
    is_expression,
)
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.validation import check_mapping, quote

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean


def all_positive(
    elements: Iterable[RationalFunction],
    *,
    not_negative: Iterable[RationalFunction] = (),
    defined: "Iterable[Expr]" = (),
) -> "Boolean":
    """Return the sympy condition that all elements are > 0, and those `not_negative` >= 0.

    No denominator of the expressions `defined` is 0.  BadInput if no values of the symbols
    fulfil it.

    >>> import sympy
    >>> p = from_sympy(sympy.Symbol("p"))
    >>> all_positive([p, 1 - p]), all_positive([], not_negative=[p, 1 - p])
    ((0 < p) & (p < 1), (0 <= p) & (p <= 1))
    """
    positive = {each.to_sympy() for each in elements}
    others = {each.to_sympy() for each in not_negative} - positive
    relations = {sympy.Gt(expression, 0) for expression in positive}
    relations |= {sympy.Ge(expression, 0) for expression in others}
    bottoms = {sympy.fraction(each)[1] for each in defined}
    whole = _reduced(relations | {sympy.Ne(each, 0) for each in bottoms if each.free_symbols})
    if len(whole.free_symbols) > 1 and not _may_hold(relations):
        whole = sympy.false
    if whole == sympy.false:
        shown = ", ".join(sorted(map(str, _as_written(positive, others))))
        raise BadInput(f"no values of the symbols fulfil these conditions: {shown}")
    return whole


def _as_written(positive: "Iterable[Expr]", not_negative: "Iterable[Expr]") -> "list[Boolean]":
    """Return the relations without what the assumptions on the symbols say about them."""
    return [sympy.Gt(each, 0, evaluate=False) for each in positive] + [
        sympy.Ge(each, 0, evaluate=False) for each in not_negative
    ]


def _reduced(relations: "Iterable[Boolean]") -> "Boolean":
    """Return all relations together, in one symbol as intervals."""
    whole = sympy.And(*relations)
    return _intervals(relations) if len(whole.free_symbols) == 1 else whole


def _intervals(relations: "Iterable[Boolean]") -> "Boolean":
    """Return relations in one symbol, which is a real number, as intervals."""
    whole = sympy.reduce_inequalities(sorted(relations, key=sympy.default_sort_key))
    whole = _without_infinity(whole)
    if whole.has(sympy.Or) and _is_rational(whole):
        (symbol,) = whole.free_symbols
        whole = _without_infinity(whole.as_set().as_relational(symbol))  # fewer intervals
    return whole


def _is_rational(condition: "Boolean") -> bool:
    """Return whether all numbers in a condition are rational."""
    constants = (each for each in sympy.preorder_traversal(condition) if each.is_number)
    return all(each.is_Rational for each in constants)


def _without_infinity(whole: "Boolean") -> "Boolean":
    """Return a condition on real numbers without its relations such as p < oo."""
    relations = whole.atoms(sympy.Rel)
    endless = [each for each in relations if each.has(sympy.oo, -sympy.oo)]
    return whole.xreplace(dict.fromkeys(endless, sympy.true))


def _may_hold(relations: "set[Boolean]") -> bool:
    """Return False if one relation never holds, or those in one symbol, or the linear ones."""
    unknown = relations - {sympy.true}
    alone: dict[Symbol, list[Boolean]] = {}
    for relation in unknown:
        symbols = relation.free_symbols
        real = relation.xreplace({s: sympy.Dummy(s.name, real=True) for s in symbols})
        if real == sympy.false:
            return False
        if len(symbols) == 1:
            alone.setdefault(next(iter(symbols)), []).append(relation)
    if any(_intervals(found) == sympy.false for found in alone.values()):
        return False
    return _linear_may_hold(unknown)


def _linear_may_hold(relations: "Iterable[Boolean]") -> bool:
    """Return False if linear relations exclude each other, by an exact linear program.

    It maximises t <= 1, where every a > 0 becomes a >= t and every a >= 0 stays.
    """
    t = sympy.Dummy("t")
    linear = [
        each
        for each in relations
        if each.lhs.is_polynomial() and sympy.Poly(each.lhs).total_degree() == 1
    ]
    rows = [each.lhs >= (t if isinstance(each, sympy.Gt) else 0) for each in linear]
    try:
        return bool(sympy.solvers.simplex.lpmax(t, [*rows, t <= 1])[0] > 0)
    except sympy.solvers.simplex.InfeasibleLPError:
        return False


def bounds_of(rules: object) -> frozenset[RationalFunction]:
    """Return what must be >= 0 for rules with symbols to be within the bounds they declare.

    >>> import sympy
    >>> from dataclasses import dataclass
    >>> from montmort.games.rule_set import RuleSet, rule
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Rules(RuleSet):
    ...     stake: int = rule(1, "counters", least=1)
    >>> bounds_of(Rules(stake=sympy.Symbol("A")))
    frozenset({A - 1})
    """
    bounds: list[RationalFunction] = []
    for each in fields(rules) if is_dataclass(rules) and not isinstance(rules, type) else ():
        value = getattr(rules, each.name)
        if is_expression(value):
            least, most = each.metadata.get("least"), each.metadata.get("most")
            bounds += [from_sympy(value) - least] if least is not None else []
            bounds += [most - from_sympy(value)] if most is not None else []
    return frozenset(bounds)


def conditions_at(conditions: "Boolean", values: "Mapping[Symbol, Number]") -> "Boolean":
    """Return the conditions with values for symbols; BadInput if they do not hold.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> conditions_at((0 < p) & (p < 1), {p: Fraction(1, 3)})
    True
    """
    numbers = {symbol: from_sympy(value).to_sympy() for symbol, value in values.items()}
    where = ", ".join(f"{symbol} = {value}" for symbol, value in numbers.items())
    try:
        left = conditions.subs(numbers, simultaneous=True)
    except TypeError:  # a comparison with 1 / 0
        raise BadInput(f"{where}: a denominator in {conditions} is 0 there") from None
    parts = sympy.And.make_args(left)
    simple = (sympy.Gt, sympy.Ge, sympy.Lt, sympy.Le)
    if all(isinstance(part, simple) and _is_rational(part) for part in parts):
        left = _reduced(parts)
    if left == sympy.false:
        raise BadInput(f"{where}: the conditions {conditions} do not hold")
    return left


def check_known(values: "Iterable[Symbol]", symbols: "Iterable[Symbol]") -> None:
    """Raise BadInput for a symbol that does not occur, unless all those that do have a value.

    So the symbols of a game may be given to an answer that depends on some of them.

    >>> import sympy
    >>> p, q = sympy.symbols("p q")
    >>> check_known([p, q], [p])
    >>> check_known([q], [p])
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: there is no symbol q here; the symbols are p
    """
    known, chosen = set(symbols), set(values)
    if known <= chosen or chosen <= known:
        return
    unknown = min(map(str, chosen - known))
    shown = ", ".join(sorted(map(str, known)))
    same = unknown in map(str, known)
    but = " with the same assumptions" if same else ""
    raise BadInput(f"there is no symbol {unknown}{but} here; the symbols are {shown}")


def read_values(values: "Mapping[Symbol, Any]") -> "dict[Symbol, Number]":
    """Return values for symbols, as numbers or elements; BadInput for anything else.

    >>> import sympy
    >>> read_values({sympy.Symbol("p"): sympy.Rational(1, 3)})
    {p: Fraction(1, 3)}
    """
    check_mapping("values", values, "{symbol: number}")
    read: dict[Any, Number] = {}
    for symbol, value in values.items():
        if not (is_expression(symbol) and symbol.is_Symbol):
            raise BadInput(f"values: {quote(symbol)} is no sympy Symbol")
        if isinstance(value, int | Fraction):
            read[symbol] = Fraction(value)
            continue
        if not (isinstance(value, RationalFunction) or is_expression(value)):
            raise BadInput(f"values: {quote(value)} for {symbol} is not exact; use a Fraction")
        element = from_sympy(value)
        number = element.number
        read[symbol] = element if number is None else number
    return read
