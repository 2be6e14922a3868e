"""One question about a game in plain user style, answered in a process of its own.

    python benchmarks/own_questions.py first NAME
    python benchmarks/own_questions.py exact NAME WAY [--limit 2000000]

`first` compiles the game and plays once.  `exact` answers all that is known of the
outcome: its joint law if the game has a longest play; else the law of every truth value
and enum, and the mean of every number.  WAY is `paths` (all paths, interpreted),
`python` (the fastest way without a compiler) or `auto`.  The answer is a line of JSON:
CPU seconds without imports, and a digest of the answer.
"""

import argparse
import hashlib
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from montmort import (
    Chance,
    Experiment,
    MontmortError,
    Simulator,
    estimated_paths,
    explore,
    law_of,
    simulator_of,
)
from montmort.exact.law import Law
from montmort.games.errors import BadChain, BadInput
from montmort.verification.game_file import game_of_file

FOLDER = Path(__file__).resolve().parent / "games"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.py")))
STATIONARY = "monopoly_moves, stationary law"
WARM, LONG = 3, 5  # runs after the first, unless they take so many seconds together


class Own(NamedTuple):
    """A game of a file: its module, its first experiment, and its usual Rules."""

    module: Any
    experiment: Experiment[Any, Any, Any]
    rules: Any

    @property
    def play(self) -> Callable[..., Any] | None:
        """The one-shot function, where the file has no steps."""
        return getattr(self.module, "play", None)


def own(name: str) -> Own:
    """Return the game of a file in benchmarks/games."""
    game = game_of_file(str(FOLDER / f"{name}.py"))
    book = game.rulebook
    return Own(game.module, book.experiment(book.first_experiment), book.usual)


def simulator(name: str, compiled: bool) -> Simulator:
    """Return the game's simulator; MontmortError where it must be compiled and cannot be."""
    game = own(name)
    return simulator_of(game.experiment, game.rules, game=name, compiled=compiled)


def first(name: str) -> dict[str, Any]:
    """Compile a game, and play once."""
    game, began = own(name), time.process_time()
    played = simulator_of(game.experiment, game.rules, game=name, compiled=True)
    played.count(np.random.Generator(np.random.SFC64(1)), 1)
    return {"seconds": time.process_time() - began}


def exact(name: str, way: str, limit: int) -> dict[str, Any]:
    """Answer a game exactly, and again to be timed warm unless that takes long."""
    task = _task(name, way, limit)
    seconds: list[float] = []
    while not seconds or (len(seconds) <= WARM and sum(seconds) < LONG):
        began = time.process_time()
        answer = task()
        seconds.append(time.process_time() - began)
    warm = statistics.median(seconds[1:] or seconds)
    return {"seconds": warm, "first": seconds[0], **answer}


def _task(name: str, way: str, limit: int) -> Callable[[], dict[str, Any]]:
    compiled: Any = "auto" if way == "auto" else False
    if name == STATIONARY:
        return lambda: _stationary(compiled)
    game = own(name)
    play = game.play
    if play is None:
        return lambda: _steps(game, compiled)
    if way != "paths":
        return lambda: _one_shot(law_of(play, compiled=compiled))
    if (paths := estimated_paths(play, rng=0)) > limit:
        raise BadInput(f"about {float(paths):.1g} paths")
    return lambda: _one_shot(law_of(play, by="paths", compiled=False, limit=2 * limit))


def _stationary(compiled: Any) -> dict[str, Any]:
    """Answer where the piece of Monopoly stands in the long run, in a game without an end."""
    game = own("monopoly_moves").module

    def step(_rules: object, place: Any, chance: Chance, _table: object) -> tuple[Any, Any]:
        return game.move(place, chance), game.Trip(0, 0, 0)

    endless = Experiment(name="places", outcome=game.Trip, start=lambda *_: game.GO, step=step)
    walk = explore(endless, None, compiled=compiled)
    return {"answer": _digest(walk.stationary()), "how": walk.how}


def _one_shot(law: Law[Any]) -> dict[str, Any]:
    return {"answer": _digest(law), "how": law.how}


def _steps(game: Own, compiled: Any) -> dict[str, Any]:
    walk = explore(game.experiment, game.rules, compiled=compiled)
    try:
        answers: list[Any] = [walk.law()]
    except BadChain:
        answers = [_of_field(walk, name) for name in game.experiment.fields]
    return {"answer": " ".join(map(_digest, answers)), "how": walk.how}


def _of_field(walk: Any, name: str) -> Any:
    try:
        return walk.last_law(name)
    except BadInput:  # a number, which is added up over the steps
        return walk.expected(name)


def _digest(answer: Any) -> str:
    """Return 16 digits that are equal for equal laws and fractions."""
    if isinstance(answer, Law):
        rows = sorted(f"{value} {weight:x}" for value, weight in answer.weights.items())
        text = f"{rows} {answer.total:x}"
    else:
        text = f"{answer.numerator:x}/{answer.denominator:x}"  # hexadecimal: of any length
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def main() -> None:
    """Answer the question of the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("question", choices=("first", "exact"))
    parser.add_argument("name", choices=(*NAMES, STATIONARY))
    parser.add_argument("way", nargs="?", default="auto", choices=("paths", "python", "auto"))
    parser.add_argument("--limit", type=int, default=2_000_000, help="paths that may be walked")
    asked = parser.parse_args()
    try:
        if asked.question == "first":
            found = first(asked.name)
        else:
            found = exact(asked.name, asked.way, asked.limit)
    except MontmortError as error:
        found = {"refused": str(error)}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
