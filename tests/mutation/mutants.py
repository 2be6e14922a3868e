"""Faults planted in a module, one at a time: its source text with one place changed."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
UNIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OPERATIONS = {  # of LLVM, and the comparisons by which the compiler names them
    "add": "sub", "sub": "add", "sadd": "ssub", "ssub": "sadd", "and": "or", "or": "and",
    "xor": "or", "shl": "lshr", "lshr": "ashr", "ashr": "lshr", "sdiv": "udiv", "srem": "urem",
    "urem": "srem", "zext": "sext", "sext": "zext", "slt": "sle", "sle": "slt", "sgt": "sge",
    "sge": "sgt", "ult": "ule", "ule": "ult", "ugt": "uge", "uge": "ugt", "eq": "ne", "ne": "eq",
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
}  # fmt: skip
WORD = re.compile(r"(?<![\w.%@$])(?:" + "|".join(filter(str.isalpha, OPERATIONS)) + r")(?![\w.:])")
SYMMETRIC = ("==", "!=", "add", "mul", "sadd", "smul", "and", "or", "xor")
SAID = ("refuse", "quote", "describe", "isinstance", "cast", "TypeVar")  # wording, or for mypy
Place = ast.stmt | ast.expr
Found = tuple[str, Place, str]  # kind, the node that is replaced, its new text


@dataclass(frozen=True)
class Mutant:
    """A module with one fault; `lines` are those of the place that is changed.

    `is_run` says whether it can be seen that they are run: not of kernels, nor outside functions.
    """

    module: str
    name: str
    lines: range
    change: str
    text: str
    is_run: bool


@cache
def mutants_of(module: str) -> dict[str, Mutant]:
    """Return the mutants of a module by name: module, function, kind and number of its kind."""
    path = ROOT / (module.replace(".", "/") + ".py")
    return mutants_in(path.read_bytes(), module)


def mutants_in(source: bytes, module: str) -> dict[str, Mutant]:
    """Return the mutants of a source text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: dict[str, Mutant] = {}
    count: Counter[str] = Counter()
    for function, node in _functions(ast.parse(source), ""):
        is_run = not _is_kernel(node)
        for kind, place, new in _faults(node, inside=not isinstance(node, ast.Module)):
            label = f"{module} {function}: {kind}"
            count[label] += 1
            first, last = place.lineno, place.end_lineno or place.lineno
            start = starts[first - 1] + place.col_offset
            end = starts[last - 1] + (place.end_col_offset or 0)
            text = (source[:start] + new.encode() + source[end:]).decode()
            change = f"line {first}: {_short(source[start:end].decode())} -> {_short(new)}"
            name = f"{label} {count[label]}"
            found[name] = Mutant(module, name, range(first, last + 1), change, text, is_run)
    return found


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) < 90 else f"{flat[:40]} … {flat[-40:]}"


def _is_kernel(node: ast.AST) -> bool:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return isinstance(node, ast.Module) or any("compiled" in ast.unparse(d) for d in decorators)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) < 90 else f"{flat[:40]} … {flat[-40:]}"


def _functions(node: ast.AST, around: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield the module, and its functions and methods, with their names."""
    if isinstance(node, ast.Module):
        yield "module", node
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef):
            yield around + part.name, part
        elif isinstance(part, ast.ClassDef):
            yield from _functions(part, f"{around}{part.name}.")


def _faults(node: ast.AST, *, inside: bool) -> Iterator[Found]:
    """Yield the faults of a function, those of functions within it included.

    Of what stands outside functions only the texts for LLVM are changed.
    """
    for part in _walk(node, node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield from _other_operation(part)
        elif inside and isinstance(part, ast.stmt):
            yield from _of_statement(part)
        elif inside and isinstance(part, ast.expr):
            for kind, new in _of_expression(part):
                yield kind, part, f"({ast.unparse(new)})"
        elif inside and isinstance(part, ast.comprehension):
            for test in part.ifs:
                yield "test negated", test, f"(not ({ast.unparse(test)}))"


def _walk(node: ast.AST, top: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts that decide something: no annotations, messages, asserts or patterns."""
    skipped: list[ast.AST | None] = []
    match node:
        case ast.FunctionDef():
            skipped = [node.args, node.returns, *node.decorator_list]
        case ast.AnnAssign():
            skipped = [node.annotation]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in SAID:
            return
        case ast.JoinedStr() | ast.Raise() | ast.Assert() | ast.pattern() | ast.ClassDef():
            return
    if node is not top:
        yield node
    for part in ast.iter_child_nodes(node):
        is_function = isinstance(part, ast.FunctionDef) and isinstance(node, ast.Module)
        is_text = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
        if not (is_function or is_text or any(part is each for each in skipped)):
            yield from _walk(part, top)


def _other_operation(node: ast.Constant) -> Iterator[Found]:
    if node.value in OPERATIONS:
        yield "operation", node, repr(OPERATIONS[node.value])
    elif "%" in node.value:
        for word in WORD.finditer(node.value):
            new = node.value[: word.start()] + OPERATIONS[word[0]] + node.value[word.end() :]
            yield f"{word[0]} in a text", node, repr(new)


def _of_statement(node: ast.stmt) -> Iterator[Found]:
    match node:
        case ast.If(test=test):
            yield "test negated", test, f"(not ({ast.unparse(test)}))"
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="refuse"))):
            yield "refusal dropped", node, "pass"
        case ast.Expr(value=ast.Call()):
            yield "statement dropped", node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement dropped", node, "pass"
        case ast.AugAssign(target=target, op=op, value=value):
            for kind, table in (("sign", SIGNS), ("union", UNIONS)):
                if type(op) in table:
                    new = ast.AugAssign(target, table[type(op)](), value)
                    yield kind, node, ast.unparse(new)


def _of_expression(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for at, op in enumerate(ops):
                others = [*ops[:at], COMPARISONS[type(op)](), *ops[at + 1 :]]
                yield "comparison", ast.Compare(left, others, right)
        case ast.BinOp(left=a, op=ast.Add() | ast.Sub() as op, right=b):
            yield "sign", ast.BinOp(a, SIGNS[type(op)](), b)
            if isinstance(op, ast.Sub):
                yield "difference", a
        case ast.BinOp(left=a, op=ast.BitOr() | ast.BitAnd() as op, right=b):
            yield "union", ast.BinOp(a, UNIONS[type(op)](), b)
        case ast.BoolOp(op=op, values=values):
            yield "and or", ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not dropped", operand
        case ast.IfExp(test=test, body=body, orelse=other):
            yield "test negated", ast.IfExp(test, other, body)
        case ast.Constant(value=bool(value)):
            yield "truth value", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "integer", ast.Constant(value + 1)
        case ast.Call(func=function, args=args, keywords=keywords):
            known = sum(_is_apart(each) for each in args[:1])
            if known and isinstance(args[0], ast.Constant) and args[0].value in SYMMETRIC:
                return
            if len(args) > known + 1 and ast.dump(args[known]) != ast.dump(args[known + 1]):
                before, (a, b, *more) = args[:known], args[known:]
                yield "arguments swapped", ast.Call(function, [*before, b, a, *more], keywords)


def _is_apart(argument: ast.expr) -> bool:
    """Whether nothing else could stand in an argument's place: the frame, an operation."""
    match argument:
        case ast.Name(id="frame") | ast.Constant(value=str()) | ast.Starred():
            return True
    return False
