"""`montmort verify GAME --grid p=1/10..9/10:9`: the functions of symbols against the simulator."""

import time
from collections import Counter
from typing import TYPE_CHECKING

from montmort import __version__
from montmort.exact.formatting import fixed_point
from montmort.exit_codes import exit_code
from montmort.games.errors import BadInput, SimulatorFailed
from montmort.options.flags import rules_of
from montmort.options.optimal_flags import has_strategy
from montmort.options.order_of_sets import check_order_of_sets
from montmort.options.run_flags import cluster_asked, say_how
from montmort.options.symbol_flags import put_grid
from montmort.options.verify_flags import Flags, run_asked
from montmort.output.audit import audit_of
from montmort.output.files import beside_answer, write_csv, write_whole
from montmort.output.json_document import write_document
from montmort.output.junit import junit_of
from montmort.output.not_judged import not_judged, unseen, unseen_lines
from montmort.output.page import print_heading
from montmort.output.pictures import write_picture
from montmort.output.streams import note, say, say_interrupted
from montmort.output.verdict_text import levels_text
from montmort.output.verdicts import answer_of, judged_in_json, levels_in_json, not_judged_in_json
from montmort.verification.words_of_values import fields_text, settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from sympy import Symbol

    from montmort.verification.audit import verify_json
    from montmort.verification.comparison.grid import GridCheck
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.verdicts.result import Verdict

OTHERS = ("command", "outcomes", "replays", "exact", "against")


def judge_grid(options: Flags, began: str) -> int:
    """Print the verdicts at every point: the exit code is that of the worst of them."""
    _check_flags(options)
    started = time.perf_counter()
    options, points = put_grid(options)
    check_order_of_sets(options.game, options.experiment, rules_of(options), None)
    found = _judged(options, points)
    if found.results:
        say_how(found.results[0].how)
    failures = [result.failure for result in found.results if result.failure]
    code = 130 if found.interrupted else exit_code(found.decision)
    options.ending.code = 2 if failures else code
    if options.junit:
        with beside_answer(options):
            write_whole(options.junit, junit_of(_by_point(found), options, began))
    with beside_answer(options):
        _write(options, found)
    if options.json or options.audit:
        document = _document(options, found, time.perf_counter() - started, began)
        write_document(options, document)
    if not options.json:
        words = fields_text(
            rules_of(options), options.experiment, without=[name for name, _ in options.grid]
        )
        print_heading(options.game.title, words)
    if found.interrupted:
        say_interrupted(options, "these are the verdicts so far")
    if not options.json:
        _print(found)
    if failures:
        raise SimulatorFailed(f"these are the verdicts before it failed: {failures[0]}")
    return code


def _check_flags(options: Flags) -> None:
    if options.game is None:
        raise BadInput("--grid is about the rules of a game; name a GAME")
    options.refuse(*OTHERS, because="does not go with --grid; leave it out")
    if options.plot and len(options.grid) > 1:
        raise BadInput("--plot draws a grid of one name; leave it out, or all but one --grid")
    if has_strategy(options):
        raise BadInput("an optimal strategy is one of numbers; --grid does not go with it")


def _judged(options: Flags, points: "Sequence[Mapping[Symbol, Fraction]]") -> "GridCheck":
    from montmort.output.progress import walk_bar
    from montmort.verification.by_name import crosscheck_grid
    from montmort.verification.own_games.point import point_text

    game, settings = options.game, run_asked(options)
    own = game.module is not None

    def played(point: "Mapping[Symbol, Fraction]", result: "Crosscheck") -> None:
        note(f"{point_text(point)}: {result.decision}")

    with (
        walk_bar(f"solving {game.name}", "steps") as solving,
        cluster_asked(options.dask) as executor,
    ):
        settings |= {"executor": executor, "solving": solving}
        settings["experiment"] = None if own else options.experiment
        return crosscheck_grid(
            None if own else game,
            rules_of(options),
            play=game.rulebook.experiments[options.experiment] if own else None,
            points=points,
            played=played,
            **settings,
            until=options.until_decided or "decided",
        )


def _by_point(found: "GridCheck") -> "dict[str, Crosscheck]":
    """Return the results by the words for their points."""
    from montmort.verification.own_games.point import point_text

    return {point_text(p): r for p, r in zip(found.points, found.results, strict=False)}


