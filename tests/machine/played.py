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
) -> str:
    """Return "" where compiled and interpreted plays are equal, and so are the Generators.

    Compiled plays may end earlier at a play that leaves 64 bits: what was played is compared.
    """
    rng, twin = (np.random.Generator(kind(seed)) for _ in range(2))
    found = plays.play(rng, count).tolist()
    wanted = interpreted(experiment, rules, twin, count)
    if len(found) < len(wanted):
        twin = np.random.Generator(kind(seed))
        wanted = interpreted(experiment, rules, twin, len(found))
    if found != wanted:
        place = next((k for k, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]), -1)
        return f"play {place}: {found[place:][:1]}, interpreted {wanted[place:][:1]}"
    if repr(rng.bit_generator.state) != repr(twin.bit_generator.state):
        return "other random numbers"
    return ""
