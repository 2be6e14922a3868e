"""The record of a small game, from its rulebook."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from montmort.games.chance import Chance
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table
from montmort.lazy import At
from montmort.verification.aim import Aim
from montmort.verification.certificates.certification import Certification
from montmort.verification.game import Game

if TYPE_CHECKING:
    from montmort.exact.paths import Watch
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


def small_game(
    rulebook: Rulebook[Any],
    *,
    optimal: "OwnSolver | None" = None,
    certification: Callable[[], Certification[Any]] | None = None,
    proof: Callable[[Any, str, Aim | None], str | None] | None = None,
) -> Game[Any]:
    """Return the record of a game as it follows from its rulebook, with what is known beyond it.

    Its claims and statements are found by its name: see `claims_about` and the folder `statements`.
    """

    def play(rules: Any) -> "OptimalPlay":
        assert game.aim is not None
        return game.optimal_play(rules, rulebook.first_experiment, game.aim)

    terminal = _best_play_shown(rulebook, play) if rulebook.wants else _chances_shown(rulebook)
    game = Game(
        rulebook=replace(rulebook, terminal=terminal),
        optimal=optimal,
        certification=certification,
        proof=proof,
        claims=partial(_CLAIMS, rulebook.name),
        settled=_settled(rulebook.name),
    )
    return game


_CLAIMS = At("montmort.verification.shelf.claims:claims_about")


def _settled(game: str) -> At | None:
    """Return the function `settled` of the statements about a game, None if there are none."""
    module = f"montmort.verification.shelf.statements.{game.replace('-', '_')}"
    return None if find_spec(module) is None else At(f"{module}:settled")


def _chances_shown(rulebook: Rulebook[Any]) -> Terminal[Any]:
    """Return the terminal of a game without decisions, where `?` shows the chances."""

    def chances(rules: Any, experiment: str, events: Sequence[Any]) -> Mapping[Any, Fraction]:
        from montmort.verification.shelf.prospects import prospects

        return prospects(rulebook.experiment(experiment), rules, events)

    return replace(rulebook.terminal, prospects=chances)


def _best_play_shown(
    rulebook: Rulebook[Any], play: "Callable[[Any], OptimalPlay]"
) -> Terminal[Any]:
    """Return the terminal of a game with decisions, where the others play at best.

    `?` shows what each choice is worth, and before the play or at a position the chances under
    best play.
    """
    wanted = rulebook.wants.replace("_", " ")

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
            words = f"mean of {wanted}"
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
        return f"the mean of {wanted} after each choice if all then play at best"

    return replace(
        rulebook.terminal,
        chances=chances,
        prospects=prospects,
        players=players,
        assumption=assumption,
    )
