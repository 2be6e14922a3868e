"""Statements of a play as statements of a place: chance, returns and unset variables."""

import ast
import copy
from typing import Any

from montmort.machine.places.expressions import PREFIX

PICK, CALL, DONE = range(3)  # what ends a place


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
