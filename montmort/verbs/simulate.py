"""`montmort simulate GAME`: play a game by Monte Carlo and count its outcomes."""

import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import counted
from montmort.exit_codes import NO_VERDICT
from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import flag
from montmort.options.flags import GameFlags, Run, number_of_plays, rules_of
from montmort.options.optimal_flags import AimFlags, Strategy, strategy_of
from montmort.options.run_flags import (
    LongRun,
    announce_kernel,
    cluster_asked,
    say_begin,
    say_how,
    send_file_to_cluster,
)
from montmort.options.symbol_flags import At, put_numbers
from montmort.options.table_flags import add_table_columns, simulate_table
from montmort.options.verb_flags import Answer, Outputs, csv_flag, plot_flag
from montmort.output.files import check_picture, check_writable, write_csv
from montmort.output.json_document import print_document
from montmort.output.page import page, print_heading
from montmort.output.pictures import write_picture
from montmort.output.streams import say_interrupted
from montmort.verification.words_of_values import fields_text, histograms_text, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client

    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.montecarlo.simulator import Simulator
    from montmort.montecarlo.tally import Tally
    from montmort.verification.game import Game
    from montmort.verification.optimal_play import OptimalPlay


EXAMPLES = (
    "montmort simulate treize --plays 1e6 --seed 1713",
    "montmort simulate war --plays 1000 --records plays.csv",
    "montmort simulate treize --plays 1e9 --save run.jsonl",
    "montmort simulate my_game.py --json",
)


@dataclass(frozen=True, kw_only=True)
class _Plays:
    """How much is played, and what is written of it."""

    plays: int = flag("independent plays (1e6)", default=10**6, read=number_of_plays)
    records: Path | None = flag("write every play as a line of CSV")
    with_picks: bool = flag(
        "write the picks of chance as well, and the choices of players, as verify --replays "
        "reads them; the reference rules play",
        default=False,
    )


@dataclass(frozen=True, kw_only=True)
class Flags(GameFlags, Run, LongRun, _Plays, AimFlags, Strategy, Answer, Outputs, At):
    """What `montmort simulate` is asked."""

    csv: Path | None = csv_flag("field,value,count", adapt=add_table_columns)
    plot: Path | None = plot_flag("the histograms")
    source_records: Path | None = flag(
        "write the plays as the source does, every table to its own file beside FILE; "
        "ask for few --plays",
        has=lambda game: game.source_records is not None,
    )
    table: bool = flag(
        "play every size of the table, N plays each",
        default=False,
        has=lambda game: game.table is not None,
    )


def run(options: Flags) -> int:
    """Play and print the histograms; 130 if interrupted, with what was counted."""
    check_writable(
        options.csv, options.plot, options.records, options.save, *_source_files(options)
    )
    check_picture(options.plot)
    from montmort.montecarlo.run_files.resume import saved_run
    from montmort.montecarlo.runs.block import draw_seed
    from montmort.verification.own_games.from_play import about_rules

    options = put_numbers(options)
    game: Game[Any] = options.game
    rules = rules_of(options)
    strategy = strategy_of(options, rules)
    if options.with_picks and (options.records is None or strategy is not None):
        raise BadInput("--with-picks is about --records, and about the players of the rules")
    if options.table and game.table is not None:
        _check_unsaved(options)
        seed = draw_seed() if options.seed is None else options.seed
        return simulate_table(options, game.table(), rules, seed)
    options.ending.code = NO_VERDICT
    simulator = _simulator(options, rules, strategy)
    send_file_to_cluster(options)
    run = saved_run(simulator, seed=options.seed, save=options.save)
    say_begin(run)
    with ExitStack() as until:
        executor = until.enter_context(cluster_asked(options.dask))
        # rules of a user may fail in any play, and then nothing is printed
        has_heading = game.module is None and not options.json
        if has_heading:
            _print_heading(options, rules, strategy)
        announce_kernel(run, until)
        started = time.perf_counter()
        with about_rules(game.rulebook.experiment(options.experiment).step):
            tally, finished = _play(run, options, executor)
        seconds = time.perf_counter() - started
    say_how(simulator.how)
    interrupted = tally is None or tally.plays < options.plays
    if tally is not None:
        _write_files(options, simulator, tally, run.seed, finished)
        _write_source_records(options, rules, run.seed, tally.plays)
    options.ending.code = 130 if interrupted else 0
    if not options.json and not has_heading:
        _print_heading(options, rules, strategy)
    if interrupted:
        say_interrupted(options, "this is what was counted")
    if options.json:
        _print_json(options, rules, run, tally, seconds)
    elif tally is not None:
        played = f"{counted(tally.plays, 'play')} in {seconds:.2f} s"
        _print(tally, f"{played}; {simulator.how}; seed {run.seed}")
    return options.ending.code


