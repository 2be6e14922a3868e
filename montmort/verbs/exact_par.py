"""`montmort exact GAME --par`: the PAR sheets of a game's wagers."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import whole
from montmort.games.errors import BadInput, UnknownName
from montmort.games.wager import Wager
from montmort.options.dataclass_flags import flag_of
from montmort.options.exact_flags import Flags
from montmort.options.flags import given_fields, rules_of
from montmort.options.optimal_flags import solved
from montmort.output.files import write_csv
from montmort.output.json_document import print_exact
from montmort.output.page import page, print_heading
from montmort.verification.words_of_values import cells, fields_text, plain

if TYPE_CHECKING:
    from collections.abc import Collection

    from montmort.verification.aim import Aim
    from montmort.verification.game import Game
    from montmort.verification.outcome_laws import FieldLaw


def answer_par(
    options: Flags,
    aim: "Aim | None",
    symbols: "Collection[object]",
    point: "Collection[object]",
) -> int:
    """Print the PAR sheets of the wagers that are asked about.

    With symbols in the rules they are functions; `point` has numbers for symbols of --param.
    """
    from montmort.exact.par_sheet import PLAYS
    from montmort.verification.par_sheets import answers_of, has_simulated_rows, par_sheets
    from montmort.verification.simulated_standing import SEED

    game: Game[Any] = options.game
    if point:
        raise BadInput("--par takes --param or --at for a symbol; leave one of the two out")
    if symbols:
        return _answer_functions(options, aim)
    rules, wagers = rules_of(options), _wagers(options)
    started = time.process_time()
    given = partial(_laws, options, rules, aim)
    known = options.game.walks_rules(options.experiment) or aim is not None
    sheets = par_sheets(wagers, rules, given(), given if known else None)
    plays = options.par_plays or PLAYS
    seed = SEED if options.par_seed is None else options.par_seed
    found = {name: answers_of(sheet, plays, seed) for name, sheet in sheets.items()}
    seconds = time.process_time() - started
    answers = _answers(found)
    if options.csv:
        write_csv(options.csv, ("answer", "index", "value"), _rows(answers))
    if options.json:
        print_exact(
            options,
            rules,
            plain(answers),
            seconds,
            seed=seed if any(map(has_simulated_rows, found.values())) else None,
            wagers=[_note(wager, rules) for wager in wagers],
        )
    else:
        from montmort.output.par_sheet import print_sheet

        print_heading(game.title, fields_text(rules, options.experiment))
        for wager in wagers:
            print_sheet(wager, rules, found[wager.name], alone=len(wagers) == 1)
        _print_end(seconds, any(map(has_simulated_rows, found.values())))
    return 0


def _answer_functions(options: Flags, aim: "Aim | None") -> int:
    """Print the entries of the PAR sheets as functions of the symbols in the rules."""
    from montmort.output.functions import conditions_of, in_json, notes_of
    from montmort.output.par_sheet import print_functions_of
    from montmort.verbs.exact_functions import laws_in_symbols
    from montmort.verification.par_sheets import par_sheets_in_symbols

    game: Game[Any] = options.game
    because = "needs numbers for the symbols; give them with --at"
    options.refuse("par_plays", "par_seed", "csv", because=because)
    if aim is not None or game.aim_in(options.experiment) is not None:
        raise BadInput(f"optimal play {because}")
    rules, wagers = rules_of(options), _wagers(options)
    started = time.process_time()
    laws = laws_in_symbols(options, rules, "")
    found = par_sheets_in_symbols(wagers, rules, laws.fields)
    seconds = time.process_time() - started
    if options.json:
        named = {name: _with_words(sheet) for name, sheet in found.items()}
        print_exact(
            options,
            rules,
            in_json(_answers(named)),
            seconds,
            wagers=[_note(wager, rules) for wager in wagers],
            **notes_of(laws),
        )
        return 0
    print_heading(game.title, fields_text(rules, options.experiment))
    print_functions_of({wager: found[wager.name] for wager in wagers}, rules, conditions_of(laws))
    return 0


def _laws(
    options: Flags, rules: object, aim: "Aim | None", given: str = ""
) -> "Mapping[str, FieldLaw]":
    """Return the laws of the fields, under the best strategy for an aim if one is given."""
    from montmort.output.progress import walk_bar

    if aim is not None:
        return solved(options, rules, aim).outcome_laws(given).fields
    game: Game[Any] = options.game
    with walk_bar(f"solving {game.name}", "steps") as watch:
        if given:
            return game.laws(rules, options.experiment, given, watch).fields
        return game.field_laws(rules, options.experiment, watch)


def _answers(sheets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first sheet, and all of them by name if there are several."""
    first = next(iter(sheets.values()))
    return {"par": first, "wagers": sheets} if len(sheets) > 1 else {"par": first}


def _with_words(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sheet in which the values of the law are words; entries without a value are out."""
    found = {name: entry for name, entry in sheet.items() if entry is not None}
    return {**found, "law": {whole(paid): chance for paid, chance in found["law"].items()}}


def _note(wager: "Wager", rules: object) -> dict[str, object]:
    """Return in JSON's terms what a wager is on."""
    kind = "net" if wager.net else "paid"
    return {"name": wager.name, "stake": plain(wager.staked(rules)), kind: wager.field}


def _rows(answers: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of a CSV file, without those that have no value."""
    return (row for row in cells(answers) if row[2] != "None")


def _print_end(seconds: float, simulated: bool) -> None:

    console = page()
    but = ", but for the simulated rows" if simulated else ""
    console.print(
        f"+- is the normal approximation, all else is exact{but}; {seconds:.2f} s of CPU; --json",
        style="dim",
    )


def asks_par(options: Flags) -> bool:
    """Return whether a PAR sheet is asked for; BadInput for flags that do not go with it."""
    if not options.par:
        names = ("par_plays", "par_seed", "par_wager", "par_stake", "par_net", "par_paid")
        options.refuse(*names, because="is about the PAR sheet; give it with --par")
        return False
    because = "does not go with --par; leave one of the two out"
    for name in given_fields(options, options.game.solve(options.experiment).question):
        raise BadInput(f"{flag_of(name)} {because}")
    others = ("plot", "strategy_csv", "fair", "field", "save", "workers", "dask")
    options.refuse(*others, because=because)
    return True


def _wagers(options: Flags) -> Sequence[Wager]:
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
