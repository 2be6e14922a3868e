"""The record of a small game: all of it stands in one package, `games/<name>`.

Besides the rules with their `RULEBOOK` the package may have, each found by its name,

    claims.toml, claims.py   published claims: numbers, and `SOURCES` with what decides others
    report.py, report.md     `settled`: what is stated and proved, with checks
    best_play.py             `best_play`: the optimal play that a solver of the game's own finds
    certificate.py           `CERTIFICATION`, with its `checker.py`
    proof.py, rules.v        `proof`: a proof for Coq from the rules
    record.py                `GAME`: the whole record, where more than this is the game's own
    cases.toml               what tests compare with walk, simulator, report and claims
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property, partial
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

from montmort.games.chance import Chance
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table
from montmort.lazy import At
from montmort.verification.game import Game

if TYPE_CHECKING:
    from montmort.verification.claims import Claim
    from montmort.verification.optimal_play import OptimalPlay


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


def small_game(package: ModuleType) -> Game[Any]:
    """Return the record of the game whose rules a package has: that of its `record`, if any.

    Else it follows from the rulebook, with what the modules of the package say beyond it.

    >>> from montmort.games import le_her
    >>> str(small_game(le_her).aim), small_game(le_her).settled
    ('maximise paul_wins, seat 0', At('montmort.games.le_her.report:settled'))
    """
    if (record := beside(package, "record:GAME")) is not None:
        own: Game[Any] = record.load()
        return own
    rulebook: Rulebook[Any] = package.RULEBOOK

    def play(rules: Any) -> "OptimalPlay":
        assert game.aim is not None
        return game.optimal_play(rules, rulebook.first_experiment, game.aim)

    terminal = _best_play_shown(rulebook, play) if rulebook.wants else _chances_shown(rulebook)
    game = Game(
        rulebook=replace(rulebook, terminal=terminal),
        optimal=beside(package, "best_play:best_play"),
        certification=beside(package, "certificate:CERTIFICATION"),
        proof=beside(package, "proof:proof"),
        claims=partial(claims_of, package.__name__),
        settled=beside(package, "report:settled"),
    )
    return game


def beside(package: ModuleType, place: str) -> At | None:
    """Return what stands at "module:name" of a package, loaded by its first use; None without it.

    >>> from montmort.games import kuhn
    >>> beside(kuhn, "report:settled")
    At('montmort.games.kuhn.report:settled')
    >>> beside(kuhn, "proof:proof") is None
    True
    """
    is_there = place.partition(":")[0] in _modules_in(*getattr(package, "__path__", ()))
    return At(f"{package.__name__}.{place}") if is_there else None


@cache
def _modules_in(*folders: str) -> frozenset[str]:
    return frozenset(module.name for module in iter_modules(folders))


def claims_of(package: str) -> "tuple[Claim, ...]":
    """Return the claims about the game of a package: its `claims.toml`, then those of `claims`.

    >>> [claim.name for claim in claims_of("montmort.games.le_her")]
    ['value', 'mixed']
    """
    from montmort.verification.claim_file import claims_beside

    rules = import_module(package)
    declared = beside(rules, "claims:SOURCES")
    sources = () if declared is None else declared()
    own = (claim for source in sources for claim in source.declared)
    return (*claims_beside(str(rules.__file__), small_game(rules)), *own)


def _chances_shown(rulebook: Rulebook[Any]) -> Terminal[Any]:
    """Return the terminal of a game without decisions, where `?` shows the chances."""

    def chances(rules: Any, experiment: str, events: Sequence[Any]) -> Mapping[Any, Fraction]:
        from montmort.verification.prospects import prospects

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
        best = play(rules)
        return best.worths(view) or {
            f"{choice}, {side}": bound
            for choice, bounds in best.bounds(view).items()
            for side, bound in zip(("at least", "at most"), bounds, strict=True)
        }

    def prospects(rules: Any, experiment: str, events: Sequence[Any]) -> Mapping[Any, Fraction]:
        from montmort.verification.prospects import prospects, shown

        if experiment != rulebook.first_experiment:
            return {}
        best = play(rules)
        if (sides := best.found.enclosure) is not None:
            words = f"mean of {wanted}"
            bounds = {f"{words} is at least": sides.low, f"{words} is at most": sides.high}
            return {} if events else bounds
        if not events:
            return shown(best.outcome_laws())
        return prospects(best.experiment, rules, events)

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
