"""Conversions of values: to the kind of another place, to a number, to true or false."""

import enum
from fractions import Fraction
from itertools import accumulate
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.montecarlo.compiled.classes import own_operators
from montmort.montecarlo.compiled.kinds import (
    BOOL,
    INT,
    NONE,
    CardNames,
    Cards,
    Function,
    Kind,
    Known,
    ListOf,
    Member,
    Nothing,
    Optional,
    Ratio,
    Record,
    Sequence,
    Span,
    Text,
    Unset,
    Value,
    Whole,
    is_record,
    parts,
    same_layout,
    split,
    width,
)
from montmort.montecarlo.compiled.scope import Scope

PLAIN = (int, str, Fraction, type(None), float, bytes, list, dict, set, frozenset, range)


def known(value: Any) -> Value:
    """Return a constant."""
    return Value(Known(value))


def constant(value: Value) -> Any:
    """Return the constant that a value is."""
    assert isinstance(value.kind, Known)
    return value.kind.value


def is_known(*values: Value) -> bool:
    """Return whether all values are constants."""
    return all(isinstance(value.kind, Known) for value in values)


def integer(leaf: str, kind: Kind = INT) -> Value:
    """Return a number in a name of the text."""
    return Value(kind, (leaf,))


def truth_value(scope: Scope, condition: bool | str) -> Value:
    """Return a condition as a bool of the rules."""
    if isinstance(condition, bool):
        return known(condition)
    return Value(BOOL, (scope.let(f"int({condition})"),))


def coerce(scope: Scope, value: Value, kind: Kind) -> tuple[str, ...]:
    """Return the leaves of `value` as a value of `kind`."""
    have = value.kind
    if have == kind:
        return value.leaves
    if isinstance(have, Nothing):  # the play has failed before
        return ("0",) * width(kind)
    match kind:
        case Optional(inner):
            if have == NONE:
                return ("0",) * width(kind)
            if isinstance(have, Optional):
                rest = Value(have.inner, value.leaves[1:])
                return value.leaves[0], *coerce(scope, rest, inner)
            return "1", *coerce(scope, value, inner)
        case Unset(inner):
            if isinstance(have, Unset):
                return value.leaves[0], *coerce(scope, Value(have.inner, value.leaves[1:]), inner)
            return "1", *coerce(scope, value, inner)
        case Record(_, items) if isinstance(have, Record) or is_record(getattr(have, "value", 0)):
            found = parts(value)
            if len(found) == len(items):
                pairs = zip(found, items, strict=True)
                return tuple(leaf for item, to in pairs for leaf in coerce(scope, item, to))
        case Sequence(item):
            return (_as_sequence(scope, value, item),)
        case Function(_, _, bound) if isinstance(have, Function):
            pairs = zip(split(have.bound, value.leaves), bound, strict=True)
            return tuple(leaf for item, to in pairs for leaf in coerce(scope, item, to))
        case Whole() if isinstance(have, Whole):
            return value.leaves
        case Whole() if isinstance(have, Member) and issubclass(have.enum, int):
            return (needed_number(scope, value, "a number"),)
        case Text() if isinstance(have, Text):
            return value.leaves
    if isinstance(have, Known):
        leaves = _constant_leaves(scope, have.value, kind)
        if leaves is not None:
            return leaves
    return scope.refuse(f"{have} stands where {kind} is expected")


def _constant_leaves(scope: Scope, value: Any, kind: Kind) -> tuple[str, ...] | None:
    match kind:
        case Member(cls) if isinstance(value, cls):
            return (str(list(cls).index(value)),)
        case Whole() if isinstance(value, int):
            return (_number_text(scope, int(value)),)
        case Text() if isinstance(value, str):
            return (str(scope.program.string(value)),)
        case Ratio() if isinstance(value, Fraction | int):
            ratio = Fraction(value)
            return _number_text(scope, ratio.numerator), _number_text(scope, ratio.denominator)
        case Span() if isinstance(value, range):
            return str(value.start), str(value.stop), str(value.step)
        case Cards(kinds) if isinstance(value, Deck) and Known(value.kinds) == kinds:
            scope.program.uses_memory = True
            return (scope.let(f"stored(memory, {deck_table(scope, value)})"),)
    return None


def _number_text(scope: Scope, number: int) -> str:
    if not -(2**63) <= number < 2**63:
        scope.refuse(f"{number} has more than 64 bits")
    return str(number) if number > -(2**63) else "(-9223372036854775807 - 1)"


def deck_in_memory(scope: Scope, counts: list[str]) -> str:
    """Return where a deck with these counts stands."""
    scope.program.uses_memory = True
    where = scope.let(f"reserve(memory, {len(counts)})")
    total = "0"
    for place, count in enumerate(counts):
        total = scope.let(f"add({total}, {count})")
        scope.emit(f"memory[{where} + {place}] = {total}")
    return where


