"""Compile an experiment: from its unchanged Python functions to the text of one `play`.

The functions are read as syntax trees and compiled for the kinds of their arguments.
What is known beforehand (Rules, globals, closures, the strategies that Rules name) is
computed now, and branches that cannot be reached are dropped.  The text that results
knows only integers of 64 bits: see `montmort.montecarlo.compiled.kinds`.  Every
operation is Python's; where that is not certain the construct is refused
(`CannotCompile`), and what would fail in Python fails in the text, so that the plays
can be repeated in Python.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from montmort.games.experiment import Experiment, add_gain, start_once
from montmort.montecarlo.compiled.calls import call, call_of
from montmort.montecarlo.compiled.compaction import moved
from montmort.montecarlo.compiled.comprehensions import dict_comprehension, list_comprehension
from montmort.montecarlo.compiled.expressions import EXPRESSIONS
from montmort.montecarlo.compiled.functions import FunctionSource
from montmort.montecarlo.compiled.kinds import (
    NOTHING,
    RANDOM,
    Kind,
    Known,
    ListOf,
    NoJoin,
    Optional,
    Record,
    Unusable,
    Value,
    parts,
    split,
    width,
)
from montmort.montecarlo.compiled.layout import FIRST, FREE
from montmort.montecarlo.compiled.program import Program, Restart
from montmort.montecarlo.compiled.refusal import CannotCompile
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.statements import STATEMENTS
from montmort.montecarlo.compiled.values import coerce, known, outcome_number

__all__ = ["CannotCompile", "CompiledPlay", "compile_experiment"]

MEMORY = 2**20  # words of a play with lists or decks
FEW = 16  # words of another play
MOST_STARTS = 200
HEADER = """import numpy as np

from montmort.montecarlo.compiled.arithmetic import (
    absolute, add, floor_divide, modulo, multiply, negate, power, shift_left, shift_right,
    subtract,
)
from montmort.montecarlo.compiled.memory import *
from montmort.montecarlo.compiled.stream import pick_uniform

"""


@dataclass(frozen=True)
class CompiledPlay:
    """A play as the text of a module.

    `source` defines `play(chance, memory)`, which returns a tuple of one int64 for each
    of `fields`, those of the outcome.  `memory` is an int64 array of `words` words, used
    again for every play.  All that the play depends on is in the text.
    """

    source: str
    fields: tuple[str, ...]
    words: int


def compile_experiment(experiment: Experiment[Any, Any, Any], rules: Any) -> CompiledPlay:
    """Return the play of an experiment under `rules`; CannotCompile if that is impossible.

    >>> from montmort.games import treize
    >>> compile_experiment(treize.EXPERIMENTS["game"], treize.Rules()).fields
    ('points', 'passes', 'cards')
    """
    fields = tuple(experiment.under(rules).fields)
    program = Program(_Handlers())
    for _ in range(MOST_STARTS):
        program.start_again()
        try:
            text = _play(program, experiment, rules, fields)
            break
        except Restart:
            continue
        except CannotCompile:
            raise
        except RecursionError:
            raise CannotCompile("the rules are nested too deeply") from None
        except Exception as error:  # a gap of the compiler: the rules are played in Python
            raise CannotCompile(f"the compiler failed ({type(error).__name__}: {error})") from error
    else:
        raise CannotCompile("the kinds of the items of lists do not settle")
    words = MEMORY if program.uses_memory else FEW
    return CompiledPlay(f"{HEADER}{program.module(text)}\n", fields, words)


class _Handlers:
    """What compiles the parts of a function."""

    expressions: ClassVar[Mapping[type[ast.AST], Callable[[Any, Any], Value]]] = {
        **EXPRESSIONS,
        ast.Call: call_of,
        ast.ListComp: list_comprehension,
        ast.DictComp: dict_comprehension,
    }
    statements: ClassVar[Mapping[type[ast.AST], Callable[[Any, Any], None]]] = STATEMENTS

    def call(self, scope: Scope, function: Value, arguments: Any, named: Any) -> Value:
        """Compile a call."""
        return call(scope, function, arguments, named)

    def function(
        self, program: Program, name: str, source: FunctionSource, arguments: dict[str, Kind]
    ) -> Kind:
        """Compile a function; return the kind that it returns."""
        scope = Scope(program, source, coerce)
        count = sum(map(width, arguments.values()))
        names = tuple(f"p{k}" for k in range(count))
        values = split(tuple(arguments.values()), names)
        scope.variables = dict(zip(arguments, values, strict=True))
        _compile_body(scope)
        kind = _returned(scope)
        for block, value, node in scope.returns:
            with scope.writing(block), scope.at(node):
                scope.emit(_return_text(scope.coerce(value, kind)))
        header = f"def {name}({', '.join(['chance', 'memory', *names])}):"
        program.texts.append(_rendered(scope, header, source))
        return kind


def _rendered(scope: Scope, header: str, source: FunctionSource) -> str:
    lines = "\n".join(scope.block.render("    ")) or "    pass"
    place = f"# {source.name}, line {source.definition.lineno}"
    return f"\n{header}  {place}\n{lines}\n"


def _compile_body(scope: Scope) -> None:
    definition = scope.source.definition
    body = definition.body
    if isinstance(body, list):
        scope.statements(body)
        if scope.variables is not None:
            scope.returns.append((scope.block.place(), known(None), definition))
    else:
        value = scope.expression(body)
        if scope.variables is not None:
            scope.returns.append((scope.block.place(), value, body))


def _returned(scope: Scope) -> Kind:
    kind: Kind = NOTHING
    for _, value, node in scope.returns:
        try:
            kind = scope.program.join(kind, value.kind)
        except NoJoin as difference:
            with scope.at(node):
                scope.refuse(f"{scope.source.name} returns {difference}", "return one type")
    if isinstance(kind, Unusable):
        scope.refuse(kind.reason)
    return kind


def _return_text(leaves: tuple[str, ...]) -> str:
    match leaves:
        case ():
            return "return 0"
        case (leaf,):
            return f"return {leaf}"
    return f"return ({', '.join(leaves)})"


DRIVER = """
def play(rules, chance):
    table = players(rules, chance)
    state = start(rules, chance)
    total = None
    while state is not None:
        state, gain = step(rules, state, chance, table)
        total = add_gain(total, gain)
        state = moved(state)
    return total
