"""Compiled plays beside the interpreted ones, on one stream."""

from typing import Any

import numpy as np

from montmort.games.chance import RandomChance
from montmort.games.experiment import Experiment
from montmort.machine.plays import Plays
from montmort.montecarlo.outcomes import as_integer

KINDS = (np.random.SFC64, np.random.PCG64)


def interpreted(
    experiment: Experiment[Any, Any, Any], rules: Any, rng: np.random.Generator, plays: int
) -> list[list[int]]:
    """The outcomes before the first play that raises an error; `rng` stands behind them."""
    fields, chance = experiment.under(rules).fields, RandomChance(rng)
    rows: list[list[int]] = []
    for _ in range(plays):
        state = rng.bit_generator.state
        try:
            rows.append([*map(as_integer, fields, experiment.play(rules, chance))])
        except Exception:
            rng.bit_generator.state = state
            break
    return rows


def difference(
    plays: Plays,
    experiment: Experiment[Any, Any, Any],
    rules: Any,
    count: int,
    seed: int = 1713,
    kind: Any = np.random.SFC64,
    *,
    may_end: bool = False,
) -> str:
    """Return "" where compiled and interpreted plays are equal, and so are the Generators.

    With `may_end` compiled plays may fail earlier: at numbers that leave 64 bits.
    """
    rng, twin = (np.random.Generator(kind(seed)) for _ in range(2))
    found = plays.play(rng, count).tolist()
    wanted = interpreted(experiment, rules, twin, len(found) if may_end else count)
    if found != wanted:
        pairs = zip(found, wanted, strict=False)
        place = next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(found), len(wanted)))
        return f"play {place}: {found[place:][:1]}, interpreted {wanted[place:][:1]}"
    if repr(rng.bit_generator.state) != repr(twin.bit_generator.state):
        return "other random numbers"
    return ""
