"""Random steps of compiled rules, compared with the interpreted rules pick by pick."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from montmort.exact.compiled.constants import value_of
from montmort.exact.compiled.memory import Word, address_of
from montmort.exact.compiled.merging import Rows
from montmort.exact.compiled.programs import Steps
from montmort.exact.compiled.refusal import CannotCompile
from montmort.exact.compiled.witness import compare, follow
from montmort.exact.random_plays import PLAYS, Recorder, TooLong
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.games.table import Table


def check_start(steps: Steps, experiment: Experiment[Any, Any, Any], rules: object) -> None:
    """Raise CannotCompile unless random starts are equal to the interpreted ones."""
    rng = np.random.default_rng(0)
    for _ in range(PLAYS):
        played = _played(steps, 0, partial(experiment.start, rules), Recorder(rng))
        if played is not None:
            words, wanted, recorder = played
            compare(value_of(iter(words), steps.state, steps.texts), wanted, recorder)
            if not recorder.picks:
                return  # the only start


def check_steps(
    steps: Steps,
    experiment: Experiment[Any, Any, Any],
    rules: object,
    table: Table | None,
    states: Sequence[Any],
    rows: Rows,
) -> None:
    """Raise CannotCompile unless random steps from random states are equal to the interpreted."""
    rng = np.random.default_rng(0)

    def step(state: Any, chance: Chance) -> Any:
        players = experiment.players(rules, chance) if table is None else table
        return experiment.step(rules, state, chance, players)

    for number in rng.integers(len(states), size=PLAYS).tolist():
        row = np.append(rows.row(number), 0)
        steps.memory.context[Word.INPUT] = address_of(row)
        played = _played(steps, 1, partial(step, states[number]), Recorder(rng))
        if played is not None:
            words, wanted, recorder = played
            compare(move_in(steps, words), wanted, recorder)


def _played(
    steps: Steps, which: int, function: Callable[[Chance], Any], recorder: Recorder
) -> tuple[list[int], Any, Recorder] | None:
    """Return the row of a compiled play, and the interpreted result; None if it is too long."""
    try:
        wanted = function(recorder)
    except TooLong:
        return None
    except Exception as error:  # the interpreted walk shows it
        follow(steps.machine, which, steps.memory, recorder)
        raise CannotCompile(f"not compiled: a play raises {error!r}") from None
    return follow(steps.machine, which, steps.memory, recorder), wanted, recorder


def move_in(steps: Steps, words: list[int]) -> tuple[Any, Any]:
    """Return (next state or None, gain) from the row of a move."""
    middle = int(steps.memory.context[Word.MIDDLE])
    after = None
    if words[0]:
        after = value_of(iter(words[1:middle]), steps.state, steps.texts)
    return after, value_of(iter(words[middle:]), steps.gain, steps.texts)
