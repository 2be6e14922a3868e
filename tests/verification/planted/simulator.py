"""A simulator with a planted bug: the part that all modules `buggy_<game>` share."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from montmort.montecarlo.outcomes import RECORDS_AT_ONCE, Counts, Records, Rng, value_counts
from montmort.montecarlo.simulator import Simulator

Play = Callable[[Rng, Records], None]


def planted(
    game: str,
    rules: Any,
    experiment: str,
    fields: tuple[str, ...],
    play: Play,
    *,
    columns: int | None = None,
    plays_per_block: int = 2**10,
) -> Simulator:
    """Return the simulator whose `play` fills an array (plays, columns) with outcomes.

    The first columns are the fields; a play may fill more of them.
    """
    width = len(fields) if columns is None else columns

    def record(rules: Any, rng: Rng, plays: int) -> Iterator[Records]:
        for done in range(0, plays, RECORDS_AT_ONCE):
            out = np.empty((min(RECORDS_AT_ONCE, plays - done), width), np.int64)
            play(rng, out)
            yield out[:, : len(fields)]

    def count(rules: Any, rng: Rng, plays: int) -> Counts:
        totals: dict[str, Counter[int]] = {name: Counter() for name in fields}
        for part in record(rules, rng, plays):
            for column, name in enumerate(fields):
                totals[name].update(value_counts(part[:, column]))
        return {name: dict(counts) for name, counts in totals.items()}

    return Simulator(
        game=game,
        rules=rules,
        experiment=experiment,
        fields=fields,
        version=1,
        plays_per_block=plays_per_block,
        compiled=True,
        counter=count,
        recorder=record,
    )
