"""What `montmort verify` is asked: a game, or a program, a file, a law that a user brings."""

import argparse
import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput
from montmort.games.validation import quote
from montmort.options.dataclass_flags import GIVES_WAY, flag_of, given_fields
from montmort.options.flags import A_GAME, add_game, positive, rules_of
from montmort.options.optimal_flags import add_strategy, strategy_of
from montmort.options.order_of_sets import check_order_of_sets
from montmort.options.run_flags import send_file_to_cluster
from montmort.options.symbol_flags import add_at, add_grid
from montmort.output.audit import TYPED
from montmort.verification.values_from_words import fraction
from montmort.verification.verdicts.decision import Levels

if TYPE_CHECKING:
    from montmort.montecarlo.external.program import NamedFile

LEAST_RATE = Fraction(1, 10**300)  # of an error: the judge computes with floats


def add_own(parser: argparse.ArgumentParser) -> None:
    """Add the flags for a user's own simulator and exact laws."""
    own = parser.add_argument_group("your own simulator, or your own law")
    own.add_argument(
        "--command",
        metavar="COMMAND",
        help="judge a program: a line per play, an integer or CSV; {seed} and {plays} in it are "
        "filled in",
    )
    own.add_argument(
        "--block", metavar="N", type=_block, help="plays of the program from one seed (10,000)"
    )
    own.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=_seconds,
        help="seconds allowed for a block (60)",
    )
    own.add_argument(
        "--outcomes",
        metavar="FILE",
        help="judge outcomes in a file, or - : plays as the program's, or counts under value,count",
    )
    own.add_argument(
        "--replays",
        metavar="FILE",
        help="as --outcomes, with a column picks, and choices where players decide: the rules play "
        "them again, and must agree",
    )
    own.add_argument(
        "--with-picks",
        action="store_true",
        default=None,
        help="the program prints the columns picks and choices as well: see --replays",
    )
    own.add_argument(
        "--column", metavar="NAME", help="the field of the values, or the only field to judge"
    )
    own.add_argument(
        "--exact",
        metavar="FILE",
        help='judge by laws in a JSON file: {"values": {"0": "1/3", …}}',
    )


