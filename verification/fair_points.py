"""Where a game is fair: the points of a symbol at which a mean is 0, or a chance 1/2."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.parameters.questions import Fair, fair
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.verification.symbolic_laws import SymbolicOutcomeLaws

if TYPE_CHECKING:
    from sympy import Expr


@dataclass(frozen=True, kw_only=True)
class FairPoints:
    """The points at which the mean of a field, as a function of one symbol, has the fair value.

    The fair value of a payoff is 0; of a truth value, whose mean is its chance, 1/2.
    """

    field: str
    function: "Expr"
    fair_value: Fraction
    answer: Fair

    @property
    def equation(self) -> str:
        """What was solved, in words."""
        what = "chance" if self.fair_value else "mean"
        return f"{what} of {self.field} = {self.fair_value}"

    def __str__(self) -> str:
        return f"{self.equation}: {self.answer}"

    def to_json(self) -> dict[str, Any]:
        """Return the field, the equation and its roots."""
        return {"field": self.field, "equation": self.equation, **self.answer.to_json()}


def fair_points(found: SymbolicOutcomeLaws, field: str | None = None) -> FairPoints:
    """Return where the mean of a field, by default the first that has one, has its fair value.

    BadInput unless it is a function of one symbol.

    >>> import sympy
    >>> from montmort.verification.own_games.from_play import experiment_of
    >>> from montmort.verification.symbolic_laws import symbolic_laws
    >>> p = sympy.Symbol("p")
    >>> both = experiment_of(lambda chance: chance.pick([1 - p, p]) + chance.pick([1 - p, p]) == 2)
    >>> print(fair_points(symbolic_laws(both, None)))
    chance of value = 1/2: fair at p = sqrt(2)/2
    """
    name, mean = found.value_of(field)
    names = sorted(map(str, mean.free_symbols))
    if len(names) != 1:
        others = f"the symbols {', '.join(names)}: give all but one a number" if names else "none"
        raise BadInput(f"the mean of {name} must be a function of one symbol, and has {others}")
    (symbol,) = mean.free_symbols
    conditions = [
        part for part in sympy.And.make_args(found.conditions) if symbol in part.free_symbols
    ]
    value = Fraction(1, 2) if found.is_truth(name) else Fraction(0)
    solved = fair(mean - sympy.Rational(value), symbol, sympy.And(*conditions))
    return FairPoints(field=name, function=mean, fair_value=value, answer=solved)