"""


ONE_STEP = """
def play(rules, chance):
    table = players(rules, chance)
    state, gain = step(rules, start(rules, chance), chance, table)
    return gain if state is None else None
"""


def _play(
    program: Program, experiment: Experiment[Any, Any, Any], rules: Any, fields: tuple[str, ...]
) -> str:
    """Compile the play of an experiment, as `Experiment.play` does it; return its text."""
    step = experiment.step
    once = experiment.start is start_once and isinstance(step, partial)
    (definition,) = ast.parse(ONE_STEP if once else DRIVER).body
    assert isinstance(definition, ast.FunctionDef)
    source = FunctionSource("play", "", definition, NO_FUNCTION, frozenset({"rules", "chance"}))
    scope = Scope(program, source, coerce)
    scope.variables = {
        "rules": Value(Known(rules)),
        "chance": Value(RANDOM),
        "players": known(experiment.players),
        "start": known(experiment.start),
        "step": known(experiment.step),
        "add_gain": known(add_gain),
        "moved": known(moved),
    }
    memory = scope.block.place()
    _compile_body(scope)
    if program.uses_memory:
        memory.add(f"memory[{FREE}] = {FIRST}")
    kind = _returned(scope)
    if isinstance(kind, Optional):
        kind = kind.inner
    for block, value, _ in scope.returns:
        with scope.writing(block):
            if isinstance(value.kind, Optional) and not once:  # start() returned None
                scope.fail_if(f"{value.leaves[0]} == 0")
                value = Value(value.kind.inner, value.leaves[1:])
            scope.emit(f"return ({', '.join(_outcome(scope, value, fields))},)")
    lines = "\n".join(scope.block.render("    "))
    return f"@inlined_function\ndef play(chance, memory):\n{lines}\n"


NO_FUNCTION: Any = moved  # of the driver, which has no globals


def _outcome(scope: Scope, value: Value, fields: tuple[str, ...]) -> list[str]:
    kind = value.kind
    is_tuple = isinstance(kind, Record) or isinstance(getattr(kind, "value", None), tuple)
    if not is_tuple or isinstance(kind, ListOf):
        scope.refuse(f"the outcome is {kind}", "return a NamedTuple of integers")
    items = parts(value)
    if len(items) != len(fields):
        scope.refuse(f"the outcome has {len(items)} items for {len(fields)} fields")
    return [outcome_number(scope, item, name) for item, name in zip(items, fields, strict=True)]
