"""F-strings, str and repr: texts that are made only where something looks at them.

Most are told to players that do not listen.  Until a text is made, it is the list of its parts.
What Python would run of the rules' own code to show a value is refused.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any

from montmort.machine import prelude_of_texts
from montmort.machine.constants import Constants, is_plain, members
from montmort.machine.dispatch import lower
from montmort.machine.folding import folded
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.inline import call
from montmort.machine.row_copies import joined
from montmort.machine.shapes import (
    Cards,
    Fixed,
    Integer,
    Letters,
    Maybe,
    Member,
    Names,
    Nothing,
    Number,
    Ratio,
    Record,
    Row,
    Shape,
    Text,
    Told,
    Truth,
    shows_itself,
)
from montmort.machine.texts import as_text, is_text
from montmort.machine.values import (
    LETTERS,
    answer,
    as_letters,
    constant,
    load_item,
    realise,
)


@dataclass(frozen=True)
class Part:
    """A value in an f-string, {value!sign:spec}."""

    value: Value
    sign: str = ""
    spec: str = ""

    def shown(self, known: Any) -> str:
        """Return what Python shows of a constant in the place of the value."""
        convert: dict[str, Callable[[Any], Any]] = {"s": str, "r": repr, "a": ascii}
        return format(convert[self.sign](known) if self.sign else known, self.spec)


def formatted(frame: Frame, node: ast.JoinedStr) -> Value:
    """Compile an f-string."""
    parts: list[str | Part] = []
    for each in node.values:
        if not isinstance(each, ast.FormattedValue):
            parts.append(lower(frame, each).shape.value)  # type: ignore[attr-defined]
            continue
        spec = constant("") if each.format_spec is None else lower(frame, each.format_spec)
        if not isinstance(spec.shape, Fixed):
            frame.refuse("a format that varies", node)
        sign = chr(each.conversion) if each.conversion > 0 else ""
        parts.append(_checked(frame, Part(lower(frame, each.value), sign, spec.shape.value)))
    return _told(parts)


def shown(frame: Frame, value: Value, sign: str) -> Value:
    """Return str(value) or repr(value), which have the signs of f-strings."""
    if is_text(value) and sign == "s":
        return value
    return _told([_checked(frame, Part(value, sign))])


def told_together(frame: Frame, a: Value, b: Value) -> Value | None:
    """Return the sum of two texts where one is not made yet; None for all others."""
    if not (is_text(a) and is_text(b) and Told in (type(a.shape), type(b.shape))):
        return None
    parts = [_checked(frame, Part(each)) for each in (a, b)]
    return _told(parts)


def _told(parts: Sequence[str | Part]) -> Value:
    """Return the text of some parts; it is a constant where all are."""
    if all(isinstance(part, str) for part in parts):
        return constant("".join(map(str, parts)))
    return Value(Told(tuple(parts)))


def _checked(frame: Frame, part: Part) -> str | Part:
    """Return a part, of a constant its text; refuse one whose showing runs code of the rules."""
    shape = part.value.shape
    if isinstance(shape, Fixed) and is_plain(shape.value):
        return folded(frame, part.shown, shape.value).shape.value  # type: ignore[attr-defined,no-any-return]
    if not isinstance(shape, Told):
        shape = realise(frame, part.value).shape
    if isinstance(shape, Record) and shape.kind is not None and not part.spec:
        shown_by = _own_method(shape.kind, part.sign)
        if shown_by is not None:
            return _checked(frame, Part(call(frame, shown_by, [realise(frame, part.value)], {})))
    samples = _SAMPLES.get(type(shape), ())
    if isinstance(shape, Member):
        samples = members(shape.kind)
    for sample in samples:
        folded(frame, part.shown, sample)
    if not samples and (part.spec or not _is_plain(shape)):
        frame.refuse(f"{describe(shape)} in an f-string, or a format")
    return part


_METHODS = ("__str__", "__repr__", "__format__")


def _own_method(kind: type[Any], sign: str) -> FunctionType | None:
    """Return the method of the rules by which a value is shown; None if Python shows it."""
    if shows_itself(kind, "__format__") or sign == "a":
        return None
    is_own = sign != "r" and shows_itself(kind, "__str__")
    name = "__str__" if is_own else "__repr__"
    found = getattr(kind, name)
    return found if shows_itself(kind, name) and isinstance(found, FunctionType) else None


# Values that have all formats of their types; those of other types have none.
_SAMPLES: dict[type[Shape], tuple[Any, ...]] = {
    Integer: (0, -1, 2**62), Truth: (False, True), Text: ("",), Letters: ("",), Told: ("",)
}  # fmt: skip


def _is_plain(shape: Shape) -> bool:
    """Whether Python shows a value without code of the rules."""
    match shape:
        case Record(items=items, kind=kind):
            return (kind is None or not shows_itself(kind, *_METHODS)) and all(
                map(_is_plain, items)
            )
        case Maybe(item=item) | Row(item=item):
            return _is_plain(item)
        case Member(kind=kind):
            return not shows_itself(kind, *_METHODS)
    plain = Integer | Truth | Text | Letters | Nothing | Number | Ratio | Cards | Names
    return isinstance(shape, plain)


def made(frame: Frame, text: Value) -> Value:
    """Return a text made of its parts, with which something is done."""
    assert isinstance(text.shape, Told)
    made = as_letters(frame, constant(""))
    for part in text.shape.parts:
        letters = _letters_of(frame, part)
        made = joined(frame, made, letters)
    return as_text(made)


def _letters_of(frame: Frame, part: str | Part) -> Value:
    """Return the numbers of a part's characters."""
    if isinstance(part, str):
        return as_letters(frame, constant(part))
    value, constants = realise(frame, part.value), frame.program.constants
    match value.shape:
        case Integer() if not part.spec:
            made = call(frame, prelude_of_texts.digits, [value], {})
            return Value(LETTERS, made.registers)
        case Letters() if not part.spec and part.sign in ("", "s"):
            return as_letters(frame, value)
        case Text():
            key = "shown", part.sign, part.spec
            return Value(LETTERS, (answer(frame, value, key, partial(_address, constants, part)),))
        case Truth() | Member():
            is_member = isinstance(value.shape, Member)
            known = members(value.shape.kind) if is_member else (False, True)  # type: ignore[union-attr]
            addresses = constant([_address(constants, part, each) for each in known])
            address = load_item(frame, realise(frame, addresses), value.registers[0])
            return Value(LETTERS, address.registers)
        case Nothing():
            return as_letters(frame, constant(part.shown(None)))
    return frame.refuse(f"a look at an f-string of {describe(value.shape)} or a format")


def _address(constants: Constants, part: Part, known: Any) -> int:
    """Return the address of what Python shows of a constant."""
    return constants.letters(part.shown(known))
