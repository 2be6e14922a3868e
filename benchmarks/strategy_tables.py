"""Plays per second under best strategies, in plain Python and compiled from the rules.

    python benchmarks/strategy_tables.py [--plays 200000]

The best strategy is a table of all views.  Each game is solved, a few thousand plays are made in
plain Python, and the plays of one seed are compared: both ways must count the same outcomes.
Medians of five runs, plays per second of CPU; compiling is timed apart.
"""

import argparse
import statistics
import time
from typing import Any

import numpy as np

from montmort.montecarlo.rules_play import RulesPlay
from montmort.verification.registry import GAMES

CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("shut-the-box", {}),
    ("shut-the-box", {"tiles": 12, "one_die": "six"}),
    ("first-orchard", {}),
    ("pig", {"goal": 20}),
    ("jacks-or-better", {}),
    ("three-card-poker", {}),
    ("le-her", {}),
    ("kuhn", {}),
)
FEW = 5_000  # plays in plain Python
RUNS = 5


def rate(plays: RulesPlay, number: int) -> float:
    """Return the median of plays per second of CPU."""
    found = []
    for seed in range(RUNS):
        rng, began = np.random.Generator(np.random.SFC64(seed)), time.process_time()
        plays.count(rng, number)
        found.append(number / (time.process_time() - began))
    return statistics.median(found)


def main() -> None:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=200_000)
    number = parser.parse_args().plays
    print(f"{'game':40} {'views':>7} {'Python':>9} {'compiled':>10} {'ratio':>6} {'compiling':>9}")
    for name, changed in CASES:
        game = GAMES[name]
        rules = type(game.rulebook.usual)(**changed)
        experiment = game.rulebook.first_experiment
        aim = game.aim_in(experiment)
        assert aim is not None
        views = game.optimal_play(rules, experiment, aim).found.decided
        by_rules = game.simulator(rules, experiment).by_rules
        assert by_rules is not None
        python = by_rules.played(False)
        began = time.process_time()
        compiled = by_rules.played(True)
        seconds = time.process_time() - began
        same = [
            plays.count(np.random.Generator(np.random.SFC64(1)), FEW)
            for plays in (python, compiled)
        ]
        if same[0] != same[1]:
            raise SystemExit(f"{name}: the outcomes of one seed differ")
        slow, fast = rate(python, FEW), rate(compiled, number)
        flags = " ".join(f"{key}={value}" for key, value in changed.items())
        line = f"{name} {flags}"
        print(f"{line:40} {views:7,} {slow:9,.0f} {fast:10,.0f} {fast / slow:6.0f} {seconds:9.1f}")


if __name__ == "__main__":
    main()
