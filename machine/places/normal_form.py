"""A function in normal form: every pick is the end of a block.

Statements without picks stay as they are.  `if`, `while` and `for` with picks in them,
or with a `break` or `continue` for a loop with picks, become branches and jumps.  A
`for` loop keeps the sequence and an index, as Python's own iterators of ranges, tuples,
lists and strings do.
"""

import ast
import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import NamedTuple

from montmort.machine.places.blocks import Block, Finish
from montmort.machine.places.comprehensions import Comprehensions
from montmort.machine.places.expressions import PREFIX, SCOPES
from montmort.machine.places.unmerged import refuse
from montmort.machine.sources import Definition, definition_of

LOOPS = (ast.For, ast.While, ast.AsyncFor)
GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class _Loop(NamedTuple):
    """Where `continue` and `break` lead."""

    head: Block
    end: Block


class NormalForm(Comprehensions):
    """Writes the blocks of a function, the first of which is its beginning."""

    def __init__(self, function: FunctionType, chances: frozenset[str]) -> None:
        super().__init__(function, chances)
        node = definition_of(function)
        if node is None:
            problem = f"no source of {function.__code__.co_name} as it runs"
            raise refuse(function.__code__, function.__code__.co_firstlineno, problem)
        self.node = node
        self._loops: list[_Loop] = []
        self._check(self.node)
        body = _body(self.node)
        self._walrus |= {
            part.target.id
            for statement in body
            for part in ast.walk(statement)
            if isinstance(part, ast.NamedExpr)
        }
        self._write_all(body)
        if self.current.end is None:
            self.current.end = Finish(ast.copy_location(ast.Constant(None), self.node))

    def _check(self, node: Definition) -> None:
        """Refuse functions that keep more state than their variables."""
        if self._code.co_flags & GENERATORS:
            raise self.refuse(node, f"{self._code.co_name} is a generator")
        for statement in _body(node):
            for part in ast.walk(statement):
                if isinstance(part, ast.Global | ast.Nonlocal):
                    raise self.refuse(part, f"`{type(part).__name__.lower()}` in a play")
                if isinstance(part, ast.arg) and part.arg in self._chances:
                    raise self.refuse(part, f"another `{part.arg}`")
                name = part.id if isinstance(part, ast.Name) else ""
                if name in self._chances and not isinstance(part.ctx, ast.Load):  # type: ignore[attr-defined]
                    raise self.refuse(part, f"`{name}` gets another value")
                if name.startswith(PREFIX) or (name[:2] == "__" and name[-2:] != "__"):
                    raise self.refuse(part, f"the name {name}")
        if "__class__" in self._code.co_freevars:
            raise self.refuse(node, "super()")

    def _write_all(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if self.current.end is not None:
                return  # the rest is never reached
            self._write_one(statement)

    def _write_one(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Return):
            value = node.value or ast.copy_location(ast.Constant(None), node)
            self.current.end = Finish(self.lower(value))
        elif isinstance(node, ast.Break | ast.Continue):
            loop = self._loops[-1]
            self.jump(loop.end if isinstance(node, ast.Break) else loop.head)
        elif not self.suspends(node) and not (self._loops and _leaves_loop(node)):
            self.current.statements.append(node)
        else:
            method = getattr(self, f"write_{type(node).__name__.lower()}", None)
            if method is None:
                raise self.refuse(node, f"a pick or a break inside `{_keyword(node)}`")
            method(node)

    # One method for each kind of statement, by the name of its class in `ast`.

    def write_expr(self, node: ast.Expr) -> None:
        """Write an expression whose value is not used."""
        self.write(ast.Expr(self.lower(node.value)), node)

    def write_assign(self, node: ast.Assign) -> None:
        """Write an assignment: the value is evaluated before the targets."""
        target, value = node.targets[0], self._value(node)
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and self.suspends(target):
            kept = self.keep(value)
            self.write(ast.Assign([self._item(target, ast.Store())], kept), node)
            return
        self._check_targets(node.targets)
        self.write(ast.Assign(node.targets, value), node)

    def _item(self, target: ast.Subscript, context: ast.expr_context) -> ast.Subscript:
        """Evaluate the container and the index of an item now; return the item."""
        if isinstance(target.slice, ast.Slice):
            raise self.refuse(target, "a pick in an assignment to a slice")
        container, index = self.operands([target.value, target.slice])
        return ast.Subscript(self.keep(container), self.keep(index), context)

    def _value(self, node: ast.Assign) -> ast.expr:
        """Lower the value; a generator that is unpacked into variables is read to its end."""
        target, value = node.targets[0], node.value
        if isinstance(value, ast.GeneratorExp) and isinstance(target, ast.Tuple | ast.List):
            return self.loops(value, value.elt, "collect")
        return self.lower(value)

    def write_annassign(self, node: ast.AnnAssign) -> None:
        """Write an assignment with a type."""
        self._check_targets([node.target])
        assert node.value is not None
        self.write(ast.Assign([node.target], self.lower(node.value)), node)

    def _check_targets(self, targets: list[ast.expr]) -> None:
        for target in targets:
            if self.suspends(target):
                raise self.refuse(target, "a pick on the left of =")

    def write_augassign(self, node: ast.AugAssign) -> None:
        """Write `target += value`: the old value is read before the new one is computed."""
        target = node.target
        if isinstance(target, ast.Name):
            if target.id in self._walrus:
                raise self.refuse(node, f"{target.id} is assigned by := as well")
            self.write(ast.AugAssign(target, node.op, self.lower(node.value)), node)
            return
        if not isinstance(target, ast.Subscript):
            raise self.refuse(node, "a pick on the right of an assignment to an attribute")
        item = self._item(target, ast.Load())
        old = self.new_name()
        self.assign(old, item, node)
        value = self.lower(node.value)
        self.write(ast.AugAssign(ast.Name(old, ast.Store()), node.op, value), node)
        place = ast.Subscript(item.value, item.slice, ast.Store())
        self.write(ast.Assign([place], ast.Name(old, ast.Load())), node)

    def write_if(self, node: ast.If) -> None:
        """Write `if`, `elif` and `else`."""
        yes, no, after = self.new_block(), self.new_block(), self.new_block()
        self.branch(self.lower(node.test), yes, no)
        for block, body in ((yes, node.body), (no, node.orelse)):
            self.current = block
            self._write_all(body)
            self.jump(after)
        self.current = after

    def write_while(self, node: ast.While) -> None:
        """Write `while` and its `else`."""
        head, body, no, end = (self.new_block() for _ in range(4))
        self.jump(head)
        self.current = head
        self.branch(self.lower(node.test), body, no)
        self.current = body
        self._write_loop(node, _Loop(head, end), no)

    def write_for(self, node: ast.For) -> None:
        """Write `for` and its `else`."""
        self._check_targets([node.target])
        head, no = self.loop_head(node.iter, node.target, node)
        self._write_loop(node, _Loop(head, self.new_block()), no)

    def _write_loop(self, node: ast.For | ast.While, loop: _Loop, no: Block) -> None:
        """Write the body of a loop from the current block, and its `else` from `no`."""
        self._loops.append(loop)
        self._write_all(node.body)
        self.jump(loop.head)
        self._loops.pop()
        self.current = no
        self._write_all(node.orelse)
        self.jump(loop.end)
        self.current = loop.end

    def write_match(self, node: ast.Match) -> None:
        """Write `match`: first the number of the case, then its body."""
        if any(case.guard is not None and self.suspends(case.guard) for case in node.cases):
            raise self.refuse(node, "a pick in the guard of a case")
        number = self.assign(self.new_name(), ast.Constant(-1), node)
        cases = [
            ast.match_case(
                case.pattern,
                case.guard,
                [ast.Assign([ast.Name(number.id, ast.Store())], ast.Constant(i))],
            )
            for i, case in enumerate(node.cases)
        ]
        self.write(ast.Match(self.lower(node.subject), cases), node)
        after = self.new_block()
        for i, case in enumerate(node.cases):
            yes, no = self.new_block(), self.new_block()
            test = ast.Compare(number, [ast.Eq()], [ast.Constant(i)])
            self.branch(ast.fix_missing_locations(ast.copy_location(test, node)), yes, no)
            self.current = yes
            self._write_all(case.body)
            self.jump(after)
            self.current = no
        self.jump(after)
        self.current = after

    def write_assert(self, node: ast.Assert) -> None:
        """Refuse a pick in an assertion: `python -O` would leave it out."""
        raise self.refuse(node, "a pick inside `assert`")


def _body(node: Definition) -> list[ast.stmt]:
    """Return the statements of a function, those of a lambda as one return."""
    if isinstance(node, ast.FunctionDef):
        return node.body
    return [ast.copy_location(ast.Return(node.body), node)]


def _leaves_loop(node: ast.AST) -> bool:
    """Say whether a statement has a break or continue for the loop around it."""
    if isinstance(node, ast.Break | ast.Continue):
        return True
    if isinstance(node, SCOPES):
        return False
    if isinstance(node, LOOPS):
        return any(map(_leaves_loop, node.orelse))
    return any(map(_leaves_loop, ast.iter_child_nodes(node)))


def _keyword(node: ast.stmt) -> str:
    return type(node).__name__.lower().replace("star", "")


def parameters_of(node: Definition) -> list[str]:
    """Return the names of a function's parameters, those with stars included."""
    return [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]


def steady_variables(node: Definition) -> set[str]:
    """Return the variables whose value never changes once a nested function was made.

    These are parameters that are never assigned, and variables assigned once, outside
    loops, before the first nested function.
    """
    names = [part for part in _all_nodes(node) if isinstance(part, ast.Name)]
    stored = [part.id for part in names if not isinstance(part.ctx, ast.Load)]
    fields = ("name", "asname", "rest")  # of def, except, import and patterns
    written = [getattr(part, field, None) for part in _all_nodes(node) for field in fields]
    stored += [name.partition(".")[0] for name in written if name]
    made = min((part.lineno for part in _all_nodes(node) if isinstance(part, SCOPES)), default=0)
    once = {
        target.id
        for statement in _body(node)
        if isinstance(statement, ast.Assign) and (statement.end_lineno or made) < made
        for target in statement.targets
        if isinstance(target, ast.Name) and stored.count(target.id) == 1
    }
    return once | (set(parameters_of(node)) - set(stored))


def _all_nodes(node: Definition) -> Iterator[ast.AST]:
    for statement in _body(node):
        yield from ast.walk(statement)
