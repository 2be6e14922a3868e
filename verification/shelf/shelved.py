"""The record of a small game, from its rules and what the first player wants."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from montmort.games.chance import Chance
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table
from montmort.lazy import At
from montmort.verification.aim import Aim
from montmort.verification.certificates.certification import Certification
from montmort.verification.game import Game

if TYPE_CHECKING:
    from montmort.exact.paths import Watch
    from montmort.verification.claims import Claim
    from montmort.verification.direct_solution import DirectSolution
    from montmort.verification.optimal_play import OptimalPlay

    OwnSolver = Callable[[Any, Aim, Watch | None], DirectSolution | None]


class _BestPlayers:
    """A Table whose strategy is found when it is asked first."""

    def __init__(self, find: Callable[[], Table]) -> None:
        self._find = find

    @cached_property
    def _table(self) -> Table:
        return self._find()

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return the best choice."""
        return self._table.decide(seat, choices, view)

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""


_SETTLED = At("montmort.verification.shelf.statements:statements_about")


def chance_only(rulebook: Rulebook[Any]) -> Game[Any]:
    """Return the record of a game without decisions.

    At the terminal `?` shows the chances.
    """

    def chances(rules: Any, experiment: str, events: Sequence[Any]) -> Mapping[Any, Fraction]:
        from montmort.verification.shelf.prospects import prospects

        return prospects(rulebook.experiment(experiment), rules, events)

    book = replace(rulebook, terminal=replace(rulebook.terminal, prospects=chances))
    return Game(rulebook=book, claims=_claims(rulebook.name), settled=_SETTLED)


def shelved(
    rulebook: Rulebook[Any],
    field: str,
    optimal: "OwnSolver | None" = None,
    certification: Callable[[], Certification[Any]] | None = None,
) -> Game[Any]:
    """Return the record of a game in which the first player wants a field to be largest.

    At the terminal the others play at best, and `?` shows what each choice is worth, and before
    the play or at a position the chances under best play.
    """

    def play(rules: Any) -> "OptimalPlay":
        return game.optimal_play(rules, rulebook.first_experiment, aim)

    def chances(
        rules: Any, _events: Sequence[Any], view: Any, _choices: Sequence[Any]
    ) -> Mapping[Any, Fraction]:
        found = play(rules)
        return found.worths(view) or {
            f"{choice}, {side}": bound
            for choice, bounds in found.bounds(view).items()
            for side, bound in zip(("at least", "at most"), bounds, strict=True)
        }

    def prospects(rules: Any, experiment: str, events: Sequence[Any]) -> Mapping[Any, Fraction]:
        from montmort.verification.shelf.prospects import prospects, shown

        if experiment != rulebook.first_experiment:
            return {}
        found = play(rules)
        if (sides := found.found.enclosure) is not None:
            words = f"mean of {field.replace('_', ' ')}"
            bounds = {f"{words} is at least": sides.low, f"{words} is at most": sides.high}
            return {} if events else bounds
        if not events:
            return shown(found.outcome_laws())
        return prospects(found.experiment, rules, events)

    def players(rules: Any, chance: Chance) -> Table:
        return _BestPlayers(lambda: play(rules).experiment.players(rules, chance))

    def assumption(_rules: Any, view: Any) -> str:
        if view is None:
            return "if all play at best"
        return f"the mean of {field.replace('_', ' ')} after each choice if all then play at best"

    aim = Aim(field)
    terminal = replace(
        rulebook.terminal,
        chances=chances,
        prospects=prospects,
        players=players,
        assumption=assumption,
    )
    book = replace(rulebook, terminal=terminal)
    game = Game(
        rulebook=book,
        aim=aim,
        optimal=optimal,
        certification=certification,
        claims=_claims(rulebook.name),
        settled=_SETTLED,
    )
    return game


def _claims(name: str) -> "Callable[[], tuple[Claim, ...]]":
    """Return what lists the claims about a game; they are loaded when they are asked for."""

    def claims() -> "tuple[Claim, ...]":
        from montmort.verification.shelf.claims import claims_about

        return claims_about(name)

    return claims
