"""Static kinds of values in compiled rules, and what one place may hold.

Every value of compiled rules is a fixed number of 64-bit integers, its leaves.  The
kind says what they mean:

    int, bool             one leaf
    enum member, string   one leaf: its number in the enum, or in the program's strings
    names of cards        one leaf: the set of cards
    tuple, NamedTuple     the leaves of its items, one after another
    None or a value       one leaf that says whether there is a value, and its leaves
    list, long tuple,     one leaf: where in memory it is.  Two names of one list share it,
    Deck                  so aliases are those of Python.
    a constant            no leaf: globals, Rules, functions, everything known beforehand

Where two branches meet, `join` finds the kind that holds both.
"""

import enum
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any, ClassVar

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.sameness import identity
from montmort.montecarlo.compiled.classes import own_operators, peculiarity

MOST_STRINGS = 200  # that one variable may hold
MOST_ITEMS = 200  # of dicts that are compared


class NoJoin(Exception):
    """Two kinds that no place can hold both."""


class ListsMeet(Exception):
    """Two lists may stand in one place: their items must be of one kind."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(first, second)
        self.sites = first, second


def an(noun: str) -> str:
    """Return a noun with its article."""
    return f"an {noun}" if noun[:1].lower() in set("aeiou") else f"a {noun}"


class Kind:
    """What the leaves of a value mean."""

    WORDS: ClassVar[str] = "a value"

    def __str__(self) -> str:
        return self.WORDS


@dataclass(frozen=True)
class Whole(Kind):
    """An int, a bool, or a number that may be either."""

    name: str

    def __str__(self) -> str:
        return {"int": "an int", "bool": "a bool"}.get(self.name, "an int or a bool")


INT, BOOL, NUMBER = Whole("int"), Whole("bool"), Whole("number")


class Known(Kind):
    """A constant, known when the rules are compiled."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.key = constant_key(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        text = repr(self.value)
        return text if len(text) <= 40 else f"{text[:39]}…"


def constant_key(value: Any) -> Any:
    """Return a key that is equal for constants that no program can tell apart."""
    if type(value) is tuple or (isinstance(value, tuple) and hasattr(value, "_fields")):
        return type(value), *map(constant_key, value)
    if type(value) is dict and len(value) <= MOST_ITEMS:
        items = value.items()
        return dict, *((constant_key(key), constant_key(item)) for key, item in items)
    try:
        return identity(value)
    except BadInput:  # it may change: the same is only the object itself
        return "the object", id(value)


@dataclass(frozen=True)
class Member(Kind):
    """A member of an enum, by its number in the order of definition."""

    enum: type[enum.Enum]

    def __str__(self) -> str:
        return an(self.enum.__name__)


@dataclass(frozen=True)
class Text(Kind):
    """One of these strings, by its number among all strings of the program."""

    strings: frozenset[str]

    WORDS: ClassVar[str] = "a string"


@dataclass(frozen=True)
class CardNames(Kind):
    """The names of a set of cards, as `pack.write` gives them: the leaf is the set."""

    pack: Pack

    WORDS: ClassVar[str] = "the names of cards"


@dataclass(frozen=True)
class Optional(Kind):
    """None or a value."""

    inner: Kind

    def __str__(self) -> str:
        return f"None or {self.inner}"


@dataclass(frozen=True)
class Unset(Kind):
    """A local variable that may have no value yet; reading it is checked."""

    inner: Kind


@dataclass(frozen=True)
class Unusable(Kind):
    """A variable that no place can hold, with the reason; reading it is refused."""

    reason: str


@dataclass(frozen=True)
class Record(Kind):
    """A tuple, NamedTuple or frozen dataclass with these items; `cls` None is a plain tuple."""

    cls: type | None
    items: tuple[Kind, ...]

    def __str__(self) -> str:
        return an(self.cls.__name__) if self.cls else f"a tuple of {len(self.items)}"


@dataclass(frozen=True)
class Sequence(Kind):
    """A tuple of any length in memory."""

    item: Kind

    WORDS: ClassVar[str] = "a tuple"


@dataclass(frozen=True)
class ListOf(Kind):
    """A list in memory; `site` numbers the place in the rules where it is made."""

    site: int

    WORDS: ClassVar[str] = "a list"


