"""Calls that make texts and dictionaries, and the steps on sets that the prelude asks for."""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from montmort.machine import prelude
from montmort.machine.builtin_functions import only
from montmort.machine.containers import NONE, count, update_from
from montmort.machine.dictionaries import empty_row, new_dictionary, put, written
from montmort.machine.dispatch import lower
from montmort.machine.expressions import known_value
from montmort.machine.formatting import shown
from montmort.machine.frame import Frame, Value
from montmort.machine.inline import call
from montmort.machine.iteration import for_each, items_in
from montmort.machine.shapes import Dictionary, Fixed, Record, Row, Shape, Unknown, View, is_set
from montmort.machine.texts import as_text
from montmort.machine.values import (
    LETTERS,
    append,
    as_integer,
    as_letters,
    constant,
    integer,
    length_of,
    load_item,
    realise,
    row_of,
    unpacked,
)


def members(frame: Frame, node: ast.Call) -> Value:
    """Return a set as a list of its items, which must not be seen in their order."""
    value = realise(frame, lower(frame, node.args[0]))
    if not is_set(value.shape):
        return value
    return Value(Row(value.shape.item, "list"), value.registers)


def none_like(frame: Frame, node: ast.Call) -> Value:
    """Return an empty set for items like those of a set.

    Where another container is named as well, equal items of both must be of one type: Python
    takes those of the one or of the other.
    """
    row, *others = (realise(frame, lower(frame, each)).shape for each in node.args)
    assert isinstance(row, Row)
    if any(not _holds_like(other, row.item) for other in others):
        frame.refuse("common items of a set and a container with items of another type")
    made = empty_row(frame, node, row.kind)
    return made if isinstance(row.item, Unknown) else Value(row, made.registers)


def _holds_like(container: Shape, item: Shape) -> bool:
    """Whether all items of a container have the type of an item."""
    match container:
        case Row(item=held):
            return bool(held == item) or Unknown in (type(held), type(item))
        case Record(items=held, kind=None):
            return set(held) <= {item}
        case Dictionary(pairs=Row(item=Record(items=(key, _)))):
            return key == item
        case View(of=dictionary, part="keys"):
            return _holds_like(dictionary, item)
    return False


def append_member(frame: Frame, node: ast.Call) -> Value:
    """Add an item that a set does not have."""
    row, item = (lower(frame, each) for each in node.args)
    append(frame, row, item)
    return NONE


def dictionary_from(frame: Frame, node: ast.Call) -> Value:
    """Compile dict of nothing, of a dictionary, of pairs, of names."""
    if not node.args and not node.keywords:
        return written(frame, {})
    if len(node.args) > 1 or any(each.arg is None for each in node.keywords):
        frame.refuse("these arguments", node)
    made = new_dictionary(frame, node)
    for each in node.args:
        known = known_value(frame, each)
        if known is None or not isinstance(known.shape, Fixed):
            _put_all(frame, made, each)
        else:
            update_from(frame, made, known)
    for keyword in node.keywords:
        put(frame, made, constant(keyword.arg), lower(frame, keyword.value))
    return made


def _put_all(frame: Frame, made: Value, node: ast.expr) -> None:
    """Put all of a dictionary, or all pairs of an expression, into a dictionary."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        update_from(frame, made, lower(frame, node))
        return
    for_each(frame, items_in(frame, node), lambda pair: put(frame, made, *unpacked(frame, pair, 2)))


def counter(frame: Frame, node: ast.Call) -> Value:
    """Compile Counter of nothing, of items, of a dictionary."""
    if len(node.args) > 1 or node.keywords:
        frame.refuse("these arguments", node)
    made = new_dictionary(frame, node, Counter)
    for each in node.args:
        if isinstance(each, ast.GeneratorExp):
            for_each(
                frame,
                items_in(frame, each),
                lambda item: _called(frame, prelude.count_item, made, item),
            )
        else:
            count(frame, made, lower(frame, each), prelude.count_items, prelude.add_numbers)
    return made


def _called(frame: Frame, function: Callable[..., Any], *args: Value) -> None:
    call(frame, function, args, {})


def default_dictionary(frame: Frame, node: ast.Call) -> Value:
    """Compile defaultdict of a function without arguments."""
    if len(node.args) != 1 or node.keywords:
        frame.refuse("these arguments", node)
    factory = lower(frame, node.args[0]).shape
    if not isinstance(factory, Fixed):
        frame.refuse("a defaultdict of a function that varies", node)
    return new_dictionary(frame, node, defaultdict, factory)


def as_string(frame: Frame, node: ast.Call) -> Value:
    """Compile str."""
    return shown(frame, lower(frame, only(frame, node)[0]), "s")


def representation(frame: Frame, node: ast.Call) -> Value:
    """Compile repr."""
    return shown(frame, lower(frame, only(frame, node)[0]), "r")


def number_of_character(frame: Frame, node: ast.Call) -> Value:
    """Compile ord."""
    letters = as_letters(frame, lower(frame, only(frame, node)[0]))
    frame.code.fail_unless_compare("==", length_of(frame, letters), "1", "no single character")
    return load_item(frame, letters, "0")


def character(frame: Frame, node: ast.Call) -> Value:
    """Compile chr."""
    number = as_integer(frame, lower(frame, only(frame, node)[0]))
    frame.code.fail_unless_compare(">=", number, "0", "no character")
    frame.code.fail_unless_compare("<=", number, str(sys.maxunicode), "no character")
    row = Value(LETTERS, (row_of(frame, [integer(number)], LETTERS),))
    return as_text(row)
