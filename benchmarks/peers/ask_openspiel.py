"""OpenSpiel's linear programs in floats: the sequence form of a tree, or a matrix.

python ask_openspiel.py GAME_FILE CPU_SECONDS GIGABYTES float
"""

import json
import sys
from pathlib import Path

import pyspiel
import stopwatch
from open_spiel.python.algorithms import lp_solver, sequence_form_lp


def main() -> None:
    """Time the solver without reading the game; for a tree, traversing it is included."""
    path, seconds, gigabytes, _ = sys.argv[1:]
    limits = float(seconds), float(gigabytes)
    stopwatch.stop_after(*limits)
    if path.endswith(".efg"):
        game = pyspiel.load_game(f"efg_game(filename={path})")
        solve = sequence_form_lp.solve_zero_sum_game
        place = 0
    else:
        rows = json.loads(Path(path).read_text())
        game = pyspiel.create_matrix_game(rows, [[-payoff for payoff in row] for row in rows])
        solve = lp_solver.solve_zero_sum_matrix_game
        place = 2
    stopwatch.stop_after(*limits)  # restart the limit
    used, found = stopwatch.median_timed(lambda: solve(game))
    print(json.dumps({"seconds": used, "answer": str(float(found[place]))}))


if __name__ == "__main__":
    main()
