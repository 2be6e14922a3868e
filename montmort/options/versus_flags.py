"""What `montmort verify --versus` is asked: two simulators, and no truth."""

import argparse
import os
from typing import Any

from montmort.games.errors import BadInput, UnknownName
from montmort.options.dataclass_flags import flag_of
from montmort.options.flags import A_GAME, rules_of
from montmort.options.optimal_flags import has_strategy
from montmort.options.run_flags import send_file_to_cluster
from montmort.options.verify_flags import check_plays_to_come
from montmort.verification.values_from_words import integer

OURS = "montmort"
OTHERS = ("exact", "against", "replays", "with_picks")  # flags of another question


def add_versus(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a comparison of two simulators."""
    group = parser.add_argument_group("two simulators, compared with each other")
    group.add_argument(
        "--versus",
        metavar="WHAT",
        help="the second simulator: a command with {seed}, a file of plays, a reading of the game, "
        f"or {OURS}: our own; the first is --command, --outcomes, or our own",
    )
    group.add_argument(
        "--range",
        metavar="FIELD=LOW:HIGH",
        type=_range,
        action="append",
        default=[],
        help="all values of the field lie in it (else the range of the exact law if it is known, "
        "or of the first plays)",
    )


def check_versus(options: argparse.Namespace) -> None:
    """Raise BadInput if a flag stands beside --versus that does not go with it."""
    for name in OTHERS:
        if getattr(options, name) is not None:
            flag = flag_of(name)
            raise BadInput(f"{flag} does not go with --versus, which knows no truth; leave it out")
    if options.grid:
        raise BadInput("--grid does not go with --versus; leave one of them out")
    if has_strategy(options):
        raise BadInput("an optimal strategy is verified by its exact law; leave --versus out")
    if options.command is not None and options.outcomes is not None:
        raise BadInput("--command and --outcomes are both the first simulator; give one of them")
    sides = (options.command, options.outcomes), (_program(options), _file(options))
    programs = [program for program, _ in sides if program is not None]
    files = [file for _, file in sides if file is not None]
    if not programs and not files and options.column is not None:
        raise BadInput("--column is about a program or a file; give one of them")
    check_plays_to_come(
        options,
        program="programs play" if programs else "",
        files="those of two files" if len(files) == 2 else "",
    )


def comparison(options: argparse.Namespace) -> dict[str, Any]:
    """Return the two sides and the game as arguments of `compare`."""
    check_versus(options)
    first = _side(options, options.command, options.outcomes)
    second = _side(options, _program(options), _file(options))
    ranges = dict(options.range)
    if len(ranges) < len(options.range):
        raise BadInput("--range is given twice for one field; give one of them")
    if options.game is None:
        if first is None or second is None:
            raise BadInput(
                f"our own simulator plays a GAME: {A_GAME}; without one give --command or "
                "--outcomes, and --versus with a command or a file"
            )
        return {"first": first, "second": second, "ranges": ranges}
    rules = rules_of(options)
    if first is None or second is None:
        send_file_to_cluster(options)
    return {
        "first": rules if first is None else first,
        "second": _reading(options) if second is None else second,
        "game": options.game,
        "rules": rules,
        "experiment": options.experiment,
        "ranges": ranges,
    }


def _reading(options: argparse.Namespace) -> object:
    """Return the Rules by which our simulator plays as the second one."""
    return rules_of(options, None if options.versus == OURS else options.versus)


def _program(options: argparse.Namespace) -> str | None:
    return options.versus if "{seed}" in options.versus else None


def _file(options: argparse.Namespace) -> str | None:
    """Return the file that --versus names; UnknownName if it names nothing at all."""
    what: str = options.versus
    readings = () if options.game is None else tuple(options.game.rulebook.readings)
    if "{seed}" in what or what in (OURS, *readings):
        return None
    if what == "-" or os.path.exists(what):
        return what
    known = f"; {options.game.name} has the readings {', '.join(readings)}" if readings else ""
    raise UnknownName(
        f"--versus {what!r} is no file, no command with {{seed}}, no reading of the game "
        f"and not {OURS}{known}"
    )


def _side(options: argparse.Namespace, command: str | None, file: str | None) -> Any:
    """Return a program or a file, None for our own simulator."""
    if file is not None:
        from montmort.verification.external.outcome_file import outcomes

        return outcomes(file, column=options.column)
    if command is None:
        return None
    from montmort.montecarlo.external.program import PLAYS_PER_BLOCK, TIME_LIMIT, program
    from montmort.verification.two_samples.sides import LOOK_EVERY

    has_file = options.outcomes is not None or _file(options) is not None
    return program(
        command,
        column=options.column,
        plays_per_block=options.block or (LOOK_EVERY if has_file else PLAYS_PER_BLOCK),
        time_limit=options.time_limit or TIME_LIMIT,
    )


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
