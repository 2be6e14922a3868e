"""Compiled steps with decisions: every path walked, the trees folded into rows of nodes.

This is `branching` for compiled rules.  A path's last branch stands at the top of a stack
of edges; where no further branch is possible, the edges of a pick or a decision become a
row, and equal rows are one node:

    CHANCE, (target, gain, weight), ...         equal edges merged, sorted
    information, (target, gain, 1), ...         one for each choice, in order

Targets are those of a growing graph: END, states from 0 on, and FIRST_NODE - n for node n.
Gain 0 is none.  Information is the note of a decision (`compiled.choices`); where it shows
no view, the state and the branches since the step began are appended.

Where situations have keys, a step stops at every new decision.  If the key has a node,
the path ends there; else the step is run again, with this decision known.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from montmort.exact.graph.borrowing import borrowed
from montmort.exact.graph.game_graph import CHANCE, END, NOTHING
from montmort.exact.graph.merging import Rows, add_row
from montmort.exact.graph.step_trees import FIRST_NODE
from montmort.exact.graph.symmetry import SAMPLE
from montmort.exact.kernel import compiled
from montmort.exact.path_enumerator import share_before
from montmort.machine.memory import LONGEST, Memory, Word, Words

PAUSED, DONE, NO_ROOM, FAILED = range(4)
INPUT, MIDDLE, STOPS = int(Word.INPUT), int(Word.MIDDLE), int(Word.STOPS)
DEPTH, KNOWN, LENGTH = int(Word.DEPTH), int(Word.KNOWN), int(Word.LENGTH)
PATHS, FAILURE, WAITING, STATE, TOP, MET, RANDOM, ROWS_LEFT, WORDS_LEFT = range(9)  # progress
STOPPED = 2
ROWS, WORDS = 1 << 13, 1 << 18  # room made for many paths at once
SITUATION, OF_STATE, LEVEL, SINCE = range(4)  # columns of the sample
TARGET, GAIN = range(2)  # columns of the stack
START = -1  # the state number of the tree before the first state

Arrays = tuple[Words, Words, Words, Words]  # of a table of rows
Path = tuple[Words, Words, Words, Words]  # where the weights of picks end, these, branches, sums
Notes = tuple[Words, Words, Words]  # notes, where each ends, and where its key starts
Tables = tuple[Arrays, Arrays, Arrays, Arrays]  # states, gains, information, nodes
Work = tuple[Words, Words, Words, Words]  # edges, where each level's begin, a row, the roots
Known = tuple[Arrays, Arrays, Words, Words]  # keys, their first places, nodes or 0; a sample


@intrinsic  # type: ignore[untyped-decorator]
def run(_typing: Any, _address: Any, _context: Any) -> Any:
    """Call the compiled function at an address with the address of the context."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function = ir.FunctionType(word, [word])
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), [args[1]])

    return types.int64(types.int64, types.int64), generate


def arrays(rows: Rows) -> Arrays:
    """Return the arrays of a table of rows."""
    return rows.slots, rows.words, rows.starts, rows.count


@compiled
def insert_edge(row: Words, size: int, target: int, gain: int, weight: int) -> int:
    """Insert an edge into the sorted ones of a row, or add its weight; return the new size."""
    at = size
    while at > 1 and (row[at - 3] > target or (row[at - 3] == target and row[at - 2] > gain)):
        at -= 3
    if at > 1 and row[at - 3] == target and row[at - 2] == gain:
        row[at - 1] += weight
        return size
    for k in range(size - 1, at - 1, -1):
        row[k + 3] = row[k]
    row[at], row[at + 1], row[at + 2] = target, gain, weight
    return size + 3


@compiled
def information_of(
    level: int, state: int, path: Path, notes: Notes, information: Arrays, row: Words
) -> int:
    """Return the number of what is known at the decision of a level."""
    words, ends, keys = notes
    first, length = ends[level], keys[level] - ends[level]
    if words[first] >= 0:
        return add_row(*information, words, first, length)
    for k in range(length):
        row[k] = words[first + k]
    row[length] = state
    for k in range(level):
        row[length + 1 + k] = path[2][k]
    return add_row(*information, row, 0, length + 1 + level)


