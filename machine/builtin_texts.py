"""Python's functions that make texts, and those of single characters."""

import ast
import sys

from montmort.machine.builtin_functions import only
from montmort.machine.dispatch import lower
from montmort.machine.formatting import shown
from montmort.machine.frame import Frame, Value
from montmort.machine.texts import as_text
from montmort.machine.values import (
    LETTERS,
    as_integer,
    as_letters,
    integer,
    length_of,
    load_item,
    row_of,
)


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
