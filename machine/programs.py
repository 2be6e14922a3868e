"""The start and the step of an experiment, as machine code."""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from montmort.games.errors import MontmortError
from montmort.games.experiment import Experiment, start_once, unwrapped
from montmort.games.table import Table
from montmort.machine.assembly import Assembly
from montmort.machine.choices import KEY, VIEW, WHOLE, FreeSeats, notes_of
from montmort.machine.constructs import CONSTRUCTS
from montmort.machine.frame import (
    Frame,
    Program,
    Scope,
    Unreached,
    Value,
    attempts,
)
from montmort.machine.inline import call
from montmort.machine.machine_code import Machine, assemble
from montmort.machine.memory import Memory, Word
from montmort.machine.picks import PathPicks, pick_function
from montmort.machine.refusal import CannotCompile
from montmort.machine.rows import Reader, Writer, check_hashable, start_of_path
from montmort.machine.shapes import Maybe, Nothing, Randomness, Record, Shape
from montmort.machine.sources import Source
from montmort.machine.values import (
    coerce,
    constant,
    items_of,
    realise,
)

Result = TypeVar("Result")
STATE, GAIN = "the state", "the gain"
_NOWHERE = ast.Lambda(ast.arguments([], [], None, [], [], None, []), ast.Constant(None))
RANDOMNESS = Value(Randomness())


@dataclass(frozen=True)
class Steps:
    """The compiled start and step of an experiment; the shapes of states and gains.

    `notes` and `keys` are the shapes of what is written down at a decision, by tag.
    """

    machine: Machine
    state: Shape
    gain: Shape
    texts: list[str]
    notes: dict[int, Shape] = field(default_factory=dict)
    keys: dict[int, Shape] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)


def frame_around(program: Program, name: str, function: Callable[..., Any]) -> Frame:
    """Return the frame around a whole function; what it refuses is said of the rules' function."""
    code = Assembly()
    known = getattr(unwrapped(function), "__code__", None)
    if known is not None:
        code.file, code.line = known.co_filename, known.co_firstlineno
    scope = Scope(frozenset(), None, (name,))
    return Frame(program, code, Source(_NOWHERE, code.file, {}), scope)


def compiled_call(frame: Frame, function: Callable[..., Any], args: list[Value]) -> Value:
    """Compile a call of one of the experiment's functions."""
    try:
        return realise(frame, call(frame, function, args, {}))
    except Unreached:
        raise CannotCompile(f"not compiled: {_name(function)} never returns") from None


def _name(function: Any) -> str:
    return getattr(function, "__qualname__", type(function).__name__)


def guarded(compile_all: Callable[[], Result]) -> Result:
    """Return what is compiled; an error of the compiler itself leaves the rules interpreted."""
    try:
        return compile_all()
    except MontmortError:
        raise
    except Exception as error:
        raise CannotCompile(f"not compiled: {type(error).__name__} in the compiler") from error


def compile_steps(
    experiment: Experiment[Any, Any, Any], rules: object, table: Table | FreeSeats | None
) -> Steps:
    """Return start and step as machine code; every state is a row of one shape.

    Without a table the players of the experiment are compiled into the step.  The
    decisions of `FreeSeats` are branches of the step.
    """
    program = Program(PathPicks(), CONSTRUCTS)

    def first() -> Assembly:
        frame = frame_around(program, "start", experiment.start)
        start_of_path(frame.code)
        state = compiled_call(frame, experiment.start, [constant(rules), RANDOMNESS])
        if isinstance(state.shape, Nothing | Maybe):
            frame.refuse("a start that may return None")
        shape = frame.learn(STATE, state.shape, STATE)
        check_hashable(frame, shape, STATE)
        writer = Writer(frame)
        writer.value(Value(shape, coerce(frame, state, shape)))
        writer.mark(Word.LENGTH)
        return frame.code

    def later() -> Assembly:
        frame = frame_around(program, "step", experiment.step)
        start_of_path(frame.code)
        state = Reader(frame).value(program.shapes[STATE])
        players = constant(table)
        if table is None:
            players = compiled_call(frame, experiment.players, [constant(rules), RANDOMNESS])
        move = compiled_call(frame, experiment.step, [constant(rules), state, RANDOMNESS, players])
        _write_move(frame, move, experiment)
        return frame.code

    def whole() -> Steps:
        machine = assemble(attempts(lambda: [first(), later()]), program, [pick_function()])
        shapes, texts = program.shapes, program.constants.texts
        notes, keys = notes_of(shapes, VIEW, WHOLE), notes_of(shapes, KEY)
        return Steps(machine, shapes[STATE], shapes[GAIN], texts, notes, keys)

    return guarded(whole)


def parts_of_move(
    frame: Frame, move: Value, experiment: Experiment[Any, Any, Any]
) -> tuple[Value, Value]:
    """Return the next state and the gain of a move; refuse what is no move."""
    if not isinstance(move.shape, Record) or move.shape.kind or len(move.shape.items) != 2:
        frame.refuse("a step that does not return (next state or None, gain)")
    after, gain = items_of(move)
    if not isinstance(gain.shape, Record) or gain.shape.kind is not experiment.outcome:
        frame.refuse(f"a gain that is no {experiment.outcome.__name__}")
    return after, gain


def _write_move(frame: Frame, move: Value, experiment: Experiment[Any, Any, Any]) -> None:
    """Compile the row of a move: a flag and the next state, then the gain."""
    after, gain = parts_of_move(frame, move, experiment)
    inside = after.shape.item if isinstance(after.shape, Maybe) else after.shape
    if not isinstance(inside, Nothing):
        frame.learn(STATE, inside, STATE)
    target = Maybe(frame.program.shapes[STATE])
    shape = frame.learn(GAIN, gain.shape, GAIN)
    what = "the result" if experiment.start is start_once else GAIN
    check_hashable(frame, shape, what)
    check_hashable(frame, target, STATE)
    writer = Writer(frame)
    writer.value(Value(target, coerce(frame, after, target)))
    writer.mark(Word.MIDDLE)
    writer.value(Value(shape, coerce(frame, gain, shape)))
    writer.mark(Word.LENGTH)