def _source_files(options: Flags) -> list[Path]:
    """Return the files asked for; BadInput if the source keeps none of the experiment.

    >>> [str(path) for path in _files(Path("games.csv"), ("", "-sizes"))]
    ['games.csv', 'games-sizes.csv']
    """
    path = options.source_records
    records = options.game.source_records
    if path is None or records is None:
        return []
    if options.experiment not in records.endings:
        raise BadInput(
            f"the source keeps records of {' and '.join(records.endings)}, not of "
            f"{options.experiment}; leave --source-records out, or take another --experiment"
        )
    return _files(path, records.endings[options.experiment])


def _write_source_records(options: Flags, rules: object, seed: int, plays: int) -> None:
    """Write the first plays of the run."""
    if files := _source_files(options):
        tables = options.game.source_records.tables(rules, seed, plays)
        for path, (columns, rows) in zip(files, tables, strict=True):
            write_csv(path, columns, rows)


def _files(path: Path, endings: tuple[str, ...]) -> list[Path]:
    return [path.with_name(f"{path.stem}{ending}{path.suffix}") for ending in endings]


def _print_heading(options: Flags, rules: object, strategy: "OptimalPlay | None") -> None:
    """Print what is played, and how often."""
    by = "" if strategy is None else f"optimal strategy, {strategy.aim}"
    played = fields_text(rules, options.experiment), by, counted(options.plays, "play")
    print_heading(options.game.title, "; ".join(filter(None, played)))


def _print_json(
    options: Flags,
    rules: object,
    run: "SavedRun",
    tally: "Tally | None",
    seconds: float,
) -> None:
    plays = 0 if tally is None else tally.plays
    print_document(
        game=options.game.name,
        rules=rules,
        answers={} if tally is None else plain(histograms_text(tally)),
        seconds=seconds,
        seed=run.seed,
        experiment=run.simulator.experiment,
        how=run.simulator.how,
        plays=plays,
        interrupted=plays < options.plays,
    )


def _simulator(options: Flags, rules: object, strategy: "OptimalPlay | None") -> "Simulator":
    """Return what plays."""
    from montmort.output.progress import walk_bar

    game: Game[Any] = options.game
    if strategy is not None:
        return strategy.simulator(game.name).played(options.compiled)
    if game.module is not None:
        from montmort.verification.own_games.from_play import check_repeats

        check_repeats(game.rulebook.experiment(options.experiment), rules)
    find = game.rules_simulator if options.with_picks else game.simulator
    with walk_bar(f"solving {game.name}", "steps") as watch:
        simulator = find(rules, options.experiment, watch)
    return simulator.played(options.compiled)


def _check_unsaved(options: Flags) -> None:
    if options.save is not None:
        raise BadInput(
            "--save keeps one experiment and --table plays one for each row; "
            "leave one of the two flags out"
        )


def _play(
    run: "SavedRun", options: Flags, executor: "Client | None"
) -> "tuple[Tally | None, dict[int, int]]":
    """Return the tally of all finished blocks, None if there is none, and {block: plays}."""
    from montmort.output.progress import plays_bar

    tally: Tally | None = None
    finished: dict[int, int] = {}
    with (
        plays_bar(f"playing {options.game.name}", options.plays, has_begun=True) as show,
        suppress(KeyboardInterrupt),
    ):
        blocks = run.blocks(plays=options.plays, executor=executor, workers=options.workers)
        for block in blocks:
            tally = block.tally if tally is None else tally + block.tally
            finished[block.number] = block.plays
            show(tally.plays, held=run.held.plays)
    return tally, finished


