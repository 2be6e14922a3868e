"""Games with symbols in their rules: montmort compared with sympy and Storm.

    python benchmarks/symbols.py [--limit 30] [--peers-folder FOLDER | --no-peers]

CPU seconds of one core, the median of up to five runs.  `rules` is the walk of the rules,
`answer` the chance or the mean as a rational function in lowest terms, every equation
verified as an identity; the bar is for both.  The other programs get the chain, and only
their solver is timed: `field` is sympy's DomainMatrix.lu_solve over QQ(symbols), `solve`
sympy.linsolve, `storm` Storm's parametric engine.  Every answer of every program is
compared with == at random points with the rules walked and solved in numbers.  `>30` was
stopped.
"""

import argparse
import itertools
import json
import random
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import sympy
from exact_chains import CACHE, Limits, ask, environment
from peers.stopwatch import median_timed

from montmort.exact import explore
from montmort.exact.rational_functions.field import from_sympy, to_value
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment

p, q = sympy.symbols("p q")
FREE = sympy.symbols("f1:6")
TRIPLES = ["".join(word) for word in itertools.product("HT", repeat=3)]
PAIRS = list(itertools.combinations(TRIPLES, 2))[:16]
PROGRAMS = ("field", "solve", "storm")


class Round(NamedTuple):
    """The end of a play, and its rounds."""

    won: bool
    rounds: int


Game = Callable[[Sequence[Any]], Experiment[Any, Any, Round]]  # from values of the symbols


def game(start: object, step: Callable[[Any, Chance], tuple[Any, Round]]) -> Any:
    """Return the experiment of rules without Rules and players."""
    return Experiment(
        name="game",
        outcome=Round,
        start=lambda *_: start,
        step=lambda _rules, state, chance, _table: step(state, chance),
    )


