"""One Python function "continue from here" for each place of a play.

The place after a pick or a call is a function of the variables that are live there and
of the value picked or returned:

    def place_3(shoe, player, value): …

It runs to the next pick, call or return and says which it is:

    (PICK, weights, place, values)
    (CALL, function, spots, arguments, keywords, place, values)
    (DONE, result)

`place` and `values` are where to go on.  Blocks that several ways lead to within a
place are the cases of a loop.
"""

import __future__

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CellType, CodeType, FunctionType
from typing import Any

from montmort.machine.code_reading import codes_within
from montmort.machine.places.blocks import Block, Branch, Call, Finish, Pick
from montmort.machine.places.expressions import PREFIX
from montmort.machine.places.liveness import live_at_starts
from montmort.machine.places.normal_form import NormalForm, parameters_of, steady_variables
from montmort.machine.places.rewriting import CALL, DONE, PICK, RUNTIME, Rewriter, signal
from montmort.machine.places.unmerged import refuse
from montmort.machine.places.unordered import orderless

Signal = tuple[Any, ...]
Spots = tuple[tuple[int, ...], tuple[str, ...]]  # the arguments that are chance

_AT = PREFIX + "at"
_VALUE = PREFIX + "value"


@dataclass(frozen=True, eq=False)
class Place:
    """A place after a pick or a call: `resume(*values, value)` plays on from it."""

    function: str
    line: int
    names: tuple[str, ...]  # of the live variables
    loose: tuple[int, ...]  # the live variables of which no order is needed
    resume: Callable[..., Signal]


@dataclass(frozen=True, eq=False)
class Places:
    """A function cut at its picks; `enter` has the parameters of the function."""

    enter: Callable[..., Signal]
    places: tuple[Place, ...]
    nested: dict[CodeType, bool] = field(default_factory=dict)  # functions made; are they steady?


def places_of(function: FunctionType, chances: frozenset[str]) -> Places:
    """Return the places of a function whose parameters `chances` hold chance."""
    form = NormalForm(function, chances)
    return _PlaceWriter(function, form, chances).places()


def parameters_at(function: FunctionType, spots: Spots) -> frozenset[str]:
    """Return the names of the parameters that get the arguments at `spots`."""
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    named = code.co_varnames[code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount]
    at, by_name = spots
    if any(i >= len(positional) for i in at) or not set(by_name) <= set(named):
        raise refuse(code, code.co_firstlineno, f"`chance` in * or ** of {code.co_name}")
    return frozenset((*(positional[i] for i in at), *by_name))


