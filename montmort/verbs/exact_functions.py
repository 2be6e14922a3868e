"""`montmort exact GAME` where the rules have symbols: the answers as functions of these.

With `--optimal FIELD` they are those of optimal play, on each interval of the one symbol.
"""

import time
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput
from montmort.options.exact_flags import Flags
from montmort.options.flags import rules_of
from montmort.output.files import write_csv
from montmort.output.json_document import print_exact
from montmort.output.page import print_heading
from montmort.output.pictures import write_picture
from montmort.output.streams import say
from montmort.verification.game import DEALS, Game
from montmort.verification.words_of_values import cells, fields_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from sympy import Symbol

    from montmort.verification.aim import Aim
    from montmort.verification.fair_points import FairPoints
    from montmort.verification.optimal_functions import OptimalFunctions
    from montmort.verification.symbolic_laws import SymbolicOutcomeLaws


def answer_functions(options: Flags, given: str, point: "Mapping[Symbol, Fraction]") -> int:
    """Print the answers as functions, and their values at a point if one is asked for."""
    from montmort.output.functions import in_json, notes_of, point_in_json, print_functions
    from montmort.verification.own_games.point import point_text

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
        words = _rules_text(options, rules)
        at = None if there is None else (point_text(point), there)
        print_functions(game.title, words, found, at, seconds)
        if options.fair:
            say(str(fair))
    return 0


def _rules_text(options: Flags, rules: object) -> str:
    """Return the rules in words, without those that are symbols of their own name."""
    unchanged = [name for name in options.param if str(options.fields.get(name)) == name]
    return fields_text(rules, options.experiment, without=unchanged)


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


def answer_optimal_functions(options: Flags, aim: "Aim", point: "Mapping[Symbol, Fraction]") -> int:
    """Print optimal play on each interval of the symbol, and at a point if one is asked for."""
    from montmort.output.optimal_functions import notes_of, print_optimal_functions
    from montmort.verification.own_games.point import point_text

    _check_optimal_flags(options)
    started = time.process_time()
    game: Game[Any] = options.game
    rules = rules_of(options)
    play = _solved(options, rules, aim)
    there = play.at(point) if point else None
    fair = play.fair if options.fair else None
    seconds = time.process_time() - started
    if options.plot:
        from montmort.verification.plots.functions import optimal_figure

        sheet = optimal_figure(play, with_fair=options.fair)
        write_picture(options, sheet, rules)
    if options.json:
        from montmort.output.functions import point_in_json

        notes = notes_of(play)
        if there is not None:
            notes["at"] = {"point": point_in_json(point), "answers": there.answers()}
        if fair is not None:
            notes["fair"] = fair.to_json()
        print_exact(options, rules, play.answers(), seconds, **notes)
        return 0
    print_heading(game.title, _rules_text(options, rules))
    at = None if there is None else (point_text(point), there)
    print_optimal_functions(play, at, seconds)
    if fair is not None:
        say(str(fair))
    return 0


def _check_optimal_flags(options: Flags) -> None:
    if options.field is not None:
        raise BadInput("--field does not go with optimal play; --optimal names the field")
    if options.strategy_csv is not None:
        raise BadInput(
            "--strategy-csv writes the strategy for numbers: give all symbols numbers with --at, "
            "and leave out --param; --json has the strategy on each interval"
        )


def _solved(options: Flags, rules: object, aim: "Aim") -> "OptimalFunctions":
    from montmort.options.order_of_sets import check_order_of_sets
    from montmort.output.progress import walk_bar
    from montmort.verification.optimal_functions import optimal_functions

    game: Game[Any] = options.game
    check_order_of_sets(game, options.experiment, rules, aim)
    experiment = game.rulebook.experiment(options.experiment)
    with walk_bar(f"solving {game.name}") as watch:
        return optimal_functions(experiment, rules, aim, watch)
