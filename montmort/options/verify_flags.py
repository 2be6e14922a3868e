"""What `montmort verify` is asked: a game, or a program, a file, a law that a user brings."""

import argparse
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import given_fields
from montmort.options.flags import add_rules, positive
from montmort.play.playable_game import Room, game_or_file, is_file, known, room_of
from montmort.verification import registry

_SWITCHES = {"--json"}  # the other flags take a value


def add_own(parser: argparse.ArgumentParser) -> None:
    """Add the flags for a simulator and a truth of one's own."""
    own = parser.add_argument_group("your own simulator, or your own truth")
    own.add_argument(
        "--command",
        metavar="COMMAND",
        help="judge a program: a line per play, an integer or CSV; {seed} and {plays} in it are "
        "filled in",
    )
    own.add_argument(
        "--block", metavar="N", type=positive, help="plays of the program from one seed (10,000)"
    )
    own.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=_seconds,
        help="how long it may take for them (60)",
    )
    own.add_argument(
        "--outcomes",
        metavar="FILE",
        help="judge outcomes in a file, or - : plays as the program's, or counts under value,count",
    )
    own.add_argument(
        "--column", metavar="NAME", help="the field that is told, or the only one to judge"
    )
    own.add_argument(
        "--exact",
        metavar="FILE",
        help='judge by laws in a JSON file: {"values": {"0": "1/3", …}}',
    )


def add_question(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the game, which may be missing or a Python file, its rules, and those that judge.

    They come last: the flags of a user's Rules must not take the name of another.
    """
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        type=game_or_file,
        help=f"{known()}; none with --exact and --command or --outcomes",
    )
    if (name := _game_in(argv)) is None:
        parser.set_defaults(room=None, experiment=None, against=None)
        return
    room = room_of(name)
    parser.set_defaults(room=room)
    parser.add_argument(
        "--against",
        choices=list(room.READINGS),
        help="judge by the truth of this reading instead",
    )
    add_rules(parser, name, room)


def question(options: argparse.Namespace) -> dict[str, Any]:
    """Return what is asked, as arguments of `crosscheck`; BadInput if that is no question."""
    _check_flags(options)
    room, simulator = options.room, _simulator(options)
    if room is None:
        if options.exact is None or simulator is None:
            raise BadInput(f"name a GAME: {known()}; or give --exact with --command or --outcomes")
        return {"exact": _laws(options, None), "simulator": simulator}
    rules = room.rules(options.reading, given_fields(options, room.Rules))
    asked = {"rules": rules, "against": _against(options, rules), "simulator": simulator}
    if options.exact is not None:
        asked["exact"] = _laws(options, rules)
    if not is_file(options.game):
        return asked | {"game": options.game, "experiment": options.experiment}
    asked["play"] = room.EXPERIMENTS[options.experiment]
    if simulator is None:  # other processes know the user's file by another name
        asked |= _sent_whole(room) if options.dask else {"workers": 1}
    return asked


def _sent_whole(room: Room) -> dict[str, Any]:
    """Have a user's file sent to a cluster whole, which then plays it with all its workers."""
    from montmort.montecarlo.runs.dask_cluster import pickle_by_value

    pickle_by_value(room.book)
    return {}


def told_as(options: argparse.Namespace) -> str:
    """Return what is played, in a word for a progress bar."""
    return str(options.game or options.outcomes or options.command.split()[0])


def title_of(options: argparse.Namespace, game: str) -> str:
    """Return the headline of what was judged."""
    if game in registry.GAMES:
        return registry.GAMES[game].title
    return str(options.game or game)


def _against(options: argparse.Namespace, rules: Any) -> Any:
    """Return the rules that judge; BadInput if a flag makes them those that are played."""
    if options.against is None:
        return None
    room: Room = options.room
    given = given_fields(options, type(rules))
    against = room.rules(options.against, given)
    presets = [vars(preset) for preset in room.READINGS.values()]
    told = [name for name in given if any(p[name] != presets[0][name] for p in presets)]
    if against == rules and told:
        raise BadInput(
            f"{told[0]}={given[told[0]]} makes the reading {options.against} what is played; "
            "with --against say by --reading what is played, and leave that flag out"
        )
    return against


def _game_in(argv: Sequence[str]) -> str | None:
    """Return the game on the command line, rather not what may be the value of a flag."""
    named = [
        pair for pair in pairwise(["", *argv]) if pair[1] in registry.GAMES or is_file(pair[1])
    ]
    free = [word for before, word in named if not before.startswith("--") or before in _SWITCHES]
    return next(iter([*free, *(word for _, word in named)]), None)


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
    program, file, law = options.command, options.outcomes, options.exact
    if program is not None and file is not None:
        raise BadInput("--command plays, --outcomes has been played; judge one of them")
    if program is not None and options.dask is not None:
        raise BadInput("--command plays on this machine, --dask on others; leave one of them out")
    if program is None and (options.block is not None or options.time_limit is not None):
        raise BadInput("--block and --time-limit are about a program; give it with --command")
    if options.column is not None and program is None and file is None and law is None:
        raise BadInput("--column is about --command, --outcomes or --exact; give one of them")
    if law is not None and options.against is not None:
        raise BadInput("--exact hands the truth in, --against asks for another's; give one of them")
    if file is None:
        return
    for name in ("seed", "workers", "dask", "save", "until", "max_plays"):
        if getattr(options, name) is not None:
            flag = f"--{name.replace('_', '-')}"
            raise BadInput(
                f"{flag} is about plays to come, those of --outcomes have been; leave it out"
            )


def _simulator(options: argparse.Namespace) -> Any:
    """Return the program or the file, None if there is neither."""
    if options.outcomes is not None:
        from montmort.verification.external.outcome_file import outcomes

        return outcomes(options.outcomes, column=options.column)
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

    if options.room is None:
        return laws_from(options.exact, column=options.column)
    told = options.room.EXPERIMENTS[options.experiment].under(rules).outcome
    return laws_from(options.exact, Fields.of(told), options.column)
