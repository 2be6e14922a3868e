"""Arrays of Python numbers: numpy is not to be had for the browser from a package registry.

This is the part of numpy that the exact answers and the verdicts of the page use, in plain Python.
Entries are exact integers, truth values, floats of 53 bits or any objects.  An integer that does
not fit its type raises OverflowError, where numpy would wrap around; a slice is a view, as in
numpy.  So a program that runs with these arrays computes what it computes with numpy.
"""

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from .dtypes import (
    DType,
    bool_,
    common_type,
    float64,
    int64,
    object_,
    required_type,
    type_of_value,
)

Shape = tuple[int, ...]


def size_of(shape: Shape) -> int:
    """Return the number of entries."""
    return math.prod(shape)


class ndarray:  # noqa: N801
    """Entries in rows, the last index moving first.

    A view has a `root` and the `offsets` of its entries there: it is read again after every change
    of the root, and what is written to it is written to the root.
    """

    __slots__ = ("_entries", "_offsets", "_root", "_version", "dtype", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        entries: list[Any],
        shape: Shape,
        dtype: DType,
        root: "ndarray | None" = None,
        offsets: Sequence[int] = (),
    ) -> None:
        self._entries, self.shape, self.dtype = entries, shape, dtype
        self._root, self._offsets, self._version = root, offsets, 0 if root is None else -1

    @property
    def _data(self) -> list[Any]:
        """The entries; of a view, as they are now."""
        root = self._root
        if root is not None and self._version != root._version:
            self._entries = [root._entries[i] for i in self._offsets]
            self._version = root._version
        return self._entries

    def _view(self, offsets: Sequence[int], shape: Shape) -> "ndarray":
        """Return a view of the entries at these offsets."""
        if self._root is None:
            return ndarray([], shape, self.dtype, self, offsets)
        there = self._offsets
        return ndarray([], shape, self.dtype, self._root, [there[i] for i in offsets])

    def _write(self, offsets: Sequence[int], entries: Iterable[Any]) -> None:
        """Set entries by their offsets."""
        root, entry = self if self._root is None else self._root, self.dtype.entry
        for i, new in zip(offsets, entries, strict=True):
            root._entries[i if self._root is None else self._offsets[i]] = entry(new)
        root._version += 1

    @property
    def ndim(self) -> int:
        """The number of indices."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self._data)

    @property
    def T(self) -> "ndarray":  # noqa: N802
        """The array with its indices in reverse order."""
        if self.ndim < 2:
            return self
        offsets = [self._offset(place[::-1]) for place in _places(self.shape[::-1])]
        return self._view(offsets, self.shape[::-1])

    def _offset(self, place: Sequence[int]) -> int:
        at = 0
        for index, length in zip(place, self.shape, strict=True):
            at = at * length + index
        return at

    def tolist(self) -> Any:
        """Return the entries in nested lists."""
        return _nested(self._data, self.shape)

    def astype(self, dtype: object, copy: bool = True, **_: object) -> "ndarray":
        """Return the array with entries of another type."""
        wanted = required_type(dtype)
        if wanted is self.dtype:
            return self.copy() if copy else self
        return ndarray([*map(wanted.entry, self._data)], self.shape, wanted)

    def copy(self) -> "ndarray":
        """Return a copy that can be written."""
        return ndarray([*self._data], self.shape, self.dtype)

    def reshape(self, *shape: Any) -> "ndarray":
        """Return the entries in another shape; one length may be -1."""
        wanted = [*(shape[0] if isinstance(shape[0], tuple | list) else shape)]
        if -1 in wanted:
            rest = math.prod(each for each in wanted if each != -1)
            wanted[wanted.index(-1)] = len(self._data) // rest if rest else 0
        if math.prod(wanted) != len(self._data):
            raise ValueError(f"{self.shape} cannot become {tuple(wanted)}")
        return self._view(range(self.size), tuple(wanted))

    def ravel(self) -> "ndarray":
        """Return the entries in one row."""
        return self.reshape(-1)

    def nonzero(self) -> tuple["ndarray", ...]:
        """Return the indices of the entries that are not zero."""
        found = [
            place for place, entry in zip(_places(self.shape), self._data, strict=True) if entry
        ]
        return tuple(
            ndarray([place[axis] for place in found], (len(found),), int64)
            for axis in range(self.ndim)
        )

    def fill(self, value: Any) -> None:
        """Set every entry."""
        self[...] = value

    def item(self) -> Any:
        """Return the only entry."""
        (value,) = self._data
        return value

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 1:
            return iter(self._data)
        return (self[i] for i in range(self.shape[0]))

    def __repr__(self) -> str:
        return f"array({self.tolist()!r})"

    def __bool__(self) -> bool:
        if len(self._data) != 1:
            raise ValueError("the truth value of an array is any() or all()")
        return bool(self._data[0])

    def __int__(self) -> int:
        return int(self.item())

    def __index__(self) -> int:
        return operator.index(self.item())

    def __float__(self) -> float:
        return float(self.item())

    # --- parts ---

    def _chosen(self, key: Any) -> tuple[list[int], Shape, bool]:
        """Return the offsets that an index chooses, their shape, and whether it is a slice."""
        keys = _whole_key(key, self.shape)
        axes, shapes, fancy, at = [], [], None, 0
        for each in keys:
            if each is None:
                shapes.append((1,))
                continue
            length = self.shape[at]
            if isinstance(each, slice):
                chosen = [*range(*each.indices(length))]
                shapes.append((len(chosen),))
                axes.append((chosen, len(shapes) - 1))
            elif isinstance(each, ndarray):
                if fancy is None:
                    fancy = len(shapes)
                    shapes.append(each.shape)
                elif shapes[fancy] != each.shape:
                    raise IndexError("arrays of indices must have one shape")
                axes.append(([_index(i, length) for i in each._data], fancy))
            else:
                axes.append(([_index(each, length)], -1))
            at += 1
        counts = [size_of(shape) for shape in shapes]
        steps = [size_of(self.shape[axis + 1 :]) for axis in range(self.ndim)]
        offsets = [0]
        parts = [[0] * count for count in counts]
        for (chosen, group), step in zip(axes, steps, strict=True):
            if group < 0:
                offsets[0] += chosen[0] * step
            else:
                parts[group] = [p + i * step for p, i in zip(parts[group], chosen, strict=True)]
        for part in parts:
            offsets = [base + step for base in offsets for step in part]
        return offsets, tuple(length for shape in shapes for length in shape), fancy is None

    def __getitem__(self, key: Any) -> Any:
        if self.ndim == 1 and type(key) is int:
            return self._data[key]
        key = _mask_as_places(key, self.shape)
        offsets, shape, is_slice = self._chosen(key)
        if not shape:
            return self._data[offsets[0]]
        if is_slice:
            return self._view(offsets, shape)
        data = self._data
        return ndarray([data[i] for i in offsets], shape, self.dtype)

    def __setitem__(self, key: Any, value: Any) -> None:
        offsets, shape, _ = self._chosen(_mask_as_places(key, self.shape))
        source = value if isinstance(value, ndarray) else array(value)
        self._write(offsets, [*expanded(source, shape)])

    # --- arithmetic ---

    def __matmul__(self, other: "ndarray") -> Any:
        if self.ndim == 1 and other.ndim == 1:
            return _total([a * b for a, b in zip(self._data, other._data, strict=True)], self.dtype)
        left = self if self.ndim == 2 else self.reshape(1, -1)
        right = other if other.ndim == 2 else other.reshape(-1, 1)
        kind, columns = common_type([self.dtype, other.dtype]), right.T.tolist()
        data = [
            kind.entry(_total([a * b for a, b in zip(row, column, strict=True)], kind))
            for row in left.tolist()
            for column in columns
        ]
        return ndarray(data, self.shape[:-1] + other.shape[1:], kind)

    def __neg__(self) -> "ndarray":
        return ndarray([self.dtype.entry(-x) for x in self._data], self.shape, self.dtype)

    def __abs__(self) -> "ndarray":
        return ndarray([self.dtype.entry(abs(x)) for x in self._data], self.shape, self.dtype)

    def __invert__(self) -> "ndarray":
        flip: Callable[[Any], Any] = operator.not_ if self.dtype.kind == "b" else operator.invert
        return ndarray([self.dtype.entry(flip(x)) for x in self._data], self.shape, self.dtype)

    # --- sums ---

    def reduced(
        self, fold: Callable[[list[Any]], Any], axis: int | None, kind: DType | None
    ) -> Any:
        """Return fold(entries) of all entries, or along an axis."""
        if axis is None:
            return fold(self._data)
        axis %= self.ndim
        before, length = size_of(self.shape[:axis]), self.shape[axis]
        after = size_of(self.shape[axis + 1 :])
        data = [
            fold([self._data[(i * length + k) * after + j] for k in range(length)])
            for i in range(before)
            for j in range(after)
        ]
        shape = self.shape[:axis] + self.shape[axis + 1 :]
        return ndarray(data, shape, kind or self.dtype) if shape else data[0]

    def sum(self, axis: int | None = None) -> Any:
        """Return the sum; that of floats is correctly rounded."""
        kind = int64 if self.dtype.kind in "bi" else self.dtype
        return self.reduced(lambda entries: _total(entries, kind), axis, kind)

    def mean(self, axis: int | None = None) -> Any:
        """Return the mean as a float."""
        return self.reduced(lambda entries: _float_sum(entries) / len(entries), axis, float64)

    def max(self, axis: int | None = None, initial: Any = None) -> Any:
        """Return the largest entry, `initial` among them if it is given."""
        more = [] if initial is None else [initial]
        return self.reduced(lambda entries: max([*entries, *more]), axis, None)

    def min(self, axis: int | None = None, initial: Any = None) -> Any:
        """Return the smallest entry, `initial` among them if it is given."""
        more = [] if initial is None else [initial]
        return self.reduced(lambda entries: min([*entries, *more]), axis, None)

    def any(self, axis: int | None = None) -> Any:
        """Return whether an entry is true."""
        return self.reduced(any, axis, bool_)

    def all(self, axis: int | None = None) -> Any:
        """Return whether all entries are true."""
        return self.reduced(all, axis, bool_)


def _float_sum(entries: Iterable[Any]) -> float:
    numbers = [*map(float, entries)]
    return math.fsum(numbers) if all(map(math.isfinite, numbers)) else sum(numbers)


def _total(entries: Sequence[Any], kind: DType) -> Any:
    return _float_sum(entries) if kind.kind == "f" else kind.entry(sum(entries))


def _index(i: Any, length: int) -> int:
    number = operator.index(i)
    if not -length <= number < length:
        raise IndexError(f"index {number} is out of bounds for an axis of length {length}")
    return number % length


def _whole_key(key: Any, shape: Shape) -> list[Any]:
    """Return one key for every axis, None where an axis is added."""
    keys = [*key] if isinstance(key, tuple) else [key]
    keys = [array(each) if isinstance(each, list) else each for each in keys]
    given = sum(each is not None and each is not Ellipsis for each in keys)
    rest = [slice(None)] * (len(shape) - given)
    for place, each in enumerate(keys):
        if each is Ellipsis:
            return [*keys[:place], *rest, *keys[place + 1 :]]
    return [*keys, *rest]


def _mask_as_places(key: Any, shape: Shape) -> Any:
    """Return an index by truth values as indices of the entries that are true."""
    if isinstance(key, ndarray) and key.dtype.kind == "b":
        if key.shape != shape[: key.ndim]:
            raise IndexError(f"a mask of shape {key.shape} for an array of shape {shape}")
        return key.nonzero()
    if isinstance(key, tuple):
        return tuple(
            each.nonzero()[0] if isinstance(each, ndarray) and each.dtype.kind == "b" else each
            for each in key
        )
    return key


def _places(shape: Shape) -> Iterator[tuple[int, ...]]:
    return product(*map(range, shape))


def _nested(data: list[Any], shape: Shape) -> Any:
    if len(shape) == 1:
        return [*data]
    if not shape:
        return data[0]
    step = size_of(shape[1:])
    return [_nested(data[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def expanded(source: ndarray, shape: Shape) -> list[Any]:
    """Return the entries in a larger shape, those of axes of length 1 repeated."""
    if source.shape == shape:
        return source._data
    if source.size == 1:
        return source._data * size_of(shape)
    own = (1,) * (len(shape) - source.ndim) + source.shape
    if len(own) > len(shape) or any(a not in (1, b) for a, b in zip(own, shape, strict=True)):
        raise ValueError(f"shapes {source.shape} and {shape} do not fit")
    steps = [size_of(own[axis + 1 :]) * (own[axis] > 1) for axis in range(len(own))]
    offsets = [0]
    for length, step in zip(shape, steps, strict=True):
        offsets = [base + i * step for base in offsets for i in range(length)]
    return [source._data[i] for i in offsets]


def common_shape(shapes: Sequence[Shape]) -> Shape:
    """Return the shape of a result of arrays of these shapes."""
    length = max(map(len, shapes))
    padded = [(1,) * (length - len(shape)) + shape for shape in shapes]
    found = []
    for lengths in zip(*padded, strict=True):
        different = {*lengths} - {1}
        if len(different) > 1:
            raise ValueError(f"shapes {shapes} do not fit")
        found.append(different.pop() if different else 1)
    return tuple(found)


def array(source: Any, dtype: object = None, **_: object) -> ndarray:
    """Return the entries of nested sequences as a new array."""
    if isinstance(source, ndarray):
        return source.copy() if dtype is None else source.astype(dtype)
    data, shape = _flat(source)
    wanted = None if dtype is None else required_type(dtype)
    if wanted is None:
        wanted = common_type(map(type_of_value, data)) if data else float64
    return ndarray([*map(wanted.entry, data)], shape, wanted)


def _flat(source: Any) -> tuple[list[Any], Shape]:
    if isinstance(source, ndarray):
        return [*source._data], source.shape
    if isinstance(source, str | bytes) or not hasattr(source, "__len__"):
        return [source], ()
    parts = [_flat(each) for each in source]
    if not parts:
        return [], (0,)
    shapes = {shape for _, shape in parts}
    if len(shapes) > 1:
        raise ValueError("the rows of an array differ in length")
    return [x for data, _ in parts for x in data], (len(parts), *shapes.pop())


_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "pow": operator.pow,
    "floordiv": operator.floordiv, "mod": operator.mod, "lshift": operator.lshift,
    "rshift": operator.rshift, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
}  # fmt: skip
_COMPARISONS = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def _quotient(a: Any, b: Any) -> float:
    try:
        return a / b
    except ZeroDivisionError:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)


def elementwise(function: Callable[..., Any], *sources: Any, kind: DType | None = None) -> Any:
    """Return function(entries) of arrays and numbers, in their common shape.

    `kind` is the type of the result, by default that of the sources.
    """
    given = [each if isinstance(each, ndarray) else array(each) for each in sources]
    wanted = kind or type_of_result(sources)
    shape = common_shape([each.shape for each in given])
    columns = [expanded(each, shape) for each in given]
    entry = wanted.entry
    data = [entry(function(*entries)) for entries in zip(*columns, strict=True)]
    return ndarray(data, shape, wanted) if shape else data[0]


def type_of_result(sources: Sequence[Any]) -> DType:
    """Return the common type; a Python integer takes that of the arrays of numbers beside it."""
    types = [each.dtype for each in sources if isinstance(each, ndarray)]
    has_numbers = any(each.kind != "b" for each in types)
    for source in sources:
        if not isinstance(source, ndarray):
            read = array(source)
            if read.shape or read.dtype.kind not in "iu" or not has_numbers:
                types.append(read.dtype)
    return common_type(types)


def _binary(function: Callable[[Any, Any], Any], kind: DType | None) -> tuple[Any, Any, Any]:
    def forward(self: ndarray, other: Any) -> Any:
        if other is None or isinstance(other, str):
            return NotImplemented
        return elementwise(function, self, other, kind=kind)

    def backward(self: ndarray, other: Any) -> Any:
        return elementwise(function, other, self, kind=kind)

    def in_place(self: ndarray, other: Any) -> ndarray:
        self[...] = elementwise(function, self, other, kind=kind)
        return self

    return forward, backward, in_place


for _name, _function in _SIGNS.items():
    _forward, _backward, _in_place = _binary(_function, None)
    setattr(ndarray, f"__{_name}__", _forward)
    setattr(ndarray, f"__r{_name}__", _backward)
    setattr(ndarray, f"__i{_name}__", _in_place)
for _name, _function in _COMPARISONS.items():
    setattr(ndarray, f"__{_name}__", _binary(_function, bool_)[0])
_forward, _backward, _in_place = _binary(_quotient, None)


def _true_division(function: Callable[[ndarray, Any], Any]) -> Callable[[ndarray, Any], Any]:
    def divide(self: ndarray, other: Any) -> Any:
        is_object = object_ in (self.dtype, getattr(other, "dtype", None))
        left = self if is_object else self.astype(float64)
        return function(left, other)

    return divide


ndarray.__truediv__ = _true_division(_forward)  # type: ignore[attr-defined]
ndarray.__rtruediv__ = _true_division(_backward)  # type: ignore[attr-defined]