class _PlaceWriter:
    """Writes the functions of all places of one function."""

    def __init__(self, function: FunctionType, form: NormalForm, chances: frozenset[str]) -> None:
        self._function, self._form, self._chances = function, form, chances
        self._code = function.__code__
        self._variables = {*self._code.co_varnames, *self._code.co_cellvars} - chances
        names = form.temporaries | self._variables
        self._live = live_at_starts(form.blocks, names)
        self._ordered = live_at_starts(form.blocks, names, orderless(function))
        self._unset = self._live[form.blocks[0]] - set(parameters_of(form.node))
        self._stops = [block for block in form.blocks if isinstance(block.end, Pick | Call)]
        self._number = {block: i for i, block in enumerate(self._stops)}

    def names(self, stop: Block) -> tuple[str, ...]:
        """Return the live variables at the place after a block that ends in a pick or call."""
        assert isinstance(stop.end, Pick | Call)
        return tuple(sorted(self._live[stop.end.to] - {stop.end.target}))

    def _loose(self, end: Pick | Call) -> tuple[int, ...]:
        """Return the places among the live variables of those that need no order."""
        ordered = self._ordered[end.to]
        names = sorted(self._live[end.to] - {end.target})
        return tuple(i for i, name in enumerate(names) if name not in ordered)

    def places(self) -> Places:
        """Compile the functions of all places."""
        functions = [self._enter(), *map(self._resume, self._stops)]
        made = self._compile(functions)
        nested = self._nested([function.__code__ for function in made])
        cell = self._cells[PREFIX + "places"]
        places = tuple(
            Place(
                self._code.co_qualname,
                stop.end.line,
                self.names(stop),
                self._loose(stop.end),
                resume,
            )
            for stop, resume in zip(self._stops, made[1:], strict=True)
            if isinstance(stop.end, Pick | Call)
        )
        cell.cell_contents = places
        made[0].__defaults__ = self._function.__defaults__
        made[0].__kwdefaults__ = self._function.__kwdefaults__
        return Places(made[0], places, nested)

    def _compile(self, functions: list[ast.FunctionDef]) -> list[FunctionType]:
        """Compile functions with the globals and the closure of the original."""
        closure = self._function.__closure__ or ()
        self._cells = dict(zip(self._code.co_freevars, closure, strict=True))
        self._cells |= {name: CellType(value) for name, value in RUNTIME.items()}
        self._cells[PREFIX + "places"] = CellType(())
        outer = [_assign(name, ast.Constant(None)) for name in self._cells]
        factory = ast.FunctionDef(PREFIX + "factory", _no_arguments(), [*outer, *functions], [])
        module = ast.fix_missing_locations(ast.Module([factory], []))
        flags = self._code.co_flags & __future__.annotations.compiler_flag
        code = compile(module, self._code.co_filename, "exec", flags, dont_inherit=True)
        (factory_code,) = (c for c in code.co_consts if isinstance(c, CodeType))
        codes = {c.co_name: c for c in factory_code.co_consts if isinstance(c, CodeType)}
        return [self._bind(codes[function.name]) for function in functions]

    def _bind(self, code: CodeType) -> FunctionType:
        cells = tuple(self._cells[name] for name in code.co_freevars)
        return FunctionType(code, self._function.__globals__, code.co_name, None, cells)

    def _nested(self, codes: list[CodeType]) -> dict[CodeType, bool]:
        """Return the functions made in the places, and whether their variables stay the same.

        A place has cells of its own.  A function made in one place sees a variable that
        another place assigns again as it was.
        """
        unsteady = {*self._code.co_cellvars} - steady_variables(self._form.node)
        return {
            nested: not unsteady.intersection(nested.co_freevars)
            for code in codes
            for nested in codes_within(code)
            if nested is not code
        }

    def _enter(self) -> ast.FunctionDef:
        arguments = _without_defaults(self._form.node.args)
        unset: list[ast.stmt] = [
            _assign(name, _load(PREFIX + "unset")) for name in sorted(self._unset)
        ]
        body = [*self._local(), *unset, *self._body(self._form.blocks[0])]
        return ast.FunctionDef(PREFIX + "enter", arguments, body, [])

    def _resume(self, stop: Block) -> ast.FunctionDef:
        assert isinstance(stop.end, Pick | Call)
        value = stop.end.target if stop.end.target in self._live[stop.end.to] else _VALUE
        names = [ast.arg(name) for name in (*self.names(stop), value)]
        arguments = ast.arguments([], names, None, [], [], None, [])
        name = f"{PREFIX}place_{self._number[stop]}"
        return ast.FunctionDef(name, arguments, [*self._local(), *self._body(stop.end.to)], [])

    def _local(self) -> list[ast.stmt]:
        """Return what makes every variable of the function one of the place.

        One that is not live here and is read nevertheless is unbound: never a global variable.
        """
        unbound = [_assign(name, ast.Constant(None)) for name in sorted(self._variables)]
        return [ast.If(ast.Constant(False), unbound, [])] if unbound else []

    def _body(self, first: Block) -> list[ast.stmt]:
        """Return the statements from a block on, to the next picks, calls and returns."""
        cases = _joined(first)
        if not cases:
            return self._ways(first, cases)
        cases.add(first)
        body: list[ast.stmt] = [
            ast.If(_is_at(block), self._ways(block, cases), [])
            for block in sorted(cases, key=lambda block: block.number)
        ]
        return [_go_to(first), ast.While(ast.Constant(True), body, [])]

    def _ways(self, block: Block, cases: set[Block]) -> list[ast.stmt]:
        """Return the statements of a block and of what follows it, up to the cases."""
        statements = [Rewriter(self._chances, self._unset).rewrite(s) for s in block.statements]
        return [*statements, *self._ending(block, cases)]

    def _go(self, block: Block, cases: set[Block]) -> list[ast.stmt]:
        return [_go_to(block), ast.Continue()] if block in cases else self._ways(block, cases)

    def _ending(self, block: Block, cases: set[Block]) -> list[ast.stmt]:
        rewriter = Rewriter(self._chances, self._unset)
        match block.end:
            case Branch(test=test, yes=yes, no=no):
                ways = self._go(yes, cases), self._go(no, cases)
                return [ast.If(rewriter.rewrite(test), *ways)]
            case Finish(value=value):
                return [signal(value, DONE, rewriter.rewrite(value))]
            case Pick(weights=weights):
                return [signal(weights, PICK, rewriter.rewrite(weights), *self._place(block))]
            case Call(call=call):
                return [signal(call, CALL, *self._call(call, rewriter), *self._place(block))]
        return self._go(block.targets()[0], cases)

    def _place(self, stop: Block) -> list[ast.expr]:
        number = ast.Constant(self._number[stop])
        place = ast.Subscript(_load(PREFIX + "places"), number, ast.Load())
        values = ast.Tuple([_load(name) for name in self.names(stop)], ast.Load())
        return [place, values]

    def _call(self, call: ast.Call, rewriter: Rewriter) -> list[ast.expr]:
        spots: Any = (
            tuple(i for i, arg in enumerate(call.args) if self._form.is_chance(arg)),
            tuple(str(k.arg) for k in call.keywords if self._form.is_chance(k.value)),
        )
        rewritten = rewriter.rewrite(call)
        names: list[ast.expr | None] = [ast.Constant(k.arg) for k in rewritten.keywords]
        keywords = ast.Dict(names, [k.value for k in rewritten.keywords])
        arguments = ast.Tuple(rewritten.args, ast.Load())
        given = keywords if names else ast.Constant(None)
        return [rewritten.func, ast.Constant(spots), arguments, given]


def _joined(first: Block) -> set[Block]:
    """Return the blocks reached from `first`, without a pick, in more than one way."""
    ways: dict[Block, int] = {first: 1}
    waiting = [first]
    for block in waiting:
        for target in block.jumps():
            if target not in ways:
                waiting.append(target)
            ways[target] = ways.get(target, 0) + 1
    return {block for block, number in ways.items() if number > 1}


def _go_to(block: Block) -> ast.stmt:
    return _assign(_AT, ast.Constant(block.number))


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _is_at(block: Block) -> ast.expr:
    return ast.Compare(_load(_AT), [ast.Eq()], [ast.Constant(block.number)])


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _without_defaults(arguments: ast.arguments) -> ast.arguments:
    """Return the parameters of a function; the values of its defaults are set afterwards."""
    plain = copy.deepcopy(arguments)
    for argument in ast.walk(plain):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    plain.defaults = [ast.Constant(None) for _ in plain.defaults]
    plain.kw_defaults = [d and ast.Constant(None) for d in plain.kw_defaults]
    return plain


def _no_arguments() -> ast.arguments:
    return ast.arguments([], [], None, [], [], None, [])