def _write_files(
    options: Flags,
    simulator: "Simulator",
    tally: "Tally",
    seed: int,
    finished: dict[int, int],
) -> None:
    if options.csv:
        rows = (
            (name, value, number)
            for name, counts in histograms_text(tally).items()
            for value, number in counts.items()
        )
        write_csv(options.csv, ("field", "value", "count"), rows)
    if options.plot:
        from montmort.verification.plots.laws import fields_figure

        sheet = fields_figure({}, tally.histograms, tally.words)
        write_picture(options, sheet, simulator.rules, title=simulator.label, seed=seed)
    if options.records:
        plays, columns = _records(simulator, seed, finished), simulator.fields
        if options.with_picks:
            plays, columns = _with_picks(plays, simulator, seed, finished), _columns(simulator)
        write_csv(options.records, columns, plays)


def _records(
    simulator: "Simulator", seed: int, finished: dict[int, int]
) -> "Iterator[list[object]]":
    """Yield the outcomes of the finished blocks, play by play: their streams are played again."""
    from montmort.montecarlo.runs.block import stream

    columns = [simulator.words.get(name, {}) for name in simulator.fields]
    for number, plays in sorted(finished.items()):
        rng = stream(simulator.identity, seed, number)
        for part in simulator.recorder(simulator.rules, rng, plays):
            for row in part.tolist():
                yield [known.get(value, value) for known, value in zip(columns, row, strict=True)]


def _columns(simulator: "Simulator") -> tuple[str, ...]:
    """Return the columns that `verify --replays` reads: choices only where somebody decides."""
    from montmort.games.experiment import has_players
    from montmort.verification.own_simulators.replays import CHOICES, PICKS

    assert simulator.by_rules is not None
    is_decided = has_players(simulator.by_rules.experiment)
    return (*simulator.fields, PICKS, CHOICES) if is_decided else (*simulator.fields, PICKS)


def _with_picks(
    rows: "Iterator[list[object]]", simulator: "Simulator", seed: int, finished: dict[int, int]
) -> "Iterator[list[object]]":
    """Yield the outcomes with their picks and choices: the rules play the streams once more."""
    from montmort.games.chance import RandomChance, RecordedChance
    from montmort.games.table import RecordedTable
    from montmort.montecarlo.runs.block import stream

    assert simulator.by_rules is not None
    played, rules = simulator.by_rules.experiment, simulator.rules
    shown = slice(len(_columns(simulator)) - len(simulator.fields))
    for number, plays in sorted(finished.items()):
        chance = RecordedChance(stream(simulator.identity, seed, number))
        for _ in range(plays):
            chance.picks.clear()
            # what the players draw is no pick of the game: their choices are written
            table = RecordedTable(played.players(rules, RandomChance(chance.rng)))
            played.play(rules, chance, table)
            written = [" ".join(map(str, each)) for each in (chance.picks, table.choices)]
            yield [*next(rows), *written[shown]]


def _print(tally: "Tally", time_and_way: str) -> None:
    """Print, per field, the mean, its standard error and the commonest outcomes."""
    from rich.table import Table

    from montmort.montecarlo.tally import commonest

    console = page()
    headings = "field", "mean", "± se", "sd", "outcomes, the commonest first"
    table = Table(*headings, box=None, padding=(0, 2, 0, 0), pad_edge=False)
    histograms = histograms_text(tally)
    for name in tally.fields:
        moments = ["-", "-", "-"]  # members of an enum have none
        if tally.is_number(name):
            moments = _moments(tally, name)
        table.add_row(name, *moments, commonest(histograms[name], tally.plays))
    console.print(table)
    console.print(f"{time_and_way}; all: --csv", style="dim")


def _moments(tally: "Tally", name: str) -> list[str]:
    """Return the mean, its standard error and the standard deviation of a field."""
    from montmort.montecarlo.tally import displayed, root

    variance = tally.variance(name)
    error, sd = root(variance / tally.plays), root(variance)
    return [displayed(tally.mean(name), 6), displayed(error, 2), displayed(sd, 4)]
