"""A function in the making: its variables, the text written so far, and how branches meet.

Each value is written once, into names of its own.  Where branches meet, a variable that
differs gets new names, assigned at the end of every branch.  A loop assigns the names of
its variables before it and at the end of each round; their kinds are found by compiling
the loop until they stay the same.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

from montmort.montecarlo.compiled.functions import FunctionSource
from montmort.montecarlo.compiled.kinds import (
    Kind,
    NoJoin,
    Unset,
    Unusable,
    Value,
    width,
)
from montmort.montecarlo.compiled.program import Program
from montmort.montecarlo.compiled.refusal import CannotCompile
from montmort.montecarlo.compiled.text import Block

Variables = dict[str, Value]
End = tuple[Block, Variables]
Coerce = Callable[["Scope", Value, Kind], tuple[str, ...]]

RESULT = "the result"  # no Python name, so it cannot clash
MOST_ROUNDS = 40


@dataclass
class Loop:
    """The places where a loop is left, and where its next round begins."""

    breaks: list[End] = field(default_factory=list)
    continues: list[End] = field(default_factory=list)


class Scope:
    """A function in the making; `variables` is None where the code cannot be reached."""

    def __init__(self, program: Program, source: FunctionSource, coerce: Coerce) -> None:
        self.program, self.source = program, source
        self.block = Block()
        self.variables: Variables | None = {}
        self.loops: list[Loop] = []
        self.returns: list[tuple[Block, Value, ast.AST]] = []
        self.node: ast.AST = source.definition
        self._coerce = coerce
        self._names = 0

    def refuse(self, reason: str, remedy: str = "") -> NoReturn:
        """Raise CannotCompile with the line of the code in hand."""
        line = getattr(self.node, "lineno", 0) if self.source.file else 0
        raise CannotCompile(reason, self.source.file, line, remedy)

    # -- text

    def fresh(self, count: int = 1) -> tuple[str, ...]:
        """Return new names."""
        self._names += count
        return tuple(f"t{number}" for number in range(self._names - count, self._names))

    def emit(self, line: str) -> None:
        """Write a line."""
        self.block.add(line)

    def let(self, expression: str) -> str:
        """Write an assignment to a new name; return the name."""
        (name,) = self.fresh()
        self.emit(f"{name} = {expression}")
        return name

    def fail_if(self, condition: str) -> None:
        """Write that the play fails under a condition: then it is played in plain Python."""
        self.block.under(f"if {condition}:").add("raise ValueError")

    def fail(self) -> None:
        """Write that the play fails here."""
        self.emit("raise ValueError")
        self.variables = None

    @contextmanager
    def writing(self, block: Block) -> Iterator[None]:
        """Write into another block."""
        before, self.block = self.block, block
        try:
            yield
        finally:
            self.block = before

    def site(self, mark: str = "") -> int:
        """Return the number of the place in hand as a place where lists are made."""
        node = self.node
        place = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        return self.program.site(self.source.file, self.source.name, *place, mark)

    # -- parts

    @contextmanager
    def at(self, node: ast.AST) -> Iterator[None]:
        """Take a part of the code in hand, for messages."""
        before = self.node
        if hasattr(node, "lineno"):
            self.node = node
        yield
        self.node = before

    def expression(self, node: ast.AST) -> Value:
        """Compile an expression."""
        handler = self.program.handlers.expressions.get(type(node))
        with self.at(node):
            if handler is None:
                self.refuse(*construct(node))
            return handler(self, node)

    def statements(self, nodes: Sequence[ast.AST]) -> None:
        """Compile statements, up to the first that the code cannot pass."""
        for node in nodes:
            if self.variables is None:
                return
            handler = self.program.handlers.statements.get(type(node))
            with self.at(node):
                if handler is None:
                    self.refuse(*construct(node))
                handler(self, node)

    def call(
        self, function: Value, *arguments: Value, named: dict[str, Value] | None = None
    ) -> Value:
        """Compile a call."""
        return self.program.handlers.call(self, function, arguments, named or {})

    def coerce(self, value: Value, kind: Kind) -> tuple[str, ...]:
        """Return the leaves of `value` as a value of `kind`."""
        return self._coerce(self, value, kind)

    # -- variables

    def get(self, name: str) -> Value | None:
        """Return a local variable's value, None if it has none."""
        return (self.variables or {}).get(name)

    def set(self, name: str, value: Value) -> None:
        """Assign a local variable."""
        if self.variables is not None:
            self.variables[name] = value

    # -- branches

    def merge(self, ends: Iterable[tuple[Block, Variables | None]]) -> None:
        """Continue after several branches; the code goes on with the variables of all."""
        reached = [(block, found) for block, found in ends if found is not None]
        if not reached:
            self.variables = None
            return
        together: Variables = {}
        differing: dict[str, Value] = {}
        for name in dict.fromkeys(name for _, found in reached for name in found):
            values = [found.get(name) for _, found in reached]
            first = values[0]
            if first is not None and all(value == first for value in values):
                together[name] = first
                continue
            kind = self.join_all(name, values)
            together[name] = differing[name] = Value(kind, self.fresh(width(kind)))
        for block, found in reached:
            with self.writing(block):
                for name, value in differing.items():
                    self.assign(value, found.get(name))
        self.variables = together

    def join_all(self, name: str, values: Sequence[Value | None]) -> Kind:
        """Return the kind that holds all values of a variable, None standing for no value."""
        kind: Kind | None = None
        try:
            for value in values:
                if value is not None:
                    kind = value.kind if kind is None else self.program.join(kind, value.kind)
        except NoJoin as difference:
            return Unusable(f"{name} may be {difference}")
        assert kind is not None
        if None in values and not isinstance(kind, Unset | Unusable):
            return Unset(kind)
        return kind

    def assign(self, target: Value, value: Value | None) -> None:
        """Write the assignment of a value to the names of `target`."""
        for name, leaf in zip(target.leaves, self.leaves_for(target.kind, value), strict=True):
            if name != leaf:
                self.emit(f"{name} = {leaf}")

    def leaves_for(self, kind: Kind, value: Value | None) -> tuple[str, ...]:
        """Return the leaves of a value, or of no value, as one of `kind`."""
        if isinstance(kind, Unusable):
            return ()
        if value is None:
            return ("0",) * width(kind)
        return self.coerce(value, kind)

    def branch(
        self,
        condition: bool | str,
        then: Callable[[], None],
        otherwise: Callable[[], None],
    ) -> None:
        """Compile two branches; only one of them if the condition is known."""
        if isinstance(condition, bool):
            (then if condition else otherwise)()
            return
        before = self.variables
        assert before is not None
        ends: list[tuple[Block, Variables | None]] = []
        for header, part in ((f"if {condition}:", then), ("else:", otherwise)):
            self.variables = dict(before)
            with self.writing(self.block.under(header)):
                part()
                ends.append((self.block.place(), self.variables))
        self.merge(ends)

    def choose(
        self,
        condition: bool | str,
        then: Callable[[], Value],
        otherwise: Callable[[], Value],
    ) -> Value:
        """Compile two branches that give a value."""
        if isinstance(condition, bool):
            return (then if condition else otherwise)()

        def keep(part: Callable[[], Value]) -> Callable[[], None]:
            return lambda: self.set(RESULT, part())

        outer = self.get(RESULT)
        self.branch(condition, keep(then), keep(otherwise))
        assert self.variables is not None
        result = self.variables.pop(RESULT)
        if outer is not None:
            self.variables[RESULT] = outer
        if isinstance(result.kind, Unusable):
            self.refuse(result.kind.reason)
        return result

    # -- loops

    def loop(self, names: Iterable[str], round_of: Callable[[], None]) -> None:
        """Compile a loop that assigns `names`; `round_of` compiles one round of it."""
        before = self.variables
        assert before is not None
        names = sorted(names)
        kinds = {name: before[name].kind for name in names if name in before}
        returned = len(self.returns)
        for _ in range(MOST_ROUNDS):
            del self.returns[returned:]
            block, loop = Block(), Loop()
            head = {name: Value(kind, self.fresh(width(kind))) for name, kind in kinds.items()}
            self.loops.append(loop)
            self.variables = {**before, **head}
            with self.writing(block):
                round_of()
                if self.variables is not None:
                    loop.continues.append((block.place(), self.variables))
            self.loops.pop()
            found = self._kinds_at_head(names, before, [ends for _, ends in loop.continues])
            if found == kinds:
                break
            kinds = found
        else:
            self.refuse("the kinds of the variables in this loop do not settle")
        for name, value in head.items():
            self.assign(value, before.get(name))
        self.block.lines.append(("while True:", block))
        for end, variables in loop.continues:
            with self.writing(end):
                self._next_round(head, variables)
        self.merge(loop.breaks)

    def _kinds_at_head(
        self, names: Sequence[str], before: Variables, rounds: Sequence[Variables]
    ) -> dict[str, Kind]:
        """Return the kinds of a loop's variables when a round begins."""
        found = {}
        for name in names:
            values = [before.get(name), *(variables.get(name) for variables in rounds)]
            if any(value is not None for value in values):
                found[name] = self.join_all(name, values)
        return found

    def _next_round(self, head: Variables, variables: Variables) -> None:
        """Write the assignment of a loop's names, all at once."""
        targets: list[str] = []
        leaves: list[str] = []
        for name, value in head.items():
            found = self.leaves_for(value.kind, variables.get(name))
            pairs = zip(value.leaves, found, strict=True)
            for target, leaf in pairs:
                if target != leaf:
                    targets.append(target)
                    leaves.append(leaf)
        for place, leaf in enumerate(leaves):
            if leaf in targets[:place]:
                leaves[place] = self.let(leaf)
        for target, leaf in zip(targets, leaves, strict=True):
            self.emit(f"{target} = {leaf}")

    def leave_loop(self) -> None:
        """Write `break`."""
        assert self.variables is not None
        self.loops[-1].breaks.append((self.block.place(), self.variables))
        self.emit("break")
        self.variables = None

    def next_round(self) -> None:
        """Write `continue`."""
        assert self.variables is not None
        self.loops[-1].continues.append((self.block.place(), self.variables))
        self.emit("continue")
        self.variables = None


def construct(node: ast.AST) -> tuple[str, str]:
    """Return what is wrong with a construct of Python that is not compiled, and a remedy."""
    found: dict[type[ast.AST], tuple[str, str]] = {
        ast.With: ("with is used", ""),
        ast.Set: ("a set is made in the play", "use a tuple"),
        ast.SetComp: ("a set is made in the play", "use a tuple"),
        ast.GeneratorExp: ("a generator is kept", "make a tuple of it"),
        ast.Global: ("a global variable is assigned", "keep it in the state"),
        ast.Nonlocal: ("a nonlocal variable is assigned", "return the value"),
        ast.Yield: ("yield is used", "return a tuple"),
        ast.YieldFrom: ("yield is used", "return a tuple"),
        ast.Delete: ("del is used", "make a new tuple or list"),
        ast.ClassDef: ("a class stands in a function", "define it in the module"),
        ast.Import: ("an import stands in a function", "import in the module"),
        ast.ImportFrom: ("an import stands in a function", "import in the module"),
        ast.Starred: ("a star stands where it cannot be compiled", ""),
    }
    return found.get(type(node), (f"{type(node).__name__} cannot be compiled", ""))
