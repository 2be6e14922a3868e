"""A compiled play as a kernel: many plays from the stream of a numpy Generator.

When a play raises an error, the kernel returns the plays before it, and leaves the
Generator at its start: it is then played in plain Python.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np
import numpy.typing as npt

from montmort.machine.stream import state_of
from montmort.montecarlo.compiled.cache import load, load_uncached
from montmort.montecarlo.compiled.layout import FIRST
from montmort.montecarlo.compiled.module_text import module_text
from montmort.montecarlo.kernels.sfc64 import Words

Integers = npt.NDArray[np.int64]
PlayMany = Callable[[Words, Integers, Integers, int, Integers], None]

MOST_WORDS = 2**27  # drawn by one call, about a second: then a play may be endless


@dataclass(frozen=True)
class Kernel:
    """A play with `width` integers as its outcome, which needs `memory` words of memory."""

    play_many: PlayMany = field(repr=False)
    width: int
    memory: int

    def play(self, rng: np.random.Generator, plays: int) -> Integers:
        """Return the outcomes of the plays before the first that raises, at most `plays`.

        `rng`, of SFC64 or PCG64, stands at the end of the last play returned.
        """
        outcomes = np.empty((self.width, plays), np.int64)
        memory = np.empty(self.memory, np.int64)
        memory[:FIRST] = 0, 0, 0, FIRST, self.memory
        done = np.zeros(1, np.int64)
        with state_of(rng, most=MOST_WORDS) as words:
            start = words.copy()
            try:
                self.play_many(words, memory, outcomes, plays, done)
            except Exception:  # which one, the play in plain Python finds out
                words[:] = start
                plays = int(done[0])
                self.play_many(words, memory, outcomes, plays, done)
        return outcomes[:, :plays].T


def kernel_of(source: str, width: int, memory: int) -> Kernel:
    """Return the kernel of the play that `source` defines: play(chance, memory) -> integers.

    Machine code that is stored and cannot be read is compiled again.
    """
    text = module_text(source, width)
    for load_module in (load, load_uncached):
        try:
            return _compiled(load_module(text), width, memory)
        except Exception:
            if load_module is load_uncached:
                raise
    raise AssertionError("unreachable")


def _compiled(module: ModuleType, width: int, memory: int) -> Kernel:
    """Return the kernel, compiled by playing nothing."""
    kernel = Kernel(module._play_many, width, memory)
    kernel.play(np.random.Generator(np.random.SFC64(0)), 0)
    return kernel