@compiled
def key_of(level: int, notes: Notes, keys: Arrays) -> int:
    """Return the number of the key at a decision."""
    words, ends, starts = notes
    length: int = ends[level + 1] - starts[level]
    return add_row(*keys, words, starts[level], length)


@compiled
def fold_level(
    level: int,
    state: int,
    top: int,
    path: Path,
    notes: Notes,
    tables: Tables,
    work: Work,
    known: Known,
) -> tuple[int, int]:
    """Return the edge to the node of a level's edges, the last ones of the stack."""
    ends, weights, _branches, sums = path
    stack, firsts, row, _roots = work
    first, size = firsts[level], 1
    if notes[1][level + 1] > notes[1][level]:
        number = information_of(level, state, path, notes, tables[2], row)
        row[0] = number
        for place in range(first, top):
            row[size], row[size + 1] = stack[place, TARGET], stack[place, GAIN]
            row[size + 2] = 1
            size += 3
        node = FIRST_NODE - add_row(*tables[3], row, 0, size)
        if notes[1][level + 1] > notes[2][level]:
            situation = key_of(level, notes, known[0])
            if not known[2][situation]:
                known[2][situation] = node
        return node, NOTHING
    row[0] = CHANCE
    branch, total = ends[level], 0
    for place in range(first, top):
        while not weights[branch]:
            branch += 1
        target, gain = stack[place, TARGET], stack[place, GAIN]
        size = insert_edge(row, size, target, gain, weights[branch])
        total += weights[branch]
        branch += 1
    if total != sums[level]:
        raise ArithmeticError
    if size == 4:
        return row[1], row[2]
    return FIRST_NODE - add_row(*tables[3], row, 0, size), NOTHING


@compiled
def open_levels(first: int, end: int, top: int, firsts: Words) -> None:
    """Begin the edges of new levels at the top of the stack."""
    for level in range(first, end):
        firsts[level] = top


@compiled
def meets(
    state: int,
    context: Words,
    branches: Words,
    notes: Notes,
    row: Words,
    top: int,
    firsts: Words,
    known: Known,
    progress: Words,
) -> int:
    """Return the node of the situation where a step stopped; 0 if it has none."""
    depth = context[DEPTH]
    level = depth - 1
    keys, places, nodes, sample = known
    count = keys[3][0]
    situation = key_of(level, notes, keys)
    node: int = nodes[situation]
    if node:
        add_to_sample(situation, state, level, branches, sample, progress)
        context[DEPTH] = level
        return node
    if situation == count:
        row[0] = state
        for k in range(level):
            row[1 + k] = branches[k]
        add_row(*places, row, 0, 1 + level)
    open_levels(context[KNOWN], depth, top, firsts)
    context[KNOWN] = depth
    return 0


@compiled
def add_to_sample(
    situation: int, state: int, level: int, branches: Words, sample: Words, progress: Words
) -> None:
    """Keep a uniform sample of the places where paths were cut off (reservoir sampling)."""
    progress[MET] += 1
    progress[RANDOM] = progress[RANDOM] * 6364136223846793005 + 1442695040888963407
    place = progress[MET] - 1
    if place >= sample.shape[0]:
        place = (progress[RANDOM] >> 20) % progress[MET]
    if 0 <= place < sample.shape[0]:
        sample[place, SITUATION], sample[place, OF_STATE] = situation, state
        sample[place, LEVEL] = level
        for k in range(level):
            sample[place, SINCE + k] = branches[k]


