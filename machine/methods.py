"""Methods of lists, tuples and Decks, of constants, and the decisions of a table."""

import ast
from collections.abc import Callable, Sequence
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.table import SilentTable
from montmort.machine import prelude
from montmort.machine.choices import FreeSeats, decide
from montmort.machine.containers import CHANGES, OF_SETS_AND_DICTIONARIES, Method
from montmort.machine.decks import dealt, drawn, with_more
from montmort.machine.dictionaries import change, written
from montmort.machine.dispatch import lower
from montmort.machine.expressions import element
from montmort.machine.folding import check_plain, folded
from montmort.machine.frame import Frame, Value
from montmort.machine.inline import Keywords, call
from montmort.machine.packs import pack_method
from montmort.machine.row_copies import copied, popped
from montmort.machine.shapes import Fixed
from montmort.machine.tables import look_up_or, place_of_kind
from montmort.machine.values import (
    append,
    as_row,
    constant,
    is_fixed,
    length_of,
)


def _append(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
    if len(args) != 1 or named:
        frame.stop("append without its argument")
    append(frame, row, args[0])
    return constant(None)


def _by_prelude(function: Callable[..., Any], *defaults: Any) -> Method:
    """Return the method that a function of the prelude does; `defaults` are its last arguments."""

    def method(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
        if named:
            frame.refuse(f"named arguments of {function.__name__}")
        wanted = function.__code__.co_argcount - 1
        missing = wanted - len(args)
        if missing > len(defaults) or missing < 0:
            frame.refuse(f"these arguments of {function.__name__}")
        extra = (
            [constant(value) for value in defaults[len(defaults) - missing :]] if missing else []
        )
        return call(frame, function, [row, *args, *extra], {})

    return method


def _extend(frame: Frame, row: Value, args: Sequence[Value], _named: Keywords) -> Value:
    if len(args) != 1:
        frame.refuse("these arguments of extend")
    return call(frame, prelude.extend, [row, as_row(frame, args[0])], {})


def _sort(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
    known = {"key": constant(None), "reverse": constant(False), **named}
    if args or len(known) > 2:
        frame.refuse("these arguments of sort")
    return call(frame, prelude.sort, [row, known["key"], known["reverse"]], {})


def _pop(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
    if len(args) > 1 or named:
        frame.refuse("these arguments of pop")
    return popped(frame, row, args[0] if args else constant(-1))


def _copy(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
    if args or named:
        frame.refuse("these arguments of copy")
    return copied(frame, row)


METHODS: dict[tuple[str, str], Method] = {
    **OF_SETS_AND_DICTIONARIES,
    ("list", "append"): _append,
    ("list", "extend"): _extend,
    ("list", "sort"): _sort,
    ("list", "pop"): _pop,
    ("list", "insert"): _by_prelude(prelude.insert),
    ("list", "remove"): _by_prelude(prelude.remove),
    ("list", "reverse"): _by_prelude(prelude.reverse),
    ("list", "clear"): _by_prelude(prelude.clear),
    ("list", "copy"): _copy,
    ("list", "index"): _by_prelude(prelude.index),
    ("list", "count"): _by_prelude(prelude.count),
    ("tuple", "index"): _by_prelude(prelude.index),
    ("tuple", "count"): _by_prelude(prelude.count),
}


_DECK_METHODS = {"draw": ("chance",), "deal": ("chance", "cards"), "plus": ("kind", "cards")}


def deck_method(
    frame: Frame, deck: Value, name: str, args: Sequence[Value], named: Keywords
) -> Value:
    """Compile a method of a Deck."""
    order = _DECK_METHODS.get(name, ())
    given = {**dict(zip(order, args, strict=False)), **named}
    fits = len(given) == len(args) + len(named) and given.keys() <= {*order}
    if name == "plus":
        given.setdefault("cards", constant(1))
    if fits and len(given) == len(order) > 0:
        if name == "draw":
            return drawn(frame, deck)
        if name == "deal":
            return dealt(frame, deck, given["cards"])
        return with_more(frame, deck, place_of_kind(frame, deck, given["kind"]), given["cards"])
    method = vars(Deck).get(name)
    if not callable(method) or name.startswith("_"):
        frame.refuse(f"the method {name} of a Deck")
    return call(frame, method, [deck, *args], named)


def known_method(frame: Frame, known: Any, name: str, node: ast.Call) -> Value | None:
    """Compile a method of a constant that needs more than a call; None for all others."""
    if type(known) in (set, dict) and name in CHANGES:
        change(frame, known)
    if isinstance(known, dict):
        check_plain(frame, known)
    if isinstance(known, dict) and name == "get" and not node.keywords and node.args:
        args = [lower(frame, each) for each in node.args]
        default = args[1] if len(args) > 1 else constant(None)
        if is_fixed(args[0]):
            key = args[0].shape.value  # type: ignore[attr-defined]
            return constant(known[key]) if key in known else default
        return look_up_or(frame, known, args[0], default)
    if isinstance(known, dict) and name == "copy" and not node.args:
        if type(known) is not dict:
            frame.refuse(f"a copy of a constant {type(known).__name__}", node)
        return written(frame, known.copy())
    if isinstance(known, dict) and name in ("keys", "values", "items") and not node.args:
        if not _is_looked_through(frame, node):  # it is no tuple
            frame.refuse(f".{name}() of a constant dictionary outside of loops and the like")
        return constant(tuple(getattr(known, name)()))
    if type(known) is Pack:
        return pack_method(frame, known, name, node)
    if isinstance(known, FreeSeats):
        return _free(frame, known, name, node)
    if type(known) is SilentTable:
        return _silent(frame, name, [lower(frame, each) for each in node.args])
    return None


LOOKING = frozenset((
    "len", "list", "tuple", "sorted", "set", "frozenset", "sum", "min", "max", "any", "all",
    "enumerate", "zip", "map", "filter", "Counter", "dict",
))  # fmt: skip


def _is_looked_through(frame: Frame, node: ast.expr) -> bool:
    """Return whether only the items of a value are asked for, where it stands."""
    function = frame.source.node
    around = frame.program.made.get((function, "around"))
    if around is None:
        nodes = ast.walk(function)
        around = {child: each for each in nodes for child in ast.iter_child_nodes(each)}
        frame.program.made[function, "around"] = around
    match around.get(node):
        case ast.For(iter=place) | ast.comprehension(iter=place):
            return place is node
        case ast.Starred():
            return True
        case ast.Compare(ops=ops, comparators=[*_, last]):
            return last is node and isinstance(ops[-1], ast.In | ast.NotIn)
        case ast.Call(func=ast.Name(id=called)):
            return called in LOOKING
    return False


def _free(frame: Frame, table: FreeSeats, name: str, node: ast.Call) -> Value:
    """Compile a decision that is a branch, or an event, which only other players hear."""
    if name == "decide":
        return decide(frame, table, node)
    if name != "tell":
        frame.refuse(f"the method {name} of a table", node)
    args = [lower(frame, each) for each in node.args]
    return call(frame, table.others.tell, args, {}) if table.others is not None else constant(None)


def _silent(frame: Frame, name: str, args: Sequence[Value]) -> Value:
    """Compile the table without players: it ignores events, and takes the only choice."""
    if name == "tell" and len(args) == 1:
        return constant(None)
    if name != "decide" or len(args) != 3:
        frame.refuse(f"the method {name} of a table")
    choices = args[1]
    if isinstance(choices.shape, Fixed):
        if len(choices.shape.value) != 1:
            frame.stop("a decision without a player")
        return folded(frame, lambda: choices.shape.value[0])  # type: ignore[attr-defined]
    row = as_row(frame, choices)
    frame.code.fail_unless_compare("==", length_of(frame, row), "1", "a decision without a player")
    return element(frame, row, constant(0))
