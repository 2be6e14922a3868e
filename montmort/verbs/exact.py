"""`montmort exact GAME`: exact answers, as fractions."""

import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import fixed_point, short
from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import flag_of
from montmort.options.exact_flags import Flags
from montmort.options.flags import given_fields, rules_of
from montmort.options.optimal_flags import aim_of, check_alone, solved
from montmort.options.order_of_sets import check_order_of_sets
from montmort.options.run_flags import cluster_asked
from montmort.options.symbol_flags import check_no_symbols, put_symbols
from montmort.options.table_flags import grid, is_number, write_table
from montmort.output.files import check_picture, check_writable, write_csv
from montmort.output.json_document import print_exact
from montmort.output.page import WIDEST, page, print_heading
from montmort.output.pictures import write_picture
from montmort.output.streams import note
from montmort.output.whole_answers import print_whole
from montmort.verbs.exact_par import answer_par, asks_par
from montmort.verification.exact_query import named
from montmort.verification.game import DEALS, Game
from montmort.verification.words_of_values import cells, entries, fields_text, plain, spoken

if TYPE_CHECKING:
    from sympy import Symbol

    from montmort.exact.enumeration import Parts
    from montmort.exact.solver import Answers
    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.verification.aim import Aim
    from montmort.verification.verdicts.quantities import Known

MOST_ROWS = 32  # of a long list that a person sees


EXAMPLES = (
    "montmort exact treize",
    "montmort exact treize --ranks 3 --suits 2",
    "montmort exact treize --answer value --whole",
    'montmort exact five-card-draw --hand "5c 6d 7h 8s 9c"',
    "montmort exact craps --par",
    "montmort exact my_game.py --json -o answers.json",
)


