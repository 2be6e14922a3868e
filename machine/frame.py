"""The place in the rules that is being compiled: its names, its line, and the program around it.

Every call is compiled in the place where it stands, so that constants, functions and
strategies are known wherever they are used.  `path` is the chain of calls that leads
here; with it what has been learned of a variable's shape is found again when compilation
starts anew.
"""

import ast
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Protocol, TypeVar

from montmort.machine.assembly import Assembly, Register
from montmort.machine.constants import Constants
from montmort.machine.refusal import CannotCompile, refuse
from montmort.machine.shapes import (
    Dictionary,
    Fixed,
    Maybe,
    NoCommonShape,
    Partly,
    Record,
    Row,
    Shape,
    Unknown,
    join,
)
from montmort.machine.sources import Source

Path = tuple[Hashable, ...]
ATTEMPTS = 200  # each attempt knows one shape more


class Again(Exception):
    """A larger shape was met: compile again with it."""


class Unreached(Exception):
    """What follows cannot be reached: the code before it fails."""


class Local:
    """A function made by the call that is being compiled, whose values it may hold."""


@dataclass(frozen=True)
class Value:
    """A value of the rules: its shape, and the registers that hold it."""

    shape: Shape
    registers: tuple[Register, ...] = ()


@dataclass
class Variable:
    """A local variable: its key in what was learned, its slots, and whether it is bound."""

    key: Hashable
    bound: str
    slots: list[str] = field(default_factory=list)


@dataclass
class Scope:
    """The names of a function, a lambda or a comprehension; `own` are those that it assigns."""

    own: frozenset[str]
    parent: "Scope | None"
    path: Path
    once: frozenset[str] = frozenset()  # never assigned in a branch or a loop: not in slots
    names: dict[str, Value | Variable] = field(default_factory=dict)

    def holder(self, name: str) -> "Scope | None":
        """Return the innermost scope that has a name as its own."""
        scope: Scope | None = self
        while scope is not None and name not in scope.own:
            scope = scope.parent
        return scope


class Picks(Protocol):
    """How compiled rules pick: along a path, or from a stream of random numbers."""

    def of_known(self, frame: "Frame", weights: Sequence[int]) -> Register:
        """Return the index taken for weights known before the run."""
        ...

    def of_equal(self, frame: "Frame", weight: int, count: Value) -> Register:
        """Return the index taken for a number of equal weights above 0 that varies."""
        ...

    def of_few(self, frame: "Frame", weights: Sequence[Value]) -> Register:
        """Return the index taken for a known number of weights that vary."""
        ...

    def of_row(self, frame: "Frame", row: Value) -> Register:
        """Return the index taken for a row of integers as weights."""
        ...

    def of_deck(self, frame: "Frame", deck: Value) -> tuple[Register, Value]:
        """Return the place of the kind of a card drawn from a Deck, and the Deck without it."""
        ...

    def cards_dealt(self) -> Callable[..., int]:
        """Return the function of the prelude for the cards of one kind in a hand dealt at once."""
        ...

    def repeats(self, frame: "Frame") -> Value:
        """Return whether the next pick repeats that of the path before, whatever its weights."""
        ...


@dataclass(frozen=True)
class Constructs:
    """Which functions compile the nodes of the syntax tree, and calls; see `constructs`."""

    expressions: Mapping[type[ast.expr], Callable[["Frame", Any], Value]]
    statements: Mapping[type[ast.stmt], Callable[["Frame", Any], None]]
    calls: Mapping[Any, Callable[["Frame", ast.Call], Value]]  # by the function that is called
    text: Callable[["Frame", Value], Value]  # makes the text of an f-string


