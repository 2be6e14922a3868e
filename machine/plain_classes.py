"""Objects of plain classes: their attributes are set once, by `__init__`, and never again.

Such an object is a record of its attributes.  Which of two equal objects it is cannot be seen:
`==` and `is` between them are refused, and so is an assignment to an attribute later on.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any

from montmort.machine.refusal import CannotCompile
from montmort.machine.sources import source_of

_SPECIAL = frozenset({"__new__", "__setattr__", "__getattr__", "__getattribute__", "__slots__"})
_SPECIAL_TOO = frozenset({"__init_subclass__", "__class_getitem__", "__del__", "__delattr__"})


@cache
def plain_attributes(kind: type[Any]) -> tuple[str, ...]:
    """Return the attributes that `__init__` of a plain class sets; () for all other classes."""
    own = [base for base in kind.__mro__ if base is not object]
    if type(kind) is not type or any(type(base) is not type for base in own):
        return ()
    if any((_SPECIAL | _SPECIAL_TOO) & vars(base).keys() for base in own):
        return ()
    initial = getattr(kind, "__init__", None)
    if not isinstance(initial, FunctionType) or any(base.__module__ == "builtins" for base in own):
        return ()
    try:
        node = source_of(initial).node
    except CannotCompile:
        return ()
    if not isinstance(node, ast.FunctionDef) or not node.args.args:
        return ()
    names = tuple(_set_by(node.body, node.args.args[0].arg))
    of_class = {name for base in own for name in vars(base)}
    is_plain = "" not in names and len({*names}) == len(names) and not of_class & {*names}
    return names if is_plain else ()


def _set_by(body: Sequence[ast.stmt], own: str) -> Iterator[str]:
    """Yield the attributes that statements set; "" for a statement that does something else."""
    for node in body:
        match node:
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target, value=ast.expr()):
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                for part in parts:
                    match part:
                        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == own:
                            yield attribute
                        case _:
                            yield ""
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case _:
                yield ""


class Making:
    """The object that `__init__` is setting up: the values of its attributes so far."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def ordered(self, names: Sequence[str]) -> list[Any]:
        """Return the values of the attributes in an order."""
        values: Mapping[str, Any] = self.values
        return [values[name] for name in names]
