"""Comprehensions with picks in them, as loops.

    [f(x, chance) for x in items if x]    becomes    r = []
                                                     for x in items:
                                                         if x: r.append(f(x, chance))

with new names for the variables of the comprehension.  `sum`, `any` and `all` of a
generator keep a running value in place of a list, so that more situations are equal.
"""

import ast
import copy
from collections.abc import Mapping

from montmort.machine.places.blocks import Block
from montmort.machine.places.expressions import PREFIX, SCOPES, Expressions

LAZY = ("enumerate", "zip", "reversed")
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Comprehensions(Expressions):
    """Writes the blocks of comprehensions."""

    def of_listcomp(self, node: ast.ListComp) -> ast.expr:
        """Lower a list comprehension."""
        return self.loops(node, node.elt, "collect")

    def of_dictcomp(self, node: ast.DictComp) -> ast.expr:
        """Lower a dict comprehension: each key before its value."""
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        return self.loops(node, pair, "pairs")

    def of_generatorexp(self, node: ast.GeneratorExp) -> ast.expr:
        """Refuse a generator in any other place."""
        raise self.refuse(node, "a generator that picks; use a list")

    def loops(self, node: ast.expr, element: ast.expr, what: str) -> ast.expr:
        """Write the loops of a comprehension; `what` is collect, pairs, sum, any or all."""
        assert isinstance(node, Comprehension)
        if any(isinstance(part, SCOPES) for part in ast.walk(node)):
            raise self.refuse(node, "a function inside a comprehension that picks")
        result, after = self.new_name(), self.new_block()
        first: dict[str, ast.expr] = {
            "collect": ast.List([], ast.Load()),
            "pairs": ast.Dict([], []),
            "sum": ast.Constant(0),
            "any": ast.Constant(False),
            "all": ast.Constant(True),
        }
        value = self.assign(result, first[what], node)
        self._loop(node.generators, {}, element, what, result, after)
        self.jump(after)
        self.current = after
        return value

    def _loop(
        self,
        generators: list[ast.comprehension],
        renamed: Mapping[str, str],
        element: ast.expr,
        what: str,
        result: str,
        after: Block,
    ) -> None:
        """Write the outermost of the loops, with the others in its body."""
        if not generators:
            self._add(_rename(element, renamed), what, result, after)
            return
        outer, *inner = generators
        if outer.is_async:
            raise self.refuse(outer.target, "an async comprehension")
        items = _rename(outer.iter, renamed)
        stored = [part.id for part in ast.walk(outer.target) if isinstance(part, ast.Name)]
        renamed = {**renamed, **{name: self.new_name() for name in stored}}
        head, end = self.loop_head(items, _rename(outer.target, renamed), element)
        for condition in outer.ifs:
            following = self.new_block()
            self.branch(self.lower(_rename(condition, renamed)), following, head)
            self.current = following
        self._loop(inner, renamed, element, what, result, after)
        self.jump(head)
        self.current = end

    def loop_head(self, items: ast.expr, target: ast.expr, node: ast.AST) -> tuple[Block, Block]:
        """Start a loop over items, whose current block is its body; return its head and end."""
        sequence, index = self.new_name(), self.new_name()
        call = ast.Call(
            ast.Name(PREFIX + "sequence", ast.Load()),
            [self.lower(self._in_full(items)), ast.Constant(getattr(items, "lineno", 0))],
            [],
        )
        self.assign(sequence, call, items)
        self.assign(index, ast.Constant(0), items)
        head, body, end = self.new_block(), self.new_block(), self.new_block()
        self.jump(head)
        self.current = head
        test = ast.parse(f"{index} < len({sequence})".replace("len", PREFIX + "len"), mode="eval")
        self.branch(ast.fix_missing_locations(ast.copy_location(test.body, items)), body, end)
        self.current = body
        item = ast.parse(f"{sequence}[{index}]", mode="eval").body
        self.write(ast.Assign([target], item), node)
        self.write(ast.parse(f"{index} += 1").body[0], node)
        return head, end

    def _in_full(self, items: ast.expr) -> ast.expr:
        """Replace enumerate, zip and reversed by all their values, if these cannot change."""
        if isinstance(items, ast.Call) and self.is_builtin(items.func, LAZY):
            name = items.func.id
            full = ast.copy_location(ast.Name(f"{PREFIX}{name}", ast.Load()), items)
            return ast.copy_location(ast.Call(full, items.args, items.keywords), items)
        return items

    def _add(self, element: ast.expr, what: str, result: str, after: Block) -> None:
        if what == "pairs":
            assert isinstance(element, ast.Tuple)
            key, value = self.operands(element.elts)
            item = ast.Subscript(ast.Name(result, ast.Load()), self.keep(key), ast.Store())
            self.write(ast.Assign([item], value), element)
            return
        value = self.lower(element)
        if what in ("any", "all"):
            found, following = self.new_block(), self.new_block()
            yes, no = (found, following) if what == "any" else (following, found)
            self.branch(value, yes, no)
            self.current = found
            self.assign(result, ast.Constant(what == "any"), element)
            self.jump(after)
            self.current = following
            return
        name = ast.Name(result, ast.Load())
        if what == "sum":
            plus = ast.Name(PREFIX + "plus", ast.Load())
            self.assign(result, ast.Call(plus, [name, value], []), element)
        else:
            append = ast.Attribute(name, "append", ast.Load())
            self.write(ast.Expr(ast.Call(append, [value], [])), element)


class _Renamer(ast.NodeTransformer):
    """Gives variables new names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a variable."""
        new = ast.Name(self._names.get(node.id, node.id), node.ctx)
        return ast.copy_location(new, node)


def _rename(node: ast.expr, names: Mapping[str, str]) -> ast.expr:
    renamed: ast.expr = _Renamer(names).visit(copy.deepcopy(node))
    return renamed