@dataclass
class Program:
    """What is shared by all functions compiled together, and kept from one attempt to the next."""

    picks: Picks
    constructs: Constructs
    constants: Constants = field(default_factory=Constants)
    shapes: dict[Hashable, Shape] = field(default_factory=dict)
    made: dict[Hashable, Any] = field(default_factory=dict)  # functions, and nodes of the tree
    constants_of: dict[Hashable, Value] = field(default_factory=dict)  # by how they were made
    large: dict[Fixed, Value] = field(default_factory=dict)  # constants in memory
    early: set[Hashable] = field(default_factory=set)  # read before anything was assigned
    changed: set[Hashable] = field(default_factory=set)  # keys of constants_of: made in the play
    tables: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)  # their names
    of_texts: dict[Hashable, Callable[[str], int]] = field(default_factory=dict)  # tables, too
    wider: dict[Shape, Shape] = field(default_factory=dict)  # shapes of items, by what they were
    helpers: dict[str, str] = field(default_factory=dict)  # functions in LLVM's text, by name
    cached: dict[Any, list[list[Shape]]] = field(default_factory=dict)  # arguments, by function
    looked_up: dict[tuple[Fixed, Shape], Any] = field(default_factory=dict)  # tables, by keys

    def kept(self, key: Hashable, make: Callable[[], "Value"]) -> "Value":
        """Return a constant as the same object in every attempt, so that its shape is the same."""
        if key not in self.constants_of:
            self.constants_of[key] = make()
        return self.constants_of[key]

    def learn(self, key: Hashable, shape: Shape) -> Shape:
        """Return the shape of a variable that also has to hold `shape`; Again if it grows."""
        known, shape = self.shapes.get(key), self.resolved(shape)
        if known is None:
            self.shapes[key] = shape
            if key in self.early:
                raise Again
            return shape
        joined = join(self.resolved(known), shape)
        if joined != known:
            self.shapes[key] = joined
            raise Again
        return known

    def change(self, known: Any) -> None:
        """Compile again with a constant that the rules write as one that is made in the play.

        One of the module is none of these: a play must not change it.
        """
        for key, value in self.constants_of.items():
            if isinstance(value.shape, Fixed) and value.shape.value is known:
                self.changed.add(key)
                self.shapes.clear()
                raise Again

    def wide(self, shape: Shape) -> Shape:
        """Return the shape that items have which were to have another one."""
        while shape in self.wider:
            shape = self.wider[shape]
        return shape

    def widen(self, narrow: Shape, other: Shape) -> None:
        """Let all items of a shape have one that holds others too; Again where that is new."""
        try:
            whole = join(self.wide(narrow), self.resolved(other))
        except NoCommonShape:
            return
        if whole != self.wide(narrow):
            self.wider[narrow] = whole
            raise Again

    def settle(self, a: Shape, b: Shape) -> None:
        """Learn what items that nobody knows yet must be where two shapes meet; then Again."""
        match a, b:
            case (Unknown(site=site), other) | (other, Unknown(site=site)):
                if site is not None and not isinstance(other, Unknown):
                    self.shapes["items", site] = other
                    raise Again
            case Row(item=first, kind=kind), Row(item=second):
                self.settle(first, second)
                if kind == "list":
                    self.widen(first, second)
                    self.widen(second, first)
            case Maybe(item=first), Maybe(item=second):
                self.settle(first, second)
            case Dictionary(pairs=first), Dictionary(pairs=second):
                self.settle(first, second)
            case Record(items=items), Record(items=others) if len(items) == len(others):
                for first, second in zip(items, others, strict=True):
                    self.settle(first, second)

    def table(self, kind: str, numbers: Sequence[int]) -> str:
        """Return the name of a constant array in the machine code; its items are of an LLVM type.

        >>> program = Program(None, None)  # type: ignore[arg-type]
        >>> program.table("i16", [0, 0, 1])
        '@table0'
        >>> program.table_texts()
        ['@table0 = internal constant [3 x i16] [i16 0, i16 0, i16 1]']
        """
        key = kind, tuple(numbers)
        return self.tables.setdefault(key, f"@table{len(self.tables)}")

    def table_of_texts(self, key: Hashable, function: Callable[[str], int]) -> str:
        """Return the name of a constant array with the value of a function of each text.

        The program may get more texts until `table_texts` is asked.

        >>> program = Program(None, None)  # type: ignore[arg-type]
        >>> program.table_of_texts("len", len), program.constants.text("two")
        ('@texts0', 1)
        >>> program.table_texts()
        ['@texts0 = internal constant [2 x i64] [i64 0, i64 3]']
        """
        self.of_texts.setdefault(key, function)
        return f"@texts{[*self.of_texts].index(key)}"

    def table_texts(self) -> list[str]:
        """Return the definitions of all constant arrays, and of the helpers."""
        arrays = [(name, kind, numbers) for (kind, numbers), name in self.tables.items()]
        for place, function in enumerate(self.of_texts.values()):
            arrays.append((f"@texts{place}", "i64", tuple(map(function, self.constants.texts))))
        definitions = [
            f"{name} = internal constant [{len(numbers)} x {kind}] "
            f"[{', '.join(f'{kind} {number}' for number in numbers)}]"
            for name, kind, numbers in arrays
        ]
        return [*definitions, *self.helpers.values()]

    def resolved(self, shape: Shape) -> Shape:
        """Return a shape with what has been learned of the items of lists."""
        match shape:
            case Unknown(site=site) if ("items", site) in self.shapes:
                return self.wide(self.resolved(self.shapes["items", site]))
            case Row(item=item, kind="list"):
                return Row(self.wide(self.resolved(item)), "list")
            case Row(item=item, kind=kind):
                return Row(self.resolved(item), kind)
            case Record(items=items, kind=kind):
                return Record(tuple(map(self.resolved, items)), kind)
            case Maybe(item=item):
                return Maybe(self.resolved(item))
            case Dictionary(pairs=pairs):
                return replace(shape, pairs=Row(self.resolved(pairs.item), "list"))
            case Partly(called=called, items=items, names=names):
                return Partly(called, tuple(map(self.resolved, items)), names)
        return shape


