"""When two situations are surely equal: a key for live values, by content and aliasing.

Values that behave alike have equal keys, and only these: 1, True and 1.0 have three
keys, two names for one list another key than two equal lists.  Lists, dicts and the
like are numbered in the order in which they are met; a second visit is only the number.
Objects from outside the play (`surroundings`) do not change and are known by identity.

A situation is played on once for each branch, so its changeable values are copied
first, all at once to keep the aliasing.  Most often they are lists of plain values, each
with one name: `copy_lists` is the short way for these.
"""

import enum
import math
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from montmort.exact.rational_functions.field import is_expression
from montmort.games.cards.deck import Deck
from montmort.machine.places.rewriting import STAND_IN, UNSET_VALUE
from montmort.machine.places.unmerged import Unmerged

PLAIN = frozenset({int, str, type(None)})  # equal and of one of these types: alike
ONE_TYPE = frozenset({int, str})  # lists of one of these types have an order of their own
UNCHANGING = frozenset({*PLAIN, bool, float, range, Fraction, Deck})
LISTS = (list, deque)
DICTS = (dict, defaultdict, Counter)
CHANGEABLE = frozenset({*LISTS, *DICTS})

_TRUE, _FALSE, _AGAIN = (bool, 1), (bool, 0), object()


class Keys:
    """Keys of live values; `outside` are the objects that existed before the play, by id."""

    def __init__(self, outside: Mapping[int, object], steady: Mapping[CodeType, bool]) -> None:
        self._outside, self._steady = outside, steady
        self._met: dict[int, int] = {}  # changeable objects of one situation, by id
        self._kinds: dict[int, tuple[Any, Any]] = {}  # the kinds of a deck and their key
        self.changeable = False
        self.flat = True

    def of(self, values: Sequence[Any], loose: Sequence[int] = ()) -> tuple[Any, ...]:
        """Return the key of the live values of a situation.

        Lists at the places `loose` are the same in any order, if they are not met elsewhere.
        `changeable` says if values may change, and `flat` that only lists among them
        may, which hold plain values and have one name each.

        >>> keys, hand = Keys({}, {}), [1]
        >>> keys.of([hand, hand]) == keys.of([hand, [1]])
        False
        >>> keys.of([1, True]) == keys.of([True, 1])
        False
        """
        if self._met:
            self._met = {}
        self.changeable, self.flat = False, True
        if not loose:
            return tuple([v if type(v) in PLAIN else self._live(v) for v in values])
        keys = list(values)
        for i, value in enumerate(values):
            if i not in loose:
                keys[i] = self._live(value)
        for i in loose:  # last: a list that was met in another place is only a number here
            keys[i] = self._unordered(values[i])
        return tuple(keys)

    def _unordered(self, value: Any) -> Any:
        """Return the key of a list whose order is not needed."""
        key, kinds = self._live(value), {*map(type, value)} if type(value) is list else ()
        if len(kinds) == 1 and ONE_TYPE.issuperset(kinds) and key[0] is list:
            return (list, *sorted(value))
        return key

    def _live(self, value: Any) -> Any:
        """Return the key of a live value: most often a range or a list of plain values."""
        kind = type(value)
        if kind is range:
            return range, value.start, value.stop, value.step
        if kind is list and PLAIN.issuperset(map(type, value)):
            identity = id(value)
            if identity not in self._met and identity not in self._outside:
                self._met[identity] = len(self._met)
                self.changeable = True
                return (list, *value)
        return self.key(value)

    def key(self, value: Any) -> Any:
        """Return the key of one value."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is Deck:
            return Deck, value.counts, self._kinds_key(value.kinds)
        if kind is tuple:
            return value if PLAIN.issuperset(map(type, value)) else tuple(map(self.key, value))
        if kind is bool:
            return _TRUE if value else _FALSE
        if kind in CHANGEABLE:
            return self._changeable(value, kind)
        if kind is range:
            return range, value.start, value.stop, value.step
        return self._rare(value, kind)

    def _kinds_key(self, kinds: tuple[Any, ...]) -> Any:
        known = self._kinds.get(id(kinds))
        if known is None:
            known = self._kinds[id(kinds)] = kinds, self.key(kinds)  # kept: its id stays its own
        return known[1]

    def _changeable(self, value: Any, kind: type) -> Any:
        identity, self.flat = id(value), False
        if identity in self._outside:
            return _AGAIN, kind, identity
        if identity in self._met:
            return _AGAIN, self._met[identity]
        self._met[identity] = len(self._met)
        self.changeable = True
        if kind is list:
            return list, *map(self.key, value)
        if kind is deque:
            return deque, value.maxlen, *map(self.key, value)
        factory = self.key(value.default_factory) if kind is defaultdict else None
        items = [(self.key(name), self.key(item)) for name, item in value.items()]
        return kind, factory, *items  # in their order: loops go by it

    def _rare(self, value: Any, kind: type) -> Any:
        if value is STAND_IN or value is UNSET_VALUE:
            return kind, value
        if id(value) in self._outside:
            return _AGAIN, kind, id(value)
        if isinstance(value, enum.Enum):
            return kind, self.key(value._value_), value._name_
        if kind is Fraction:
            return Fraction, value.numerator, value.denominator
        if kind is float and not math.isnan(value):
            return float, value.hex()
        if kind is bytes:
            return value
        if is_expression(value):
            return kind, value
        if isinstance(value, tuple) and hasattr(kind, "_fields") and not hasattr(value, "__dict__"):
            return kind, *map(self.key, value)
        if isinstance(value, type | ModuleType):
            return type, value
        return self._object(value, kind)

    def _object(self, value: Any, kind: type) -> Any:
        if kind is FunctionType:
            return self._function(value)
        if kind is MethodType:
            return MethodType, self.key(value.__self__), self.key(value.__func__)
        if kind is BuiltinFunctionType and isinstance(value.__self__, ModuleType | type(None)):
            return BuiltinFunctionType, value
        if is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            return self._frozen(value, kind)
        raise Unmerged(f"{_a(kind)} is still needed after a pick; it may hold hidden state")

    def _function(self, function: FunctionType) -> Any:
        cells = function.__closure__ or ()
        code = function.__code__
        if not cells and code not in self._steady:
            return FunctionType, function  # of a module: there is one
        if not self._steady.get(code, False):
            raise Unmerged(
                f"line {code.co_firstlineno}: {code.co_name} uses variables of the play that change"
            )
        named = tuple((function.__kwdefaults__ or {}).items())
        held = [*(cell.cell_contents for cell in cells), function.__defaults__, named]
        return FunctionType, code, *self._unchanging(held, code.co_name)

    def _frozen(self, value: Any, kind: type) -> Any:
        names = [field.name for field in fields(kind)]
        if not set(getattr(value, "__dict__", ())) <= set(names):
            raise Unmerged(f"{_a(kind)} with more than its fields is still needed after a pick")
        return kind, *self._unchanging([getattr(value, name) for name in names], kind.__name__)

    def _unchanging(self, values: Iterable[Any], name: str) -> list[Any]:
        """Return the keys of values in an object that is not copied."""
        before, self.changeable = self.changeable, False
        keys = list(map(self.key, values))
        if self.changeable:
            raise Unmerged(f"{name} holds something that may change")
        self.changeable = before
        return keys


def _a(kind: type) -> str:
    return f"a value of type {kind.__name__}"


def copy_lists(values: Iterable[Any]) -> list[Any]:
    """Return the values of a situation that is `flat`, the lists copied.

    >>> hand = [1]
    >>> copy_lists([hand, 2]), copy_lists([hand, 2])[0] is hand
    ([[1], 2], False)
    """
    return [value.copy() if type(value) is list else value for value in values]


class Copies:
    """Copies the changeable values of one situation, with their aliasing."""

    def __init__(self, outside: Mapping[int, object]) -> None:
        self._outside = outside
        self._made: dict[int, Any] = {}

    def of(self, value: Any) -> Any:
        """Return the value, or a copy if it may change.

        >>> hand = [1]
        >>> first, second = map(Copies({}).of, (hand, hand))
        >>> first is second, first is hand
        (True, False)
        """
        kind = type(value)
        if kind in UNCHANGING:
            return value
        if isinstance(value, tuple):
            if PLAIN.issuperset(map(type, value)):
                return value
            items = [self.of(item) for item in value]
            same = all(new is old for new, old in zip(items, value, strict=True))
            return value if same else tuple.__new__(kind, items)
        if kind not in CHANGEABLE or id(value) in self._outside:
            return value
        if id(value) not in self._made:
            self._copy(value, kind)
        return self._made[id(value)]

    def _copy(self, value: Any, kind: type) -> None:
        if kind in LISTS:
            copy = self._made[id(value)] = value.copy()
            if not UNCHANGING.issuperset(map(type, value)):
                copy.clear()  # first known, then filled: a list may hold itself
                copy.extend(map(self.of, value))
            return
        factory: Callable[[], Any] | None = getattr(value, "default_factory", None)
        table = defaultdict(factory) if kind is defaultdict else kind()
        self._made[id(value)] = table
        for name, item in value.items():
            table[name] = self.of(item)


assert OrderedDict not in CHANGEABLE  # its order has methods of its own