@dataclass(frozen=True)
class Cards(Kind):
    """A Deck in memory: the counts of its `kinds`, a constant."""

    kinds: Known

    WORDS: ClassVar[str] = "a Deck"


@dataclass(frozen=True)
class Ratio(Kind):
    """A Fraction: numerator and denominator, in lowest terms."""

    WORDS: ClassVar[str] = "a Fraction"


@dataclass(frozen=True)
class Span(Kind):
    """A range: start, stop, step."""

    WORDS: ClassVar[str] = "a range"


@dataclass(frozen=True)
class Random(Kind):
    """The source of randomness."""

    WORDS: ClassVar[str] = "the chance"


@dataclass(frozen=True)
class Opaque(Kind):
    """A value that nothing looks at, such as a text made for an event."""

    WORDS: ClassVar[str] = "a text"


@dataclass(frozen=True)
class Nothing(Kind):
    """No value at all: the items of an empty list or tuple."""

    WORDS: ClassVar[str] = "nothing"


@dataclass(frozen=True)
class Function(Kind):
    """A function defined inside a function, or with arguments bound to it.

    `target` is a constant that identifies the code; `names` and `bound` are the
    captured variables, or the arguments of `functools.partial` (unnamed ones first,
    under the names "0", "1" and so on).
    """

    target: Kind
    names: tuple[str, ...]
    bound: tuple[Kind, ...]
    captured: bool

    WORDS: ClassVar[str] = "a function"


NOTHING, RATIO, SPAN, RANDOM, OPAQUE = (
    Nothing(),
    Ratio(),
    Span(),
    Random(),
    Opaque(),
)
NONE = Known(None)


@dataclass(frozen=True)
class Value:
    """A value of compiled rules: its kind, and its leaves as names or integers of the text."""

    kind: Kind
    leaves: tuple[str, ...] = ()

    @property
    def leaf(self) -> str:
        """The only leaf."""
        (leaf,) = self.leaves
        return leaf


def width(kind: Kind) -> int:
    """Return the number of leaves."""
    match kind:
        case Known() | Unusable() | Random() | Opaque() | Nothing():
            return 0
        case Optional(inner) | Unset(inner):
            return 1 + width(inner)
        case Record(_, items):
            return sum(map(width, items))
        case Ratio():
            return 2
        case Span():
            return 3
        case Function():
            return sum(map(width, kind.bound))
        case _:
            return 1


def parts(value: Value) -> tuple[Value, ...]:
    """Return the items of a tuple."""
    kind = value.kind
    if isinstance(kind, Known):
        items = kind.value if isinstance(kind.value, tuple) else record_fields(kind.value)
        return tuple(Value(Known(item)) for item in items)
    assert isinstance(kind, Record)
    return tuple(split(kind.items, value.leaves))


def split(kinds: tuple[Kind, ...], leaves: tuple[str, ...]) -> Iterator[Value]:
    """Yield the values of these kinds whose leaves stand one after another."""
    start = 0
    for kind in kinds:
        end = start + width(kind)
        yield Value(kind, leaves[start:end])
        start = end


def joined(cls: type | None, items: list[Value]) -> Value:
    """Return the tuple of these items."""
    if cls is None and all(isinstance(item.kind, Known) for item in items):
        return Value(Known(tuple(item.kind.value for item in items)))  # type: ignore[attr-defined]
    kinds = tuple(item.kind for item in items)
    return Value(Record(cls, kinds), tuple(leaf for item in items for leaf in item.leaves))


SIMPLE_CLASSES: dict[type, tuple[str, ...]] = {}  # attributes of classes whose objects stay


def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a NamedTuple or a dataclass."""
    if issubclass(cls, tuple):
        return tuple(getattr(cls, "_fields", ()))
    if cls in SIMPLE_CLASSES:
        return SIMPLE_CLASSES[cls]
    return tuple(each.name for each in fields(cls)) if is_dataclass(cls) else ()


def record_fields(value: Any) -> tuple[Any, ...]:
    """Return the values of a dataclass's fields."""
    return tuple(getattr(value, name) for name in field_names(type(value)))


def is_record(value: object) -> bool:
    """Return whether a constant is a tuple, a NamedTuple, or a frozen dataclass of the rules."""
    cls = type(value)
    if isinstance(value, tuple):
        return cls is tuple or (hasattr(value, "_fields") and not peculiarity(cls))
    if peculiarity(cls):
        return False
    return is_dataclass(cls) and cls.__dataclass_params__.frozen and cls is not Deck  # type: ignore[attr-defined]


