"""Random plays of compiled rules, compared with the interpreted rules pick by pick.

The interpreted function plays with random branches, and its picks are written down.
The compiled play follows the same script.  Result, types, number of picks and the weights
of every pick must be equal.
"""

import ctypes
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from montmort.exact.compiled.machine import Machine
from montmort.exact.compiled.memory import Memory, Word
from montmort.exact.compiled.programs import Play
from montmort.exact.compiled.refusal import CannotCompile
from montmort.exact.random_plays import PLAYS, Recorder, TooLong
from montmort.games.chance import ScriptedChance
from montmort.games.sameness import is_same


def check_play(play: Play, function: Callable[[Any], Any], plays: int = PLAYS) -> None:
    """Raise CannotCompile unless random plays are equal to the interpreted ones."""
    rng = np.random.default_rng(0)
    _first_play(play)
    for _ in range(plays):
        recorder = Recorder(rng)
        try:
            wanted = function(recorder)
        except TooLong:
            continue
        except Exception as error:  # the interpreted walk shows it
            follow(play.machine, 0, play.memory, recorder)
            raise CannotCompile(f"not compiled: a play raises {error!r}") from None
        found = follow(play.machine, 0, play.memory, recorder)
        compare(play.value(found), wanted, recorder)
        if not is_same(function(ScriptedChance(recorder.picks)), wanted):
            raise CannotCompile("not compiled: the same picks did not lead to the same play")


def _first_play(play: Play) -> None:
    """Raise CannotCompile if the first play fails, as one with a loop without an end does."""
    play.memory.rewind()
    if failure := _call(play.machine, 0)(play.memory.context.ctypes.data):
        raise CannotCompile(play.machine.reason(0, failure))


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
