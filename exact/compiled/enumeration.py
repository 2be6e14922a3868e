"""All paths of a compiled play: one after the other, equal results merged.

A path's chance is a quotient of two products,

    prod weights[i] / prod sums    over its picks,

kept for every pick of the path; the last pick that has another possible branch moves
on.  For each result and denominator the numerators are added.  They are the chances of
different paths over one denominator, so their sum is at most the denominator: where
that fits into the limbs, all sums do.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from montmort.exact.compiled.limbs import Limbs, add, divide, multiply, remainder
from montmort.exact.compiled.memory import LONGEST, Memory, Word, Words
from montmort.exact.compiled.merging import Rows, add_row
from montmort.exact.kernel import compiled

PAUSED, DONE, NO_ROOM, TOO_LARGE, FAILED = range(5)
_SMALL = 2**32 - 1
ROWS, WORDS = 256, 1 << 15  # room made whenever there is none; a row is shorter
Arrays = tuple[Words, Words, Words, Words]
DEPTH, KNOWN, LENGTH = int(Word.DEPTH), int(Word.KNOWN), int(Word.LENGTH)


@intrinsic  # type: ignore[untyped-decorator]
def run(_typing: Any, _address: Any, _context: Any) -> Any:
    """Call the compiled function at an address with the address of the context."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function = ir.FunctionType(word, [word])
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), [args[1]])

    return types.int64(types.int64, types.int64), generate


@compiled
def next_branch(ends: Words, weights: Words, indices: Words, depth: int) -> int:
    """Move the last pick that has another branch; return how many picks remain, 0 for none."""
    level = depth - 1
    while level >= 0:
        length = ends[level + 1] - ends[level]
        branch = indices[level] + 1
        while branch < length and weights[ends[level] + branch] == 0:
            branch += 1
        if branch < length:
            indices[level] = branch
            return level + 1
        level -= 1
    return 0


@compiled
def common_divisor(a: int, b: int) -> int:
    """Return the greatest common divisor of two numbers >= 0."""
    while b > 1:
        a, b = b, a % b
    return b or a


@compiled
def cancelled(factor: int, numbers: Limbs, at: int) -> int:
    """Divide a factor below 2^32 and numbers[at] by their common divisor; return the factor."""
    if 1 < factor <= _SMALL:
        common = common_divisor(factor, remainder(numbers, at, factor))
        if common > 1:
            divide(numbers, at, common)
            factor //= common
    return factor


@compiled
def multiply_path(
    above: Limbs,
    below: Limbs,
    memory: tuple[Words, Words, Words, Words],
    first: int,
    depth: int,
    reduced: bool,
) -> bool:
    """Bring the products of numerators and denominators up to date from a pick on.

    If they are to be `reduced`, common factors below 2^32 are divided out pick by pick.
    """
    ends, weights, indices, sums = memory
    for level in range(first, depth):
        weight, total = weights[ends[level] + indices[level]], sums[level]
        before = level
        if reduced:
            for k in range(above.shape[1]):
                above[level + 1, k], below[level + 1, k] = above[level, k], below[level, k]
            before = level + 1
            total = cancelled(total, above, before)  # of a hand dealt by kinds, all of it
            common = common_divisor(weight, total)
            total //= common
            weight = cancelled(weight // common, below, before)
        if not multiply(above, before, level + 1, weight):
            return False
        if not multiply(below, before, level + 1, total):
            return False
    return True


@compiled
def enumerate_paths(
    address: int,
    context_address: int,
    context: Words,
    path: tuple[Words, Words, Words, Words],
    output: Words,
    above: Limbs,
    below: Limbs,
    results: Arrays,
    denominators: Arrays,
    sums: Limbs,
    most: int,
    reduced: bool,
    progress: Words,
) -> int:
    """Walk at most `most` paths; progress = (paths, failure, whether a path waits for room)."""
    ends, weights, indices, _totals = path
    words = below.view(np.int64)
    limbs = below.shape[1]
    flat = words.reshape(words.size)
    for _ in range(most):
        if not progress[2]:
            first = max(0, context[KNOWN] - 1)
            failure = run(address, context_address)
            if failure:
                progress[1] = failure
                return FAILED
            if not multiply_path(above, below, path, first, context[DEPTH], reduced):
                return TOO_LARGE
        progress[2] = 1
        depth = context[DEPTH]
        number = add_row(*denominators, flat, depth * limbs, limbs)
        if number < 0:
            return NO_ROOM
        length = context[LENGTH]
        output[length] = number
        place = add_row(*results, output, 0, length + 1)
        if place < 0 or place >= sums.shape[0]:
            return NO_ROOM
        if not add(sums, place, above, depth):
            return TOO_LARGE
        progress[2] = 0
        progress[0] += 1
        known = next_branch(ends, weights, indices, depth)
        context[KNOWN] = known
        if not known:
            return DONE
    return PAUSED


@dataclass
class Paths:
    """An enumeration under way, with limbs of 64 bits for every product."""

    address: int
    memory: Memory
    limbs: int
    reduced: bool = False
    results: Rows = field(default_factory=Rows)
    denominators: Rows = field(default_factory=Rows)
    progress: Words = field(default_factory=lambda: np.zeros(3, np.int64))

    def __post_init__(self) -> None:
        self.memory.rewind()
        self._above = np.zeros((LONGEST + 1, self.limbs), np.uint64)
        self._below = np.zeros((LONGEST + 1, self.limbs), np.uint64)
        self._above[0, 0] = self._below[0, 0] = 1
        self.sums = np.zeros((ROWS, self.limbs), np.uint64)

    @property
    def walked(self) -> int:
        """Paths so far."""
        return int(self.progress[0])

    def advance(self, most: int) -> int:
        """Walk at most so many further paths; return PAUSED, DONE, TOO_LARGE or FAILED."""
        target, memory = self.walked + most, self.memory
        while True:
            status = enumerate_paths(
                self.address,
                memory.context.ctypes.data,
                memory.context,
                (memory.ends, memory.weights, memory.indices, memory.sums),
                memory.output,
                self._above,
                self._below,
                arrays(self.results),
                arrays(self.denominators),
                self.sums,
                target - self.walked,
                self.reduced,
                self.progress,
            )
            if status != NO_ROOM:
                return status
            self._make_room()

    def _make_room(self) -> None:
        for rows in (self.results, self.denominators):
            rows.ensure(ROWS, WORDS)
        if len(self.results) + ROWS > len(self.sums):
            longer = np.zeros((2 * len(self.sums) + ROWS, self.limbs), np.uint64)
            longer[: len(self.sums)] = self.sums
            self.sums = longer


def arrays(rows: Rows) -> Arrays:
    """Return the arrays of a table of rows."""
    return rows.slots, rows.words, rows.starts, rows.count
