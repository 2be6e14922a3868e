"""Flags of optimal play: what is wanted, of which seat, and where the strategy goes."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import flag, flag_of
from montmort.options.flags import GameFlags, given_fields, natural

if TYPE_CHECKING:
    from montmort.verification.aim import Aim
    from montmort.verification.game import Game
    from montmort.verification.optimal_play import OptimalPlay


@dataclass(frozen=True, kw_only=True)
class AimFlags:
    """What is wanted."""

    TITLE = "optimal play, for games with decisions"
    optimal: str | None = flag(
        'choose so that this field, or the chance of a condition as "left <= 3", is largest',
        metavar="FIELD",
    )
    minimise: str | None = flag("choose so that it is smallest", metavar="FIELD")
    seat: int | None = flag(
        "the seat that wants it (the only one that decides, or 0); another one opposes",
        read=natural,
    )


@dataclass(frozen=True, kw_only=True)
class StrategyFile:
    """Where the strategy goes."""

    TITLE = AimFlags.TITLE
    strategy_csv: Path | None = flag("write the optimal strategy as CSV")


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """The strategy by which a game is played."""

    TITLE = AimFlags.TITLE
    strategy: Literal["optimal"] | None = flag(
        "play by the optimal strategy; without --optimal or --minimise for the first field"
    )


def aim_of(options: GameFlags, default: str | None = None) -> "Aim | None":
    """Return what is wanted, by default to maximise a field; None if nothing is.

    BadInput for flags that do not go together.
    """
    largest, smallest = options.optimal, options.minimise
    if largest is not None and smallest is not None:
        raise BadInput("--optimal and --minimise are two aims; give one of them")
    wanted = [each for each in (largest, smallest, default) if each is not None]
    if not wanted:
        because = "is about optimal play; give it with --optimal FIELD"
        options.refuse("seat", "strategy_csv", because=because)
        return None
    from montmort.verification.aim import Aim

    return Aim(wanted[0], smallest is None, options.seat or 0, options.seat is not None)


def check_alone(options: GameFlags, question: type) -> None:
    """Raise BadInput if flags of other answers stand beside those of optimal play."""
    because = "does not go with optimal play; leave it out"
    for name in given_fields(options, question):
        raise BadInput(f"{flag_of(name)} {because}")
    options.refuse("csv", because=f"{because}: --strategy-csv writes the strategy")
    options.refuse("save", "workers", "dask", because=because)


def solved(options: GameFlags, rules: object, aim: "Aim") -> "OptimalPlay":
    """Return optimal play for the aim, with a bar on stderr."""
    from montmort.options.order_of_sets import check_order_of_sets
    from montmort.output.progress import walk_bar

    game: Game[Any] = options.game
    check_order_of_sets(game, options.experiment, rules, aim)
    with walk_bar(f"solving {game.name}") as watch:
        return game.optimal_play(rules, options.experiment, aim, watch)


def has_strategy(options: GameFlags) -> bool:
    """Return whether an optimal strategy is to play."""
    game: Game[Any] | None = options.game
    if game is not None and game.aim_in(options.experiment) is not None:
        return True
    return bool(options.given("strategy", "optimal", "minimise"))


def strategy_of(options: GameFlags, rules: object) -> "OptimalPlay | None":
    """Return the optimal play by which the game is to be played, None if nobody asks for one."""
    default = None
    if options.strategy is not None:
        _check_alone(options)
        experiment = options.game.rulebook.experiment(options.experiment)
        default = experiment.under(rules).fields[0]
        known = options.game.aim_in(options.experiment)
        if known is not None and (options.optimal, options.minimise) == (None, None):
            return solved(options, rules, known)
    aim = aim_of(options, default)
    if aim is None:
        return None
    _check_alone(options)
    return solved(options, rules, aim)


def _check_alone(options: GameFlags) -> None:
    """Raise BadInput if something else is to play or to judge."""
    others = ("table", "source_records", "against", "command", "outcomes", "replays", "exact")
    options.refuse(*others, because="does not go with an optimal strategy; leave it out")