@compiled
def fold_path(
    state: int,
    context: Words,
    target: int,
    gain: int,
    path: Path,
    notes: Notes,
    tables: Tables,
    work: Work,
    known: Known,
    progress: Words,
) -> None:
    """Add the edge of a path to its last branch, and fold the levels that are complete."""
    ends, weights, branches, _sums = path
    stack, firsts, row, roots = work
    depth, top = context[DEPTH], progress[TOP]
    open_levels(context[KNOWN], depth, top, firsts)
    level = depth - 1
    while level >= 0:
        stack[top, TARGET], stack[top, GAIN] = target, gain
        top += 1
        branch, length = branches[level] + 1, ends[level + 1] - ends[level]
        while branch < length and not weights[ends[level] + branch]:
            branch += 1
        if branch < length:
            branches[level] = branch
            context[KNOWN], progress[TOP] = level + 1, top
            return
        target, gain = fold_level(level, state, top, path, notes, tables, work, known)
        top = firsts[level]
        level -= 1
    if target == END or gain:
        row[0], row[1], row[2], row[3] = CHANCE, target, gain, 1
        target = FIRST_NODE - add_row(*tables[3], row, 0, 4)
    roots[state + 1] = target
    context[KNOWN] = progress[TOP] = 0
    progress[STATE] = state + 1


@compiled
def split_edges(words: Words, starts: Words, targets: Words, gained: Words, weights: Words) -> None:
    """Write the edges in the rows of nodes into three arrays, one behind the other."""
    at = 0
    for node in range(starts.size - 1):
        for place in range(starts[node] + 1, starts[node + 1], 3):
            targets[at], gained[at], weights[at] = words[place], words[place + 1], words[place + 2]
            at += 1


@compiled
def words_needed(context: Words, note_ends: Words, top: int) -> int:
    """Return how many words the rows that one path adds need at most, in any table."""
    depth = context[DEPTH]
    information = note_ends[depth] + depth * (depth + 2)
    return context[LENGTH] + information + 4 * (top + depth + 2)  # type: ignore[no-any-return]


@compiled
def takes_room(context: Words, note_ends: Words, progress: Words) -> bool:
    """Take what one path may need of the room that was made; False where there is too little."""
    words, rows = words_needed(context, note_ends, progress[TOP]), context[DEPTH] + 2
    if progress[ROWS_LEFT] < rows or progress[WORDS_LEFT] < words:
        return False
    progress[ROWS_LEFT] -= rows
    progress[WORDS_LEFT] -= words
    return True


@compiled
def leaf_edge(state: int, context: Words, output: Words, tables: Tables) -> tuple[int, int]:
    """Return the edge at the end of a path: to the first state, or that of a move."""
    states, gains, _information, _nodes = tables
    length, middle = context[LENGTH], context[MIDDLE]
    if state == START:
        return add_row(*states, output, 0, length), NOTHING
    target = END
    if output[0]:
        target = add_row(*states, output, 1, middle - 1)
    return target, 1 + add_row(*gains, output, middle, length - middle)


@compiled
def explore_trees(
    addresses: Words,
    context: Words,
    output: Words,
    path: Path,
    notes: Notes,
    tables: Tables,
    work: Work,
    known: Known,
    most: int,
    progress: Words,
) -> int:
    """Walk at most `most` paths; addresses of start, step, context and the states' words."""
    context, output, progress = borrowed((context, output, progress))
    path, notes, tables = borrowed(path), borrowed(notes), borrowed(tables)
    work, known = borrowed(work), borrowed(known)
    states = tables[0]
    for _ in range(most):
        state = progress[STATE]
        if state == states[3][0]:
            return DONE
        if not progress[WAITING]:
            if state != START:
                context[INPUT] = addresses[3] + 8 * states[2][state]
            failure = run(addresses[min(state + 1, 1)], addresses[2])
            if failure:
                progress[FAILURE] = failure
                return FAILED
        progress[WAITING] = 1
        if not takes_room(context, notes[1], progress):
            return NO_ROOM
        progress[WAITING] = 0
        target, gain = END, NOTHING
        if context[STOPS] == STOPPED:
            context[STOPS] = STOPPED - 1
            top = progress[TOP]
            target = meets(state, context, path[2], notes, work[2], top, work[1], known, progress)
            if not target:
                continue
        else:
            target, gain = leaf_edge(state, context, output, tables)
        progress[PATHS] += 1
        fold_path(state, context, target, gain, path, notes, tables, work, known, progress)
    return DONE if progress[STATE] == states[3][0] else PAUSED


