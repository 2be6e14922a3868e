"""Enumerations in numbered parts, counted by the executors that play the blocks of a run.

An enumeration is a run without chance: its cases are the plays, and part k is block k.
So threads, clusters, run files and stopping conditions work as for any run.  Its seed
is 0 and has no effect.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from os import PathLike
from typing import Any

import numpy as np

from montmort.exact.enumeration import Parts, Rows
from montmort.games.errors import BadInput
from montmort.montecarlo.outcomes import Counts, Rng, value_counts
from montmort.montecarlo.run_files.resume import SavedRun, saved_run
from montmort.montecarlo.runs.executors import AnyExecutor
from montmort.montecarlo.simulator import Simulator

SEED = 0

Watch = Callable[
    [int, bool], None
]  # called with the cases counted so far, and whether the last part is new
RowsOf = Callable[[object, int, int], Iterator[Rows]]


def enumerator(game: str, parts: Parts) -> Simulator:
    """Return the simulator whose block k is part k.

    >>> from montmort.exact.war.answers import in_parts
    >>> from montmort.games.war import Rules
    >>> from montmort.montecarlo.runs.block import play_block
    >>> simulator = enumerator("war", in_parts(Rules(ranks=2, suits=1)))
    >>> play_block(simulator, seed=SEED, number=0, plays=2).histograms["turns"]
    {1: 2}
    """
    return Simulator(
        game=game,
        rules=parts.rules,
        experiment=parts.name,
        fields=parts.fields,
        kinds=parts.kinds,
        version=parts.version,
        plays_per_block=parts.size,
        compiled=True,
        counter=partial(_counts, parts.fields, parts.size, parts.rows),
        recorder=partial(_records, parts.size, parts.rows),
        inputs_digest=f"parts of {parts.size}",
    )


def run_of(game: str, parts: Parts, save: str | PathLike[str] | None = None) -> SavedRun:
    """Return the run that counts the parts, with the blocks already in the file `save`."""
    return saved_run(enumerator(game, parts), seed=SEED, save=save)


def count_parts(
    run: SavedRun,
    parts: Parts,
    *,
    executor: AnyExecutor | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
) -> dict[str, Any]:
    """Count all parts and return the answers, which do not depend on the workers.

    >>> from montmort.exact.war.answers import in_parts
    >>> from montmort.games.war import Rules
    >>> whole = in_parts(Rules(ranks=3, suits=2, face_down=1))
    >>> str(count_parts(run_of("war", whole), whole, workers=2)["first"])
    '2/5'
    """
    counts: Counter[tuple[int, ...]] = Counter()
    done = 0
    for block in run.blocks(
        plays=parts.cases, executor=executor, workers=workers, groups=[parts.fields]
    ):
        counts.update(block.joint[parts.fields])
        done += block.plays
        if watch is not None:
            watch(done, block.number not in run.held.places)
    return parts.checked_answer(counts)


def _counts(
    fields: tuple[str, ...], size: int, rows: RowsOf, rules: object, rng: Rng, cases: int
) -> Counts:
    counts: dict[str, Counter[int]] = {name: Counter() for name in fields}
    for some in _records(size, rows, rules, rng, cases):
        for name, column in zip(fields, some.T, strict=True):
            counts[name].update(value_counts(column))
    return {name: dict(counter) for name, counter in counts.items()}


def _records(size: int, rows: RowsOf, rules: object, rng: Rng, cases: int) -> Iterator[Rows]:
    return rows(rules, size * _number(rng), cases)


def _number(rng: Rng) -> int:
    """Return the number of the block with this stream, the last entry of its spawn key.

    Nothing is drawn from the stream.
    """
    sequence = rng.bit_generator.seed_seq
    if not isinstance(sequence, np.random.SeedSequence) or not sequence.spawn_key:
        raise BadInput("an enumeration is counted in parts; play a block of it")
    return int(sequence.spawn_key[-1])
