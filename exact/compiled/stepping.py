"""All states of a compiled step, breadth-first, and the moves between them.

A state is a row of words; equal rows are one state.  From every state in turn all
paths of the step are walked.  A move is the row (state, target, gain, denominator),
to which the numerators of its paths are added.
"""

from dataclasses import dataclass, field

import numpy as np

from montmort.exact.compiled.enumeration import (
    DEPTH,
    DONE,
    FAILED,
    KNOWN,
    LENGTH,
    NO_ROOM,
    PAUSED,
    ROWS,
    TOO_LARGE,
    WORDS,
    Arrays,
    arrays,
    multiply_path,
    next_branch,
    run,
)
from montmort.exact.compiled.limbs import Limbs, add
from montmort.exact.compiled.memory import LONGEST, Memory, Word, Words
from montmort.exact.compiled.merging import Rows, add_row
from montmort.exact.kernel import compiled

INPUT, MIDDLE = int(Word.INPUT), int(Word.MIDDLE)
PATHS, FAILURE, WAITING, STATE = range(4)  # places of the progress
END = -1


@compiled
def merge_path(
    state: int,
    context: Words,
    output: Words,
    products: tuple[Limbs, Limbs],
    tables: tuple[Arrays, Arrays, Arrays, Arrays],
    sums: Limbs,
    move: Words,
) -> int:
    """Add the chance of the path just walked to its move; DONE, NO_ROOM or TOO_LARGE."""
    states, gains, denominators, moves = tables
    above, below = products
    depth, middle, limbs = context[DEPTH], context[MIDDLE], below.shape[1]
    target = END
    if output[0]:
        target = add_row(*states, output, 1, middle - 1)
        if target < 0:
            return NO_ROOM
    gain = add_row(*gains, output, middle, context[LENGTH] - middle)
    words = below.view(np.int64)
    number = add_row(*denominators, words.reshape(words.size), depth * limbs, limbs)
    if gain < 0 or number < 0:
        return NO_ROOM
    move[0], move[1], move[2], move[3] = state, target, gain, number
    place = add_row(*moves, move, 0, 4)
    if place < 0 or place >= sums.shape[0]:
        return NO_ROOM
    return DONE if add(sums, place, above, depth) else TOO_LARGE


@compiled
def explore_states(
    address: int,
    addresses: Words,
    context: Words,
    path: tuple[Words, Words, Words, Words],
    output: Words,
    products: tuple[Limbs, Limbs],
    tables: tuple[Arrays, Arrays, Arrays, Arrays],
    sums: Limbs,
    most: int,
    progress: Words,
) -> int:
    """Walk at most `most` paths; `addresses` are those of the context and of the states' words."""
    ends, weights, indices, _totals = path
    starts, count = tables[0][2], tables[0][3]
    move = np.empty(4, np.int64)
    for _ in range(most):
        state = progress[STATE]
        if state == count[0]:
            return DONE
        if not progress[WAITING]:
            context[INPUT] = addresses[1] + 8 * starts[state]
            first = max(0, context[KNOWN] - 1)
            failure = run(address, addresses[0])
            if failure:
                progress[FAILURE] = failure
                return FAILED
            if not multiply_path(products[0], products[1], path, first, context[DEPTH], False):
                return TOO_LARGE
        progress[WAITING] = 1
        status = merge_path(state, context, output, products, tables, sums, move)
        if status != DONE:
            return status
        progress[WAITING] = 0
        progress[PATHS] += 1
        context[KNOWN] = next_branch(ends, weights, indices, context[DEPTH])
        if not context[KNOWN]:
            progress[STATE] = state + 1
    return DONE if progress[STATE] == count[0] else PAUSED


@dataclass
class Exploration:
    """An exploration under way; `states` holds the rows of the first states at the start."""

    address: int
    memory: Memory
    limbs: int
    states: Rows
    gains: Rows = field(default_factory=Rows)
    denominators: Rows = field(default_factory=Rows)
    moves: Rows = field(default_factory=Rows)
    progress: Words = field(default_factory=lambda: np.zeros(4, np.int64))

    def __post_init__(self) -> None:
        self.memory.rewind()
        above, below = (np.zeros((LONGEST + 1, self.limbs), np.uint64) for _ in range(2))
        above[0, 0] = below[0, 0] = 1
        self._products = above, below
        self.sums = np.zeros((ROWS, self.limbs), np.uint64)

    @property
    def walked(self) -> int:
        """Paths so far."""
        return int(self.progress[PATHS])

    @property
    def explored(self) -> int:
        """States whose moves are known."""
        return int(self.progress[STATE])

    def advance(self, most: int) -> int:
        """Walk at most so many further paths; return PAUSED, DONE, TOO_LARGE or FAILED."""
        memory, target = self.memory, self.walked + most
        while True:
            status = explore_states(
                self.address,
                np.array([memory.context.ctypes.data, self.states.words.ctypes.data]),
                memory.context,
                (memory.ends, memory.weights, memory.indices, memory.sums),
                memory.output,
                self._products,
                (
                    arrays(self.states),
                    arrays(self.gains),
                    arrays(self.denominators),
                    arrays(self.moves),
                ),
                self.sums,
                target - self.walked,
                self.progress,
            )
            if status != NO_ROOM:
                return status
            self._make_room()

    def _make_room(self) -> None:
        for rows in (self.states, self.gains, self.denominators, self.moves):
            rows.ensure(ROWS, WORDS)
        if len(self.moves) + ROWS > len(self.sums):
            longer = np.zeros((2 * len(self.sums) + ROWS, self.limbs), np.uint64)
            longer[: len(self.sums)] = self.sums
            self.sums = longer
