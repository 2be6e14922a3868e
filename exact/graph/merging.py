"""A hash table of rows of words: each different row has a number, in the order of arrival.

Rows have any length and stand one behind the other in `words`; `starts[n]` is where
row n begins.  `slots` holds row numbers + 1, 0 where it is free; `filled` has one word, the
number of rows.  `add_row` reports where there is no room; the caller then takes larger
arrays and asks again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt

from montmort.display import short_repr
from montmort.exact.kernel import compiled
from montmort.machine.memory import Words

NO_ROOM = -1
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


Item = TypeVar("Item")


@compiled
def hash_of(words: Words, start: int, length: int) -> int:
    """Return a hash of a row as a number >= 0."""
    value = np.uint64(length) * _MIX
    for k in range(start, start + length):
        value = (value ^ np.uint64(words[k])) * _MIX
        value ^= value >> _SHIFT
    return np.int64(value >> np.uint64(1))  # type: ignore[return-value]


class Table(NamedTuple):
    """The arrays of `Rows`, for kernels."""

    slots: Words
    words: Words
    starts: Words
    filled: Words


@compiled
def add_row(table: Table, row: Words, start: int, length: int) -> int:
    """Return the number of a row, a new one where it is new; NO_ROOM if the arrays are full."""
    slots, words, starts, filled = table
    mask = slots.size - 1
    at = hash_of(row, start, length) & mask
    while slots[at]:
        number = slots[at] - 1
        if starts[number + 1] - starts[number] == length:
            same = True
            for k in range(length):
                if words[starts[number] + k] != row[start + k]:
                    same = False
                    break
            if same:
                return number  # type: ignore[no-any-return]
        at = (at + 1) & mask
    number = filled[0]
    end = starts[number] + length
    if 2 * (number + 1) > slots.size or number + 2 > starts.size or end > words.size:
        return NO_ROOM
    for k in range(length):
        words[starts[number] + k] = row[start + k]
    starts[number + 1] = end
    slots[at] = number + 1
    filled[0] = number + 1
    return number  # type: ignore[no-any-return]


@compiled
def _fill(slots: Words, words: Words, starts: Words, count: int) -> None:
    """Enter all rows into empty slots."""
    mask = slots.size - 1
    for number in range(count):
        at = hash_of(words, starts[number], starts[number + 1] - starts[number]) & mask
        while slots[at]:
            at = (at + 1) & mask
        slots[at] = number + 1


def _words(size: int) -> Words:
    return np.zeros(size, np.int64)


@dataclass
class Rows:
    """Different rows, numbered."""

    slots: Words = field(default_factory=lambda: _words(2048))
    words: Words = field(default_factory=lambda: _words(4096))
    starts: Words = field(default_factory=lambda: _words(1024))
    filled: Words = field(default_factory=lambda: _words(1))

    def __len__(self) -> int:
        return int(self.filled[0])

    def table(self) -> Table:
        """Return the arrays, which `ensure` may replace."""
        return Table(self.slots, self.words, self.starts, self.filled)

    def ensure(self, rows: int, words: int) -> None:
        """Make room for so many more rows and words."""
        count = len(self)
        used = int(self.starts[count])
        if used + words > self.words.size:
            self.words = _longer(self.words, used + words)
        if count + rows + 1 > self.starts.size:
            self.starts = _longer(self.starts, count + rows + 1)
        if 2 * (count + rows) > self.slots.size:
            size = self.slots.size
            while 2 * (count + rows) > size:
                size *= 2
            self.slots = _words(2 * size)
            _fill(self.slots, self.words, self.starts, count)

    def row(self, number: int) -> npt.NDArray[np.int64]:
        """Return the words of a row."""
        return self.words[self.starts[number] : self.starts[number + 1]]

    def lists(self) -> list[list[int]]:
        """Return the words of all rows."""
        words, starts = self.words.tolist(), self.starts[: len(self) + 1].tolist()
        return [words[a:b] for a, b in pairwise(starts)]


@dataclass(frozen=True)
class LazyRows(Sequence[Item]):
    """The values in the rows of a table, decoded when they are looked up."""

    rows: Rows
    decode: Callable[[Iterator[int]], Item]
    known: dict[int, Item] = field(default_factory=dict)

    __repr__ = short_repr

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, number: int) -> Item: ...
    @overload
    def __getitem__(self, number: slice) -> list[Item]: ...
    def __getitem__(self, number: int | slice) -> Item | list[Item]:
        if isinstance(number, slice):
            return [self[place] for place in range(*number.indices(len(self)))]
        place = range(len(self))[number]
        if place not in self.known:
            self.known[place] = self.decode(iter(self.rows.row(place).tolist()))
        return self.known[place]


def _longer(words: Words, needed: int) -> Words:
    longer = _words(max(2 * words.size, 2 * needed))
    longer[: words.size] = words
    return longer
