"""Every performance target of the project, and the measured value.

    python benchmarks/targets.py [--parts treize war ...]

CPU seconds of one core, warm, unless a line says `process` (a complete command) or `by
the clock` (wall time).  The load of the machine follows every game.  The measurements use
the other benchmarks, which have more rows and compare with other programs.  A line ends
with `missed` if a target is missed.
"""

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import exact_chains
import exact_five_card_draw
import exact_persian_monarchs
import exact_treize
import exact_war
import own_games
import simulate_five_card_draw
import simulate_liars_poker
import simulate_persian_monarchs
import simulate_treize
import simulate_war
from measured import Player, in_turns, load, median_seconds, process_seconds, sfc64, short

from montmort.exact.liars_poker.answers import table
from montmort.exact.liars_poker.calls import best_calls, call_chance
from montmort.exact.treize.answers import truth
from montmort.exact.war.all_deals import play_all
from montmort.exact.war.random_pickup import solve
from montmort.games.liars_poker import Rules as LiarsRules
from montmort.games.liars_poker.calls import read_call
from montmort.games.treize import Rules as TreizeRules
from montmort.games.war import Rules as WarRules
from montmort.montecarlo.treize import simulator
from montmort.verification.verdicts.e_values import LawBets, mean_evidence
from montmort.verification.verdicts.quantities import fold

ROUNDS = 9
MOST = 40  # points: the law is tested up to here


class Target(NamedTuple):
    """A target: `measure` returns at most `bound`, or at least."""

    what: str
    bound: float
    measure: Callable[[], float]
    at_least: bool = False

    def line(self) -> str:
        """Measure, and return the line."""
        found = self.measure()
        met = found >= self.bound if self.at_least else found <= self.bound
        sign = "≥" if self.at_least else "≤"
        ending = "" if met else "   missed"
        return f"{self.what:64}{sign} {digits(self.bound):>10}{digits(found):>13}{ending}"


def digits(number: float) -> str:
    """Return a number with three digits, or all digits before the point if it is large.

    >>> digits(0.15), digits(0.00023456), digits(8_000_000.4)
    ('0.15', '0.000235', '8,000,000')
    """
    return short(number) if number >= 0.0001 else f"{number:.6f}"


def speeds(players: dict[str, tuple[int, Player]], *names: str) -> dict[str, float]:
    """Return {name: plays per second} of players that alternate."""
    seconds_of = in_turns({name: players[name] for name in names}, ROUNDS)
    return {name: 1 / seconds for name, seconds in seconds_of.items()}


def treize() -> Iterator[Target]:
    """Yield the targets of Treize."""
    with tempfile.TemporaryDirectory() as empty:
        nothing = {"NUMBA_CACHE_DIR": empty, "XDG_CACHE_HOME": empty}
        yield Target("montmort --help, process", 0.2, partial(of_process, "--help"))
        yield Target("exact treize, process", 1, partial(of_process, "exact", "treize"))
        first = partial(process_seconds, "exact", "treize", **nothing)
        yield Target("exact treize, process, all caches empty", 2, first)
    exact_treize.complete(3, 2)  # compiles
    for (ranks, suits), bound in exact_treize.TARGETS.items():
        task = partial(exact_treize.complete, ranks, suits)
        measure = partial(median_seconds, task, warm_up=True)
        yield Target(f"Treize {ranks} x {suits}, complete answer", bound, measure)
    players = simulate_treize.players(TreizeRules(), 200_000)
    found = speeds(players, "dealing", "kernel")
    yield Target("Treize, games/s", 8e6, lambda: found["kernel"], True)
    yield Target("Treize, x dealing", 2, lambda: found["dealing"] / found["kernel"])
    yield Target("Treize, two threads against one, by the clock", 1.8, two_threads, True)
    verify = "verify", "treize", "--margin", "points=0.005", "--seed", "1"
    yield Target("verify treize --margin points=0.005, process", 60, partial(of_process, *verify))


def of_process(*command: str) -> float:
    """Return the median CPU seconds of three runs of a command."""
    return statistics.median(process_seconds(*command) for _ in range(3))


def two_threads() -> float:
    """Return the speed-up of two threads."""
    rules = TreizeRules()
    turns = [[simulate_treize.on_threads(rules, n, 8) for n in (1, 2)] for _ in range(3)]
    return statistics.median(one / two for one, two in turns)


def chains() -> Iterator[Target]:
    """Yield the targets of chains, for all states and proved, in separate processes."""

    @cache
    def asked(family: str, states: int, question: str) -> dict[str, Any]:
        limits = exact_chains.Limits(300, 12)
        return exact_chains.ours(family, states, question, limits).result

    for (family, states), bound in exact_chains.BARS.items():
        measure = partial(lambda *of: asked(*of)["seconds"], family, states, "all")
        yield Target(f"chain {family} {states:,}, all states", bound, measure)
    yield Target(
        "chain grid 100,000, gigabytes", 4, lambda: asked("grid", 100_000, "all")["megabytes"] / 1e3
    )
    for family in ("grid", "dag"):
        solved, built = (partial(asked, family, 100_000, how) for how in ("all", "step"))
        ratio = partial(lambda s, b: b()["seconds"] / s()["seconds"], solved, built)
        yield Target(f"chain {family} 100,000, built from steps, x solving", 1, ratio)


