"""`montmort exact GAME` where the rules have symbols: the answers as functions of these."""

import time
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput
from montmort.options.exact_flags import Flags
from montmort.options.flags import rules_of
from montmort.output.files import write_csv
from montmort.output.json_document import print_exact
from montmort.output.pictures import write_picture
from montmort.output.streams import say
from montmort.verification.game import DEALS, Game
from montmort.verification.words_of_values import cells, fields_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from sympy import Symbol

    from montmort.verification.fair_points import FairPoints
    from montmort.verification.symbolic_laws import SymbolicOutcomeLaws


def answer_functions(options: Flags, given: str, point: "Mapping[Symbol, Fraction]") -> int:
    """Print the answers as functions, and their values at a point if one is asked for."""
    from montmort.output.functions import in_json, notes_of, point_in_json, print_functions
    from montmort.verification.external.point import point_text

    started = time.process_time()
    game: Game[Any] = options.game
    rules = rules_of(options)
    found = laws_in_symbols(options, rules, given)
    there = found.at(point) if point else None
    asks_fair = options.fair or options.plot is not None
    fair = _fair_points(found, options.field) if asks_fair else None
    seconds = time.process_time() - started
    if options.csv:
        write_csv(options.csv, ("answer", "index", "value"), cells(found.answers()))
    if options.plot:
        _draw(options, rules, fair)
    if options.json:
        notes = notes_of(found)
        if there is not None:
            notes["at"] = {"point": point_in_json(point), "answers": in_json(there.answers())}
        if options.fair and fair is not None:
            notes["fair"] = fair.to_json()
        print_exact(options, rules, in_json(found.answers()), seconds, **notes)
    else:
        unchanged = [name for name in options.param if str(options.fields.get(name)) == name]
        words = fields_text(rules, options.experiment, without=unchanged)
        at = None if there is None else (point_text(point), there)
        print_functions(game.title, words, found, at, seconds)
        if options.fair:
            say(str(fair))
    return 0


def laws_in_symbols(options: Flags, rules: Any, given: str) -> "SymbolicOutcomeLaws":
    """Return the laws as functions; BadInput where the rules need numbers for the symbols."""
    from montmort.output.progress import walk_bar
    from montmort.verification.symbolic_laws import SymbolicOutcomeLaws, symbolic_laws

    game: Game[Any] = options.game
    if options.experiment == DEALS and game.rulebook.dealing is not None:
        raise BadInput(f"the experiment {DEALS} has no answers in symbols; give numbers")
    experiment = game.rulebook.experiment(options.experiment)
    try:
        with walk_bar(f"solving {game.name}", "steps") as watch:
            found = symbolic_laws(experiment, rules, given, watch)
    except TypeError as error:
        raise BadInput(f"{game.name}: the rules need numbers for the symbols ({error})") from error
    if isinstance(found, SymbolicOutcomeLaws):
        return found
    raise BadInput(f"the answers of {game.name} do not depend on the symbols; leave out --param")


def _fair_points(found: "SymbolicOutcomeLaws", field: str | None) -> "FairPoints":
    from montmort.verification.fair_points import fair_points

    return fair_points(found, field)


def _draw(options: Flags, rules: object, points: "FairPoints | None") -> None:
    from montmort.verification.plots.functions import function_figure

    assert points is not None
    write_picture(options, function_figure(points), rules)
