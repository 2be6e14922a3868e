"""`montmort exact GAME --par`: the PAR sheets of a game's wagers."""

import argparse
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput
from montmort.options.flags import rules_of
from montmort.options.optimal_flags import solved
from montmort.options.par_flags import wagers_asked
from montmort.output.files import write_csv
from montmort.output.formatting import cells, fields_text, plain
from montmort.output.heading import print_heading

if TYPE_CHECKING:
    from collections.abc import Collection

    from montmort.games.wager import Wager
    from montmort.verification.aim import Aim
    from montmort.verification.game import Game
    from montmort.verification.outcome_laws import FieldLaw


def answer_par(
    options: argparse.Namespace, aim: "Aim | None", symbols: "Collection[object]"
) -> int:
    """Print the PAR sheets of the wagers that are asked about."""
    from montmort.exact.par_sheet import PLAYS
    from montmort.verification.par_sheets import par_sheets

    game: Game[Any] = options.game
    if symbols:
        names = ", ".join(sorted(map(str, symbols)))
        raise BadInput(f"a PAR sheet needs numbers for {names}; give them with --at")
    rules, wagers = rules_of(options), wagers_asked(options)
    started = time.process_time()
    sheets = par_sheets(wagers, rules, _laws(options, rules, aim))
    plays = options.par_plays or PLAYS
    found = {name: sheet.answers(plays) for name, sheet in sheets.items()}
    seconds = time.process_time() - started
    answers: dict[str, Any] = {"par": next(iter(found.values()))}
    if len(found) > 1:
        answers["wagers"] = found
    if options.csv:
        write_csv(options.csv, ("answer", "index", "value"), _rows(answers))
    if options.json:
        from montmort.output.json_document import print_document

        print_document(
            game=game.name,
            rules=rules,
            answers=plain(answers),
            seconds=seconds,
            experiment=options.experiment,
            seed=None,
            wagers=[_note(wager) for wager in wagers],
        )
    else:
        from montmort.output.par_sheet import print_sheet

        print_heading(game.title, fields_text(rules, options.experiment))
        for wager in wagers:
            print_sheet(wager, found[wager.name], alone=len(wagers) == 1)
        _print_end(seconds)
    return 0


def _laws(
    options: argparse.Namespace, rules: object, aim: "Aim | None"
) -> "Mapping[str, FieldLaw]":
    """Return the laws of the fields, under the best strategy for an aim if one is given."""
    from montmort.output.progress import walk_bar

    if aim is not None:
        return solved(options, rules, aim).outcome_laws().fields
    game: Game[Any] = options.game
    with walk_bar(f"solving {game.name}", "steps") as watch:
        return game.field_laws(rules, options.experiment, watch)


def _note(wager: "Wager") -> dict[str, object]:
    """Return in JSON's terms what a wager is on."""
    kind = "net" if wager.net else "paid"
    return {"name": wager.name, "stake": plain(wager.stake), kind: wager.field}


def _rows(answers: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of a CSV file, without those that have no value."""
    return (row for row in cells(answers) if row[2] != "None")


def _print_end(seconds: float) -> None:
    from rich.console import Console

    console = Console(soft_wrap=True, highlight=False)
    console.print(
        "[dim]+- is the normal approximation, all else is exact; "
        f"{seconds:.2f} s of CPU; --json[/dim]"
    )
