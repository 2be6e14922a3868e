"""What `montmort exact` is asked."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.exact.par_sheet import PLAYS
from montmort.options.dataclass_flags import add_fields, flag
from montmort.options.flags import GameFlags, natural, workers_flag
from montmort.options.optimal_flags import AimFlags, StrategyFile
from montmort.options.run_flags import dask_flag, save_flag
from montmort.options.symbol_flags import At, Symbols
from montmort.options.table_flags import add_table_columns
from montmort.options.verb_flags import Answer, Outputs, csv_flag, plot_flag
from montmort.verification.game import Game
from montmort.verification.values_from_words import fraction, integers

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
class Choice:
    """Which of the answers are shown, and with how many digits."""

    answer: Sequence[str] = flag(
        "only this answer, by its name in --json: value, or points_law.0; repeatable",
        metavar="NAME",
        default=(),
    )
    whole: bool = flag("print every digit of the fractions", default=False)


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


def is_counted(game: Game[Any]) -> bool:
    """Return whether answers of the game rest on an enumeration."""
    return game.solve(game.rulebook.first_experiment).enumeration is not None


@dataclass(frozen=True, kw_only=True)
class CountedParts:
    """An enumeration that is counted in parts."""

    workers: int | None = workers_flag("parts counted", has=is_counted)
    dask: str | None = dask_flag(has=is_counted)
    save: Path | None = save_flag(has=is_counted)


@dataclass(frozen=True, kw_only=True)
class Flags(
    GameFlags, Answer, Outputs, Choice, AimFlags, StrategyFile, Symbols, At, Par, CountedParts
):
    """What `montmort exact` is asked."""

    csv: Path | None = csv_flag("answer,index,value", adapt=add_table_columns)
    plot: Path | None = plot_flag("the exact laws, the strategy card, or the function of a symbol")

    @classmethod
    def add_game(cls, parser: argparse.ArgumentParser, argv: Sequence[str]) -> Game[Any] | None:
        """Add the game, and the question about it."""
        game = super().add_game(parser, argv)
        if game is not None:
            question = game.solve(game.rulebook.first_experiment).question
            add_fields(parser.add_argument_group("question"), question)
        return game
