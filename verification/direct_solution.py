"""Optimal play as a game's own solver finds it, where a walk of the rules would take too long."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from montmort.display import short_repr
from montmort.exact.decisions.best_play import BestChoice
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.experiment import Experiment
from montmort.montecarlo.simulator import Simulator


@dataclass(frozen=True, kw_only=True, eq=False)
class DirectSolution:
    """The value, the law of the outcome under the strategy, and the experiment that it plays.

    Where there is no `joint` law of the outcome, `known` has what is known of its fields.
    `decided` is the number of decisions; `decisions` lists them, or is empty if they are
    too many for a list.  `worths(view)` is what each choice is worth.
    The strategy is played by the `simulator`, if there is one, else by the rules.
    """

    value: Fraction
    joint: Law[Any] | None = None
    known: Mapping[str, Law[Any] | Moments] = field(default_factory=dict)
    rules: object
    played: Experiment[Any, Any, Any]
    decided: int
    decisions: Sequence[BestChoice]
    worths: Callable[[Any], Mapping[Hashable, Fraction]]
    how: str
    simulator: Simulator | None = None

    __repr__ = short_repr

    enclosure = None  # the value is always exact