Result = TypeVar("Result")


def attempts(attempt: Callable[[], Result]) -> Result:
    """Return the result of the first attempt in which no shape grows."""
    for _ in range(ATTEMPTS):
        try:
            return attempt()
        except Again:
            continue
    raise CannotCompile("not compiled: the shapes of the variables do not settle")


@dataclass
class Frame:
    """A call being compiled."""

    program: Program
    code: Assembly
    source: Source
    scope: Scope
    calls: tuple[Any, ...] = ()  # the definitions of the calls around this one
    result: Variable | None = None
    end: str = ""  # the label behind the call
    loops: list[tuple[str, str]] = field(default_factory=list)  # labels to continue and to break
    site: ast.AST | None = None  # what is being compiled
    blame: tuple[str, int] | None = None  # the line of the rules that called the library

    def at(self, node: ast.AST) -> None:
        """Remember the line for what is said if compiling or running it fails."""
        self.site = node
        here = self.source.file, getattr(node, "lineno", self.code.line)
        self.code.file, self.code.line = self.blame or here

    def refuse(self, construct: str, node: ast.AST | None = None) -> NoReturn:
        """Raise CannotCompile for a construct of this line."""
        here = self.source.file, getattr(node, "lineno", self.code.line)
        refuse(construct, *(self.blame or here))

    def learn(self, key: Hashable, shape: Shape, name: str) -> Shape:
        """Return the shape of a variable that also has to hold `shape`."""
        try:
            return self.program.learn(key, shape)
        except NoCommonShape:
            known = self.program.shapes[key]
            for each in (known, shape):
                if isinstance(each, Fixed):
                    self.program.change(each.value)
            self.program.settle(self.program.resolved(known), self.program.resolved(shape))
            self.refuse(f"{name} is {describe(shape)} here and {describe(known)} elsewhere")

    def inner(self, scope: Scope) -> "Frame":
        """Return the frame of a comprehension in this one."""
        return Frame(self.program, self.code, self.source, scope, self.calls, self.result, self.end)

    def stop(self, reason: str) -> NoReturn:
        """Compile a failure, and end what stands here."""
        self.code.fail(reason)
        raise Unreached


def describe(shape: Shape) -> str:
    """Return a shape in words.

    >>> from montmort.machine.shapes import Integer, Maybe
    >>> describe(Maybe(Integer()))
    'None or an integer'
    """
    name = type(shape).__name__
    if isinstance(shape, Record) and shape.kind is not None:
        return f"a {shape.kind.__name__}"
    if name == "Maybe":
        return f"None or {describe(shape.item)}"  # type: ignore[attr-defined]
    if name == "Row":
        return f"a {shape.kind} of any length"  # type: ignore[attr-defined]
    if name == "Dictionary":
        return f"a {shape.kind.__name__} that changes"  # type: ignore[attr-defined]
    if name == "Member":
        return f"a {shape.kind.__name__}"  # type: ignore[attr-defined]
    words = {"Integer": "an integer", "Truth": "a truth value", "Text": "a text",
             "Told": "an f-string",
             "Letters": "a text made in the play",
             "Partly": "a function", "Nothing": "None", "Randomness": "chance", "Cards": "a Deck",
             "Record": "a tuple", "Ratio": "a Fraction", "Names": "names of cards",
             "Unknown": "an unknown item", "View": "a view of a dictionary",
             "Number": "an integer or a truth value"}  # fmt: skip
    return words.get(name) or f"a {type(shape.value).__name__}"  # type: ignore[attr-defined]
