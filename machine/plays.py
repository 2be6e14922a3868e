"""Whole plays of an experiment as machine code: many plays from the stream of a numpy Generator.

A play is `Experiment.play`: the players, the start, and steps until one returns None instead of
a state.  Gains are added up field by field: integers are summed, of truth values and members of
enums the last one counts.

Between two steps only the state is needed.  Where much of the memory for lists is used and
the state holds no list, it is written to a row, the memory is used again, and the state is
read back.
"""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.games.experiment import MOST_STEPS, Experiment
from montmort.machine.assembly import LEAST, MOST, Assembly, Register
from montmort.machine.constants import members
from montmort.machine.constructs import CONSTRUCTS
from montmort.machine.draws import DRAWS, DrawnPicks
from montmort.machine.frame import (
    Frame,
    Program,
    Unreached,
    Value,
    Variable,
    attempts,
    describe,
)
from montmort.machine.inline import call
from montmort.machine.machine_code import Machine, assemble
from montmort.machine.memory import Word, address_of
from montmort.machine.programs import RANDOMNESS, STATE, frame_around, guarded, parts_of_move
from montmort.machine.rows import Reader, Writer
from montmort.machine.shapes import (
    Cards,
    Dictionary,
    Integer,
    Letters,
    Maybe,
    Member,
    Nothing,
    Partly,
    Record,
    Row,
    Shape,
    Truth,
)
from montmort.machine.stream import state_of
from montmort.machine.values import (
    certain,
    constant,
    declare,
    items_of,
    load_item,
    read,
    realise,
    write,
)

Outcomes = npt.NDArray[np.int64]  # of shape (plays, fields)

ARENA_WORDS = 1 << 20  # lists of one play
ROW = 1 << 18  # words of a state that is moved
USED = 1 << 14  # words of lists after which the memory is used again
FULL = 4  # times the words of the state, where these are more
MOST_DRAWN = 2**27  # words drawn by one call, about a second: then a play may be endless
PARAMETERS = "i64 %context, ptr %stream, ptr %outcome, i64 %stride"

# Outcomes stand field by field: field f of play k at outcomes[f * stride + k].
DRIVER = """
define i64 @plays(i64 %context, ptr %stream, ptr %outcomes, i64 %stride, i64 %count, ptr %done) {
entry:
  br label %again
again:
  %k = phi i64 [0, %entry], [%next, %onward]
  store i64 %k, ptr %done
  %more = icmp slt i64 %k, %count
  br i1 %more, label %one, label %end
one:
  %outcome = getelementptr i64, ptr %outcomes, i64 %k
  %failure = call i64 @play0(i64 %context, ptr %stream, ptr %outcome, i64 %stride)
  %fails = icmp ne i64 %failure, 0
  br i1 %fails, label %failed, label %onward
onward:
  %next = add i64 %k, 1
  br label %again
failed:
  ret i64 %failure
end:
  ret i64 0
}
"""


