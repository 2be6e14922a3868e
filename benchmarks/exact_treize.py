"""Time of the complete answer for Treize, by ranks and suits.

    python benchmarks/exact_treize.py

CPU seconds of one core, warm, medians of three runs.  The complete answer is
Q, value, variance, the law of T to 20, passes and cards; `kernel` is the part of the
time in which the compiled kernel counts the passes, `sweep` is the time of counting
without a compiler (for the shorter decks).  The exponents are fitted by least squares to
log time = c + x log r + y log s over the decks that take 0.02 s or more.
"""

from functools import partial

import numpy as np
from measured import median_seconds

from montmort.exact.treize.pass_counts import count_passes
from montmort.exact.treize.solution import Solution
from montmort.games.treize import Rules

TARGETS = {(13, 4): 0.15, (16, 4): 0.35, (13, 6): 0.5, (20, 4): 1.0, (13, 8): 2.0}
DECKS = [(r, s) for s in (1, 2, 4, 6, 8) for r in (6, 10, 13, 16, 20) if r * s <= 104]


def complete(ranks: int, suits: int) -> None:
    """Compute the complete answer."""
    counts = count_passes(ranks, suits, counter="kernel")
    solution = Solution(rules=Rules(ranks=ranks, suits=suits), counts=counts)
    _ = solution.q, solution.value, solution.points_variance, solution.points_law(20)
    _ = solution.passes_mean, solution.cards_mean
    passes = solution.passes_until_rare()
    _ = solution.passes_law(passes), solution.cards_law(passes)


def main() -> None:
    """Print the table and the fitted exponents."""
    complete(3, 2)  # compiles
    print("ranks suits cards   complete  target   kernel    sweep")
    rows = []
    for ranks, suits in DECKS:
        whole = median_seconds(partial(complete, ranks, suits))
        kernel = median_seconds(partial(count_passes, ranks, suits, counter="kernel"))
        target = TARGETS.get((ranks, suits))
        print(
            f"{ranks:5} {suits:5} {ranks * suits:5} {whole:10.3f} "
            f"{f'{target:7.2f}' if target else ' ' * 7} {kernel:8.3f}",
            end=" ",
        )
        short = ranks * suits <= 52
        counting = partial(count_passes, ranks, suits, counter="sweep")
        sweep = median_seconds(counting) if short else None
        print(f"{sweep:8.3f}" if sweep is not None else "")
        rows.append((ranks, suits, whole))
    long = [row for row in rows if row[2] >= 0.02]
    matrix = np.array([[1, np.log(r), np.log(s)] for r, s, _ in long])
    (_, x, y), *_ = np.linalg.lstsq(matrix, np.log([t for *_, t in long]))
    print(f"fitted: seconds ~ r^{x:.1f} s^{y:.1f}, over {len(long)} decks")


if __name__ == "__main__":
    main()
