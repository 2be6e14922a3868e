"""The memory that compiled code and the enumeration of paths share, in 64-bit words.

The first words, the context, are addresses, limits and counters.  Compiled code
receives the address of the context and nothing else.  A list or a tuple of any length is an
object of three words,

    length, capacity, address of its items,

where capacity -1 marks a constant, which must not be changed.

A decision stands among the picks of a path as one with equal weights.  It alone has a note
that is not empty: a row of words that says what the seat knows (`choices`).
"""

import enum
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.int64]

ARENA_WORDS = 1 << 20  # lists of one play
WEIGHT_WORDS = 1 << 19  # weights of the picks of one path
ROW_WORDS = 1 << 14  # a result as a row of words
NOTE_WORDS = 1 << 18  # what the seats know at the decisions of one path
LONGEST = 5000  # picks of one path
FUEL = 20_000_000  # rounds of loops in one play: endless loops must come back


class Word(enum.IntEnum):
    """Places of the words of the context."""

    ARENA_END = 1
    ARENA_START = 2
    DEPTH = 3  # picks of this play so far
    KNOWN = 4  # picks that repeat those of the last path
    SCRIPTED = 5  # picks that follow a script
    INDICES = 7  # address: the branch taken at each pick
    ENDS = 8  # address: where the weights of each pick start, and those of the last end
    SUMS = 9  # address: the sum of the weights of each pick
    WEIGHTS = 10  # address
    SCRIPT = 11  # address
    INPUT = 12  # address of the row of a state
    OUTPUT = 13  # address of the row of the result
    LENGTH = 14  # words of that row
    MIDDLE = 15  # where the row of the gain starts in the row of a move
    NOTES = 16  # address: at each decision of the path, what its seat knows
    NOTE_ENDS = 17  # address: where the note of each pick starts, and that of the last ends
    KEYS = 18  # address: where in the note of each decision the key of its situation starts
    STOPS = 19  # 1: return at the next new decision with a key, and set it to 2
    SIZE = 20


def address_of(words: Words) -> int:
    """Return the address of the first word."""
    return int(words.ctypes.data)


@dataclass(frozen=True, kw_only=True)
class Memory:
    """All arrays that compiled code reads and writes."""

    context: Words = field(default_factory=lambda: np.zeros(Word.SIZE, np.int64))
    arena: Words = field(default_factory=lambda: np.zeros(ARENA_WORDS, np.int64))
    indices: Words = field(default_factory=lambda: np.zeros(LONGEST + 1, np.int64))
    ends: Words = field(default_factory=lambda: np.zeros(LONGEST + 2, np.int64))
    sums: Words = field(default_factory=lambda: np.zeros(LONGEST + 1, np.int64))
    weights: Words = field(default_factory=lambda: np.zeros(WEIGHT_WORDS, np.int64))
    script: Words = field(default_factory=lambda: np.zeros(LONGEST + 1, np.int64))
    output: Words = field(default_factory=lambda: np.zeros(ROW_WORDS, np.int64))
    notes: Words = field(default_factory=lambda: np.zeros(NOTE_WORDS, np.int64))
    note_ends: Words = field(default_factory=lambda: np.zeros(LONGEST + 2, np.int64))
    keys: Words = field(default_factory=lambda: np.zeros(LONGEST + 1, np.int64))

    def __post_init__(self) -> None:
        start = address_of(self.arena)
        for word, value in {
            Word.ARENA_START: start,
            Word.ARENA_END: start + 8 * ARENA_WORDS,
            Word.INDICES: address_of(self.indices),
            Word.ENDS: address_of(self.ends),
            Word.SUMS: address_of(self.sums),
            Word.WEIGHTS: address_of(self.weights),
            Word.SCRIPT: address_of(self.script),
            Word.OUTPUT: address_of(self.output),
            Word.NOTES: address_of(self.notes),
            Word.NOTE_ENDS: address_of(self.note_ends),
            Word.KEYS: address_of(self.keys),
        }.items():
            self.context[word] = value

    def rewind(self) -> None:
        """Start again with the first path."""
        self.context[[Word.DEPTH, Word.KNOWN, Word.SCRIPTED, Word.STOPS]] = 0
