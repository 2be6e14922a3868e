"""Games in plain user style: interpreted, compiled, by hand for numba, and in numpy.

    python benchmarks/own_games.py [--parts plays compilation exact] [--games craps pig]

The games are the files of benchmarks/games, written as a user would write them.

plays        plays per second of one core, warm, as `Simulator.count`; all players of a game
             alternate in one process.  `by hand` is a kernel written for this game, with
             the fastest draws that answer the question (two dice of craps are one draw of
             36); `by picks` one that makes the picks of the rules, from the same stream
             (`own_kernels`); `numpy` all plays at once (`own_numpy`).  `x` is how many times
             as long the compiled rules take.  The compiled plays are compared with the
             interpreted ones, outcome by outcome, before they are timed, and their counts
             with those of `by picks`.
compilation  CPU seconds until the first play, in a process of its own.  Imports are not
             counted.  Nothing is kept on disk, so every process takes as long.
exact        CPU seconds of the exact answer: all paths interpreted; without a compiler,
             equal situations merged; and as montmort chooses by itself, with an empty cache
             and warm.  A question ends after 30 seconds (`>30`), and with more than two
             million paths it is not asked (`-`).  All answers of a row are equal, or the row
             ends with DIFFERENT.  Monopoly is asked where its piece stands in the long run.

A row ends with `kept` or `missed` where the project has set a bar.  A game that does not
compile has a line that says why.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from measured import Player, every_turn, in_turns, load, sfc64, short, sized, times_as_long
from own_kernels import KERNELS, SAME_PICKS
from own_numpy import NUMPY
from own_questions import NAMES, STATIONARY, own, simulator

from montmort import MontmortError

ROOT = Path(__file__).resolve().parent
TURN = 0.1  # CPU seconds of a player's turn
WITNESSED = 5000  # plays after which no more are repeated in plain Python
WIDTHS = (12, 12, 12, 6, 12, 6, 12, 11)  # of the columns of plays per second
SHORTEST = 0.01  # seconds, below which a ratio says nothing
COMPARED = 2000  # plays compared, outcome by outcome

PLAYS = {
    **dict.fromkeys(("craps", "aces", "le_her"), 5_000_000),
    **dict.fromkeys(
        ("baccarat", "snakes_and_ladders", "dealers_hand", "coupon_collector", "monopoly_moves"),
        1_000_000,
    ),
    **dict.fromkeys(
        ("pig", "blackjack", "blackjack_one_deck", "three_card_ranks", "five_dice"), 500_000
    ),
}  # at least, compiled, per second
BY_HAND = 3  # times as long as the kernel written by hand, at most
FIRST = 1  # CPU seconds until the first play, at most
QUESTIONS = {"monopoly_moves": STATIONARY}  # where it is not the law of the outcome
EXACT = {"baccarat": 0.5, "three_card_ranks": 0.5, STATIONARY: 0.5, "snakes_and_ladders": 2}
IN_PYTHON = {"baccarat": 5}  # CPU seconds without a compiler, at most


def bar(kept: bool) -> str:
    """Return how a bar was met."""
    return "kept" if kept else "missed"


def plays_part(names: list[str], rounds: int) -> Iterator[str]:
    """Yield the table of plays per second, and how much faster the compiled rules are."""
    heads = ("interpreted", "compiled", "by hand", "x", "by picks", "x", "numpy", "bar")
    cells = zip(heads, WIDTHS, strict=True)
    yield f"{'plays/s':20}" + "".join(f"{head:>{width}}" for head, width in cells)
    faster: dict[str, list[float]] = {}
    for name in names:
        compiled, reason = compiled_of(name)
        turns = turns_of(name, compiled, rounds)
        for way in ("interpreted", "numpy"):
            if compiled and way in turns:
                ratio = times_as_long(turns[way], turns["compiled"]).median
                faster.setdefault(way, []).append(ratio)
        yield row_of(name, turns)
        if reason:
            yield f"    not compiled: {reason}"
    for way, ratios in faster.items():
        yield f"{way + ' x compiled':33}{short(min(ratios))} – {short(max(ratios))}"


def players_of(name: str, compiled: Any) -> dict[str, Callable[[int], object]]:
    """Return the ways to play a game: functions that take the number of plays."""
    module, rng = own(name).module, sfc64()
    players: dict[str, Callable[[int], object]] = {
        "interpreted": partial(simulator(name, compiled=False).count, rng)
    }
    if compiled is not None:
        players["compiled"] = partial(compiled.count, rng)
    for way, simulations in (("by hand", KERNELS), ("by picks", SAME_PICKS), ("numpy", NUMPY)):
        if name in simulations:
            simulate = simulations[name](module)
            players[way] = partial(lambda play, plays: play(plays, rng), simulate)
    return players


def compiled_of(name: str) -> tuple[Any, str]:
    """Return the compiled simulator, checked against the rules, or None and the reason."""
    try:
        fast = simulator(name, compiled=True)
        fast.count(sfc64(), WITNESSED)  # from here on plays are compiled
        found = fast.record(sfc64(), COMPARED)
    except MontmortError as error:
        return None, str(error)
    if not np.array_equal(found, simulator(name, compiled=False).record(sfc64(), COMPARED)):
        raise ArithmeticError(f"{name}: compiled and interpreted plays differ")
    if name in SAME_PICKS:
        by_picks = SAME_PICKS[name](own(name).module)(COMPARED, sfc64())
        counts = next(iter(fast.count(sfc64(), COMPARED).values()))
        if sorted(counts.values()) != sorted(_of_first_field(by_picks).values()):
            raise ArithmeticError(f"{name}: the picks by hand are not those of the rules")
    return fast, ""


def _of_first_field(counts: Mapping[Any, int]) -> dict[Any, int]:
    """Return {value: count} of an outcome's first field."""
    found: dict[Any, int] = {}
    for outcome, count in counts.items():
        value = outcome[0] if isinstance(outcome, tuple) else outcome
        found[value] = found.get(value, 0) + count
    return found


