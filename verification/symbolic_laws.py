"""The exact laws of an outcome as functions of the symbols in the rules, field by field.

| field | law | mean and variance |
|---|---|---|
| numbers, or expressions in the symbols | complete, or unknown without a longest play | always |
| true and false | complete | of 1 for true and 0 for false: the mean is the chance of true |
| members of an enum | complete | none |

All are expressions of sympy in lowest terms.  They hold under the conditions.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.display import short_repr
from montmort.exact.from_rules import explore
from montmort.exact.paths import Watch
from montmort.exact.rational_functions.field import from_sympy, is_expression
from montmort.exact.symbolic.law import SymbolicLaw
from montmort.exact.symbolic.walk import SymbolicWalk
from montmort.games.errors import BadChain, BadInput, UnknownName
from montmort.games.experiment import Experiment
from montmort.montecarlo.outcomes import as_integer
from montmort.verification.condition import Condition
from montmort.verification.outcome_laws import OutcomeLaws, laws_of_walk, word
from montmort.verification.own_games.from_play import about_rules

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean

AnySymbolicWalk = SymbolicWalk[Any, Any]


@dataclass(frozen=True, kw_only=True)
class SymbolicFieldLaw:
    """What is known of a field as functions; `law` is None if only its moments are."""

    law: SymbolicLaw[Any] | None
    mean: "Expr | None" = None
    variance: "Expr | None" = None

    __repr__ = short_repr

    def answers(self) -> dict[str, Any]:
        """Return mean and variance, if there are any, the law in words, and its tail.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> SymbolicFieldLaw(law=SymbolicLaw.of({True: p, False: 1 - p})).answers()["law"]
        {'false': 1 - p, 'true': p}
        """
        moments = {"mean": self.mean, "variance": self.variance}
        answers: dict[str, Any] = {name: m for name, m in moments.items() if m is not None}
        if self.law is None:
            return {**answers, "law": {}, "tail": from_sympy(1).to_sympy()}
        chances = self.law.chances()
        named = {word(value): chances[value] for value in _in_order(self.law)}
        return {**answers, "law": named, "tail": from_sympy(0).to_sympy()}


def _in_order(law: SymbolicLaw[Any]) -> list[Any]:
    """Return the values of a law: members as they are declared, numbers before expressions."""
    kind = type(next(iter(law)))
    if issubclass(kind, enum.Enum):
        return [member for member in kind if member in law.elements]
    numbers = sorted(value for value in law if not is_expression(value))
    return numbers + sorted((value for value in law if is_expression(value)), key=str)


@dataclass(frozen=True, kw_only=True)
class SymbolicOutcomeLaws:
    """The laws of all fields of an outcome as functions of symbols, and how they were found.

    `event` is the chance of the condition, if one is given.
    """

    fields: Mapping[str, SymbolicFieldLaw]
    walk: AnySymbolicWalk
    event: "Expr | None" = None
    given: str = ""

    __repr__ = short_repr

    @property
    def symbols(self) -> "tuple[Symbol, ...]":
        """The symbols of the answers, in the order of their names."""
        return tuple(sorted(self.walk.symbols, key=str))

    @property
    def conditions(self) -> "Boolean":
        """What must hold for the answers."""
        return self.walk.conditions

    def answers(self) -> dict[str, Any]:
        """Return {field: {"mean", "variance", "law", "tail"}}."""
        return {name: field.answers() for name, field in self.fields.items()}

    def value_of(self, field: str | None = None) -> "tuple[str, Expr]":
        """Return a field and its mean, by default the first field that has one."""
        means = {name: field.mean for name, field in self.fields.items() if field.mean is not None}
        if not means:
            raise BadInput("no field of the outcome has a mean")
        name = next(iter(means)) if field is None else field
        if name not in means:
            raise UnknownName(f"no field {name!r} with a mean; there are {', '.join(means)}")
        return name, means[name]

    def is_truth(self, field: str) -> bool:
        """Return whether a field is a truth value, so that its mean is a chance."""
        law = self.fields[field].law
        return law is not None and all(isinstance(value, bool) for value in law)

    def at(self, values: "Mapping[Symbol, Fraction]") -> "OutcomeLaws | SymbolicOutcomeLaws":
        """Return the laws with numbers for symbols; BadInput where the conditions fail."""
        walk = self.walk.at(values)
        if isinstance(walk, SymbolicWalk):
            return laws_of_symbolic_walk(walk, self.given)
        return laws_of_walk(walk, self.given, may_be_endless=True)


def symbolic_laws(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    given: str = "",
    watch: Watch | None = None,
) -> OutcomeLaws | SymbolicOutcomeLaws:
    """Return the laws of every field as functions of the symbols, given a condition if any.

    They are numbers where the walk meets no symbol.

    >>> import sympy
    >>> from montmort.verification.own_games.from_play import experiment_of
    >>> p = sympy.Symbol("p")
    >>> toss = experiment_of(lambda chance: chance.pick([p, 1 - p]) == 0)
    >>> laws = symbolic_laws(toss, None)
    >>> laws.fields["value"].mean, laws.conditions
    (p, (0 <= p) & (p <= 1))
    """
    with about_rules(experiment.step):
        walk = explore(experiment, rules, watch=watch)
    if isinstance(walk, SymbolicWalk):
        return laws_of_symbolic_walk(walk, given)
    return laws_of_walk(walk, given)


def laws_of_symbolic_walk(walk: AnySymbolicWalk, given: str = "") -> SymbolicOutcomeLaws:
    """Return the laws of every field of a walk with symbols, given a condition if there is one."""
    _check_outcomes(walk)
    walk.check_ends()
    names = walk.experiment.fields
    if not given:
        fields = {name: _field(walk, name) for name in names}
        return SymbolicOutcomeLaws(fields=fields, walk=walk)
    joint, event = _given(walk, given)
    fields = {name: _of_law(joint.field(name)) for name in names}
    return SymbolicOutcomeLaws(fields=fields, walk=walk, event=event, given=given)


def _check_outcomes(walk: AnySymbolicWalk) -> None:
    """Raise InvalidCounts unless every field of a gain is a number, a bool, an enum's member."""
    for row in walk.rows.values():
        for _, gain in row:
            for field, value in zip(walk.experiment.fields, gain, strict=True):
                if not is_expression(value) and not isinstance(value, Fraction):
                    as_integer(field, value)


