"""Methods of texts, and `in`: answered by a table where only one of the program's texts varies.

Everything else is done by functions of the characters' numbers, which are compiled into the
rules.  What they would have to know of characters beyond ASCII is left to Python.
"""

import ast
from collections.abc import Sequence
from functools import partial

from montmort.machine import prelude, prelude_of_texts
from montmort.machine.assembly import Register
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.inline import call
from montmort.machine.iteration import for_each, items_in
from montmort.machine.shapes import Fixed, Integer, Letters, Row, Text
from montmort.machine.texts import as_text, is_text
from montmort.machine.values import (
    answer,
    as_letters,
    constant,
    integer,
    is_fixed,
    items_address,
    length_of,
    new_row,
    truth_value,
)

ENDS = ("startswith", "endswith")
PLACES = ("index", "rindex")  # which must be found
COUNTS = ("count", "find", "rfind")
KINDS = ("isalnum", "isalpha", "isdecimal", "isdigit", "islower", "isspace", "isupper")
CHANGES = ("lower", "upper")
STRIPS = ("lstrip", "rstrip", "strip")
ASKED = frozenset(ENDS + COUNTS + KINDS)
_COUNT = {  # of arguments
    **dict.fromkeys([*ENDS, *COUNTS, "removeprefix", "removesuffix"], (1,)),
    **dict.fromkeys([*KINDS, *CHANGES], (0,)),
    **dict.fromkeys(STRIPS, (0, 1)),
    "replace": (2,),
}


def text_method(frame: Frame, text: Value, name: str, args: Sequence[Value]) -> Value | None:
    """Compile a method of a text; None for those that are not compiled."""
    if name in PLACES:
        place = text_method(frame, text, name.replace("index", "find"), args)
        if place is not None:
            frame.code.fail_unless_compare(">=", place.registers[0], "0", "a part that is missing")
        return place
    if isinstance(text.shape, Text) and name in ASKED and _are_known(name, args):
        known = tuple(arg.shape.value for arg in args)  # type: ignore[attr-defined]
        return _asked(frame, text, name, known)
    if isinstance(text.shape, Text) and name in _COUNT and all(map(is_fixed, args)):
        return _changed(frame, text, name, args)
    if name in ENDS and len(args) == 1 and is_fixed(args[0]):
        return _one_of_ends(frame, text, name, args[0].shape.value)  # type: ignore[attr-defined]
    if not all(map(is_text, args)) or name not in _COUNT or len(args) not in _COUNT[name]:
        return None
    letters = [as_letters(frame, each) for each in (text, *args)]
    if name in STRIPS and not args:
        letters.append(as_letters(frame, constant(prelude_of_texts.SPACES)))
    made = call(frame, getattr(prelude_of_texts, name), letters, {})
    return made if name in ASKED else as_text(made)


def _are_known(name: str, args: Sequence[Value]) -> bool:
    """Whether the arguments are those of a question that a table answers."""
    if name in KINDS:
        return not args
    known = [arg.shape.value for arg in args if isinstance(arg.shape, Fixed)]
    if not known or len(known) < len(args):
        return False
    parts = known[0] if type(known[0]) is tuple and name in ENDS else known[:1]
    is_cut = all(end is None or type(end) is int for end in known[1:3])
    return all(type(part) is str for part in parts) and is_cut and len(known) <= 3


def _asked(frame: Frame, text: Value, name: str, args: tuple[object, ...]) -> Value:
    """Return the answer of a table."""
    register = answer(frame, text, (name, *args), partial(_answer, name, args))
    return integer(register) if name in COUNTS else truth_value(register)


def _changed(frame: Frame, text: Value, name: str, args: Sequence[Value]) -> Value | None:
    """Return the text that a method of constants gives; None if it has other arguments."""
    known = tuple(arg.shape.value for arg in args)  # type: ignore[attr-defined]
    if len(known) not in _COUNT[name] or not all(type(each) is str for each in known):
        return None
    letters = frame.program.constants.letters
    address = answer(frame, text, (name, *known), lambda t: letters(getattr(t, name)(*known)))
    return Value(Letters(), (address,))


def _answer(name: str, args: tuple[object, ...], text: str) -> int:
    """Return what a method of a text returns, as an integer."""
    return int(getattr(text, name)(*args))


def _one_of_ends(frame: Frame, text: Value, name: str, known: object) -> Value | None:
    """Compile startswith and endswith of a constant, or of a tuple of these."""
    parts = known if type(known) is tuple else (known,)
    if not all(type(part) is str for part in parts):
        return None
    letters, found = as_letters(frame, text), "0"
    for part in parts:
        found = frame.code.simple("or", found, _has_end(frame, letters, part, name))
    return truth_value(found)


PACKED = 3  # characters of 21 bits in a word


def _has_end(frame: Frame, letters: Value, part: str, name: str) -> Register:
    """Return 1 where a text starts or ends with a constant.

    Its characters are compared three at a time: which one differs cannot be predicted.
    """
    code, length, found = frame.code, length_of(frame, letters), frame.code.slot()
    code.put(found, "0")
    enough, onward = code.label(), code.label()
    code.branch(code.test(">=", length, str(len(part))), enough, onward)
    code.start(enough)
    first = "0" if name == "startswith" else code.simple("sub", length, str(len(part)))
    start = code.simple("add", items_address(frame, letters), code.simple("mul", first, "8"))
    same = "1"
    for place in range(0, len(part), PACKED):
        read, wanted = "0", 0
        for offset, letter in enumerate(part[place : place + PACKED]):
            word = code.simple("shl", code.load(start, place + offset), str(21 * offset))
            read = word if read == "0" else code.simple("or", read, word)
            wanted |= ord(letter) << 21 * offset
        same = code.simple("and", same, code.compare("==", read, str(wanted)))
    code.put(found, same)
    code.place(onward)
    return code.get(found)


def part_of_text(frame: Frame, part: Value, text: Value) -> Value:
    """Return whether a text stands in another."""
    if not is_text(part):
        frame.refuse(f"{describe(part.shape)} in a text")
    match part.shape, text.shape:
        case Fixed(value=known), Text():
            return _asked(frame, text, "__contains__", (known,))
        case Text(), Fixed(value=known):
            return truth_value(answer(frame, part, ("in", known), partial(_is_part, known)))
    letters = [as_letters(frame, each) for each in (text, part)]
    return call(frame, prelude_of_texts.has, letters, {})


def _is_part(known: str, text: str) -> int:
    """Return 1 if the text stands in a constant."""
    return int(text in known)


def number_of_text(frame: Frame, text: Value) -> Value:
    """Return int(text)."""
    return call(frame, prelude_of_texts.number, [as_letters(frame, text)], {})


def joined_texts(frame: Frame, between: Value, node: ast.Call) -> Value:
    """Compile between.join(texts)."""
    if len(node.args) != 1 or node.keywords:
        frame.refuse("these arguments of join", node)
    code, letters = frame.code, as_letters(frame, between)
    items = items_in(frame, node.args[0])
    made = new_row(frame, Row(Integer(), "list"), "0")
    is_later = code.slot()
    code.put(is_later, "0")

    def add(item: Value) -> None:
        first, onward = code.label(), code.label()
        later = code.label()
        code.branch(code.test("!=", code.get(is_later), "0"), later, first)
        code.start(later)
        call(frame, prelude.extend, [made, letters], {})
        code.jump(onward)
        code.start(first)
        code.place(onward)
        call(frame, prelude.extend, [made, as_letters(frame, item)], {})
        code.put(is_later, "1")

    for_each(frame, items, add)
    return as_text(made)