def _verdicts(found: "GridCheck") -> "list[tuple[str, Verdict]]":
    return [
        (point, verdict)
        for point, result in _by_point(found).items()
        for verdict in result.verdicts
    ]


def _write(options: Flags, found: "GridCheck") -> None:
    """Write the files of the verdicts."""
    if options.csv:
        verdicts = _verdicts(found)
        rows = [[point, verdict.field, *answer_of(verdict).values()] for point, verdict in verdicts]
        header = ["point", "field", *(answer_of(verdicts[0][1]) if verdicts else [])]
        write_csv(options.csv, header, rows)
    if options.plot:
        from montmort.verification.plots.grid import grid_figure

        seed = found.results[0].seed if found.results else None
        write_picture(options, grid_figure(found), None, seed=seed)


def _print(found: "GridCheck") -> None:
    """Print the functions and the verdicts."""
    from montmort.output.functions import conditions_text, cut_text, function_text

    verdicts = _verdicts(found)
    for name, law in found.functions.fields.items():
        if law.mean is not None:
            say(f"{name} mean = {cut_text(function_text(law.mean))}")
    say(f"for {conditions_text(found.functions.conditions) or 'all values'}")
    _print_table(verdicts)
    _print_summary(found, verdicts)


def _document(
    options: Flags, found: "GridCheck", seconds: float, began: str
) -> "verify_json.Document":
    """Return the JSON document, with its audit record."""
    from montmort.output.functions import notes_of, point_in_json
    from montmort.verification.comparison.grid import numbered_file

    results = _by_point(found)
    first, functions = found.results[0], notes_of(found.functions)
    meta: verify_json.Meta = {
        "version": __version__,
        "seconds": seconds,
        "seed": first.seed,
        "experiment": options.experiment,
        "points": [dict(point_in_json(point)) for point in found.points],
        "interrupted": found.interrupted,
        "failure": next((result.failure for result in found.results if result.failure), ""),
        "decision": found.decision,
        "levels": levels_in_json(found.levels),
        "judged": judged_in_json(first),
        "not_judged": not_judged_in_json(not_judged(options, first)),
        "symbols": functions["symbols"],
        "conditions": functions["conditions"],
        "how": functions["how"],
        "states": functions["states"],
    }
    files = {
        point: None if options.save is None else numbered_file(options.save, number)
        for number, point in enumerate(results, start=1)
    }
    return {
        "game": options.game.name,
        "rules": settings(rules_of(options)),
        "answers": {
            point: {verdict.field: answer_of(verdict) for verdict in result.verdicts}
            for point, result in results.items()
        },
        "meta": meta,
        "audit": audit_of(options, began, first.seed, results, files),
    }


def _print_table(verdicts: "Sequence[tuple[str, Verdict]]") -> None:
    rows = [("point", "field", "verdict", "exact", "estimate", "log10 e")]
    for point, verdict in verdicts:
        estimate = "-" if verdict.estimate is None else f"{verdict.estimate:.5f}"
        exact = fixed_point(verdict.exact, 5)
        rows.append(
            (point, verdict.field, verdict.label, exact, estimate, f"{verdict.log10_e:.2f}")
        )
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        say("  ".join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip())


def _print_summary(found: "GridCheck", verdicts: "Sequence[tuple[str, Verdict]]") -> None:
    """Print the decision on the grid, and the sentences on verdicts that are not CONSISTENT."""
    for point, verdict in verdicts:
        if verdict.decision.value != "CONSISTENT":
            say(f"at {point}: {verdict}")
    for name in found.results[0].unjudged if found.results else ():
        say(f"{name}: no exact law is known, not judged")
    say(*max((list(unseen_lines(unseen(each))) for each in found.results), key=len, default=[]))
    say(
        f"{_counted(found)} of {len(found.points)} points; with a chance of "
        f"at most {found.levels.reject:g} a correct simulator is INCONSISTENT at any of them"
    )
    if found.results:
        say(f"seed {found.results[0].seed}; {levels_text(found.levels)}")


def _counted(found: "GridCheck") -> str:
    """Return each decision and at how many points it fell, as in CONSISTENT at 2, INVALID at 1."""
    points = Counter(str(result.decision) for result in found.results)
    points["not played"] = len(found.points) - len(found.results)
    return ", ".join(f"{decision} at {count}" for decision, count in points.items() if count)