def turns_of(name: str, compiled: Any, rounds: int) -> dict[str, list[float]]:
    """Return {way: CPU seconds per play of each round}; all ways alternate."""
    ways = players_of(name, compiled)
    players: Mapping[str, tuple[int, Player]] = {
        way: sized(play, TURN) for way, play in ways.items()
    }
    return every_turn(players, rounds)


def compiled_speed(name: str, rounds: int = 9) -> float:
    """Return the plays per second of the compiled rules, 0 where they do not compile."""
    compiled, _ = compiled_of(name)
    if compiled is None:
        return 0
    player = sized(partial(compiled.count, sfc64()), TURN)
    return 1 / in_turns({name: player}, rounds)[name]


def exact_seconds(name: str) -> float:
    """Return the CPU seconds of the exact answer, warm; infinity where there is none."""
    with tempfile.TemporaryDirectory() as caches:
        return float(ask("exact", name, "auto", caches=caches).get("seconds", np.inf))


def row_of(name: str, turns: Mapping[str, list[float]]) -> str:
    """Return the row of a game in the table of plays per second."""
    speed = {way: 1 / statistics.median(seconds) for way, seconds in turns.items()}
    missed = ["speed"] if speed.get("compiled", 0) < PLAYS.get(name, 0) else []
    cells = []
    for way in ("interpreted", "compiled", "by hand", "by picks", "numpy"):
        cells.append(f"{speed[way]:,.0f}" if way in speed else "")
        if way.startswith("by"):
            ratio = ratio_to(turns, way)
            cells.append(short(ratio) if ratio else "")
            if way == "by hand" and ratio > BY_HAND:
                missed.append(f"more than {BY_HAND} x by hand")
    cells.append(f"{PLAYS[name]:,}" if name in PLAYS else "")
    aligned = zip(cells, WIDTHS, strict=True)
    line = f"{name:20}" + "".join(f"{cell:>{width}}" for cell, width in aligned)
    if name not in PLAYS:
        return line.rstrip()
    return f"{line}  {bar(not missed)}" + (f" ({', '.join(missed)})" if missed else "")