def _chosen(options: Flags, answers: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answers that --answer names, or all of them; UnknownName if there is none."""
    if not options.answer:
        return answers
    return {path: named(answers, path) for path in options.answer}


def run(options: Flags) -> int:
    """Print the exact answers."""
    check_writable(options.csv, options.plot, options.strategy_csv, options.save)
    check_picture(options.plot)
    options, symbols, point = put_symbols(options, options.param)
    game: Game[Any] = options.game
    kind = game.solve(options.experiment).question
    aim = aim_of(options)
    if asks_par(options) or symbols or aim is not None:
        because = "is about the exact values of a game; leave it out here"
        options.refuse("answer", "whole", because=because)
    if aim is None and game.aim_in(options.experiment) is None:
        check_order_of_sets(
            game,
            options.experiment,
            rules_of(options),
            None,
            str(options.fields.get("given") or ""),
        )
    if asks_par(options):
        return answer_par(options, aim, symbols, point)
    if symbols:
        return _functions(options, kind, point)
    check_no_symbols(options)
    rules = rules_of(options)
    if aim is not None:
        check_alone(options, kind)
        return _optimal(options, rules, aim, time.process_time())
    question = kind(**given_fields(options, kind))
    if game.walks_rules(options.experiment):
        return _walk(options, rules, question.given)
    started = time.process_time()
    answers = _chosen(options, _answers(options, rules, question))
    seconds = time.process_time() - started
    _write_files(options, rules, question, answers)
    if options.json:
        print_exact(options, rules, plain(answers), seconds)
    else:
        print_heading(game.title, fields_text(rules, options.experiment))
        _print(options, _for_whom(game.solve(options.experiment).value_to, answers), seconds)
    return 0


def _answers(options: Flags, rules: object, question: object) -> "Answers":
    """Return the exact answers; where they rest on an enumeration, counted in parts."""
    game: Game[Any] = options.game
    enumeration = game.solve(options.experiment).enumeration
    asked = options.given("save", "workers", "dask")
    if enumeration is not None and (asked or not enumeration.only_on_request):
        parts = None if options.experiment == DEALS else enumeration.parts(rules, question)
        if parts is not None:
            return _answers_of_parts(options, parts)
        if asked:
            raise BadInput(f"{asked[0]} is for {enumeration.counts}")
    from montmort.output.progress import walk_bar

    with walk_bar(f"solving {game.name}", "steps") as watch:
        return game.answers(rules, question, options.experiment, watch)


def _answers_of_parts(options: Flags, parts: "Parts") -> dict[str, object]:
    from montmort.output.progress import walk_bar
    from montmort.verification.enumeration import count_parts, run_of

    run = run_of(options.game.name, parts, options.save)
    _say_held(run, parts)
    with (
        cluster_asked(options.dask) as executor,
        walk_bar(f"solving {options.game.name}", parts.unit) as show,
    ):

        def watch(cases: int, fresh: bool) -> None:
            if fresh:  # those held would be taken for speed
                show(Fraction(cases, parts.cases), cases)

        try:
            return count_parts(run, parts, executor=executor, workers=options.workers, watch=watch)
        except KeyboardInterrupt:
            if options.save is not None:
                saved = run_of(options.game.name, parts, options.save).held.plays
                of_all = f"{saved:,} of {parts.cases:,} {parts.unit}"
                note(f"{options.save} keeps {of_all}; start again to go on")
            raise


def _say_held(run: "SavedRun", parts: "Parts") -> None:
    if run.held.places:
        note(f"{run.path} holds {run.held.plays:,} of {parts.cases:,} {parts.unit}")


def _for_whom(player: str, answers: Mapping[str, object]) -> Mapping[str, object]:
    """Return the answers with the player in the name of the value."""
    named = {"value": f"value to {player}"} if player else {}
    return {named.get(name, name): value for name, value in answers.items()}


def _functions(options: Flags, kind: type[Any], point: "Mapping[Symbol, Fraction]") -> int:
    """Print the answers as functions of the symbols in the rules."""
    from montmort.verbs.exact_functions import answer_functions, answer_optimal_functions

    aim = aim_of(options) or options.game.aim_in(options.experiment)
    if aim is not None:
        check_alone(options, kind)
        return answer_optimal_functions(options, aim, point)
    asked = given_fields(options, kind)
    given = asked.pop("given", "")
    if asked:
        raise BadInput(
            f"{flag_of(next(iter(asked)))} is no question about symbols; leave it out, or --param"
        )
    return answer_functions(options, str(given), point)


def _optimal(
    options: Flags,
    rules: object,
    aim: "Aim",
    started: float,
) -> int:
    """Print the value of optimal play, and the strategy."""
    from montmort.output.optimal_play import notes_of, print_optimal, strategy_rows

    game: Game[Any] = options.game
    play = solved(options, rules, aim)
    answers = play.answers()
    seconds = time.process_time() - started
    if options.json:
        print_exact(options, rules, answers, seconds, **notes_of(play))
    else:
        print_heading(game.title, fields_text(rules, options.experiment))
        print_optimal(play, seconds)
    if options.strategy_csv:
        write_csv(options.strategy_csv, *strategy_rows(play))
    if options.plot:
        from montmort.exact.decisions.card import strategy_card
        from montmort.verification.plots.strategy import strategy_figure

        sheet = strategy_figure(strategy_card(play.decisions.get(play.aim.seat, ())))
        write_picture(options, sheet, rules)
    return 0


def _walk(options: Flags, rules: object, given: str) -> int:
    """Print the laws of the outcome, found by walking the rules."""
    from montmort.output.field_laws import notes_of, print_laws
    from montmort.output.progress import walk_bar

    game: Game[Any] = options.game
    started = time.process_time()
    aim = game.aim_in(options.experiment)
    play = None if aim is None else solved(options, rules, aim)
    if aim is not None and play is not None and play.found.enclosure is not None:
        # there is no exact law
        return _optimal(options, rules, aim, started)
    with walk_bar(f"solving {game.name}", "steps") as watch:
        found = game.laws(rules, options.experiment, given, watch, may_be_endless=True)
    seconds = time.process_time() - started
    if options.csv:
        write_csv(options.csv, ("answer", "index", "value"), cells(found.answers()))
    if options.plot:
        _draw(options, rules, found.laws)
    if options.json:
        strategy = {} if given else game.strategy_answers(rules, options.experiment)
        answers = _chosen(options, {**strategy, **plain(found.answers())})
        print_exact(options, rules, answers, seconds, **notes_of(found, given))
    else:
        print_heading(game.title, fields_text(rules, options.experiment))
        if options.answer or options.whole:
            _print(options, _chosen(options, found.answers()), seconds)
        else:
            print_laws(found, given, seconds)
    return 0


def _draw(options: Flags, rules: object, laws: "Mapping[str, Known]") -> None:
    from montmort.verification.plots.laws import fields_figure

    write_picture(options, fields_figure(laws, {}), rules)


def _write_files(
    options: Flags, rules: object, question: object, answers: Mapping[str, object]
) -> None:
    game: Game[Any] = options.game
    table = game.table() if options.fields.get("table") and game.table is not None else None
    if table is not None and table.exact is not None:
        write_table(options, table, rules, table.exact(rules))
        return
    if options.csv:
        write_csv(options.csv, ("answer", "index", "value"), cells(answers))
    if options.plot:
        draw = None if options.experiment == DEALS else game.exact_figure
        sheet = None if draw is None else draw(rules, question, answers)
        if sheet is None:
            _draw(options, rules, game.truth(rules, options.experiment))
        else:
            write_picture(options, sheet, rules)


def _print(options: Flags, answers: Mapping[str, object], seconds: float) -> None:
    """Print single values as decimals and fractions, lists as decimals; matrices are JSON's."""
    console = page()
    if options.whole:
        print_whole(answers)
    else:
        for sheet in _sheets(answers):
            console.print(sheet)
    more = "" if options.whole else "; every digit: --whole or --json"
    console.print(f"all exact, {seconds:.2f} s of CPU{more}", style="dim")


def _sheets(answers: Mapping[str, Any]) -> Iterator[Any]:
    """Yield what to print: lists of mappings, and mappings of them, as a row each."""
    from rich.table import Table

    if all(isinstance(value, dict) for value in answers.values()):
        yield grid([{"": name, **row} for name, row in answers.items()])
        return
    single = Table("answer", "decimals", "fraction", box=None, header_style="bold")
    for name, value in answers.items():
        if not isinstance(value, list | tuple):
            parts = [*entries(value)]
            for part, entry in parts[:MOST_ROWS]:
                single.add_row(f"{name} {part}".strip().replace("_", " "), *_number(entry))
            if len(parts) > MOST_ROWS:
                single.add_row(f"{name} …".replace("_", " "), f"{len(parts) - MOST_ROWS} more")
    if single.row_count:
        yield single
    for name, value in answers.items():
        if isinstance(value, list | tuple) and value:
            yield from _list(name, value)


def _list(name: str, value: Sequence[Any]) -> Iterator[Any]:
    from rich.text import Text

    if isinstance(value[0], dict):
        yield Text(name.replace("_", " "), "bold")
        yield grid(value[:MOST_ROWS])
        if len(value) > MOST_ROWS:
            yield Text(f"and {len(value) - MOST_ROWS} more: --json", "dim")
    elif not isinstance(value[0], list | tuple):
        entries = [fixed_point(v, 6) if isinstance(v, Fraction) else spoken(v) for v in value]
        heading = name.replace("_", " ")
        if is_number(value[0]):
            words = _beginning(entries, WIDEST - len(heading) - 2)
        else:
            words = ", ".join(entries)
        yield Text.assemble((heading, "bold"), "  ", words)


def _beginning(numbers: Sequence[str], width: int) -> str:
    """Return as many of the numbers as a line has room for, and how many there are.

    >>> _beginning(["0.5", "0.25"], 20), _beginning(["0.5"] * 9, 25)
    ('0.5  0.25', '0.5  0.5  ... (9 in all)')
    """
    line = "  ".join(numbers)
    if len(line) <= width:
        return line
    end = f"... ({len(numbers)} in all)"
    shown: list[str] = []
    for number in numbers:
        if len("  ".join([*shown, number, end])) > width:
            break
        shown.append(number)
    return "  ".join([*shown, end])


def _number(value: object) -> tuple[str, str]:
    """Return decimals and fraction; what is whole, or no number, is written once."""
    if isinstance(value, Fraction):
        return fixed_point(value, 16), short(value)
    return spoken(value), ""
