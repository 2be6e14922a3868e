"""`montmort report GAME`: exact values with proof, checks and simulation, as a document.

`montmort report --of FILE` writes the validation report of a program that was judged instead.
"""

import argparse
import os
import secrets
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort import __version__
from montmort.exit_codes import NO_VERDICT, exit_code
from montmort.games.errors import BadInput
from montmort.games.extras import require
from montmort.options.dataclass_flags import flag
from montmort.options.flags import GameFlags, Run, check_first_experiment, positive, rules_of
from montmort.options.optimal_flags import AimFlags, aim_of
from montmort.options.order_of_sets import check_order_of_sets
from montmort.options.own_claims import with_own_claims
from montmort.options.symbol_flags import At, put_numbers
from montmort.options.verb_flags import JsonFlag
from montmort.output.audit import now
from montmort.output.files import check_writable, write_whole
from montmort.output.json_document import print_document
from montmort.output.page import print_heading
from montmort.output.streams import say
from montmort.verification import registry
from montmort.verification.words_of_values import fields_text

if TYPE_CHECKING:
    from montmort.verification.game import Game
    from montmort.verification.game_report import Written
    from montmort.verification.reports.document import Report

Day = date  # which is the name of a flag, too
FORMS = (".pdf", ".html", ".md")
NOT_OF_A_RECORD = (
    *("game", "all", "plays", "seed", "workers", "at", "date"),
    *("optimal", "minimise", "seat"),
)


EXAMPLES = (
    "montmort report treize -o treize.pdf",
    "montmort report my_game.py -o my_game.html --seed 1713",
    "montmort report --all -o reports",
    "montmort report --of audit.json -o validation.pdf",
)


def _date(text: str) -> date:
    """Read a date as it is written in numbers.

    >>> _date("2026-01-31")
    datetime.date(2026, 1, 31)
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date, as 2026-01-31") from None


@dataclass(frozen=True, kw_only=True)
class Flags(GameFlags, JsonFlag, AimFlags, Run, At):
    """What `montmort report` is asked."""

    NEEDS_GAME = False
    all: bool = flag("all games, and an index of them", default=False)
    of: Path | None = flag("validation report of the program that `verify --audit FILE` judged")
    output: Sequence[Path] = flag(
        f"file to write, {', '.join(FORMS)}; may be repeated; with --all a folder",
        names=["-o", "--output"],
        default=(),
        required=True,
    )
    plays: int | None = flag(
        "plays of each experiment (until its verdicts are reached, at most 2^24)", read=positive
    )
    date: Day | None = flag(
        "date of the report (that of SOURCE_DATE_EPOCH, or today)",
        read=_date,
        metavar="YYYY-MM-DD",
    )


def _dated(options: Flags) -> date:
    """Return the date of the report: as it is given, else today's in UTC."""
    if options.date is not None:
        return options.date
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return datetime.now(UTC).date()
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError) as error:
        raise BadInput(f"SOURCE_DATE_EPOCH={epoch!r} must be seconds since 1970") from error


def run(options: Flags) -> int:
    """Write the reports: 0, but 1 if a verdict is INCONSISTENT, 3 if one is INCONCLUSIVE.

    Among several reports one without a verdict, for want of exact laws, counts for nothing.
    """
    from montmort.verification.verdicts.decision import Decision

    options.ending.code = NO_VERDICT
    require("reports", "jinja2", "matplotlib")
    if options.all or any(place.suffix == ".pdf" for place in options.output):
        require("PDF reports", "typst")
    if options.of is not None:
        return _validated(options, options.of)
    if options.seed is None:
        options = replace(options, seed=secrets.randbits(64))
    started = time.process_time()
    if options.all:
        written = _all(options)
    else:
        places = _places(options)
        options = _of_one_game(options)
        written = [_one(options, places)]
    code = exit_code(Decision.worst(each.decision for _, one in written for each in one.played))
    options.ending.code = code
    if options.json:
        _print_json(options, written, time.process_time() - started)
        return code
    for name, one in written:
        verdicts = ", ".join(f"{result.experiment} {result.decision}" for result in one.played)
        say(f"{name}: {verdicts or 'nothing could be simulated'}")
    say(f"seed {options.seed}")
    return code


def _print_json(options: Flags, written: "Sequence[tuple[str, Written]]", seconds: float) -> None:
    """Print for each report its decision, those of its experiments, and its files."""
    answers = {
        name: {
            "decision": str(one.decision),
            "experiments": {each.experiment: str(each.decision) for each in one.played},
        }
        for name, one in written
    }
    print_document(
        game=None if options.all else options.game.name,
        rules=None if options.all else rules_of(options),
        answers={"reports": answers, "files": [str(place) for place in options.output]},
        seconds=seconds,
        seed=options.seed,
    )


def _validated(options: Flags, of: Path) -> int:
    """Write the validation report of an audit record; the exit code is that of its decision."""
    from montmort.verification.audit.record import read_record
    from montmort.verification.audit.report import validation_report

    started = time.process_time()
    for name in NOT_OF_A_RECORD:
        if getattr(options, name):
            word = options.game.name if name == "game" else f"--{name}"
            raise BadInput(f"--of reports on what was played already; leave out {word}")
    places = _places(options)
    if of.resolve() in {place.resolve() for place in places}:
        raise BadInput(f"the report would replace the record {of}; name another file")
    record = read_record(of)
    is_own = record.audit.get("game_file") is not None
    game = None if is_own else registry.GAMES.get(record.document["game"] or "")
    report = validation_report(record, now(), None if game is None else game.rulebook)
    _write([file for place in places for file in _files(report, place)])
    options.ending.code = exit_code(record.decision)
    if options.json:
        print_document(
            game=record.document["game"],
            rules=None,
            answers={
                "decision": str(record.decision),
                "record": str(of),
                "files": [str(place) for place in places],
            },
            seconds=time.process_time() - started,
        )
    else:
        say(f"{report.subtitle}: {record.decision}")
    return exit_code(record.decision)


