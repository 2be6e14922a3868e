"""`montmort verify GAME`: judge the simulation by the exact truth."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

from montmort.exit_codes import NO_VERDICT, exit_code
from montmort.games.errors import BadInput, SimulatorFailed
from montmort.options.optimal_flags import has_strategy
from montmort.options.run_flags import (
    Watched,
    cluster_asked,
    say_how,
)
from montmort.options.symbol_flags import put_numbers
from montmort.options.verify_flags import (
    Flags,
    question,
    run_asked,
    subject_of,
)
from montmort.output.audit import now
from montmort.output.files import (
    beside_answer,
    check_picture,
    check_writable,
    write_csv,
    write_whole,
)
from montmort.output.json_document import write_document
from montmort.output.junit import junit_of
from montmort.output.page import print_heading
from montmort.output.pictures import write_picture
from montmort.output.printable import printable
from montmort.output.streams import note, say, say_interrupted
from montmort.output.verdict_text import show_verdicts
from montmort.output.verdicts import answer_of, verdicts_document
from montmort.verification.words_of_values import fields_text

if TYPE_CHECKING:
    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.comparison.result import Crosscheck


EXAMPLES = (
    "montmort verify treize --margin points=0.01 --seed 1713",
    'montmort verify treize --command "Rscript treize.R {seed} {plays}"',
    "montmort verify kuhn --outcomes plays.csv",
    "montmort verify --exact law.json --outcomes plays.csv",
    "montmort verify my_game.py --audit audit.json",
)


def run(options: Flags) -> int:
    """Print the verdicts: 0 all CONSISTENT, 1 INCONSISTENT or INVALID, 3 INCONCLUSIVE."""
    options.ending.code = NO_VERDICT
    check_writable(options.csv, options.plot, options.save, options.audit, options.junit)
    check_picture(options.plot)
    if options.command is None:
        options.refuse("source", because="is what a program was built from; give it with --command")
    began = now()
    if options.versus is not None:
        from montmort.verbs.verify_versus import judge_versus

        return judge_versus(options, began)
    if options.range:
        raise BadInput("--range is about two simulators; give the second one with --versus")
    if options.grid:
        from montmort.verbs.verify_grid import judge_grid

        return judge_grid(options, began)
    options = put_numbers(options)
    result, has_heading = _judged(options)
    say_how(result.how)
    for sentence in result.notes:
        note(sentence)
    _write_files(options, result, began)
    code = 130 if result.interrupted else exit_code(result.decision)
    options.ending.code = 2 if result.failure else code
    if options.json or options.audit:
        told = _story(options, result)
        write_document(options, verdicts_document(options, result, began, told))
    if not (options.json or has_heading):
        _print_heading(options, result, result.rules, result.against)
    if result.interrupted:
        say_interrupted(options, "these are the verdicts so far")
    if not options.json:
        show_verdicts(options, result)
        if result.difference is not None:
            _tell_difference(options, result)
    if result.failure:
        raise SimulatorFailed(f"these are the verdicts before it failed: {result.failure}")
    return options.ending.code


def _judged(options: Flags) -> "tuple[Crosscheck, bool]":
    """Return what is asked, played and judged, with bars on stderr; whether it has a heading."""
    settings = run_asked(options)
    asked = question(options)  # which may set the workers
    what = subject_of(options)
    has_heading = False
    from montmort.output.progress import plays_bar, walk_bar
    from montmort.verification.by_name import crosscheck

    with (
        walk_bar(f"solving {what}", "steps") as solving,
        plays_bar(f"playing {what}", options.plays) as show,
        cluster_asked(options.dask) as executor,
        ExitStack() as until,
    ):
        settings |= {"executor": executor, "solving": solving}
        watched = Watched(show, options.plays, settings["most"], until)

        def began(run: "SavedRun") -> None:
            nonlocal has_heading
            watched.began(run)
            # a program or a user's rules may fail in any play, and then print nothing
            is_own = options.game is None or options.game.module is not None
            if run.simulator.compiled and not is_own and not options.json:
                has_heading = True
                _print_heading(options, run.simulator, asked.get("rules"), asked.get("against"))

        result = crosscheck(
            **asked,
            **settings,
            until=options.until_decided or "decided",
            began=began,
            watch=watched.looked,
        )
    if not result.verdicts:
        raise BadInput(f"{what}: no exact truth of {options.experiment} is known")
    return result, has_heading


def _write_files(options: Flags, result: "Crosscheck", began: str) -> None:
    if options.junit:
        with beside_answer(options):
            write_whole(options.junit, junit_of({"": result}, options, began))
    with beside_answer(options):
        _write_csv(options, result)
    with beside_answer(options):
        _draw(options, result)


def _write_csv(options: Flags, result: "Crosscheck") -> None:
    if options.csv:
        rows = []
        for verdict in result.verdicts:
            deviations = " ".join(
                f"{each.value}:{each.observed}/{each.expected:.1f}" for each in verdict.deviations
            )
            row = {**answer_of(verdict), "deviations": deviations}
            rows.append([verdict.field, *row.values()])
        write_csv(options.csv, ["field", *answer_of(result.verdicts[0])], rows)


def _draw(options: Flags, result: "Crosscheck") -> None:
    if options.plot:
        from montmort.verification.plots.crosscheck import crosscheck_figure

        source = printable(options.command or "")
        write_picture(
            options,
            crosscheck_figure(result),
            result.rules,
            title=result.game,
            source=source,
            seed=result.seed,
        )


def _print_heading(
    options: Flags, what: "Simulator | Crosscheck", rules: object, against: object
) -> None:
    """Print what is played, and by which rules it is judged if by others."""
    title = options.game.title if options.game is not None else options.command or what.game
    strategy = what.experiment if has_strategy(options) else ""
    print_heading(title, _subtitle(options, rules, against, strategy))


def _subtitle(options: Flags, rules: object, against: object, strategy: str = "") -> str:
    """Return the rules, the strategy if one is played, and the rules that judge if others."""
    played = "; ".join(filter(None, [fields_text(rules, options.experiment), strategy]))
    is_other = against is not None and against != rules
    return played + (f"; judged by {fields_text(against, options.experiment)}" if is_other else "")


def _tell_difference(options: Flags, result: "Crosscheck") -> None:
    """Print the first differing play, pick by pick."""
    assert result.difference is not None
    say(f"\nThe first play that differs, {result.difference}")
    say(*(f"  {line}" for line in _story(options, result)))
    say(f"  printed:      {result.difference.printed}")
    say(f"  by the rules: {result.difference.by_rules}")


def _story(options: Flags, result: "Crosscheck") -> list[str]:
    """Return the first differing play, as far as the rules can follow it."""
    from montmort.play.replay_story import story

    if result.difference is None:
        return []
    rules = result.rules if result.against is None else result.against
    return list(story(options.game, options.experiment, rules, result.difference))
