"""`montmort exact GAME --optimal FIELD` where the rules have a symbol: functions of it."""

import time
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput
from montmort.options.exact_flags import Flags
from montmort.options.flags import rules_of
from montmort.output.heading import print_heading
from montmort.output.json_document import print_exact
from montmort.output.pictures import write_picture
from montmort.output.streams import say
from montmort.verification.words_of_values import fields_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from sympy import Symbol

    from montmort.verification.aim import Aim
    from montmort.verification.game import Game
    from montmort.verification.optimal_functions import OptimalFunctions


def answer_optimal_functions(options: Flags, aim: "Aim", point: "Mapping[Symbol, Fraction]") -> int:
    """Print optimal play on each interval of the symbol, and at a point if one is asked for."""
    from montmort.output.optimal_functions import notes_of, print_optimal_functions
    from montmort.verification.external.point import point_text

    _check_flags(options)
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
    unchanged = [name for name in options.param if str(options.fields.get(name)) == name]
    print_heading(game.title, fields_text(rules, options.experiment, without=unchanged))
    at = None if there is None else (point_text(point), there)
    print_optimal_functions(play, at, seconds)
    if fair is not None:
        say(str(fair))
    return 0


def _check_flags(options: Flags) -> None:
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
