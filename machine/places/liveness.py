"""The variables that are still needed at each place of a function.

A variable is live where some way on reads it before it is assigned again:

    live before s = reads(s) + (live after s - writes(s)),

from the end of the function backwards, over the blocks until nothing changes.  In
doubt a variable counts as read and not as written: to keep too much only merges less.

Reads that are `Free` do not count: with those that need no order of a list, the same
rule finds the variables whose order is still needed (`unordered`).
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from montmort.machine.places.blocks import Block, Branch, Call, Finish, Pick

Names = frozenset[str]
Free = Callable[[ast.AST], Sequence[ast.AST]]  # the parts of a node in which reads do not count
NONE: Names = frozenset()
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Exits(NamedTuple):
    """What is live where `break` and `continue` lead."""

    after_break: Names = NONE
    after_continue: Names = NONE


def none_free(_node: ast.AST) -> Sequence[ast.AST]:
    """Return nothing: all reads count."""
    return ()


def reads(node: ast.AST | None, free: Free = none_free) -> Names:
    """Return the variables that a node reads, all of nested functions included.

    >>> sorted(reads(ast.parse("a = b + [c for c in d]")))
    ['b', 'd']
    >>> sorted(reads(ast.parse("lambda a, b=b: a + b")))
    ['b']
    """
    if node is None:
        return NONE
    if isinstance(node, ast.Name):
        return frozenset({node.id}) if isinstance(node.ctx, ast.Load) else NONE
    left = free(node)
    parts = (part for part in ast.iter_child_nodes(node) if not any(part is x for x in left))
    within = NONE.union(*(reads(part, free) for part in parts))
    if isinstance(node, COMPREHENSIONS):
        own = NONE.union(*(_stored(generator.target) for generator in node.generators))
        return within - own | reads(node.generators[0].iter, free)
    if isinstance(node, ast.Lambda | ast.FunctionDef):
        own = frozenset(part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg))
        return within - own | NONE.union(*(reads(part, free) for part in _around(node)))
    if isinstance(node, ast.AugAssign):
        return within | _stored(node.target)
    if isinstance(node, ast.Delete):
        return within | NONE.union(*map(_stored, node.targets))
    return within


def _around(node: ast.Lambda | ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what is evaluated where a function is made, outside it."""
    yield from node.args.defaults
    yield from filter(None, node.args.kw_defaults)
    if isinstance(node, ast.FunctionDef):
        yield from node.decorator_list


def _stored(node: ast.AST) -> Names:
    """Return the variables among the targets of an assignment."""
    if isinstance(node, ast.Name):
        return frozenset({node.id})
    if isinstance(node, ast.Tuple | ast.List):
        return NONE.union(*map(_stored, node.elts))
    return _stored(node.value) if isinstance(node, ast.Starred) else NONE


def live_before(
    node: ast.stmt,
    after: Names,
    exits: Exits = Exits(),  # noqa: B008
    free: Free = none_free,
) -> Names:
    """Return the live variables before a statement, given those after it.

    >>> sorted(live_before(ast.parse("a = b + 1").body[0], frozenset({"a", "c"})))
    ['b', 'c']
    """
    if isinstance(node, ast.Return | ast.Raise):
        return reads(node, free)
    if isinstance(node, ast.Break):
        return exits.after_break
    if isinstance(node, ast.Continue):
        return exits.after_continue
    if isinstance(node, ast.If):
        ways = (live_before_all(part, after, exits, free) for part in (node.body, node.orelse))
        return reads(node.test, free).union(*ways)
    if isinstance(node, ast.While | ast.For):
        return _live_before_loop(node, after, exits, free)
    if isinstance(node, ast.Assign | ast.Delete):
        return reads(node, free) | (after - NONE.union(*map(_stored, node.targets)))
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return reads(node.value, free) | reads(node.target, free) | (after - _stored(node.target))
    if isinstance(node, ast.FunctionDef):
        return reads(node, free) | (after - {node.name})
    return reads(node, free) | after | exits.after_break | exits.after_continue


def live_before_all(
    nodes: Sequence[ast.stmt], after: Names, exits: Exits, free: Free = none_free
) -> Names:
    """Return the live variables before statements that run one after the other."""
    for node in reversed(nodes):
        after = live_before(node, after, exits, free)
    return after


def _live_before_loop(node: ast.While | ast.For, after: Names, exits: Exits, free: Free) -> Names:
    leaving = live_before_all(node.orelse, after, exits, free)
    test = reads(node.test, free) if isinstance(node, ast.While) else NONE
    written = _stored(node.target) if isinstance(node, ast.For) else NONE
    head = leaving | test
    while True:
        body = live_before_all(node.body, head, Exits(after, head), free) - written
        wider = head | body
        if isinstance(node, ast.For):
            wider |= reads(node.target, free)
        if wider == head:
            return head | (reads(node.iter, free) if isinstance(node, ast.For) else NONE)
        head = wider


def live_at_starts(
    blocks: Iterable[Block], names: Names, free: Free = none_free
) -> dict[Block, Names]:
    """Return the live variables at the start of each block, among the function's `names`."""
    blocks = list(blocks)
    live: dict[Block, Names] = dict.fromkeys(blocks, NONE)
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            after = _live_at_end(block, live, free)
            start = live_before_all(block.statements, after, Exits(), free) & names
            if start != live[block]:
                live[block], changed = start, True
    return live


def _live_at_end(block: Block, live: dict[Block, Names], free: Free) -> Names:
    """Return the live variables before the end of a block."""
    after = NONE.union(*(live[target] for target in block.targets()))
    match block.end:
        case Branch(test=test):
            return after | reads(test, free)
        case Pick(weights=weights, target=target):
            return after - {target} | reads(weights, free)
        case Call(call=call, target=target):
            return after - {target} | reads(call, free)
        case Finish(value=value):
            return reads(value, free)
    return after
