"""What montmort is asked about a game, in a process of its own.

    python ask_montmort_game.py FAMILY SIZE,SIZE QUESTION CPU_SECONDS GIGABYTES

QUESTION is `program` (the linear program of the game as it stands, proved), `form` (the
closed form, proved), or a path, to which the game is written for the peers.
"""

import json
import sys
from pathlib import Path

import game_families
import stopwatch

from montmort.exact.persian_monarchs.equilibrium import solve_hand
from montmort.exact.zero_sum.equilibrium import solve


def main() -> None:
    """Answer one question."""
    family, written, question, limit, gigabytes = sys.argv[1:]
    sizes = [int(size) for size in written.split(",")]
    if question not in ("program", "form"):
        game_families.write(family, sizes, Path(question))
        return
    solve(game_families.game("matrix", [2]))  # imports
    stopwatch.stop_after(float(limit), float(gigabytes))
    game = game_families.game(family, sizes) if question == "program" else None
    seconds, found = stopwatch.median_timed(
        lambda: solve_hand(*sizes) if game is None else solve(game)
    )
    answer = {"seconds": seconds, "answer": str(found.value)}
    if game is not None:
        answer["rows"] = len(game.first) + sum(found.choices for found in game.second)
    print(json.dumps(answer | {"megabytes": stopwatch.peak_megabytes()}))


if __name__ == "__main__":
    main()
