"""How a game's own solver says what it answers: its laws, its questions and its enumeration.

A solver is stated beside its functions, as `exact.treize.answers.SOLVER`; the record of the game
names it.  Games without one are answered by a walk of their rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from montmort.display import short_repr

if TYPE_CHECKING:
    from fractions import Fraction

    from montmort.exact.enumeration import Parts
    from montmort.exact.law import Law
    from montmort.exact.moments import Moments
    from montmort.exact.paths import Watch

R = TypeVar("R")
Answers = Mapping[str, Any]


@dataclass(frozen=True)
class NoQuestion:
    """The question to a solver that has only one answer."""


@dataclass(frozen=True, kw_only=True)
class Enumeration(Generic[R]):
    """A long enumeration on which answers rest, counted in numbered parts.

    `parts(rules, question)` is the enumeration, None where the answers need
    none; `counts` says in words what it counts; `only_on_request` where the
    answers are usually read from a cache and parts are counted if a flag asks.
    """

    parts: "Callable[[R, Any], Parts | None]"
    counts: str
    only_on_request: bool = False


def _no_moments(_rules: object, _experiment: str) -> "Mapping[str, tuple[Fraction, Fraction]]":
    return {}


@dataclass(frozen=True, kw_only=True)
class Solver(Generic[R]):
    """The exact answers of a game.

    truth        (rules, experiment, watch) -> {field: Law or Moments}
    question     a dataclass of what may be asked; its fields become flags
    answers      (rules, question, watch) -> {name: exact value}
    enumeration  the enumeration on which answers rest, if there is one
    moments      (rules, experiment) -> {field: (mean, variance)} of laws with a tail
    value_to     the player for whom the answer `value` is
    """

    truth: "Callable[[R, str, Watch | None], Mapping[str, Law[Any] | Moments]]"
    answers: "Callable[[R, Any, Watch | None], Answers]"
    question: type[Any] = NoQuestion
    enumeration: Enumeration[R] | None = None
    moments: "Callable[[R, str], Mapping[str, tuple[Fraction, Fraction]]]" = _no_moments
    value_to: str = ""

    __repr__ = short_repr
