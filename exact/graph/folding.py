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
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from montmort.exact.graph.borrowing import borrowed
from montmort.exact.graph.game_graph import CHANCE, END, NOTHING
from montmort.exact.graph.merging import Rows, Table, add_row
from montmort.exact.graph.step_trees import FIRST_NODE
from montmort.exact.graph.symmetry import SAMPLE
from montmort.exact.kernel import compiled, step
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
# For numba these are no literals, for which it would compile what takes them again.
ZERO, ONE = cast("int", np.int64(0)), cast("int", np.int64(1))
START = -1  # the state number of the tree before the first state


class Path(NamedTuple):
    """The picks of a path, by level: where the weights of each end, these, branches and sums."""

    ends: Words
    weights: Words
    branches: Words
    sums: Words


class Notes(NamedTuple):
    """The notes of the decisions of a path: words, where each ends, and where its key starts."""

    words: Words
    ends: Words
    keys: Words


class Known(NamedTuple):
    """The keys of situations, the first place of each, its node or 0; and a sample of places."""

    keys: Table
    places: Table
    nodes: Words
    sample: Words


class Arrays(NamedTuple):
    """All arrays of an exploration.

    `context`, `output`, `path` and `notes` are the memory of the compiled functions.  `states`,
    `gains`, `information` and `nodes` number what is found.  `stack` holds edges (target, gain),
    `firsts` where those of each level begin, `row` one that is being made, `roots` the trees.
    """

    context: Words
    output: Words
    path: Path
    notes: Notes
    states: Table
    gains: Table
    information: Table
    nodes: Table
    known: Known
    stack: Words
    firsts: Words
    row: Words
    roots: Words
    progress: Words


@intrinsic  # type: ignore[untyped-decorator]
def run(_typing: Any, _address: Any, _context: Any) -> Any:
    """Call the compiled function at an address with the address of the context."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function = ir.FunctionType(word, [word])
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), [args[1]])

    return types.int64(types.int64, types.int64), generate


@step
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


@step
def information_of(
    level: int, state: int, branches: Words, notes: Notes, information: Table, row: Words
) -> int:
    """Return the number of what is known at the decision of a level."""
    words, first = notes.words, notes.ends[level]
    length = notes.keys[level] - first
    if words[first] >= 0:
        return add_row(information, words, first, length)
    for k in range(length):
        row[k] = words[first + k]
    row[length] = state
    for k in range(level):
        row[length + 1 + k] = branches[k]
    return add_row(information, row, ZERO, length + 1 + level)


@step
def key_of(level: int, notes: Notes, keys: Table) -> int:
    """Return the number of the key at a decision."""
    start = notes.keys[level]
    length: int = notes.ends[level + 1] - start
    return add_row(keys, notes.words, start, length)


@step
def fold_level(arrays: Arrays, level: int, state: int, top: int) -> tuple[int, int]:
    """Return the edge to the node of a level's edges, the last ones of the stack."""
    notes, stack, row = arrays.notes, arrays.stack, arrays.row
    first, size = arrays.firsts[level], ONE
    if notes.ends[level + 1] > notes.ends[level]:
        branches = arrays.path.branches
        row[0] = information_of(level, state, branches, notes, arrays.information, row)
        for place in range(first, top):
            row[size], row[size + 1] = stack[place, TARGET], stack[place, GAIN]
            row[size + 2] = 1
            size += 3
        node = FIRST_NODE - add_row(arrays.nodes, row, ZERO, size)
        if notes.ends[level + 1] > notes.keys[level]:
            situation = key_of(level, notes, arrays.known.keys)
            if not arrays.known.nodes[situation]:
                arrays.known.nodes[situation] = node
        return node, NOTHING
    row[0] = CHANCE
    weights, branch, total = arrays.path.weights, arrays.path.ends[level], 0
    for place in range(first, top):
        while not weights[branch]:
            branch += 1
        target, gain = stack[place, TARGET], stack[place, GAIN]
        size = insert_edge(row, size, target, gain, weights[branch])
        total += weights[branch]
        branch += 1
    if total != arrays.path.sums[level]:
        raise ArithmeticError
    if size == 4:
        return row[1], row[2]
    return FIRST_NODE - add_row(arrays.nodes, row, ZERO, size), NOTHING


@step
def open_levels(first: int, end: int, top: int, firsts: Words) -> None:
    """Begin the edges of new levels at the top of the stack."""
    for level in range(first, end):
        firsts[level] = top


