"""What `montmort verify` is asked: a game, or a program, a file, a law that a user brings."""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from montmort.games.errors import BadInput
from montmort.games.validation import quote
from montmort.options.dataclass_flags import flag
from montmort.options.flags import (
    A_GAME,
    GameFlags,
    Run,
    given_fields,
    margin,
    number_of_plays,
    positive,
    rules_of,
)
from montmort.options.optimal_flags import AimFlags, Strategy, strategy_of
from montmort.options.order_of_sets import check_order_of_sets
from montmort.options.run_flags import LongRun, send_file_to_cluster
from montmort.options.symbol_flags import At, Grid
from montmort.options.verb_flags import Answer, Outputs, csv_flag, plot_flag
from montmort.verification.values_from_words import fraction, integer
from montmort.verification.verdicts.decision import Levels

if TYPE_CHECKING:
    from montmort.montecarlo.external.program import NamedFile
    from montmort.verification.comparison.run import RunOptions

OURS = "montmort"
LEAST_RATE = Fraction(1, 10**300)  # of an error: the judge computes with floats


def _block(text: str) -> int:
    """Read the plays of a block, which must fit into memory."""
    from montmort.montecarlo.external.program import MOST_IN_BLOCK

    value = positive(text)
    if value > MOST_IN_BLOCK:
        raise argparse.ArgumentTypeError(
            f"{text!r} must be at most {MOST_IN_BLOCK:,}: a block is held in memory"
        )
    return value


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} must be a number of seconds greater than 0")
    return seconds