@dataclass(frozen=True)
class Plays:
    """Compiled plays with `width` integers as their outcome; `machine` owns the code."""

    machine: Machine
    width: int
    _run: Callable[..., int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        integer, pointer = ctypes.c_int64, ctypes.c_void_p
        kind = ctypes.CFUNCTYPE(integer, integer, pointer, pointer, integer, integer, pointer)
        object.__setattr__(self, "_run", kind(self.machine.address("plays")))

    def play(self, rng: np.random.Generator, plays: int) -> Outcomes:
        """Return the outcomes of the plays before the first that fails, at most `plays`.

        `rng`, of SFC64 or PCG64, stands at the end of the last play returned.  A play fails
        where it raises an error or leaves 64 bits; it is then made in plain Python.
        """
        outcomes = np.empty((self.width, plays), np.int64)
        memory = _Memory()
        done = np.zeros(1, np.int64)
        with state_of(rng, most=MOST_DRAWN) as stream:
            start = stream.copy()
            if self._call(memory, stream, outcomes, plays, done):
                stream[:] = start
                plays = int(done[0])
                self._call(memory, stream, outcomes, plays, done)
        return outcomes[:, :plays].T

    def _call(
        self, memory: "_Memory", stream: Any, outcomes: Outcomes, plays: int, done: Outcomes
    ) -> int:
        """Make plays; return 0, or the number of the sentence on the play that fails."""
        return self._run(
            address_of(memory.context),
            stream.ctypes.data,
            outcomes.ctypes.data,
            outcomes.shape[1],
            plays,
            done.ctypes.data,
        )


@dataclass(frozen=True)
class _Memory:
    """The arrays of plays in one thread."""

    context: Outcomes = field(default_factory=lambda: np.zeros(Word.SIZE, np.int64))
    arena: Outcomes = field(default_factory=lambda: np.empty(ARENA_WORDS, np.int64))
    row: Outcomes = field(default_factory=lambda: np.empty(ROW, np.int64))

    def __post_init__(self) -> None:
        start, row = address_of(self.arena), address_of(self.row)
        self.context[Word.ARENA_START] = start
        self.context[Word.ARENA_END] = start + 8 * ARENA_WORDS
        self.context[[Word.INPUT, Word.OUTPUT]] = row


@dataclass(frozen=True)
class PlaysText:
    """Plays of an experiment as assembly text, which is compiled by `assembled`.

    Compiling takes a time proportional to its `lines`.
    """

    code: Assembly = field(repr=False)
    program: Program = field(repr=False)
    width: int
    lines: int

    def assembled(self) -> Plays:
        """Return the plays as machine code, or raise CannotCompile."""

        def whole() -> Plays:
            texts = [DRAWS, DRIVER]
            machine = assemble([self.code], self.program, texts, PARAMETERS, thorough=True)
            return Plays(machine, self.width)

        return guarded(whole)


def plays_text(experiment: Experiment[Any, Any, Any], rules: object) -> PlaysText:
    """Return the plays of an experiment under `rules` as text, or raise CannotCompile.

    >>> from montmort.games import treize
    >>> text = plays_text(treize.EXPERIMENTS["game"], treize.Rules())
    >>> text.width, text.lines > 100
    (3, True)
    """
    experiment = experiment.under(rules)
    program = Program(DrawnPicks(), CONSTRUCTS)

    def whole() -> PlaysText:
        code = attempts(lambda: _play(program, experiment, rules))
        lines = [DRAWS, *program.table_texts(), code.text("play0", PARAMETERS)]
        return PlaysText(code, program, len(experiment.fields), "\n".join(lines).count("\n"))

    return guarded(whole)


def compile_plays(experiment: Experiment[Any, Any, Any], rules: object) -> Plays:
    """Return the plays of an experiment under `rules` as machine code, or raise CannotCompile.

    >>> from montmort.games import treize
    >>> plays = compile_plays(treize.EXPERIMENTS["game"], treize.Rules())
    >>> plays.play(np.random.default_rng(1713), 3).shape
    (3, 3)
    """
    return plays_text(experiment, rules).assembled()


def _play(program: Program, experiment: Experiment[Any, Any, Any], rules: object) -> Assembly:
    """Compile one play."""
    frame = frame_around(program, "play", experiment.step)
    with suppress(Unreached):  # every play fails, and plain Python says why
        _steps(frame, experiment, constant(rules))
    return frame.code


def _steps(frame: Frame, experiment: Experiment[Any, Any, Any], known: Value) -> None:
    """Compile all steps of a play, and write its outcome."""
    code, program = frame.code, frame.program
    code.emit("%at = alloca i64\ncall void @take_at(ptr %stream, ptr %at)")
    table = _called(frame, experiment.players, [known, RANDOMNESS])
    start = _called(frame, experiment.start, [known, RANDOMNESS])
    if isinstance(start.shape, Nothing | Maybe):
        frame.refuse("a start that may return None")
    state, steps, limit = declare(frame, STATE), code.slot(), code.slot()
    code.put(limit, str(8 * USED))
    write(frame, state, start, STATE)
    totals = [code.slot() for _ in experiment.fields]
    again, end = code.label(), code.label()
    code.place(again)
    made = code.simple("add", code.get(steps), "1")
    code.fail_unless_compare("<=", made, str(MOST_STEPS), "a play of too many steps")
    code.put(steps, made)
    before = read(frame, state, STATE)
    move = _called(frame, experiment.step, [known, before, RANDOMNESS, table])
    after, gain = parts_of_move(frame, move, experiment)
    _add_gain(frame, experiment, gain, totals)
    if isinstance(after.shape, Maybe):
        flag, *rest = after.registers
        onward = code.label()
        code.branch(code.test("!=", flag, "0"), onward, end)
        code.start(onward)
        after = Value(after.shape.item, tuple(rest))
    if not isinstance(after.shape, Nothing):
        write(frame, state, after, STATE)
        if not table.shape.width and _can_move(program.shapes[STATE]):
            _reuse_memory(frame, state, limit)
        code.jump(again)
    code.place(end)
    for place, total in enumerate(totals):
        offset = code.simple("mul", "%stride", str(place))
        target = code.result(f"getelementptr i64, ptr %outcome, i64 {offset}")
        code.emit(f"store i64 {code.get(total)}, ptr {target}")
    code.emit("call void @give_at(ptr %stream, ptr %at)")


def _called(frame: Frame, function: Callable[..., Any], args: list[Value]) -> Value:
    """Compile a call of one of the experiment's functions."""
    return realise(frame, call(frame, function, args, {}))


def _add_gain(
    frame: Frame, experiment: Experiment[Any, Any, Any], gain: Value, totals: list[str]
) -> None:
    """Add the gain of a step to the totals, as `add_gain` of `montmort.games.experiment` does."""
    code = frame.code
    for name, total, item in zip(experiment.fields, totals, items_of(gain), strict=True):
        item = certain(frame, item)
        register = _outcome_number(frame, item, name)
        if isinstance(item.shape, Integer):
            register = code.checked("sadd", code.get(total), register)
        code.put(total, register)


def _outcome_number(frame: Frame, item: Value, name: str) -> Register:
    """Return the integer that stands for a field of the outcome in histograms."""
    match item.shape:
        case Integer() | Truth():
            return item.registers[0]
        case Member(kind=kind):
            values = [member.value for member in members(kind)]
            numbers = [int(v) if isinstance(v, int) else at for at, v in enumerate(values)]
            if all(LEAST <= number <= MOST for number in numbers):
                table = realise(frame, constant(numbers))
                return load_item(frame, table, item.registers[0]).registers[0]
    return frame.refuse(f"{describe(item.shape)} as the field {name} of the outcome")


def _can_move(shape: Shape) -> bool:
    """Whether values of a shape need memory, and hold no list: two names of one list stay one."""
    rows = [*_rows_in(shape)]
    return bool(rows) and all(row in ("tuple", "frozenset") for row in rows)


def _rows_in(shape: Shape) -> Iterator[str]:
    """Yield the kinds of all that stands in memory."""
    match shape:
        case Record(items=items):
            for item in items:
                yield from _rows_in(item)
        case Maybe(item=item):
            yield from _rows_in(item)
        case Row(item=item, kind=kind):
            yield kind
            yield from _rows_in(item)
        case Dictionary():
            yield "dict"
        case Cards() | Letters():
            yield "tuple"
        case Partly():
            yield "list"  # or anything else that its arguments are


def _reuse_memory(frame: Frame, state: Variable, limit: str) -> None:
    """Compile: where much memory is used, the state is moved to its beginning."""
    code = frame.code
    much, onward = code.label(), code.label()
    code.branch(code.test(">", code.used(), code.get(limit)), much, onward)
    code.start(much)
    Writer(frame, room=ROW).value(read(frame, state, STATE))
    code.free_all()
    write(frame, state, Reader(frame).value(frame.program.shapes[STATE]), STATE)
    code.put(limit, code.largest(code.simple("mul", code.used(), str(FULL)), str(8 * USED)))
    code.place(onward)
