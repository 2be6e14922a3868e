"""pygambit's lp_solve: for a tree by its sequence form, for a matrix directly.

python ask_pygambit.py GAME_FILE CPU_SECONDS GIGABYTES rational|float
"""

import json
import sys
from pathlib import Path

import pygambit
import stopwatch


def main() -> None:
    """Time the solver without reading the game."""
    path, seconds, gigabytes, setting = sys.argv[1:]
    limits = float(seconds), float(gigabytes)
    stopwatch.stop_after(*limits)
    if path.endswith(".efg"):
        game = pygambit.read_efg(path)
    else:
        rows = json.loads(Path(path).read_text())
        game = pygambit.Game.from_arrays(rows, [[-payoff for payoff in row] for row in rows])
    player = next(iter(game.players)).label
    stopwatch.stop_after(*limits)  # restart the limit
    used, found = stopwatch.median_timed(
        lambda: pygambit.nash.lp_solve(game, rational=setting == "rational")
    )
    print(json.dumps({"seconds": used, "answer": str(found.equilibria[0].payoff(player))}))


if __name__ == "__main__":
    main()