@dataclass
class Folding:
    """An exploration under way; the addresses are those of the compiled start and step.

    If it `stops`, decisions with the key of one that has a node are cut off.
    """

    addresses: tuple[int, int]
    memory: Memory
    stops: bool = False
    states: Rows = field(default_factory=Rows)
    gains: Rows = field(default_factory=Rows)
    information: Rows = field(default_factory=Rows)
    nodes: Rows = field(default_factory=Rows)
    keys: Rows = field(default_factory=Rows)
    places: Rows = field(default_factory=Rows)

    def __post_init__(self) -> None:
        self.memory.rewind()
        self.memory.context[Word.STOPS] = self.stops
        self._progress = np.array([0, 0, 0, START, 0, 0, 0, 0, 0])
        self._situations = np.zeros(ROWS, np.int64)
        self._sample = np.zeros((SAMPLE if self.stops else 1, SINCE + LONGEST), np.int64)
        self._stack = np.zeros((ROWS, 2), np.int64)
        self._firsts = np.zeros(LONGEST + 1, np.int64)
        self._row = np.zeros(WORDS, np.int64)
        self._roots = np.zeros(ROWS, np.int64)

    @property
    def walked(self) -> int:
        """Paths so far."""
        return int(self._progress[PATHS])

    @property
    def explored(self) -> int:
        """States that have their tree; START before the start has."""
        return int(self._progress[STATE])

    @property
    def failure(self) -> tuple[int, int]:
        """Which function failed, and the number that it returned."""
        return min(self.explored + 1, 1), int(self._progress[FAILURE])

    @property
    def met(self) -> int:
        """How often a situation was met again."""
        return int(self._progress[MET])

    def share(self) -> Fraction:
        """Return the share of the tree that has been walked, with equal branches at each pick."""
        memory = self.memory
        known = int(memory.context[Word.KNOWN])
        ends, branches = memory.ends[: known + 1].tolist(), memory.indices[:known].tolist()
        weights = (memory.weights[begin:end].tolist() for begin, end in pairwise(ends))
        return share_before(zip(weights, branches, strict=True))

    def sample(self) -> list[tuple[list[int], list[int]]]:
        """Return some of these: the first place and a later one, state and branches."""
        places = self.places
        return [
            (places.row(number).tolist(), [state, *since[:level]])
            for number, state, level, *since in self._sample[: self.met].tolist()
        ]

    @property
    def roots(self) -> Words:
        """The roots of all trees as targets of a growing graph, that of the start first."""
        return self._roots[: self.explored + 1]

    def advance(self, most: int) -> int:
        """Walk at most so many further paths; return PAUSED, DONE or FAILED."""
        memory, target = self.memory, self.walked + most
        while True:
            tables = self.states, self.gains, self.information, self.nodes
            context, states = memory.context.ctypes.data, self.states.words.ctypes.data
            status = explore_trees(
                np.array([*self.addresses, context, states]),
                memory.context,
                memory.output,
                (memory.ends, memory.weights, memory.indices, memory.sums),
                (memory.notes, memory.note_ends, memory.keys),
                (arrays(tables[0]), arrays(tables[1]), arrays(tables[2]), arrays(tables[3])),
                (self._stack, self._firsts, self._row, self._roots),
                (arrays(self.keys), arrays(self.places), self._situations, self._sample),
                target - self.walked,
                self._progress,
            )
            if status != NO_ROOM:
                return status
            self._make_room()

    def _make_room(self) -> None:
        context, progress = self.memory.context, self._progress
        top = int(progress[TOP])
        words = max(WORDS, words_needed(context, self.memory.note_ends, top))
        rows = max(ROWS, int(context[DEPTH]) + 2)
        tables = self.states, self.gains, self.information, self.nodes, self.keys, self.places
        for table in tables:
            table.ensure(rows, words)
        self._stack = _longer(self._stack, top + rows)
        self._row = _longer(self._row, words)
        self._roots = _longer(self._roots, self.explored + 1 + rows)
        self._situations = _longer(self._situations, len(self.keys) + rows)
        progress[ROWS_LEFT], progress[WORDS_LEFT] = rows, words


def _longer(array: Words, needed: int) -> Words:
    """Return an array with at least so many rows."""
    if len(array) >= needed:
        return array
    longer = np.zeros((2 * needed, *array.shape[1:]), np.int64)
    longer[: len(array)] = array
    return longer
