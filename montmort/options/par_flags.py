"""Flags of the PAR sheet: which wager, with what stake, and after how many plays."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.par_sheet import PLAYS
from montmort.games.errors import BadInput, UnknownName
from montmort.games.wager import Wager
from montmort.options.dataclass_flags import flag, flag_of
from montmort.options.flags import GameFlags, given_fields, natural
from montmort.verification.values_from_words import fraction, integers

if TYPE_CHECKING:
    from montmort.verification.game import Game

MOST_PLAYS = 10**9


def _plays(text: str) -> tuple[int, ...]:
    """Read numbers of plays.

    >>> _plays("100,1e4")
    (100, 10000)
    """
    found = integers(text)
    if not found or not all(1 <= plays <= MOST_PLAYS for plays in found):
        raise argparse.ArgumentTypeError(
            f"{text!r} must be numbers of plays from 1 to {MOST_PLAYS:,}"
        )
    return tuple(sorted({*found}))


def _stake(text: str) -> Fraction:
    """Read a stake, a number above 0.

    >>> _stake("1/2")
    Fraction(1, 2)
    """
    stake = fraction(text)
    if stake <= 0:
        raise argparse.ArgumentTypeError(f"{text!r}: a stake must be greater than 0")
    return stake


@dataclass(frozen=True, kw_only=True)
class Par:
    """The PAR sheet."""

    TITLE = "the PAR sheet, for games with a stake"
    par: bool = flag(
        "return to player, house edge, volatility, chances to be ahead after n plays",
        default=False,
    )
    par_plays: tuple[int, ...] | None = flag(
        f"after how many plays a player is ahead or not ({','.join(map(str, PLAYS))})",
        read=_plays,
    )
    par_seed: int | None = flag(
        "seed of the chances after n plays that are simulated; always the same when absent",
        read=natural,
    )
    par_wager: str | None = flag("one of several bets", metavar="NAME")
    par_stake: Fraction | None = flag("units staked on a play (1)", read=_stake)
    par_net: str | None = flag(
        "the field of what is won, the stake not included", metavar="FIELD", one_of="wager"
    )
    par_paid: str | None = flag(
        "the field of what is paid back, the stake included", metavar="FIELD", one_of="wager"
    )


def asks_par(options: GameFlags) -> bool:
    """Return whether a PAR sheet is asked for; BadInput for flags that do not go with it."""
    if not options.par:
        for name in ("par_plays", "par_seed", "par_wager", "par_stake", "par_net", "par_paid"):
            if vars(options)[name] is not None:
                raise BadInput(f"{flag_of(name)} is about the PAR sheet; give it with --par")
        return False
    game: Game[Any] = options.game
    given = [*given_fields(options, game.solve(options.experiment).question)]
    others = ("plot", "strategy_csv", "fair", "field", "table", "save", "workers", "dask")
    given += [name for name in others if vars(options).get(name)]
    if given:
        raise BadInput(f"{flag_of(given[0])} does not go with --par; leave one of the two out")
    return True


def wagers_asked(options: GameFlags) -> Sequence[Wager]:
    """Return the wagers of the game that are asked about, or the one that the flags describe."""
    from montmort.verification.par_sheets import wagers_of

    net, paid, stake = options.par_net, options.par_paid, options.par_stake
    if net or paid:
        if options.par_wager is not None:
            raise BadInput("--par-wager names a bet of the game; leave it out, or the field")
        wager = Wager(net=net or "", paid=paid or "", stake=1 if stake is None else stake)
        return [wager]
    wagers: Sequence[Wager] = wagers_of(options.game.rulebook, options.experiment)
    if options.par_wager is not None:
        names = [wager.name for wager in wagers]
        if options.par_wager not in names:
            raise UnknownName(
                f"{options.game.name} has no wager {options.par_wager!r}; there are "
                f"{', '.join(names)}"
            )
        wagers = [wagers[names.index(options.par_wager)]]
    return wagers if stake is None else [replace(wager, stake=stake) for wager in wagers]