def add_audit(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the files for those who were not there."""
    parser.add_argument(
        "--audit", metavar="FILE", type=Path, help="write the document of --json to this file"
    )
    parser.add_argument(
        "--junit", metavar="FILE", type=Path, help="write the verdicts as JUnit XML, for CI"
    )
    parser.set_defaults(**{TYPED: tuple(argv)})


def add_sources(parser: argparse.ArgumentParser) -> None:
    """Add the flag for what a program was built from."""
    parser.add_argument(
        "--source",
        metavar="FILE",
        type=_source,
        action="append",
        default=[],
        help="a file that the program of --command was built from: its hash is in the record",
    )


def _source(text: str) -> "NamedFile":
    """Return a file with its hash, before the first play."""
    from montmort.montecarlo.external.program import named_file

    try:
        if not Path(text).is_file():  # a pipe would be waited for
            raise argparse.ArgumentTypeError(f"there is no file {quote(text)}")
        return named_file(text, text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot read {quote(text)}: {error.strerror}") from error


def check_sources(options: argparse.Namespace) -> None:
    """Raise BadInput if there is a source of no program."""
    if options.source and options.command is None:
        raise BadInput("--source is what a program was built from; give it with --command")


def add_levels(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the error rates."""
    parser.add_argument(
        "--level",
        metavar="A",
        type=_level,
        help="chance, at most, that a right simulator is called INCONSISTENT (1e-6)",
    )
    parser.add_argument(
        "--confidence",
        metavar="C",
        type=_confidence,  # read as an error rate
        help="1 less the chance, at most, that a deviation beyond the margin is called "
        "CONSISTENT; also the level of the intervals (0.99)",
    )


def _levels_asked(options: argparse.Namespace) -> Levels:
    """Return the error rates.

    >>> _levels_asked(argparse.Namespace(level=None, confidence=0.001))
    Levels(reject=1e-06, accept=0.001)
    """
    usual = Levels()
    return Levels(
        reject=usual.reject if options.level is None else options.level,
        accept=usual.accept if options.confidence is None else options.confidence,
    )


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


def add_question(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the game, which may be missing, its rules, and those that judge.

    They come last: the flags of a user's Rules must not take the name of another.
    """
    parser.set_defaults(experiment=None)
    add_strategy(parser)
    against = parser.add_argument(
        "--against", metavar="READING", help="compare with the exact values of this reading instead"
    )
    add_at(parser)
    add_grid(parser)
    game = add_game(parser, argv, is_optional=True)
    if game is not None:
        against.choices = list(game.rulebook.readings)


def question(options: argparse.Namespace) -> dict[str, Any]:
    """Return what is asked, as arguments of `crosscheck`; BadInput if that is no question."""
    _check_flags(options)
    game, simulator = options.game, _simulator(options)
    if game is None:
        if options.exact is None or simulator is None:
            raise BadInput(f"name a GAME: {A_GAME}; or give --exact with --command or --outcomes")
        return {"exact": _laws(options, None), "simulator": simulator}
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
        asked["exact"] = _laws(options, rules)
    if game.module is None:
        return asked | {"game": game.name, "experiment": options.experiment}
    asked["play"] = game.rulebook.experiments[options.experiment]
    if simulator is None:
        send_file_to_cluster(options)
    return asked


def run_asked(options: argparse.Namespace) -> dict[str, Any]:
    """Return how a run is made and what judges it, as arguments of `crosscheck` and `compare`.

    Its length is that of `length_of`.
    """
    return {
        "compiled": options.compiled,
        "workers": options.workers,
        "seed": options.seed,
        "save": options.save,
        "margins": {field: value for field, value in options.margin if field is not None},
        "margin": next((value for field, value in options.margin if field is None), None),
        "levels": _levels_asked(options),
    }


def subject_of(options: argparse.Namespace) -> str:
    """Return what is played, in a word for a progress bar."""
    if options.game is not None:
        return str(options.game.name)
    return str(_file(options) or options.command.split()[0])


def _file(options: argparse.Namespace) -> str | None:
    """Return the file of plays, if one is named."""
    found: str | None = options.outcomes if options.replays is None else options.replays
    return found


def _against(options: argparse.Namespace, rules: Any) -> Any:
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


def _check_flags(options: argparse.Namespace) -> None:
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


def check_plays_to_come(options: argparse.Namespace, *, program: str, files: str) -> None:
    """Raise BadInput if a flag is about a program, or about plays to come, and there are none.

    `program` says that one plays, `files` of what all plays have been; "" where it is not so.
    """
    if program and options.dask is not None:
        raise BadInput(f"{program} on this machine, --dask on others; leave one of them out")
    if not program and (options.block is not None or options.time_limit is not None):
        raise BadInput("--block and --time-limit are about a program; give it with --command")
    for name in ("seed", "workers", "dask", "save", GIVES_WAY, "max_plays"):
        if files and getattr(options, name) is not None:
            flag = "--until" if name == GIVES_WAY else flag_of(name)
            raise BadInput(f"{flag} is about plays to come, {files} have been; leave it out")


def _simulator(options: argparse.Namespace) -> Any:
    """Return the program or the file, None if there is neither."""
    if (file := _file(options)) is not None:
        from montmort.verification.external.outcome_file import outcomes

        return outcomes(file, column=options.column)
    if options.command is None:
        return None
    from montmort.montecarlo.external.program import PLAYS_PER_BLOCK, TIME_LIMIT, program

    return program(
        options.command,
        column=options.column,
        plays_per_block=options.block or PLAYS_PER_BLOCK,
        time_limit=options.time_limit or TIME_LIMIT,
    )


def _laws(options: argparse.Namespace, rules: Any) -> Any:
    """Return the laws of the file that --exact names."""
    from montmort.montecarlo.external.outcome_parser import Fields
    from montmort.verification.external.law_file import laws_from

    if options.game is None:
        return laws_from(options.exact, column=options.column)
    experiment = options.game.rulebook.experiments[options.experiment]
    return laws_from(options.exact, Fields.of(experiment.under(rules).outcome), options.column)
