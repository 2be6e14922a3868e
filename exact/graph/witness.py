"""Random starts and steps of compiled rules, compared with the interpreted branch by branch.

The interpreted step plays with random branches; picks and decisions are written down.  The
compiled step follows the same branches.  Weights, seats, views and choices, and the
move must be equal, also in their types.
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from montmort.exact.graph.merging import LazyRows
from montmort.exact.graph.seats import Seats
from montmort.exact.situations.replay import PLAYS, Recorder, TooLong
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.games.sameness import is_same
from montmort.games.table import Table
from montmort.machine.choices import FreeSeats
from montmort.machine.constants import value_of
from montmort.machine.machine_code import Machine
from montmort.machine.memory import Memory, Word, Words, address_of
from montmort.machine.programs import Steps
from montmort.machine.refusal import CannotCompile
from montmort.machine.shapes import Shape

Seen = tuple[Any, ...] | None  # seat, view, choices, and the key if there are any; None at a pick


class DecisionRecorder(Seats, Recorder):
    """A Chance and a Table in one, that branch at random and write down what was seen."""

    def __init__(self, rng: np.random.Generator, players: FreeSeats | Table | None) -> None:
        Recorder.__init__(self, rng)
        seats = players if isinstance(players, FreeSeats) else FreeSeats(None, frozenset())
        Seats.__init__(self, seats.others, seats.free)
        self._key = seats.key
        self.seen: list[Seen] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Return a possible index."""
        index = super().pick(weights)
        self.seen.append(None)
        return index

    def choose(self, seat: int, possible: tuple[Any, ...], view: Any) -> int:
        """Return any choice, and write down what was seen."""
        index = self.pick([1] * len(possible))
        self.seen[-1] = seat, view, possible
        if self._key is not None and view is not None:
            self.seen[-1] = seat, view, possible, seat, self._key(view)
        return index


def check_start(steps: Steps, experiment: Experiment[Any, Any, Any], rules: object) -> None:
    """Raise CannotCompile unless random starts are equal to the interpreted ones."""
    rng = np.random.default_rng(0)
    for _ in range(PLAYS):
        recorder = Recorder(rng)
        played = _played(steps, 0, partial(experiment.start, rules), recorder)
        if played is not None:
            words, wanted = played
            compare(value_of(iter(words), steps.state, steps.texts), wanted, recorder)
            if not recorder.picks:
                return  # the only start


def check_steps(
    steps: Steps,
    experiment: Experiment[Any, Any, Any],
    rules: object,
    players: FreeSeats | Table | None,
    states: LazyRows[Any],
) -> None:
    """Raise CannotCompile unless random steps from random states are equal to the interpreted."""
    rng = np.random.default_rng(0)
    for number in rng.integers(len(states), size=PLAYS).tolist():
        row = np.append(states.rows.row(number), 0)
        steps.memory.context[Word.INPUT] = address_of(row)
        recorder = DecisionRecorder(rng, players)
        step = partial(_step, experiment, rules, players, states[number])
        played = _played(steps, 1, step, recorder)
        if played is not None:
            words, wanted = played
            compare(move_in(steps, words), wanted, recorder)
            compare(_seen(steps), tuple(recorder.seen), recorder)


def _step(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    players: FreeSeats | Table | None,
    state: Any,
    recorder: "DecisionRecorder",
) -> Any:
    table: Any = recorder if isinstance(players, FreeSeats) else players
    if table is None:
        table = experiment.players(rules, recorder)
    return experiment.step(rules, state, recorder, table)


def _played(
    steps: Steps, which: int, function: Callable[[Chance], Any], recorder: Recorder
) -> tuple[list[int], Any] | None:
    """Return the row of a compiled play, and the interpreted result; None if it is too long."""
    try:
        wanted = function(recorder)
    except TooLong:
        return None
    except Exception as error:  # the interpreted walk shows it
        follow(steps.machine, which, steps.memory, recorder)
        raise CannotCompile(f"not compiled: a play raises {error!r}") from None
    return follow(steps.machine, which, steps.memory, recorder), wanted


def move_in(steps: Steps, words: list[int]) -> tuple[Any, Any]:
    """Return (next state or None, gain) from the row of a move."""
    middle = int(steps.memory.context[Word.MIDDLE])
    after = None
    if words[0]:
        after = value_of(iter(words[1:middle]), steps.state, steps.texts)
    return after, value_of(iter(words[middle:]), steps.gain, steps.texts)


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


def _call(machine: Machine, which: int) -> Callable[[int], int]:
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(machine.addresses[which])


def follow(machine: Machine, which: int, memory: Memory, recorder: Recorder) -> list[int]:
    """Run a compiled play with recorded picks and return its row; its picks must be the same."""
    context, picks = memory.context, recorder.picks
    memory.rewind()
    context[Word.SCRIPTED] = len(picks)
    memory.script[: len(picks)] = picks
    failure = _call(machine, which)(context.ctypes.data)
    memory.context[Word.SCRIPTED] = 0
    if failure:
        raise CannotCompile(machine.reason(which, failure))
    ends = memory.ends[: len(picks) + 1].tolist()
    weights = [tuple(memory.weights[a:b].tolist()) for a, b in pairwise(ends)]
    if context[Word.DEPTH] != len(picks) or weights != recorder.weights:
        raise CannotCompile("not compiled: a compiled play picks otherwise than the interpreted")
    return memory.output[: context[Word.LENGTH]].tolist()  # type: ignore[no-any-return]


def compare(found: Any, wanted: Any, recorder: Recorder) -> None:
    """Raise CannotCompile unless two results are the same."""
    if not is_same(found, wanted):
        raise CannotCompile(
            f"not compiled: the picks {recorder.picks[:20]} give {wanted!r}, compiled {found!r}"
        )
