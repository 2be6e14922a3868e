"""What the complete answer for Treize costs, against ranks and suits.

    python benchmarks/exact_treize.py

CPU seconds of one core, warm, the median of several runs.  The complete answer
is Q, value, variance, the law of T to 20, passes and cards; `counting` is the
share of it that counts the passes.  The exponents are fitted by least squares
to log time = c + x log r + y log s over the decks of 0.02 s and more.
"""

import statistics
import time

import numpy as np

from exact import treize
from exact.treize_passes import count_passes
from games.treize import Rules

TARGETS = {(13, 4): 0.15, (16, 4): 0.35, (13, 6): 0.5, (20, 4): 1.0, (13, 8): 2.0}
DECKS = [(r, s) for s in (1, 2, 4, 6, 8) for r in (6, 10, 13, 16, 20, 24) if r * s <= 130]


def complete(ranks: int, suits: int) -> None:
    """Compute everything that the complete answer holds."""
    solution = treize.solve(Rules(ranks=ranks, suits=suits))
    _ = solution.q, solution.value, solution.points_variance, solution.points_law(19)
    _ = solution.passes_mean, solution.cards_mean, solution.passes_law(8), solution.cards_law(8)


def median_seconds(task: "object", ranks: int, suits: int, runs: int = 5) -> float:
    """Return the median CPU seconds of task(ranks, suits), after one run to warm up."""
    times = []
    for _ in range(runs + 1):
        began = time.process_time()
        task(ranks, suits)  # type: ignore[operator]
        times.append(time.process_time() - began)
    return statistics.median(times[1:])


def main() -> None:
    """Print the table and the fitted exponents."""
    print("ranks suits cards   complete   counting   target")
    rows = []
    for ranks, suits in DECKS:
        whole = median_seconds(complete, ranks, suits)
        counting = median_seconds(count_passes, ranks, suits)
        target = TARGETS.get((ranks, suits))
        shown = f"{target:8.2f}" if target else ""
        print(f"{ranks:5} {suits:5} {ranks * suits:5} {whole:10.3f} {counting:10.3f} {shown}")
        rows.append((ranks, suits, whole))
    long = [row for row in rows if row[2] >= 0.02]
    matrix = np.array([[1, np.log(r), np.log(s)] for r, s, _ in long])
    (_, x, y), *_ = np.linalg.lstsq(matrix, np.log([t for *_, t in long]))
    print(f"fitted: seconds ~ r^{x:.1f} s^{y:.1f}, over {len(long)} decks")


if __name__ == "__main__":
    main()