def deck_table(scope: Scope, deck: Deck[Any]) -> str:
    """Return the name of a constant table that is a deck."""
    if deck.size >= 2**63:
        scope.refuse("a Deck has more cards than 64 bits count")
    return scope.program.table(list(accumulate(deck.counts)))


def deck_size(deck: Value) -> str:
    """Return the number of cards of a deck, as an expression of the text."""
    assert isinstance(deck.kind, Cards)
    count = len(deck.kind.kinds.value)
    return f"memory[{deck.leaf} + {count - 1}]" if count else "0"


def _as_sequence(scope: Scope, value: Value, item: Kind) -> str:
    have = value.kind
    if isinstance(have, Sequence):
        if isinstance(have.item, Nothing) or same_layout(have.item, item):
            return value.leaf
        scope.refuse(f"tuples of {have.item} and of {item} meet", "give all items one type")
    if not isinstance(have, Record) and not is_record(getattr(have, "value", 0)):
        scope.refuse(f"{have} stands where a tuple is expected")
    items = [coerce(scope, part, item) for part in parts(value)]
    return items_in_memory(scope, items, width(item))


def items_in_memory(scope: Scope, items: list[tuple[str, ...]], words: int) -> str:
    """Return where a new list of these items stands."""
    scope.program.uses_memory = True
    where = scope.let(f"new_items(memory, {len(items)}, {words})")
    first = 3
    for number, leaves in enumerate(items):
        for place, leaf in enumerate(leaves):
            scope.emit(f"memory[{where} + {first + number * words + place}] = {leaf}")
    return where


def number(scope: Scope, value: Value) -> str | None:
    """Return the leaf of a value that is a number in arithmetic, None if it is none."""
    kind = value.kind
    if isinstance(kind, Whole):
        return value.leaf
    if (
        isinstance(kind, Known)
        and isinstance(kind.value, int)
        and not own_operators(type(kind.value))
    ):
        return _number_text(scope, int(kind.value))
    if isinstance(kind, Member) and issubclass(kind.enum, int):
        table = scope.program.table([int(member) for member in kind.enum])
        return scope.let(f"{table}[{value.leaf}]")
    return None


def needed_number(scope: Scope, value: Value, what: str) -> str:
    """Return the leaf of a number; refuse any other value."""
    leaf = number(scope, value)
    if leaf is None:
        scope.refuse(f"{what} is {value.kind}, not an int")
    return leaf


def outcome_number(scope: Scope, value: Value, name: str) -> str:
    """Return the integer that stands for a field of the outcome, as `as_integer` does."""
    if isinstance(value.kind, Known) and isinstance(value.kind.value, enum.Enum):
        member = value.kind.value
        if not isinstance(member.value, int):
            return str(list(type(member)).index(member))
        return _number_text(scope, int(member.value))
    if isinstance(value.kind, Member):
        members = list(value.kind.enum)
        numbers = [
            member.value if isinstance(member.value, int) else place
            for place, member in enumerate(members)
        ]
        return scope.let(f"{scope.program.table([int(n) for n in numbers])}[{value.leaf}]")
    leaf = number(scope, value)
    if leaf is None:
        scope.refuse(
            f"the outcome's field {name} is {value.kind}", "make it an int, a bool or an enum"
        )
    return leaf


def truth(scope: Scope, value: Value) -> bool | str:
    """Return whether a value is true: known, or as a condition of the text."""
    match value.kind:
        case Known(value=constant_value):
            return _constant_truth(scope, constant_value)
        case Whole() | CardNames():
            return f"{value.leaf} != 0"
        case Text():
            return f"{value.leaf} != {scope.program.string('')}"
        case Optional(inner):
            inside = truth(scope, Value(inner, value.leaves[1:]))
            if isinstance(inside, bool):
                return f"{value.leaves[0]} != 0" if inside else False
            return f"(({value.leaves[0]} != 0) & ({inside}))"
        case Member(cls):
            _no_own_truth(scope, cls)
            if issubclass(cls, int):
                return f"{number(scope, value)} != 0"
            if not all(cls):
                scope.refuse(f"{value.kind} stands in a condition")
            return True
        case Record(cls, items):
            if cls is not None:
                _no_own_truth(scope, cls)
            return bool(items) if cls is None or issubclass(cls, tuple) else True
        case Sequence() | ListOf():
            return f"memory[{value.leaf}] != 0"
        case Cards():
            return f"{deck_size(value)} != 0"
        case Ratio():
            return f"{value.leaves[0]} != 0"
        case Function():
            return True
    return scope.refuse(f"{value.kind} stands in a condition")


def _constant_truth(scope: Scope, value: Any) -> bool:
    if not isinstance(value, (*PLAIN, Deck)):
        _no_own_truth(scope, type(value))
    return bool(value)


def _no_own_truth(scope: Scope, cls: type) -> None:
    if own_operators(cls):
        scope.refuse(f"{cls.__name__} defines operators", "compare its fields")
