"""Time of optimal play, exact.

    python benchmarks/decisions.py

CPU seconds of one core in a fresh process, with the largest memory of the process.  The
other pay table is solved in the same process after the usual one.
"""

import resource
import time

from montmort.exact import jacks_or_better
from montmort.exact.formatting import whole
from montmort.games.jacks_or_better import Rules

TABLES = {"9/6": Rules().pay_table, "8/5": "800,50,25,8,5,4,3,2,1"}


def main() -> None:
    """Print a row per game, with its target."""
    print(f"{'':26}{'classes':>10}{'seconds':>9}{'target':>8}   value")
    for name, pay_table in TABLES.items():
        began = time.process_time()
        game = jacks_or_better.solve(Rules(pay_table=pay_table))
        taken = time.process_time() - began
        row = f"{f'Jacks or Better {name}':26}{game.classes:10,}{taken:9.2f}{20:8}"
        print(f"{row}   {whole(game.value)}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory {peak:.2f} GB, target 2")


if __name__ == "__main__":
    main()
