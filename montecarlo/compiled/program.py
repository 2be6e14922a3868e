"""A program: all functions that a play needs, each for the kinds of its arguments.

The kinds of a list's items are found by compiling again: where an item of another kind
is added, or two lists meet, the program notes it and starts anew (`Restart`).
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from montmort.montecarlo.compiled.functions import FunctionSource
from montmort.montecarlo.compiled.kinds import NOTHING, Kind, ListsMeet, Value, join, widened
from montmort.montecarlo.compiled.refusal import CannotCompile

VERSIONS = 24  # of one function, for constant numbers as arguments
MOST_CONSTANTS = 2**16  # numbers in one constant table
MOST_SHORT = 3 * 2**16  # of 32 bits; numba does not store machine code with more than 10^6 bytes


class Restart(Exception):
    """The kind of a list's items has changed: compile again."""


@dataclass(frozen=True)
class Compiled:
    """A function compiled for the kinds of its arguments: its name in the text, what it returns."""

    name: str
    returns: Kind


class Handlers(Protocol):
    """What compiles the parts of a function; each part may ask for the others."""

    @property
    def expressions(self) -> Mapping[type[ast.AST], Callable[[Any, Any], Value]]:
        """What compiles each type of expression."""
        ...

    @property
    def statements(self) -> Mapping[type[ast.AST], Callable[[Any, Any], None]]:
        """What compiles each type of statement."""
        ...

    def function(
        self, program: "Program", name: str, source: FunctionSource, arguments: dict[str, Kind]
    ) -> Kind:
        """Compile a function into `program.texts`; return the kind that it returns."""
        ...

    def call(
        self,
        scope: Any,
        function: Value,
        arguments: Sequence[Value],
        named: Mapping[str, Value],
    ) -> Value:
        """Compile a call."""
        ...


@dataclass
class Program:
    """The text of a play in the making."""

    handlers: Handlers
    texts: list[str] = field(default_factory=list)
    compiled: dict[tuple[object, ...], Compiled] = field(default_factory=dict)
    busy: list[FunctionSource] = field(default_factory=list)
    tables: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)
    strings: dict[str, int] = field(default_factory=dict)
    sites: dict[tuple[object, ...], int] = field(default_factory=dict)
    items: list[Kind] = field(default_factory=list)
    merged: dict[int, int] = field(default_factory=dict)
    versions: dict[FunctionSource, int] = field(default_factory=dict)
    inner: dict[ast.AST, FunctionSource] = field(default_factory=dict)
    words: dict[tuple[int, Kind], tuple[Any, dict[int, tuple[int, ...]]]] = field(
        default_factory=dict
    )
    targets: dict[tuple[int, Kind], tuple[Any, dict[tuple[int, ...], int], list[Any]]] = field(
        default_factory=dict
    )
    trees: dict[int, tuple[Any, str, tuple[list[int], ...]]] = field(default_factory=dict)
    uses_memory: bool = False

    def start_again(self) -> None:
        """Forget what has been compiled, but not the kinds of the lists' items."""
        for found in (self.texts, self.compiled, self.busy, self.tables, self.versions):
            found.clear()

    def compile(self, source: FunctionSource, arguments: dict[str, Kind]) -> Compiled:
        """Return a function compiled for these kinds of arguments."""
        key = (source, *arguments.items())
        if key not in self.compiled:
            if source in self.busy:
                raise CannotCompile(
                    f"{source.name} calls itself",
                    source.file,
                    source.definition.lineno,
                    "use a loop",
                )
            self.versions[source] = self.versions.get(source, 0) + 1
            self.busy.append(source)
            name = f"f{len(self.compiled) + len(self.busy)}_{source.name.strip('<>')}"
            returns = self.handlers.function(self, name, source, arguments)
            self.busy.pop()
            self.compiled[key] = Compiled(name, returns)
        return self.compiled[key]

    def inner_source(
        self, outer: FunctionSource, definition: Any, names: frozenset[str]
    ) -> FunctionSource:
        """Return the source of a function that is defined in a function."""
        name = getattr(definition, "name", "lambda")
        made = FunctionSource(name, outer.file, definition, outer.function, names)
        return self.inner.setdefault(definition, made)

    def is_versatile(self, source: FunctionSource) -> bool:
        """Return whether one more version of a function may be compiled for constant numbers."""
        return self.versions.get(source, 0) < VERSIONS

    def table(self, numbers: Sequence[int]) -> str:
        """Return the name of a constant array of these numbers."""
        return self._table("int64", numbers, MOST_CONSTANTS)

    def short_table(self, numbers: Sequence[int]) -> str:
        """Return the name of a constant array; of 32 bits where all numbers have no more."""
        if all(-(2**31) <= number < 2**31 for number in numbers):
            return self._table("int32", numbers, MOST_SHORT)
        return self.table(numbers)

    def _table(self, bits: str, numbers: Sequence[int], most: int) -> str:
        if len(numbers) > most:
            raise CannotCompile(f"a constant table of {len(numbers):,} numbers is too long")
        key = bits, tuple(map(int, numbers))
        return self.tables.setdefault(key, f"TABLE_{len(self.tables)}")

    def string(self, text: str) -> int:
        """Return the number of a string."""
        return self.strings.setdefault(text, len(self.strings))

    def site(self, *key: object) -> int:
        """Return the number of a place where lists are made."""
        site = self.sites.setdefault(key, len(self.sites))
        if site == len(self.items):
            self.items.append(NOTHING)
        while site in self.merged:
            site = self.merged[site]
        return site

    def add_item(self, site: int, kind: Kind) -> None:
        """Note that lists of this place hold items of this kind."""
        found = self.join(self.items[site], widened(kind))
        if found != self.items[site]:
            self.items[site] = found
            raise Restart

    def join(self, first: Kind, second: Kind) -> Kind:
        """Return the kind that holds both; where two lists meet, their items are of one kind."""
        try:
            return join(first, second)
        except ListsMeet as meeting:
            first_site, second_site = sorted(meeting.sites)
            self.merged[second_site] = first_site
            self.items[first_site] = self.join(self.items[first_site], self.items[second_site])
            raise Restart from None

    def module(self, play: str) -> str:
        """Return the text of `play`, and of all tables and functions that it needs.

        A function that is called at one place becomes a part of its caller: what has
        functions below it is optimized once more with them.
        """
        needed = [play]
        for text in reversed(self.texts):  # a function stands before those that call it
            calls = sum(each.count(f" {_name(text)}(") for each in needed)
            if calls:
                decorator = "@inlined_function" if calls == 1 else "@compiled_function"
                needed.append(decorator + text)
        tables = [
            f"{name} = np.array({list(numbers)}, np.{bits})"
            for (bits, numbers), name in self.tables.items()
        ]
        return "\n".join([*tables, "", *reversed(needed)])


def _name(text: str) -> str:
    """Return the name of the function that a text defines."""
    return text.partition("def ")[2].partition("(")[0]
