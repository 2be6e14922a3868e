"""Random steps of compiled rules, compared with the interpreted rules branch by branch.

The interpreted step plays with random branches; picks and decisions are written down.  The
compiled step follows the same branches.  Weights, seats, views and choices, and the
move must be equal, also in their types.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from montmort.exact.compiled.choices import FreeSeats
from montmort.exact.compiled.constants import value_of
from montmort.exact.compiled.memory import Word, Words, address_of
from montmort.exact.compiled.programs import Steps
from montmort.exact.compiled.refusal import CannotCompile
from montmort.exact.compiled.shapes import Shape
from montmort.exact.compiled.states import LazyRows
from montmort.exact.compiled.step_witness import move_in
from montmort.exact.compiled.witness import compare, follow
from montmort.exact.decisions.branching import check_decision, decided
from montmort.exact.random_plays import PLAYS, Recorder, TooLong
from montmort.games.experiment import Experiment

Seen = tuple[Any, ...] | None  # seat, view, choices, and the key if there are any; None at a pick


class DecisionRecorder(Recorder):
    """A Chance and a Table in one, that branch at random and write down what was seen."""

    def __init__(self, rng: np.random.Generator, players: FreeSeats) -> None:
        super().__init__(rng)
        self._others, self._free, self._key = players.others, players.free, players.key
        self.seen: list[Seen] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Return a possible index."""
        index = super().pick(weights)
        self.seen.append(None)
        return index

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return any choice."""
        if self._others is not None and seat not in self._free:
            return decided(self._others, seat, choices, view)
        possible = check_decision(seat, choices, view)
        if len(possible) == 1:
            return possible[0]
        index = self.pick([1] * len(possible))
        self.seen[-1] = seat, view, possible
        if self._key is not None and view is not None:
            self.seen[-1] = seat, view, possible, seat, self._key(view)
        return possible[index]

    def tell(self, event: Any, /) -> None:
        """Pass the event on."""
        if self._others is not None:
            self._others.tell(event)


def check_decisions(
    steps: Steps,
    experiment: Experiment[Any, Any, Any],
    rules: object,
    players: FreeSeats,
    states: LazyRows[Any],
) -> None:
    """Raise CannotCompile unless random steps from random states are equal to the interpreted."""
    rng = np.random.default_rng(0)
    for number in rng.integers(len(states), size=PLAYS).tolist():
        recorder = DecisionRecorder(rng, players)
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
    """Return what the seats were shown on the compiled path, and the keys; None at a pick."""
    memory = steps.memory
    depth = int(memory.context[Word.DEPTH])
    ends, keys = memory.note_ends[: depth + 1].tolist(), memory.keys[:depth].tolist()
    seen: list[Seen] = []
    for (start, end), key in zip(pairwise(ends), keys, strict=True):
        note = _decoded(memory.notes[start:key], steps.notes, steps) if end > start else None
        if note is not None and end > key:
            note += _decoded(memory.notes[key:end], steps.keys, steps)
        seen.append(note)
    return tuple(seen)


def _decoded(words: Words, shapes: Mapping[int, Shape], steps: Steps) -> tuple[Any, ...]:
    tag, *rest = words.tolist()
    return tuple(value_of(iter(rest), shapes[tag], steps.texts))