def _source(text: str) -> "NamedFile":
    """Return a file with its hash, before the first play."""
    from montmort.montecarlo.external.program import named_file

    try:
        if not Path(text).is_file():  # a pipe would be waited for
            raise argparse.ArgumentTypeError(f"there is no file {quote(text)}")
        return named_file(text, text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot read {quote(text)}: {error.strerror}") from error


def _level(text: str) -> float:
    return _rate(text, fraction(text))


def _confidence(text: str) -> float:
    return _rate(text, 1 - fraction(text))


def _rate(text: str, chance: Fraction) -> float:
    """Return the chance of an error as a float, which is neither 0 nor 1."""
    if not 0 < chance < 1:
        raise argparse.ArgumentTypeError(f"{quote(text)} must lie strictly between 0 and 1")
    rate = float(chance)
    if chance < LEAST_RATE or rate == 1:
        raise argparse.ArgumentTypeError(
            f"{quote(text)} is too near to 0 or 1: the judge computes with doubles"
        )
    return rate


def _range(text: str) -> tuple[str, tuple[int, int]]:
    """Read the range of a field.

    >>> _range("turns=1:500")
    ('turns', (1, 500))
    """
    field, equals, ends = text.rpartition("=")
    low, colon, high = ends.partition(":")
    if not (field and equals and colon):
        raise argparse.ArgumentTypeError(f"{text!r} must be FIELD=LOW:HIGH, as turns=1:500")
    found = integer(low), integer(high)
    if found[0] >= found[1]:
        raise argparse.ArgumentTypeError(f"{text!r}: the lower end comes first")
    return field, found


@dataclass(frozen=True, kw_only=True)
class Own:
    """A user's own simulator and exact laws."""

    TITLE = "your own simulator, or your own law"
    command: str | None = flag(
        "judge a program: a line per play, an integer or CSV; {seed} and {plays} in it are "
        "filled in",
        metavar="COMMAND",
    )
    block: int | None = flag("plays of the program from one seed (10,000)", read=_block)
    time_limit: float | None = flag(
        "seconds allowed for a block (60)", read=_seconds, metavar="SECONDS"
    )
    outcomes: str | None = flag(
        "judge outcomes in a file, or - : plays as the program's, or counts under value,count",
        metavar="FILE",
    )
    replays: str | None = flag(
        "as --outcomes, with a column picks, and choices where players decide: the rules play "
        "them again, and must agree",
        metavar="FILE",
    )
    with_picks: bool | None = flag(
        "the program prints the columns picks and choices as well: see --replays"
    )
    column: str | None = flag("the field of the values, or the only field to judge", metavar="NAME")
    exact: str | None = flag(
        'judge by laws in a JSON file: {"values": {"0": "1/3", …}}', metavar="FILE"
    )


@dataclass(frozen=True, kw_only=True)
class Versus:
    """Two simulators."""

    TITLE = "two simulators, compared with each other"
    versus: str | None = flag(
        "the second simulator: a command with {seed}, a file of plays, a reading of the game, "
        f"or {OURS}: our own; the first is --command, --outcomes, or our own",
        metavar="WHAT",
    )
    range: Sequence[tuple[str, tuple[int, int]]] = flag(
        "all values of the field lie in it (else the range of the exact law if it is known, "
        "or of the first plays)",
        read=_range,
        metavar="FIELD=LOW:HIGH",
        default=(),
    )


@dataclass(frozen=True, kw_only=True)
class Judging:
    """When a run ends, what its verdicts show, with which error rates, and who reads them."""

    plays: int | None = flag("independent plays, neither more nor fewer", read=number_of_plays)
    until_decided: Literal["decided", "all"] | None = flag(
        "stop when every field is CONSISTENT or one is INCONSISTENT (decided, the default "
        "without --plays), or when each of them is decided (all)",
        names=["--until"],
    )
    max_plays: int | None = flag(
        "stop after so many plays, decided or not (1e9)", read=number_of_plays
    )
    margin: Sequence[tuple[str | None, Fraction]] = flag(
        "deviation to rule out, for all fields or for one, in its own unit",
        read=margin,
        metavar="[FIELD=]D",
        default=(),
    )
    level: float | None = flag(
        "chance, at most, that a right simulator is called INCONSISTENT (1e-6)",
        read=_level,
        metavar="A",
    )
    confidence: float | None = flag(
        "1 less the chance, at most, that a deviation beyond the margin is called "
        "CONSISTENT; also the level of the intervals (0.99)",
        read=_confidence,  # as an error rate
        metavar="C",
    )
    audit: Path | None = flag("write the document of --json to this file")
    junit: Path | None = flag("write the verdicts as JUnit XML, for CI")
    source: Sequence[Any] = flag(
        "a file that the program of --command was built from: its hash is in the record",
        read=_source,
        metavar="FILE",
        default=(),
    )


def _name_readings(against: argparse.Action, game: Any) -> None:
    against.choices = list(game.rulebook.readings)


@dataclass(frozen=True, kw_only=True)
class Against:
    """The rules that judge."""

    against: str | None = flag(
        "compare with the exact values of this reading instead",
        metavar="READING",
        adapt=_name_readings,
    )


@dataclass(frozen=True, kw_only=True)
class Flags(
    GameFlags,
    Own,
    Versus,
    Run,
    LongRun,
    Judging,
    Answer,
    Outputs,
    AimFlags,
    Strategy,
    Against,
    At,
    Grid,
):
    """What `montmort verify` is asked."""

    NEEDS_GAME = False
    csv: Path | None = csv_flag("of the verdicts, a line for each field")
    plot: Path | None = plot_flag("the verdicts, field by field")


def _levels_asked(options: Judging) -> Levels:
    """Return the error rates.

    >>> _levels_asked(Judging(confidence=0.001))
    Levels(reject=1e-06, accept=0.001)
    """
    usual = Levels()
    return Levels(
        reject=usual.reject if options.level is None else options.level,
        accept=usual.accept if options.confidence is None else options.confidence,
    )


def question(options: Flags) -> dict[str, Any]:
    """Return what is asked, as arguments of `crosscheck`; BadInput if that is no question."""
    _check_flags(options)
    game, simulator = options.game, supplied(options, options.command, _file(options))
    if game is None:
        if options.exact is None or simulator is None:
            raise BadInput(f"name a GAME: {A_GAME}; or give --exact with --command or --outcomes")
        return {"exact": _laws(options, options.exact, None), "simulator": simulator}
    rules = rules_of(options)
    strategy = strategy_of(options, rules)
    if strategy is not None:
        send_file_to_cluster(options)
        return {
            "rules": rules,
            "play": strategy.experiment,
            "exact": strategy.laws(),
            "simulator": strategy.simulator(game.name),
        }
    if options.exact is None:
        judging = rules if options.against is None else rules_of(options, options.against)
        check_order_of_sets(game, options.experiment, judging, None)
    record = "replays" if options.replays is not None or options.with_picks else "simulator"
    asked = {"rules": rules, "against": _against(options, rules), record: simulator}
    if options.exact is not None:
        asked["exact"] = _laws(options, options.exact, rules)
    if game.module is None:
        return asked | {"game": game.name, "experiment": options.experiment}
    asked["play"] = game.rulebook.experiments[options.experiment]
    if simulator is None:
        send_file_to_cluster(options)
    return asked


def run_asked(options: Flags) -> "RunOptions":
    """Return how a run is made and what judges it."""
    is_open = options.given("until_decided", "max_plays")
    if options.plays is not None and is_open:
        raise BadInput(
            f"--plays {options.plays} fixes the length of the run and {is_open[0]} leaves it open; "
            "give one of the two"
        )
    from montmort.verification.comparison.run import MOST_PLAYS

    return {
        "plays": options.plays,
        "most": options.max_plays or MOST_PLAYS,
        "compiled": options.compiled,
        "workers": options.workers,
        "seed": options.seed,
        "save": options.save,
        "margins": {field: value for field, value in options.margin if field is not None},
        "margin": next((value for field, value in options.margin if field is None), None),
        "levels": _levels_asked(options),
    }


def subject_of(options: Flags) -> str:
    """Return what is played, in a word for a progress bar."""
    if options.game is not None:
        return str(options.game.name)
    return str(_file(options) or str(options.command).split()[0])


def _file(options: Flags) -> str | None:
    """Return the file of plays, if one is named."""
    found: str | None = options.outcomes if options.replays is None else options.replays
    return found


def _against(options: Flags, rules: Any) -> Any:
    """Return the rules that judge; BadInput if a flag makes them those that are played."""
    if options.against is None:
        return None
    given = given_fields(options, type(rules))
    against = rules_of(options, options.against)
    presets = [vars(preset) for preset in options.game.rulebook.readings.values()]
    fixed = [name for name in given if any(p[name] != presets[0][name] for p in presets)]
    if against == rules and fixed:
        raise BadInput(
            f"{fixed[0]}={given[fixed[0]]} makes the reading {options.against} what is played; "
            "with --against say by --reading what is played, and leave that flag out"
        )
    return against


def _check_flags(options: Flags) -> None:
    """Raise BadInput if a flag stands without what it is about."""
    from montmort.verification.comparison.question import check_one_record, check_one_truth

    program, file, law = options.command, _file(options), options.exact
    records = {"--command": program, "--outcomes": options.outcomes, "--replays": options.replays}
    check_one_record(records)
    flag = "--outcomes" if options.replays is None else "--replays"
    if options.with_picks and program is None:
        raise BadInput("--with-picks is about a program; give it with --command")
    if options.game is None and (options.with_picks or options.replays is not None):
        raise BadInput(f"the rules play picks again: name a GAME: {A_GAME}")
    check_plays_to_come(
        options,
        program="" if program is None else "--command plays",
        files="" if file is None else f"those of {flag}",
    )
    if options.column is not None and program is None and file is None and law is None:
        raise BadInput("--column is about --command, --outcomes or --exact; give one of them")
    check_one_truth(law, options.against)


def check_plays_to_come(options: Flags, *, program: str, files: str) -> None:
    """Raise BadInput if a flag is about a program, or about plays to come, and there are none.

    `program` says that one plays, `files` of what all plays have been; "" where it is not so.
    """
    if program and options.dask is not None:
        raise BadInput(f"{program} on this machine, --dask on others; leave one of them out")
    if not program and (options.block is not None or options.time_limit is not None):
        raise BadInput("--block and --time-limit are about a program; give it with --command")
    if files:
        because = f"is about plays to come, {files} have been; leave it out"
        names = ("seed", "workers", "dask", "save", "until_decided", "max_plays")
        options.refuse(*names, because=because)


def supplied(options: Flags, command: str | None, file: str | None, block: int = 0) -> Any:
    """Return the program or the file, None if there is neither.

    A program plays blocks of --block, else of `block` plays if that is not 0.
    """
    if file is not None:
        from montmort.verification.own_simulators.outcome_file import outcomes

        return outcomes(file, column=options.column)
    if command is None:
        return None
    from montmort.montecarlo.external.program import PLAYS_PER_BLOCK, TIME_LIMIT, program

    return program(
        command,
        column=options.column,
        plays_per_block=options.block or block or PLAYS_PER_BLOCK,
        time_limit=options.time_limit or TIME_LIMIT,
    )


def _laws(options: Flags, file: str, rules: Any) -> Any:
    """Return the laws of a file."""
    from montmort.montecarlo.external.outcome_parser import Fields
    from montmort.verification.comparison.law_file import laws_from

    if options.game is None:
        return laws_from(file, column=options.column)
    experiment = options.game.rulebook.experiments[options.experiment]
    return laws_from(file, Fields.of(experiment.under(rules).outcome), options.column)