def _field(walk: AnySymbolicWalk, name: str) -> SymbolicFieldLaw:
    values = {getattr(gain, name) for row in walk.rows.values() for _, gain in row}
    if all(isinstance(value, bool | enum.Enum) for value in values):
        return _of_law(walk.last_law(name))
    try:
        return _of_law(walk.field_law(name))
    except BadChain:  # no longest play
        return SymbolicFieldLaw(law=None, mean=walk.expected(name), variance=walk.variance(name))


def _of_law(law: SymbolicLaw[Any]) -> SymbolicFieldLaw:
    if any(isinstance(value, enum.Enum) for value in law):
        return SymbolicFieldLaw(law=law)
    return SymbolicFieldLaw(law=law, mean=law.mean(), variance=law.variance())


def _given(walk: AnySymbolicWalk, given: str) -> "tuple[SymbolicLaw[Any], Expr]":
    """Return the joint law given a condition, and the condition's chance."""
    try:
        joint = walk.law()
    except BadChain:
        raise BadInput(
            f"given={given!r}: with symbols a condition needs a game with a longest play; "
            "give the symbols numbers"
        ) from None
    kinds = {name: _kind(joint, name) for name in walk.experiment.fields}
    condition = Condition.read(given, kinds)
    for name in sorted(condition.fields):
        if any(is_expression(getattr(outcome, name)) for outcome in joint):
            raise BadInput(
                f"given={given!r}: {name} depends on the symbols, so no condition on it can be "
                "read; give them numbers"
            )
    conditional = joint.given(lambda outcome: condition.holds(outcome._asdict()))
    event = joint.expected(lambda outcome: int(condition.holds(outcome._asdict())))
    return conditional, event


def _kind(joint: SymbolicLaw[Any], name: str) -> type:
    """Return the type of a field: int for all numbers, bool, or an enum."""
    value = getattr(next(iter(joint)), name)
    return type(value) if isinstance(value, bool | enum.Enum) else int