def ruin(goal: int) -> Game:
    """Return the ruin of players with half of `goal` counters each."""

    def of(chances: Sequence[Any]) -> Any:
        up, down = chances if len(chances) == 2 else (chances[0], 1 - chances[0])

        def step(counters: int, chance: Chance) -> tuple[int | None, Round]:
            counters += (1, -1, 0)[chance.pick([up, down, 1 - up - down])]
            return (None if counters in (0, goal) else counters), Round(counters == goal, 1)

        return game(goal // 2, step)

    return of


def penney(first: str, second: str) -> Game:
    """Return the game of two words of heads and tails."""

    def of(chances: Sequence[Any]) -> Any:
        def step(tosses: str, chance: Chance) -> tuple[str | None, Round]:
            tosses += "TH"[chance.pick([1 - chances[0], chances[0]])]
            over = tosses.endswith((first, second))
            return (None if over else tosses[-2:]), Round(tosses.endswith(first), 1)

        return game("", step)

    return of


def craps(chances: Sequence[Any]) -> Any:
    """Return the pass line of craps with loaded dice."""
    faces = [*chances, 1 - sum(chances)]

    def step(point: int, chance: Chance) -> tuple[int | None, Round]:
        thrown = chance.pick(faces) + chance.pick(faces) + 2
        wins, loses = ((point,), (7,)) if point else ((7, 11), (2, 3, 12))
        over = thrown in (*wins, *loses)
        return (None if over else point or thrown), Round(thrown in wins, 1)

    return game(0, step)


class Case(NamedTuple):
    """A question about games with symbols, and the CPU seconds it may take."""

    name: str
    bar: float
    symbols: tuple[Any, ...]
    question: str
    games: list[Game]


CASES = [
    Case("ruin of 80 in p, won", 0.3, (p,), "won", [ruin(80)]),
    Case("ruin of 80 in p, rounds", 0.3, (p,), "rounds", [ruin(80)]),
    Case("ruin of 300 in p, won", 10, (p,), "won", [ruin(300)]),
    Case("ruin of 300 in p, rounds", 10, (p,), "rounds", [ruin(300)]),
    Case("ruin of 40 in p and q, won", 3, (p, q), "won", [ruin(40)]),
    Case("ruin of 40 in p and q, rounds", 3, (p, q), "rounds", [ruin(40)]),
    Case("Penney, 16 pairs in p", 1, (p,), "won", [penney(*pair) for pair in PAIRS]),
    Case("craps, five free faces", 5, FREE, "won", [craps]),
]


def answer(walk: Any, question: str) -> Any:
    """Return the chance to win, or the mean number of rounds."""
    return walk.last_law("won")[True] if question == "won" else walk.expected("rounds")


def chains(case: Case) -> dict[str, Any]:
    """Return the chains of a case for the other programs."""
    found = []
    for one in case.games:
        walk = explore(one(case.symbols), None)
        place = {state: number for number, state in enumerate(walk.rows)}
        rows = []
        for row in walk.rows.values():
            targets: dict[str, Any] = {}
            for (after, gain), chance in row.items():
                end = "won" if gain.won else "lost"
                target = end if after is None else str(place[after])
                targets[target] = targets.get(target, from_sympy(0)) + chance
            rows.append({t: str(sympy.expand(c.to_sympy())) for t, c in targets.items()})
        (start,) = walk.starts
        found.append({"start": place[start], "question": case.question, "rows": rows})
    return {"symbols": [str(symbol) for symbol in case.symbols], "chains": found}


At = dict[Any, Fraction]  # numbers by symbol


def value_of(answer: Any, at: At) -> Any:
    """Return the value of an expression, or of the text of one, at a point.

    Sympy takes minutes to read a long text; Python computes with it.
    """
    if not isinstance(answer, str):
        return to_value(from_sympy(answer).at(at))
    exact = re.sub(r"(?<!\w)\d+", r"number(\g<0>)", answer.replace("^", "**"))
    return eval(exact, {"number": Fraction} | {str(name): x for name, x in at.items()})


def check(case: Case, answers: Sequence[Any], who: str) -> None:
    """Raise ArithmeticError unless the answers are those of the rules in numbers."""
    draw = random.Random(1713)
    for _ in range(2):
        parts = [draw.randrange(1, 20) for _ in range(len(case.symbols) + 1)]
        point = [Fraction(part, sum(parts)) for part in parts[:-1]]
        at = dict(zip(case.symbols, point, strict=True))
        for one, found in zip(case.games, answers, strict=True):
            right = answer(explore(one(point), None), case.question)
            if value_of(found, at) != right:
                raise ArithmeticError(f"{case.name}: {who} differs at {at}")


def row(case: Case, python: str | None, limits: Limits) -> str:
    """Measure a case and return its row."""
    rules, walks = median_timed(lambda: [explore(one(case.symbols), None) for one in case.games])
    # a walk remembers what it has solved, its copy does not
    seconds, answers = median_timed(lambda: [answer(replace(w), case.question) for w in walks])
    check(case, answers, "montmort")
    line = f"{case.name:31}{case.bar:5g}{rules:9.3f}{seconds:9.3f}"
    if rules + seconds > case.bar:
        line += " missed"
    if python is None:
        return line
    best, stopped = None, False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chains.json")
        path.write_text(json.dumps(chains(case)))
        for program in PROGRAMS:
            own = python if program == "storm" else sys.executable
            cell = ask(own, "ask_symbols.py", [program, path, *limits], limits)
            if not cell.failure:
                check(case, cell.result["answers"], program)
                best = min(best or limits.seconds, cell.result["seconds"])
            stopped |= cell.failure.startswith(">")
            if cell.reason:
                print(f"{case.name}, {program}: {cell.reason[:200]}", file=sys.stderr)
            line += f"{cell.text:>9}"
    ratio = f"{best / seconds:.2g}" if best else f">{limits.seconds / seconds:.2g}"
    return line + f"{ratio if best or stopped else '':>9}"


def main() -> None:
    """Print the table, each line as soon as it is measured."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--limit", type=float, default=30, help="CPU seconds of a peer")
    parser.add_argument("--memory", type=float, default=12, help="gigabytes of a process")
    parser.add_argument("--peers-folder", type=Path, default=CACHE, help=f"default {CACHE}")
    parser.add_argument("--no-peers", action="store_true", help="montmort alone")
    options = parser.parse_args()
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(100_000)
    python = None if options.no_peers else environment(options.peers_folder)
    head = f"{'':31}{'bar':>5}{'rules':>9}{'answer':>9}"
    print(head if python is None else head + "    field    solve    storm    ratio", flush=True)
    for case in CASES:
        print(row(case, python, Limits(options.limit, options.memory)), flush=True)


if __name__ == "__main__":
    main()