def liars_poker() -> Iterator[Target]:
    """Yield the targets of Liars' Poker."""

    def tables() -> None:
        for jokers in range(5):
            table(LiarsRules(jokers=jokers))

    rules = LiarsRules(cards=10, hand="Kc Qc 2c 9h", jokers=2)
    call = read_call("eight high club flush", rules.pack)
    one, ranked = partial(call_chance, rules, call), partial(best_calls, rules)
    first = partial(median_seconds, tables, 1)
    yield Target("Liars' Poker, all tables, 0 to 4 jokers, at first", 0.3, first)
    for what, bound, task in (
        ("Liars' Poker, a named call", 0.02, one),
        ("Liars' Poker, all calls ranked", 1, ranked),
    ):
        yield Target(what, bound, partial(median_seconds, task, warm_up=True))
    found = speeds(simulate_liars_poker.players(10, 1_000_000), "usual", "published")
    for reading, speed in found.items():
        yield Target(f"Liars' Poker, {reading}, deals of 10/s", 12e6, partial(float, speed), True)


def five_card_draw() -> Iterator[Target]:
    """Yield the targets of five-card draw."""
    for most, choices, bound in ((3, 26, 0.1), (5, 32, 1.5)):
        task = exact_five_card_draw.one_hand(most, "standard")
        measure = partial(median_seconds, task, 9, warm_up=True)
        yield Target(f"five-card draw, a hand, {choices} choices", bound, measure)
    whole = partial(exact_five_card_draw.whole_table, "standard")
    measure = partial(median_seconds, whole, 1, warm_up=True)
    yield Target("five-card draw, complete table", 25, measure)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield Target("five-card draw, complete table, gigabytes", 2, lambda: peak / 2**20)
    found = speeds(simulate_five_card_draw.hands("7h Ts Kc", 1_000_000), "hand")
    yield Target("five-card draw, draw and compare/s", 5e6, lambda: found["hand"], True)


def persian_monarchs() -> Iterator[Target]:
    """Yield the targets of Persian Monarchs; for matches, of the slowest of nine pairs."""
    for what, (bound, task) in exact_persian_monarchs.TASKS.items():
        if bound is not None:
            measure = partial(median_seconds, task, warm_up=True)
            yield Target(f"Persian Monarchs, {what}", bound, measure)
    players = simulate_persian_monarchs.players(40_000)
    found = speeds(players, *(name for name in players if " v " in name))
    slowest = min(found.values())
    yield Target("Persian Monarchs, matches/s, slowest pair", 6e5, lambda: slowest, True)


def war() -> Iterator[Target]:
    """Yield the targets of War."""
    laws = partial(median_seconds, partial(exact_war.count_laws, exact_war.USUAL))
    yield Target("War, the laws of the deal", 2, laws)
    play_all(WarRules(ranks=2, suits=2))  # compiles
    for deck, bound in exact_war.PLAYED:
        for pick_up in exact_war.ORDERS if bound is not None else ():
            measure = partial(lambda *of: exact_war.timed_deals(*of)[1], deck, pick_up)
            yield Target(f"War, all deals of {deck}, {pick_up}", float(bound or 0), measure)
    for (ranks, suits), limit in exact_war.TARGETS.items():
        rules = WarRules(ranks=ranks, suits=suits, face_down=1, pick_up="random")
        measure = partial(median_seconds, partial(solve, rules), warm_up=True)
        yield Target(f"War, the chain of ({ranks}, {suits}) at random", limit, measure)
    found = speeds(simulate_war.players(WarRules(), 40_000), "winner-first")
    yield Target("War, games/s", 4e5, lambda: found["winner-first"], True)


def verdicts() -> Iterator[Target]:
    """Yield the targets of verdicts: an e-value of a million games of Treize."""
    played = simulator(TreizeRules()).count(sfc64(), 1_000_000)["points"]
    counts, law = fold(played, MOST), truth(TreizeRules(), "game")["points"].capped(MOST)
    mean = partial(mean_evidence, counts, reference=law.mean(), low=0, high=MOST)
    bets = LawBets({points: law[points] for points in law})
    for what, task in (("mean", mean), ("law", partial(bets.log_evidence, counts))):
        measure = partial(lambda task: median_seconds(task, 99, warm_up=True) * 1e3, task)
        yield Target(f"an e-value of the {what}, milliseconds", 1, measure)


def reports() -> Iterator[Target]:
    """Yield the target of the reports: five games in three formats."""

    def by_the_clock() -> float:
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            process_seconds("report", "--all", "-o", f"{folder}/report")
            return time.perf_counter() - began

    yield Target("report --all, by the clock", 180, by_the_clock)


def games_of_own() -> Iterator[Target]:
    """Yield the targets of games in plain user style."""
    for name, least in own_games.PLAYS.items():
        measure = partial(own_games.compiled_speed, name)
        yield Target(f"{name} in plain user style, plays/s", least, measure, True)
    for name, most in own_games.EXACT.items():
        measure = partial(own_games.exact_seconds, name)
        yield Target(f"{name} in plain user style, exact", most, measure)


PARTS = (
    treize,
    chains,
    liars_poker,
    five_card_draw,
    persian_monarchs,
    war,
    games_of_own,
    verdicts,
    reports,
)


def main() -> None:
    """Print the table, each line as soon as it is measured."""
    names = {part.__name__.replace("_", "-"): part for part in PARTS}
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--parts", nargs="+", choices=names, default=list(names))
    chosen = parser.parse_args()
    print(f"{'':64}{'target':>12}{'measured':>13}", flush=True)
    for name in chosen.parts:
        for target in names[name]():
            print(target.line(), flush=True)
        print(f"{'':64}{load():>25}", flush=True)


if __name__ == "__main__":
    main()