def same_layout(first: Kind, second: Kind) -> bool:
    """Return whether the leaves of one kind may be read as those of the other."""
    if first == second or (isinstance(first, Whole) and isinstance(second, Whole)):
        return True
    match first, second:
        case (Text(), Text()) | (Nothing(), Nothing()):
            return True
        case Record(cls, items), Record(other_cls, others):
            return (
                cls is other_cls
                and len(items) == len(others)
                and all(map(same_layout, items, others))
            )
        case Optional(inner), Optional(other_inner):
            return same_layout(inner, other_inner)
        case Sequence(item), Sequence(other_item):
            return Nothing() in (item, other_item) or same_layout(item, other_item)
    return False


def is_flat(kind: Kind) -> bool:
    """Return whether equal values have equal leaves: nothing in it stands in memory."""
    match kind:
        case Whole() | Member() | Text() | CardNames() | Ratio() | Known() | Nothing():
            return True
        case Optional(inner):
            return is_flat(inner)
        case Record(_, items):
            return all(map(is_flat, items))
        case _:
            return False


def widened(kind: Kind) -> Kind:
    """Return the kind of a place that holds constants like this one and others."""
    if isinstance(kind, Record):
        return Record(kind.cls, tuple(map(widened, kind.items)))
    if isinstance(kind, Optional):
        return Optional(widened(kind.inner))
    if not isinstance(kind, Known):
        return kind
    value = kind.value
    if isinstance(value, enum.Enum):
        plain = not isinstance(value, enum.Flag) and not own_operators(type(value))
        return Member(type(value)) if plain else kind
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT
    if isinstance(value, str):
        return Text(frozenset({value}))
    if isinstance(value, Fraction):
        return RATIO
    if isinstance(value, Deck):
        return Cards(Known(value.kinds))
    if isinstance(value, range):
        return SPAN
    if isinstance(value, tuple) and is_record(value):
        cls = None if type(value) is tuple else type(value)
        return Record(cls, tuple(widened(Known(item)) for item in value))
    return kind


def join(first: Kind, second: Kind) -> Kind:
    """Return the kind of a place that holds values of both kinds; NoJoin if there is none."""
    if first == second:
        return first
    for one, other in ((first, second), (second, first)):
        if isinstance(one, Nothing):
            return other
        if isinstance(one, Unusable):
            return one
        if isinstance(one, Unset):
            inner = other.inner if isinstance(other, Unset) else other
            return Unset(join(one.inner, inner))
    for one, other in ((first, second), (second, first)):
        if one == NONE:
            return other if isinstance(other, Optional) else Optional(widened(other))
        if isinstance(one, Optional):
            inner = other.inner if isinstance(other, Optional) else other
            return Optional(join(widened(one.inner), widened(inner)))
    return _join_values(widened(first), widened(second))


def _join_values(first: Kind, second: Kind) -> Kind:
    if first == second:
        return first
    match first, second:
        case Whole(), Whole():
            return NUMBER
        case (Whole(), Member(cls)) | (Member(cls), Whole()) if issubclass(cls, int):
            return NUMBER
        case Text(strings), Text(others):
            if len(strings | others) > MOST_STRINGS:
                raise NoJoin("one of too many different strings")
            return Text(strings | others)
        case Record(cls, items), Record(other_cls, others) if cls is other_cls and len(
            items
        ) == len(others):
            return Record(cls, tuple(map(join, items, others)))
        case Record(None, items), Record(None, others):
            return Sequence(_item_of(*items, *others))
        case (Record(None, items), Sequence(item)) | (Sequence(item), Record(None, items)):
            return Sequence(_item_of(item, *items))
        case Sequence(item), Sequence(other):
            return Sequence(_item_of(item, other))
        case ListOf(site), ListOf(other_site):
            raise ListsMeet(site, other_site)
        case Function(), Function() if (first.target, first.names, first.captured) == (
            second.target,
            second.names,
            second.captured,
        ):
            bound = tuple(map(join, first.bound, second.bound))
            return Function(first.target, first.names, bound, first.captured)
    raise NoJoin(f"{first} and {second}")


def _item_of(*kinds: Kind) -> Kind:
    item: Kind = NOTHING
    for kind in kinds:
        item = join(item, widened(kind))
    return item
