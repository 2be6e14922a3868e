"""Expressions with picks in them, taken apart in the order in which Python evaluates them.

`lower(e)` writes what must happen before the last pick of an expression into blocks,
and returns an expression without picks for the rest.  Operands to the left of a pick
are evaluated before it, into variables of their own:

    f(a[i], chance.pick(w), b)    becomes    t1 = a[i];  t2 = chance.pick(w);  f(t1, t2, b)

A local variable or a constant needs no copy: no other function can change it.
"""

import ast
import builtins
from collections.abc import Container, Iterator, Sequence
from types import FunctionType
from typing import TypeGuard

from montmort.games.chance import check_chance
from montmort.machine.places.blocks import Block, Branch, Call, Jump, Pick
from montmort.machine.places.unmerged import Unmerged, refuse

PREFIX = "_mm_"  # of all names that are added
COLLECTING = {"tuple", "list", "sorted", "max", "min"}  # these read a generator to its end
SCOPES = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes within it that run when it runs, none of nested functions."""
    yield node
    if not isinstance(node, SCOPES):
        for child in ast.iter_child_nodes(node):
            yield from inside(child)


_WORDS: dict[type[ast.AST], str] = {
    ast.SetComp: "a set comprehension",
    ast.DictComp: "a dict comprehension",
    ast.GeneratorExp: "a generator",
    ast.Lambda: "a lambda",
    ast.Await: "an await",
    ast.Yield: "a yield",
    ast.YieldFrom: "a yield",
    ast.NamedExpr: "an assignment with :=",
    ast.Set: "a set",
    ast.JoinedStr: "an f-string",
    ast.FormattedValue: "an f-string",
    ast.Starred: "a starred expression",
}


class Expressions:
    """Writes blocks for expressions; `chances` are the parameters that hold chance."""

    def __init__(self, function: FunctionType, chances: frozenset[str]) -> None:
        self._function = function
        self._code = function.__code__
        self._locals = {*self._code.co_varnames, *self._code.co_cellvars}
        self._chances = chances
        self._walrus: set[str] = set()
        self._temporaries = 0
        self.blocks: list[Block] = []
        self.current = self.new_block()

    def loops(self, node: ast.expr, element: ast.expr, what: str) -> ast.expr:
        """Write the loops of a comprehension; see `Comprehensions`."""
        raise NotImplementedError

    def refuse(self, node: ast.AST, problem: str) -> Unmerged:
        """Return the refusal of a construct of this function."""
        return refuse(self._code, node, problem)

    def new_block(self) -> Block:
        """Return a new block, empty."""
        self.blocks.append(Block(len(self.blocks)))
        return self.blocks[-1]

    def write(self, statement: ast.stmt, node: ast.AST) -> None:
        """Add a statement to the current block, with the place of `node` in the file."""
        located = ast.copy_location(statement, node)
        self.current.statements.append(ast.fix_missing_locations(located))

    def jump(self, to: Block) -> None:
        """End the current block, unless it has ended, with a jump."""
        if self.current.end is None:
            self.current.end = Jump(to)

    def branch(self, test: ast.expr, yes: Block, no: Block) -> None:
        """End the current block with a branch."""
        if isinstance(test, ast.Constant):
            self.jump(yes if test.value else no)
        elif self.current.end is None:
            self.current.end = Branch(test, yes, no)

    @property
    def temporaries(self) -> frozenset[str]:
        """The variables that were added."""
        return frozenset(f"{PREFIX}{i + 1}" for i in range(self._temporaries))

    def new_name(self) -> str:
        """Return the name of a new variable."""
        self._temporaries += 1
        return f"{PREFIX}{self._temporaries}"

    def assign(self, name: str, value: ast.expr, node: ast.AST) -> ast.Name:
        """Write `name = value`; return the variable's expression."""
        self.write(ast.Assign([ast.Name(name, ast.Store())], value), node)
        return _load(name, node)

    def is_chance(self, node: ast.AST) -> bool:
        """Say whether a node is a parameter that holds chance."""
        return isinstance(node, ast.Name) and node.id in self._chances

    def is_pick(self, node: ast.AST) -> bool:
        """Say whether a node is a method call on chance."""
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and self.is_chance(node.func.value)
        )

    def is_call(self, node: ast.AST) -> bool:
        """Say whether a node is a call that gets chance."""
        if not isinstance(node, ast.Call) or self._value_of(node.func) is check_chance:
            return False  # a check passes with the stand-in for chance as well
        given = (*node.args, *(keyword.value for keyword in node.keywords))
        return any(map(self.is_chance, given))

    def _value_of(self, node: ast.expr) -> object:
        """Return the global variable that a node names, None if it names none."""
        if not isinstance(node, ast.Name) or node.id in self._locals:
            return None
        return self._function.__globals__.get(node.id)

    def suspends(self, node: ast.AST) -> bool:
        """Say whether there are picks, or calls that get chance, in a node."""
        return any(self.is_pick(part) or self.is_call(part) for part in inside(node))

    def lower(self, node: ast.expr) -> ast.expr:
        """Write the picks of an expression; return the expression of its value."""
        if not self.suspends(node):
            return node
        if self.is_pick(node) or self.is_call(node):
            assert isinstance(node, ast.Call)
            return self._pick(node) if self.is_pick(node) else self._call(node)
        method = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse(node, f"a pick inside {_WORDS.get(type(node), 'such an expression')}")
        lowered: ast.expr = method(node)
        return lowered

    def keep(self, node: ast.expr) -> ast.expr:
        """Evaluate an expression now, before a pick."""
        if isinstance(node, ast.Starred):
            items = ast.List([ast.Starred(node.value, ast.Load())], ast.Load())
            return ast.Starred(self.keep(ast.copy_location(items, node)), ast.Load())
        if isinstance(node, ast.Constant):
            return node
        if isinstance(node, ast.Name) and node.id not in self._walrus:
            return node
        return self.assign(self.new_name(), node, node)

    def operands(self, nodes: Sequence[ast.expr]) -> list[ast.expr]:
        """Lower expressions that are evaluated from left to right."""
        last = max((i for i, node in enumerate(nodes) if self.suspends(node)), default=-1)
        lowered = []
        for i, node in enumerate(nodes):
            part = self.lower(node)
            lowered.append(self.keep(part) if i < last else part)
        return lowered

    def _pick(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Attribute)
        one = len(node.args) == 1 and not node.keywords and node.func.attr == "pick"
        if not one or isinstance(node.args[0], ast.Starred):
            raise self.refuse(node, "of `chance` only chance.pick(weights) can be followed")
        weights, target, after = self.lower(node.args[0]), self.new_name(), self.new_block()
        self.current.end = Pick(weights, target, after, node.lineno)
        self.current = after
        return _load(target, node)

    def _call(self, node: ast.Call) -> ast.expr:
        if any(isinstance(arg, ast.Starred) for arg in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        ):
            raise self.refuse(node, "`chance` is given together with * or **")
        call, target, after = self._with_operands(node), self.new_name(), self.new_block()
        self.current.end = Call(call, target, after, node.lineno)
        self.current = after
        return _load(target, node)

    def _with_operands(self, node: ast.Call) -> ast.Call:
        """Lower the function and the arguments of a call.

        A method is looked up after its arguments: no function that is merged sets attributes.
        """
        method = node.func if isinstance(node.func, ast.Attribute) else None
        head = node.func if method is None else method.value
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        first, *rest = self.operands([head, *given])
        function = first if method is None else ast.Attribute(first, method.attr, ast.Load())
        values = rest[len(node.args) :]
        keywords = [ast.keyword(k.arg, v) for k, v in zip(node.keywords, values, strict=True)]
        call = ast.Call(function, rest[: len(node.args)], keywords)
        return ast.fix_missing_locations(ast.copy_location(call, node))

    # One method for each kind of expression, by the name of its class in `ast`.

    def of_call(self, node: ast.Call) -> ast.expr:
        """Lower a call that does not get chance itself."""
        if any(isinstance(arg, ast.GeneratorExp) and self.suspends(arg) for arg in node.args):
            return self._call_generator(self._builtin(node), node)
        return self._with_operands(node)

    def is_builtin(self, node: ast.expr, names: Container[str]) -> TypeGuard[ast.Name]:
        """Say whether a node is one of these builtin functions."""
        if not isinstance(node, ast.Name) or node.id not in names:
            return False
        return node.id not in self._locals and node.id not in self._function.__globals__

    def _builtin(self, node: ast.Call) -> str:
        """Return the name of a builtin that is called with a generator alone, else ''."""
        alone = len(node.args) == 1 and not node.keywords
        return node.func.id if alone and self.is_builtin(node.func, vars(builtins)) else ""

    def _call_generator(self, name: str, node: ast.Call) -> ast.expr:
        generator = node.args[0]
        assert isinstance(generator, ast.GeneratorExp)
        if name in COLLECTING:
            items = self.loops(generator, generator.elt, "collect")
            return ast.copy_location(ast.Call(node.func, [items], []), node)
        if name in ("sum", "any", "all"):
            return self.loops(generator, generator.elt, name)
        raise self.refuse(node, f"a generator that picks inside {name or 'a call'}")

    def of_binop(self, node: ast.BinOp) -> ast.expr:
        """Lower an operation with two operands."""
        left, right = self.operands([node.left, node.right])
        return ast.copy_location(ast.BinOp(left, node.op, right), node)

    def of_unaryop(self, node: ast.UnaryOp) -> ast.expr:
        """Lower an operation with one operand."""
        return ast.copy_location(ast.UnaryOp(node.op, self.lower(node.operand)), node)

    def of_attribute(self, node: ast.Attribute) -> ast.expr:
        """Lower an attribute of an expression."""
        return ast.copy_location(ast.Attribute(self.lower(node.value), node.attr, node.ctx), node)

    def of_subscript(self, node: ast.Subscript) -> ast.expr:
        """Lower an item of an expression."""
        value, index = self.operands([node.value, node.slice])
        return ast.copy_location(ast.Subscript(value, index, node.ctx), node)

    def of_slice(self, node: ast.Slice) -> ast.expr:
        """Lower a slice; as an operand it becomes an object of its own."""
        parts = [part or ast.Constant(None) for part in (node.lower, node.upper, node.step)]
        made = ast.Call(ast.Name(PREFIX + "slice", ast.Load()), self.operands(parts), [])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def of_tuple(self, node: ast.Tuple) -> ast.expr:
        """Lower a tuple."""
        return ast.copy_location(ast.Tuple(self.operands(node.elts), node.ctx), node)

    def of_list(self, node: ast.List) -> ast.expr:
        """Lower a list."""
        return ast.copy_location(ast.List(self.operands(node.elts), node.ctx), node)

    def of_set(self, node: ast.Set) -> ast.expr:
        """Lower a set."""
        return ast.copy_location(ast.Set(self.operands(node.elts)), node)

    def of_starred(self, node: ast.Starred) -> ast.expr:
        """Lower `*expression`."""
        return ast.copy_location(ast.Starred(self.lower(node.value), node.ctx), node)

    def of_dict(self, node: ast.Dict) -> ast.expr:
        """Lower a dict: each key before its value."""
        pairs = [part for pair in zip(node.keys, node.values, strict=True) for part in pair]
        parts = [part for part in pairs if part is not None]
        if len(parts) < len(pairs):
            raise self.refuse(node, "a pick inside a dict with **")
        lowered = self.operands(parts)
        keys: list[ast.expr | None] = [*lowered[::2]]
        return ast.copy_location(ast.Dict(keys, lowered[1::2]), node)

    def of_namedexpr(self, node: ast.NamedExpr) -> ast.expr:
        """Lower `(name := expression)`."""
        value = self.keep(self.lower(node.value))
        self.assign(node.target.id, value, node)
        return value

    def of_ifexp(self, node: ast.IfExp) -> ast.expr:
        """Lower `a if test else b`: only one of a and b is evaluated."""
        test = self.lower(node.test)
        yes, no, after = self.new_block(), self.new_block(), self.new_block()
        name = self.new_name()
        self.branch(test, yes, no)
        for block, value in ((yes, node.body), (no, node.orelse)):
            self.current = block
            self.assign(name, self.lower(value), node)
            self.jump(after)
        self.current = after
        return _load(name, node)

    def of_boolop(self, node: ast.BoolOp) -> ast.expr:
        """Lower `a and b` or `a or b`: b is evaluated only if a does not decide."""
        name, after = self.new_name(), self.new_block()
        for i, value in enumerate(node.values):
            self.assign(name, self.lower(value), node)
            if i + 1 < len(node.values):
                self._go_on_unless_decided(isinstance(node.op, ast.And), name, after, node)
        self.jump(after)
        self.current = after
        return _load(name, node)

    def _go_on_unless_decided(self, wanted: bool, name: str, after: Block, node: ast.expr) -> None:
        """Leave for `after` unless the variable has the truth value that is wanted."""
        following = self.new_block()
        yes, no = (following, after) if wanted else (after, following)
        self.branch(_load(name, node), yes, no)
        self.current = following

    def of_compare(self, node: ast.Compare) -> ast.expr:
        """Lower a comparison; a chain `a < b < c` is `a < b and b < c` with b evaluated once."""
        if len(node.ops) == 1:
            left, right = self.operands([node.left, node.comparators[0]])
            return ast.copy_location(ast.Compare(left, node.ops, [right]), node)
        name, after = self.new_name(), self.new_block()
        left = self.keep(self.lower(node.left))
        for i, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            right = self.keep(self.lower(comparator))
            self.assign(name, ast.Compare(left, [op], [right]), node)
            if i + 1 < len(node.ops):
                self._go_on_unless_decided(True, name, after, node)
            left = right
        self.jump(after)
        self.current = after
        return _load(name, node)


def _load(name: str, node: ast.AST) -> ast.Name:
    return ast.copy_location(ast.Name(name, ast.Load()), node)