def _places(options: Flags) -> Sequence[Path]:
    """Return the files given by -o, whose endings are those of reports."""
    places = options.output
    for place in places:
        if place.suffix not in FORMS:
            raise BadInput(f"{str(place)!r} must end in {', '.join(FORMS)}")
    check_writable(*places)
    return places


def _of_one_game(options: Flags) -> Flags:
    """Return what is asked about a game, with the numbers of --at; BadInput without a game."""
    if options.game is None:
        raise BadInput("name a GAME, or ask for --all, or for a report --of FILE")
    options = put_numbers(options)
    check_first_experiment(options, ": a report is about all experiments")
    if options.game.module is not None:
        return replace(options, workers=1)  # other processes would have to run the file again
    return options


def _one(options: Flags, places: Sequence[Path]) -> "tuple[str, Written]":
    """Write the report of one game to the files."""
    rules = rules_of(options)
    check_order_of_sets(options.game, options.experiment, rules, aim_of(options))
    game = with_own_claims(_with_aim(options), rules)
    written = _written(game, rules, options)
    _write([file for place in places for file in _files(written.report, place)])
    if not options.json:
        print_heading(options.game.title, fields_text(rules))
    return options.game.name, written


def _with_aim(options: Flags) -> "Game[Any]":
    """Return the game, played for the aim that the flags give, if they give one."""
    game: Game[Any] = options.game
    aim = aim_of(options)
    if aim is None or aim == game.aim:
        return game
    if game.settled is not None:
        raise BadInput(f"the report of {game.name} has its own aim; leave out what is wanted")
    flags = ["--optimal" if aim.maximises else "--minimise", shlex.quote(aim.text)]
    flags += ["--seat", str(aim.seat)] if aim.seat else []
    rulebook = replace(game.rulebook, flags=(*game.rulebook.flags, *flags))
    return replace(game, rulebook=rulebook, aim=aim)


def _all(options: Flags) -> "list[tuple[str, Written]]":
    """Write every game's report in every form, and the index of them."""
    if options.game is not None:
        raise BadInput(f"--all means all games; omit {options.game.name} or --all")
    if len(options.output) > 1:
        raise BadInput("--all writes to one folder; give -o only once")
    (folder,) = options.output
    _make(folder)
    written = []
    for name, game in registry.GAMES.items():
        one = _written(game, None, options)
        places = [folder / f"{name}{form}" for form in FORMS]
        _write([file for place in places for file in _files(one.report, place)])
        written.append((name, one))
    index = _index(written, options)
    _write([*_files(index, folder / "index.html"), *_files(index, folder / "index.md")])
    return written


def _make(folder: Path) -> None:
    """Create the folder and check that files can be written in it."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write to {folder}: {error.strerror}; name a folder") from error
    check_writable(folder / "index.html")


def _written(game: "Game[Any]", rules: object, options: Flags) -> "Written":
    from montmort.output.progress import doing, walk_bar
    from montmort.verification.game_report import report_of

    assert options.seed is not None
    with doing(game.name) as status, walk_bar(f"solving {game.name}", "steps") as watch:
        return report_of(
            game,
            rules,
            seed=options.seed,
            version=__version__,
            dated=_dated(options),
            plays=options.plays,
            workers=options.workers,
            watch=watch,
            doing=lambda what: status(f"{game.name}: {what}"),
        )


def _files(report: "Report", place: Path) -> list[tuple[Path, bytes]]:
    """Return the files of a report in the format of the path's ending, pictures first."""
    if place.suffix == ".md":
        from montmort.verification.reports.markdown import files

        contents = files(report, place.stem)
        return [
            (place.with_name(name), content)
            for name, content in sorted(contents.items(), key=lambda item: item[0] == place.name)
        ]
    if place.suffix == ".html":
        from montmort.verification.reports.html import web_page

        return [(place, web_page(report).encode())]
    from montmort.verification.reports.pdf import pdf

    return [(place, pdf(report))]


def _write(files: Sequence[tuple[Path, bytes]]) -> None:
    check_writable(*(path for path, _ in files))
    for path, content in files:
        write_whole(path, content)


def _index(written: "Sequence[tuple[str, Written]]", options: Flags) -> "Report":
    """Return the index page, with a line per game."""
    from montmort.verification.game_report import AUTHOR
    from montmort.verification.reports.document import Link, Report, Section, Table, text

    rows = tuple(
        (
            text(Link(one.report.title, f"{name}.html")),
            one.headline,
            text(str(one.decision)),
            text(Link("PDF", f"{name}.pdf"), ", ", Link("Markdown", f"{name}.md")),
        )
        for name, one in written
    )
    header = tuple(text(words) for words in ("game", "result", "Monte Carlo", "other formats"))
    table = Table(text("All games"), header, rows, evidence=("proved", "simulated"))
    return Report(
        title="montmort",
        subtitle="Games of chance, their exact values, and how well simulation agrees with them",
        author=AUTHOR,
        dated=_dated(options),
        facts=(("version", text(f"montmort {__version__}")), ("seed", text(str(options.seed)))),
        sections=(Section("The games", (table,)),),
    )