def ratio_to(turns: Mapping[str, list[float]], way: str) -> float:
    """Return how many times as long the compiled rules take as another way, 0 if unknown."""
    if not {"compiled", way} <= turns.keys():
        return 0
    return times_as_long(turns["compiled"], turns[way]).median


def ask(*words: object, caches: str, seconds: int = 30) -> dict[str, Any]:
    """Ask `own_questions` in a process of its own, with at most so many CPU seconds."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    places = {"NUMBA_CACHE_DIR": f"{caches}/numba", "XDG_CACHE_HOME": f"{caches}/answers"}
    command = [sys.executable, str(ROOT / "own_questions.py"), *map(str, words)]
    path = {"PYTHONPATH": f"{ROOT.parent}:{ROOT}"}
    ran = subprocess.run(
        command, env=os.environ | places | path, capture_output=True, text=True, preexec_fn=limited
    )
    if ran.returncode < 0:
        return {"stopped": f">{seconds}"}
    if ran.returncode:
        return {"refused": (ran.stderr.strip().splitlines() or ["no message"])[-1]}
    answer: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return answer


def cell(found: Mapping[str, Any], key: str = "seconds") -> str:
    """Return the seconds of an answer, or why there are none."""
    if key in found:
        return f"{found[key]:.3f}" if found[key] < 100 else short(found[key])
    return str(found.get("stopped", "-"))


def compilation_part(names: list[str], _rounds: int) -> Iterator[str]:
    """Yield the table of compilation times."""
    yield f"{'seconds to compile':20}{'first play':>13}"
    for name in names:
        with tempfile.TemporaryDirectory() as caches:
            found = ask("first", name, caches=caches)
        line = f"{name:20}{cell(found):>13}"
        if "seconds" in found:
            line += f"  {bar(found['seconds'] <= FIRST)}"
        yield line
    yield f"{'bar':20}{FIRST:>13}"


def exact_part(names: list[str], _rounds: int) -> Iterator[str]:
    """Yield the table of exact answers."""
    heads = ("all paths", "no compiler", "first", "warm", "before/after", "bar")
    yield f"{'exact, seconds':32}" + "".join(f"{head:>13}" for head in heads)
    with tempfile.TemporaryDirectory() as caches:
        for name in names:
            yield from exact_of(QUESTIONS.get(name, name), caches)


def exact_of(name: str, caches: str) -> Iterator[str]:
    """Yield the row of a game, and how montmort found the answer."""
    steps = name == STATIONARY or own(name).play is None
    found = {
        way: ask("exact", name, way, caches=caches)
        for way in (("python", "auto") if steps else ("paths", "python", "auto"))
    }
    plain, auto = found["python"], found["auto"]
    before = found.get("paths", plain)
    ratio = "-"
    if "seconds" in before and auto.get("seconds", 0) >= SHORTEST:
        ratio = short(before["seconds"] / auto["seconds"])
    line = f"{name:32}{cell(found.get('paths', {})):>13}{cell(plain):>13}"
    line += f"{cell(auto, 'first'):>13}{cell(auto):>13}{ratio:>13}"
    if name in EXACT:
        kept = auto.get("seconds", np.inf) <= EXACT[name]
        kept &= plain.get("seconds", np.inf) <= IN_PYTHON.get(name, np.inf)
        line += f"{EXACT[name]:>13}  {bar(bool(kept))}"
    if len({each["answer"] for each in found.values() if "answer" in each}) > 1:
        line += "  DIFFERENT"
    yield line.rstrip()
    yield f"    {auto.get('how') or auto.get('refused') or 'stopped'}"


PARTS: dict[str, Callable[[list[str], int], Iterator[str]]] = {
    "plays": plays_part,
    "compilation": compilation_part,
    "exact": exact_part,
}


def main() -> None:
    """Print the tables, each line as soon as it is measured."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--games", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    for name in chosen.parts:
        for line in PARTS[name](chosen.games, chosen.rounds):
            print(line, flush=True)
        print(f"{load():>60}\n", flush=True)


if __name__ == "__main__":
    main()