@step
def meets(arrays: Arrays, state: int) -> int:
    """Return the node of the situation where a step stopped; 0 if it has none."""
    context, known, row = arrays.context, arrays.known, arrays.row
    depth = context[DEPTH]
    level = depth - 1
    count = known.keys.filled[0]
    situation = key_of(level, arrays.notes, known.keys)
    node: int = known.nodes[situation]
    if node:
        branches = arrays.path.branches
        add_to_sample(situation, state, level, known.sample, arrays.progress, branches)
        context[DEPTH] = level
        return node
    if situation == count:
        row[0] = state
        for k in range(level):
            row[1 + k] = arrays.path.branches[k]
        add_row(known.places, row, ZERO, 1 + level)
    open_levels(context[KNOWN], depth, arrays.progress[TOP], arrays.firsts)
    context[KNOWN] = depth
    return 0


@step
def add_to_sample(
    situation: int, state: int, level: int, sample: Words, progress: Words, branches: Words
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


@step
def fold_path(arrays: Arrays, state: int, target: int, gain: int) -> None:
    """Add the edge of a path to its last branch, and fold the levels that are complete."""
    context, progress, firsts, stack = (
        arrays.context,
        arrays.progress,
        arrays.firsts,
        arrays.stack,
    )
    ends, weights, branches = arrays.path.ends, arrays.path.weights, arrays.path.branches
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
        target, gain = fold_level(arrays, level, state, top)
        top = firsts[level]
        level -= 1
    if target == END or gain:
        row = arrays.row
        row[0], row[1], row[2], row[3] = CHANCE, target, gain, 1
        target = FIRST_NODE - add_row(arrays.nodes, row, ZERO, 4 * ONE)
    arrays.roots[state + 1] = target
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


@step
def takes_room(context: Words, note_ends: Words, progress: Words) -> bool:
    """Take what one path may need of the room that was made; False where there is too little."""
    words, rows = words_needed(context, note_ends, progress[TOP]), context[DEPTH] + 2
    if progress[ROWS_LEFT] < rows or progress[WORDS_LEFT] < words:
        return False
    progress[ROWS_LEFT] -= rows
    progress[WORDS_LEFT] -= words
    return True


@step
def leaf_edge(
    state: int, context: Words, output: Words, states: Table, gains: Table
) -> tuple[int, int]:
    """Return the edge at the end of a path: to the first state, or that of a move."""
    length, middle = context[LENGTH], context[MIDDLE]
    if state == START:
        return add_row(states, output, ZERO, length), NOTHING
    target = END
    if output[0]:
        target = add_row(states, output, ONE, middle - 1)
    return target, 1 + add_row(gains, output, middle, length - middle)


@compiled
def explore_trees(given: Arrays, addresses: Words, most: int) -> int:
    """Walk at most `most` paths; addresses of start, step, context and the states' words."""
    arrays = borrowed(given)
    context, progress, states = arrays.context, arrays.progress, arrays.states
    for _ in range(most):
        state = progress[STATE]
        if state == states.filled[0]:
            return DONE
        if not progress[WAITING]:
            if state != START:
                context[INPUT] = addresses[3] + 8 * states.starts[state]
            failure = run(addresses[min(state + 1, 1)], addresses[2])
            if failure:
                progress[FAILURE] = failure
                return FAILED
        progress[WAITING] = 1
        if not takes_room(context, arrays.notes.ends, progress):
            return NO_ROOM
        progress[WAITING] = 0
        target, gain = END, NOTHING
        if context[STOPS] == STOPPED:
            context[STOPS] = STOPPED - 1
            target = meets(arrays, state)
            if not target:
                continue
        else:
            target, gain = leaf_edge(state, context, arrays.output, states, arrays.gains)
        progress[PATHS] += 1
        fold_path(arrays, state, target, gain)
    return DONE if progress[STATE] == states.filled[0] else PAUSED


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
            context, states = memory.context.ctypes.data, self.states.words.ctypes.data
            addresses = np.array([*self.addresses, context, states])
            status = explore_trees(self._arrays(), addresses, target - self.walked)
            if status != NO_ROOM:
                return status
            self._make_room()

    def _arrays(self) -> Arrays:
        memory = self.memory
        known = Known(self.keys.table(), self.places.table(), self._situations, self._sample)
        return Arrays(
            context=memory.context,
            output=memory.output,
            path=Path(memory.ends, memory.weights, memory.indices, memory.sums),
            notes=Notes(memory.notes, memory.note_ends, memory.keys),
            states=self.states.table(),
            gains=self.gains.table(),
            information=self.information.table(),
            nodes=self.nodes.table(),
            known=known,
            stack=self._stack,
            firsts=self._firsts,
            row=self._row,
            roots=self._roots,
            progress=self._progress,
        )

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
