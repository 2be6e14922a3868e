"""Random steps of compiled rules, compared with the interpreted rules branch by branch.

The interpreted step plays with random branches; picks and decisions are written down.  The
compiled step follows the same branches.  Weights, seats, views and choices, and the
move must be equal, also in their types.
"""

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from montmort.exact.compiled.constants import value_of
from montmort.exact.compiled.memory import Word, address_of
from montmort.exact.compiled.programs import Steps
from montmort.exact.compiled.refusal import CannotCompile
from montmort.exact.compiled.states import LazyRows
from montmort.exact.compiled.step_witness import move_in
from montmort.exact.compiled.witness import compare, follow
from montmort.exact.decisions.branching import check_decision
from montmort.exact.random_plays import PLAYS, Recorder, TooLong
from montmort.games.experiment import Experiment
from montmort.games.table import Table

Seen = tuple[int, Any, tuple[Hashable, ...]] | None  # seat, view, choices; None at a pick


class DecisionRecorder(Recorder):
    """A Chance and a Table in one, that branch at random and write down what was seen."""

    def __init__(
        self, rng: np.random.Generator, others: Table | None, free: frozenset[int]
    ) -> None:
        super().__init__(rng)
        self._others, self._free = others, free
        self.seen: list[Seen] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Return a possible index."""
        index = super().pick(weights)
        self.seen.append(None)
        return index

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return any choice."""
        if self._others is not None and seat not in self._free:
            return self._others.decide(seat, choices, view)
        possible = check_decision(seat, choices, view)
        if len(possible) == 1:
            return possible[0]
        index = self.pick([1] * len(possible))
        self.seen[-1] = seat, view, possible
        return possible[index]

    def tell(self, event: Any, /) -> None:
        """Pass the event on."""
        if self._others is not None:
            self._others.tell(event)


def check_decisions(
    steps: Steps,
    experiment: Experiment[Any, Any, Any],
    rules: object,
    players: tuple[Table | None, frozenset[int]],
    states: LazyRows[Any],
) -> None:
    """Raise CannotCompile unless random steps from random states are equal to the interpreted."""
    rng = np.random.default_rng(0)
    for number in rng.integers(len(states), size=PLAYS).tolist():
        recorder = DecisionRecorder(rng, *players)
        row = np.append(states.rows.row(number), 0)
        steps.memory.context[Word.INPUT] = address_of(row)
        try:
            wanted = experiment.step(rules, states[number], recorder, recorder)
        except TooLong:
            continue
        except Exception as error:  # the interpreted walk shows it
            raise CannotCompile(f"not compiled: a step raises {error!r}") from None
        words = follow(steps.machine, 1, steps.memory, recorder)
        compare(move_in(steps, words), wanted, recorder)
        compare(_seen(steps), tuple(recorder.seen), recorder)


def _seen(steps: Steps) -> tuple[Seen, ...]:
    """Return what the seats were shown on the compiled path; None for every pick."""
    memory = steps.memory
    ends = memory.note_ends[: memory.context[Word.DEPTH] + 1].tolist()
    notes = [memory.notes[a:b].tolist() for a, b in pairwise(ends)]
    return tuple(
        value_of(iter(note[1:]), steps.notes[note[0]], steps.texts) if note else None
        for note in notes
    )
