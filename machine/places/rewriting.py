"""Statements of a play as statements of a place: chance, returns and unset variables.

The functions of the places call what is in `RUNTIME`: the stand-in for chance, sequences, sums.
"""

import ast
import copy
import threading
from collections.abc import Callable, Sequence
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.machine.places.expressions import PREFIX
from montmort.machine.places.unmerged import Unmerged

PICK, CALL, DONE = range(3)  # what ends a place
INDEXED = (range, tuple, list, str)  # their iterators are an index, also while a list changes


class Rewriter(ast.NodeTransformer):
    """Puts the stand-in for chance, signals for returns, and checks for unset variables."""

    def __init__(self, chances: frozenset[str], unset: frozenset[str]) -> None:
        self._chances, self._unset = chances, unset
        self._depth = 0  # of nested functions

    def rewrite(self, node: Any) -> Any:
        """Return a rewritten copy of a statement or an expression."""
        return ast.fix_missing_locations(self.visit(copy.deepcopy(node)))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Rewrite a variable."""
        if node.id in self._chances:
            return ast.copy_location(_load("chance"), node)
        if node.id in self._unset and isinstance(node.ctx, ast.Load):
            check = ast.Call(_load("set"), [node, ast.Constant(node.id)], [])
            return ast.copy_location(check, node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        """Rewrite a return inside a statement without picks."""
        self.generic_visit(node)
        return node if self._depth else signal(node, DONE, node.value or ast.Constant(None))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        """Rewrite the names in a nested function, not its returns."""
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1
        return node


def signal(node: ast.AST, kind: int, *parts: ast.expr) -> ast.stmt:
    """Return the statement that ends a place."""
    tuple_ = ast.Tuple([ast.Constant(kind), *parts], ast.Load())
    return ast.fix_missing_locations(ast.copy_location(ast.Return(tuple_), node))


def _load(name: str) -> ast.Name:
    return ast.Name(PREFIX + name, ast.Load())


class ChanceAside(threading.local):
    """The stand-in for chance: whoever picks with it does so in a way that is not followed."""

    picked = False

    def pick(self, _weights: Sequence[int], /) -> int:
        """Refuse to merge: the pick is not one of a place."""
        self.picked = True
        raise Unmerged("a pick in a function that is not followed: give it `chance` as an argument")


STAND_IN = ChanceAside()


class _Unset:
    """The value of a variable without a value."""


UNSET_VALUE = _Unset()


def set_variable(value: Any, name: str) -> Any:
    """Return the value of a variable; UnboundLocalError if it has none."""
    if value is UNSET_VALUE:
        raise UnboundLocalError(f"variable {name!r} has no value")
    return value


def sequence(items: Any, line: int) -> Any:
    """Return what a loop with picks goes over, as something with an index."""
    if type(items) in INDEXED:
        return items
    if type(items) is Deck:
        return tuple(items)
    if isinstance(items, tuple) and type(items).__iter__ is tuple.__iter__:
        return tuple(items)
    kind = type(items).__name__
    raise Unmerged(f"line {line}: a loop with picks over a {kind}; loop over a tuple or a range")


def _in_full(function: Callable[..., Any]) -> Callable[..., tuple[Any, ...]]:
    """Return a function that gives all values of an iterator over what cannot change."""

    def all_values(*given: Any, **named: Any) -> tuple[Any, ...]:
        for items in given:
            if type(items) not in (range, tuple, str, int):
                kind = type(items).__name__
                raise Unmerged(f"a loop with picks over {function.__name__}() of a {kind}")
        return tuple(function(*given, **named))

    return all_values


def plus(total: Any, item: Any) -> Any:
    """Return one more partial sum; `sum` adds floats in another way."""
    if type(total) is int and isinstance(item, int):
        return total + item
    raise Unmerged(f"a sum with picks over {type(item).__name__}")


RUNTIME = {
    "_mm_chance": STAND_IN,
    "_mm_unset": UNSET_VALUE,
    "_mm_set": set_variable,
    "_mm_sequence": sequence,
    "_mm_enumerate": _in_full(enumerate),
    "_mm_zip": _in_full(zip),
    "_mm_reversed": _in_full(reversed),
    "_mm_plus": plus,
    "_mm_len": len,
    "_mm_slice": slice,
}
