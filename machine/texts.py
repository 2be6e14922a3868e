"""Texts: one of the program's texts, or one made in the play.

What is asked of one of the program's texts is read from a table: it has an answer for every text
of the program, given by Python itself when the program is assembled.  A text made in the play is
a tuple of its characters' numbers, and so is one of the program's where it is a part of another.
"""

import ast

from montmort.machine.assembly import Register
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.row_copies import joined, repeated
from montmort.machine.shapes import Fixed, Letters, Text, Told
from montmort.machine.values import answer, as_integer, as_letters, integer, length_of


def is_text(value: Value) -> bool:
    """Whether a value is a text, known or not."""
    if isinstance(value.shape, Fixed):
        return type(value.shape.value) is str
    return isinstance(value.shape, Text | Letters | Told)


def as_text(row: Value) -> Value:
    """Return a new row of characters' numbers as a text."""
    return Value(Letters(), row.registers)


def length_of_text(frame: Frame, text: Value) -> Value:
    """Return len(text)."""
    if isinstance(text.shape, Letters):
        return integer(length_of(frame, as_letters(frame, text)))
    return integer(answer(frame, text, ("len",), len))


def truth_of_text(frame: Frame, text: Value) -> Register:
    """Return 1 unless the text is empty."""
    if isinstance(text.shape, Letters):
        return frame.code.compare("!=", length_of(frame, as_letters(frame, text)), "0")
    return answer(frame, text, ("bool",), _truth)


def _truth(text: str) -> int:
    return int(bool(text))


def text_arithmetic(frame: Frame, op: ast.operator, a: Value, b: Value) -> Value:
    """Return a + b of texts, or a text times a number."""
    if isinstance(op, ast.Add) and is_text(a) and is_text(b):
        return as_text(joined(frame, as_letters(frame, a), as_letters(frame, b)))
    text, times = (a, b) if is_text(a) else (b, a)
    if not isinstance(op, ast.Mult) or is_text(times):
        frame.refuse(f"this operator on {describe(a.shape)} and {describe(b.shape)}")
    return as_text(repeated(frame, as_letters(frame, text), as_integer(frame, times)))
