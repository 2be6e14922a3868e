"""What is asked of a text that varies: one of the program's texts, so the answers are a table.

The table has an answer for every text of the program, given by Python itself when the program
is assembled; in the play it is read.
"""

from collections.abc import Callable, Sequence
from functools import partial

from montmort.machine.assembly import Register
from montmort.machine.frame import Frame, Value
from montmort.machine.shapes import Fixed, Text
from montmort.machine.values import integer, truth_value

ENDS = ("startswith", "endswith")
COUNTS = ("count", "find", "rfind")
KINDS = ("isalnum", "isalpha", "isdecimal", "isdigit", "islower", "isspace", "isupper")


def answer(
    frame: Frame, text: Value, key: tuple[object, ...], function: Callable[[str], int]
) -> Register:
    """Return what a function of texts to integers gives; functions with one key are the same."""
    name = frame.program.table_of_texts(key, function)
    place = frame.code.result(f"getelementptr i64, ptr {name}, i64 {text.registers[0]}")
    return frame.code.result(f"load i64, ptr {place}")


def length_of_text(frame: Frame, text: Value) -> Value:
    """Return len(text)."""
    return integer(answer(frame, text, ("len",), len))


def truth_of_text(frame: Frame, text: Value) -> Register:
    """Return 1 unless the text is empty."""
    return answer(frame, text, ("bool",), _truth)


def part_of_text(frame: Frame, part: Value, text: Value) -> Value | None:
    """Return whether a text stands in another, of which one is constant; None for all others."""
    match part.shape, text.shape:
        case Fixed(value=str() as known), Text() if type(known) is str:
            function = partial(_asked, "__contains__", (known,))
            return truth_value(answer(frame, text, ("has", known), function))
        case Text(), Fixed(value=str() as known) if type(known) is str:
            return truth_value(answer(frame, part, ("in", known), partial(_is_part, known)))
    return None


def _is_part(known: str, text: str) -> int:
    """Return 1 if the text stands in a constant."""
    return int(text in known)


def text_method(frame: Frame, text: Value, name: str, args: Sequence[Value]) -> Value | None:
    """Compile a method of a text that gives a number or a truth value; None for all others."""
    if name in KINDS and not args:
        return truth_value(answer(frame, text, (name,), partial(_asked, name, ())))
    if name not in ENDS + COUNTS or len(args) != 1 or not isinstance(args[0].shape, Fixed):
        return None
    part = args[0].shape.value
    parts = part if type(part) is tuple and name in ENDS else (part,)
    if any(type(each) is not str for each in parts):
        return None
    register = answer(frame, text, (name, part), partial(_asked, name, (part,)))
    return truth_value(register) if name in ENDS else integer(register)


def _truth(text: str) -> int:
    return int(bool(text))


def _asked(name: str, args: tuple[object, ...], text: str) -> int:
    """Return what a method of a text returns, as an integer."""
    return int(getattr(text, name)(*args))
