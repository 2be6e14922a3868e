"""Optimal play as a function of the symbol in the rules, asked for in words."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from montmort.display import short_repr
from montmort.exact.decisions.piecewise import (
    Change,
    Piece,
    PieceChoice,
    PiecewiseOptimal,
    join_pieces,
)
from montmort.exact.decisions.spelling import names_of, spelled
from montmort.exact.parameters.questions import fair
from montmort.exact.parameters.region import Interval, Region
from montmort.exact.parameters.roots import Root
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from montmort.verification.aim import Aim
from montmort.verification.optimal_play import MOST_ENTRIES, OptimalPlay, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sympy import Symbol


@dataclass(frozen=True, kw_only=True)
class OptimalFunctions:
    """Optimal play for an aim and all values of a symbol.

    `is_chance` where the value is the chance of something.
    """

    aim: Aim
    is_chance: bool
    found: PiecewiseOptimal

    __repr__ = short_repr

    @property
    def fair_value(self) -> Fraction:
        """The value of a fair game: 1/2 if it is a chance, else 0."""
        return Fraction(1, 2) if self.is_chance else Fraction(0)

    @property
    def value_text(self) -> str:
        """What the value is, in words."""
        what = f"{'chance' if self.is_chance else 'mean'} of {self.aim.text}"
        return f"{'largest' if self.aim.maximises else 'smallest'} {what}"

    @cached_property
    def fair(self) -> "FairPlay":
        """Where the value of optimal play is the fair one."""
        symbol, roots, intervals = self.found.symbol, list[Root](), list[Interval]()
        for piece in self.found.pieces:
            region = Region(symbol, (piece.interval,))
            answer = fair(piece.value - self.fair_value, symbol, region)
            roots += [root for root in answer.roots if root not in roots]
            intervals += [piece.interval] if answer.everywhere else []
        everywhere = Region(symbol, tuple(join_pieces(intervals)))
        return FairPlay(
            equation=f"{self.value_text} = {self.fair_value}",
            region=self.found.region,
            roots=tuple(root for root in roots if root not in everywhere),
            everywhere=everywhere,
        )

    def at(self, values: "Mapping[Symbol, Fraction]") -> OptimalPlay:
        """Return optimal play at a point of the region."""
        return OptimalPlay(aim=self.aim, is_chance=self.is_chance, found=self.found.at(values))

    def answers(self) -> dict[str, Any]:
        """Return the value, its pieces with their strategies, and the changes, in JSON's terms.

        Expressions are text that sympy reads.  Strategies that are too long are left out.
        """
        optimum = self.found
        number = len(optimum.pieces) * len(optimum.game.groups)
        return {
            "value": str(optimum.value),
            "pieces": [_piece_entry(piece, number <= MOST_ENTRIES) for piece in optimum.pieces],
            "breaks": [
                {"point": point.to_json(), "changes": [*map(_change_entry, changes)]}
                for point, changes in optimum.breaks
            ],
        }


@dataclass(frozen=True, kw_only=True)
class FairPlay:
    """The points of the region, and the intervals, on which optimal play is fair."""

    equation: str
    region: Region
    roots: tuple[Root, ...]
    everywhere: Region

    def __str__(self) -> str:
        if not self.roots and not self.everywhere.intervals:
            return f"{self.equation}: never fair: {self.region}"
        parts = [f"{self.region.symbol} = {root}" for root in self.roots]
        parts += [str(self.everywhere)] if self.everywhere.intervals else []
        return f"{self.equation}: fair at {' or '.join(parts)}"

    def to_json(self) -> dict[str, Any]:
        """Return the equation, the region, the points and the intervals."""
        return {
            "equation": self.equation,
            "region": self.region.to_json(),
            "roots": [root.to_json() for root in self.roots],
            "intervals": self.everywhere.to_json()["intervals"],
        }


def optimal_functions(
    experiment: Experiment[Any, Any, Any], rules: object, aim: Aim, watch: Watch | None = None
) -> OptimalFunctions:
    """Return optimal play for all values of the symbol; BadInput if play meets no symbol.

    >>> import sympy
    >>> from montmort.verification.own_games.from_play import experiment_of
    >>> p = sympy.Symbol("p")
    >>> def play(chance, table):
    ...     if table.decide(0, ["bet", "pass"], None) == "pass":
    ...         return 0
    ...     return 1 if chance.pick([1 - p, p]) else -1
    >>> play = optimal_functions(experiment_of(play), None, Aim("value"))
    >>> [str(piece.value) for piece in play.found.pieces]
    ['0', '2*p - 1']
    >>> print(play.fair)
    largest mean of value = 0: fair at 0 <= p <= 1/2
    """
    problem = Problem.of(experiment, rules, aim)
    optimum = problem.found(watch)
    if not isinstance(optimum, PiecewiseOptimal):
        raise BadInput(f"optimal play of {experiment.name} does not depend on the symbols")
    aim = replace(aim, seat=optimum.setting.seat)
    return OptimalFunctions(aim=aim, is_chance=problem.is_chance, found=optimum)


def _piece_entry(piece: Piece, with_strategy: bool) -> dict[str, Any]:
    entry = {"interval": piece.interval.to_json(), "value": str(piece.value)}
    return entry | ({"strategy": [*map(_choice_entry, piece.decisions)]} if with_strategy else {})


def _choice_entry(decision: PieceChoice) -> dict[str, Any]:
    return {
        "seat": decision.seat,
        "view": spelled(decision.view),
        "choice": spelled(decision.choice),
        "ties": [*map(spelled, decision.ties)],
        "values": dict(zip(names_of(decision.choices), map(str, decision.values), strict=False)),
    }


def _change_entry(change: Change) -> dict[str, Any]:
    return {
        "seat": change.seat,
        "view": spelled(change.view),
        "before": [*map(spelled, change.before)],
        "after": [*map(spelled, change.after)],
    }
