"""Time of the exact answers for five-card draw.

    python benchmarks/exact_five_card_draw.py

CPU seconds of one core, warm (tables of ranks built, kernels compiled): medians
over the choices of 15 random hands, and over three complete tables.  `from file` is
the answer read from its file, in the benchmark's own cache folder; `process` is the
complete command `montmort exact five-card-draw --hand ...`.
"""

import os
import random
import resource
import statistics
import tempfile
from collections.abc import Callable
from functools import partial

from measured import median_seconds, process_seconds

from montmort.exact.five_card_draw import best_discards as draw_table
from montmort.exact.five_card_draw.one_hand import choices_of
from montmort.games.cards.pack import FULL
from montmort.games.five_card_draw.ranking import RANKINGS

HAND = "5c 6d 7h 8s 9c"


def one_hand(most: int, ranking: str) -> Callable[[], object]:
    """Return a task: the choices of a new hand."""
    chance = random.Random(most)
    return lambda: choices_of(chance.sample(range(FULL.size), 5), most, ranking)


def whole_table(ranking: str) -> None:
    """Compute the complete table."""
    draw_table._solve(ranking, FULL, None)


def answer_from_file(ranking: str) -> object:
    """Read the answer from its file, or compute and write it."""
    draw_table._solutions.clear()
    return draw_table.solution(FULL, ranking).by_type(3)


def process() -> float:
    """Return the median CPU seconds of five runs of the command."""
    command = "exact", "five-card-draw", "--hand", HAND
    return statistics.median(process_seconds(*command) for _ in range(5))


def main() -> None:
    """Print a row per question, with its target."""
    print(f"{'':22}{'ranking':12}{'seconds':>8}{'target':>8}")
    for ranking in RANKINGS:
        for most, choices, target in ((3, 26, 0.1), (5, 32, 1.5)):
            taken = median_seconds(one_hand(most, ranking), 15, warm_up=True)
            print(f"{f'one hand, {choices} choices':22}{ranking:12}{taken:8.3f}{target:8}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for ranking in RANKINGS:
            taken = median_seconds(partial(whole_table, ranking), warm_up=True)
            target = "25" if ranking == "standard" else ""
            print(f"{'complete table':22}{ranking:12}{taken:8.3f}{target:>8}")
            taken = median_seconds(partial(answer_from_file, ranking), 5, warm_up=True)
            print(f"{'from file':22}{ranking:12}{taken:8.3f}")
    print(f"{'process':22}{'standard':12}{process():8.3f}")
    print(
        f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GB, target 2"
    )


if __name__ == "__main__":
    main()
