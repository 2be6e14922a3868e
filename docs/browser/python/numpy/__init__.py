"""The functions of numpy that the page uses, on the arrays of `ndarray`.

A function that is not here raises AttributeError, so an answer that needs it is refused.
"""

import math
import operator
from array import array as _buffer
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import Any

from . import random as random
from .dtypes import (
    DType,
    bool_,
    common_type,
    dtype_of,
    float64,
    int64,
    type_of_value,
)
from .dtypes import (
    generic as generic,
)
from .dtypes import (
    int8 as int8,
)
from .dtypes import (
    int16 as int16,
)
from .dtypes import (
    int32 as int32,
)
from .dtypes import (
    integer as integer,
)
from .dtypes import (
    intp as intp,
)
from .dtypes import (
    object_ as object_,
)
from .dtypes import (
    uint8 as uint8,
)
from .dtypes import (
    uint16 as uint16,
)
from .dtypes import (
    uint32 as uint32,
)
from .dtypes import (
    uint64 as uint64,
)
from .ndarray import array, elementwise, expanded, ndarray, size_of, type_of_result

__version__ = "2.0 (a part of it, in Python)"
nan, inf, newaxis = math.nan, math.inf, None


def asarray(source: Any, dtype: object = None) -> ndarray:
    """Return the array itself, or the entries of nested sequences as one."""
    if isinstance(source, ndarray) and dtype in (None, source.dtype):
        return source
    return array(source, dtype)


ascontiguousarray = asarray


def full(shape: Any, value: Any, dtype: object = None) -> ndarray:
    """Return an array of equal entries."""
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = type_of_value(value) if dtype is None else dtype_of(dtype)
    if kind is None:
        raise TypeError(f"the arrays of the page have no type {dtype!r}")
    return ndarray([kind.entry(value)] * size_of(lengths), lengths, kind)


def zeros(shape: Any, dtype: object = float64) -> ndarray:
    """Return an array of zeros."""
    return full(shape, 0, dtype)


def ones(shape: Any, dtype: object = float64) -> ndarray:
    """Return an array of ones."""
    return full(shape, 1, dtype)


empty = zeros


def zeros_like(like: ndarray) -> ndarray:
    """Return zeros in the shape and type of an array."""
    return zeros(like.shape, like.dtype)


def arange(*bounds: int, dtype: object = int64) -> ndarray:
    """Return the integers of a range."""
    numbers = [*range(*map(operator.index, bounds))]
    return ndarray(numbers, (len(numbers),), int64).astype(dtype)


def fromiter(entries: Iterable[Any], dtype: object, count: int = -1) -> ndarray:
    """Return the entries as an array."""
    listed = [*entries]
    if count not in (-1, len(listed)):
        raise ValueError(f"{len(listed)} entries where {count} were announced")
    return array(listed, dtype)


def frombuffer(data: Any, dtype: object) -> ndarray:
    """Return the numbers in a buffer of 64-bit integers."""
    if dtype_of(dtype) is not int64:
        raise TypeError("the arrays of the page read buffers of 64-bit integers alone")
    return array(_buffer("q", bytes(data)).tolist(), int64)


def concatenate(arrays: Iterable[Any], axis: int = 0) -> ndarray:
    """Return the arrays one after the other."""
    parts = [asarray(each) for each in arrays]
    kind = common_type(part.dtype for part in parts)
    if axis % parts[0].ndim:
        return concatenate([part.T for part in parts]).T.copy()
    data = [kind.entry(x) for part in parts for x in part.ravel()]
    return ndarray(data, (sum(map(len, parts)), *parts[0].shape[1:]), kind)


def append(first: Any, second: Any) -> ndarray:
    """Return the entries of both in one row."""
    return concatenate([asarray(first).ravel(), array(second).reshape(-1)])


def stack(arrays: Iterable[Any], axis: int = 0) -> ndarray:
    """Return rows of one length as a matrix; as its columns with axis=1."""
    rows = array([asarray(each).tolist() for each in arrays])
    return rows.T.copy() if axis == 1 else rows


def hstack(arrays: Iterable[Any]) -> ndarray:
    """Return the arrays side by side."""
    parts = [asarray(each) for each in arrays]
    return concatenate(parts, axis=0 if parts[0].ndim == 1 else 1)


def split(source: ndarray, places: Any) -> list[ndarray]:
    """Return the parts between the places."""
    ends = [0, *asarray(places).tolist(), len(source)]
    return [source[i:j] for i, j in pairwise(ends)]


def repeat(source: Any, times: Any) -> ndarray:
    """Return every entry as often as its number says."""
    entries = asarray(source)
    each = expanded(asarray(times), entries.shape)
    data = [x for x, n in zip(entries, each, strict=True) for _ in range(n)]
    return ndarray(data, (len(data),), entries.dtype)


def pad(source: ndarray, widths: Any) -> ndarray:
    """Return a matrix with zeros added around it."""
    (above, below), (left, right) = widths
    rows, columns = source.shape
    found = zeros((above + rows + below, left + columns + right), source.dtype)
    found[above : above + rows, left : left + columns] = source
    return found


def delete(source: ndarray, places: ndarray) -> ndarray:
    """Return the entries of a row without those at the places."""
    gone = {place % len(source) for place in places.tolist()}
    data = [x for i, x in enumerate(source) if i not in gone]
    return ndarray(data, (len(data),), source.dtype)


def diff(source: Any, prepend: Any = None) -> ndarray:
    """Return the differences of neighbours."""
    row = asarray(source) if prepend is None else append([prepend], source).astype(source.dtype)
    return row[1:] - row[:-1]


def cumsum(source: Any) -> ndarray:
    """Return the sums of the entries up to each one."""
    row = asarray(source)
    kind = int64 if row.dtype.kind in "bi" else row.dtype
    return ndarray([kind.entry(x) for x in accumulate(row)], row.shape, kind)


def argsort(source: Any, kind: str = "stable") -> ndarray:  # noqa: ARG001 - every sort is stable
    """Return the indices in the order of their entries, equal ones in their own order."""
    entries = asarray(source).tolist()
    return array(sorted(range(len(entries)), key=entries.__getitem__), int64)


def lexsort(keys: Sequence[ndarray]) -> ndarray:
    """Return the indices in the order of the last key, then of the one before, and so on."""
    rows = [*zip(*(key.tolist() for key in reversed(keys)), strict=True)]
    return array(sorted(range(len(rows)), key=rows.__getitem__), int64)


def sort(source: Any) -> ndarray:
    """Return the entries of a row in order."""
    row = asarray(source)
    return ndarray(sorted(row.tolist()), row.shape, row.dtype)


def unique(
    source: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
) -> Any:
    """Return the different entries in order; with the first index, the place and the counts."""
    given = asarray(source)
    entries = given.ravel().tolist()
    first: dict[Any, int] = {}
    counts: dict[Any, int] = {}
    for place, entry in enumerate(entries):
        first.setdefault(entry, place)
        counts[entry] = counts.get(entry, 0) + 1
    values = sorted(first)
    numbers = {value: number for number, value in enumerate(values)}
    found = [ndarray(values, (len(values),), given.dtype)]
    if return_index:
        found.append(array([first[value] for value in values], int64))
    if return_inverse:
        found.append(array([numbers[entry] for entry in entries], int64).reshape(given.shape))
    if return_counts:
        found.append(array([counts[value] for value in values], int64))
    return found[0] if len(found) == 1 else tuple(found)


def flatnonzero(source: Any) -> ndarray:
    """Return the indices of the entries that are not zero."""
    return asarray(source).ravel().nonzero()[0]


def bincount(source: Any, weights: Any = None, minlength: int = 0) -> ndarray:
    """Return how often 0, 1, … appear, or the sums of their weights."""
    places = asarray(source).tolist()
    each = [1] * len(places) if weights is None else asarray(weights).astype(float64).tolist()
    found = [0 if weights is None else 0.0] * max(minlength, max(places, default=-1) + 1)
    for place, weight in zip(places, each, strict=True):
        found[place] += weight
    return array(found, int64 if weights is None else float64)


def searchsorted(source: ndarray, wanted: Any, side: str = "left") -> Any:
    """Return the places at which the wanted entries keep a row in order."""
    search = bisect_left if side == "left" else bisect_right
    row = asarray(source).tolist()
    if isinstance(wanted, ndarray | list):
        return array([search(row, x) for x in asarray(wanted).tolist()], int64)
    return search(row, wanted)


def where(condition: Any, *choices: Any) -> Any:
    """Return entries of the first where the condition holds, else of the second."""
    if not choices:
        return asarray(condition).nonzero()
    kind = type_of_result(choices)
    return elementwise(lambda c, a, b: a if c else b, condition, *choices, kind=kind)


def divmod(first: Any, second: Any) -> tuple[Any, Any]:  # noqa: A001
    """Return quotients and remainders."""
    return first // second, first % second


def einsum(form: str, first: ndarray, second: ndarray) -> ndarray:
    """Return the product of a row and a matrix, the only sum of this kind that is needed."""
    if form != "v,vj->j":
        raise ValueError(f"the arrays of the page have no sum {form!r}")
    return (first[:, None] * second).sum(axis=0)


def array_equal(first: Any, second: Any) -> bool:
    """Return whether both have the same shape and entries."""
    a, b = asarray(first), asarray(second)
    return a.shape == b.shape and a.tolist() == b.tolist()


def isscalar(value: object) -> bool:
    """Return whether the value is a number."""
    return not isinstance(value, ndarray)


@contextmanager
def errstate(**_: str) -> Iterator[None]:
    """Do nothing: no function of the page warns."""
    yield


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -inf if x == 0 else nan


def _log1p(x: float) -> float:
    return math.log1p(x) if x > -1 else -inf if x == -1 else nan


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return inf


def _of_floats(function: Callable[[float], float]) -> Callable[[Any], Any]:
    return lambda source: elementwise(function, source, kind=float64)


log, log1p, exp = _of_floats(_log), _of_floats(_log1p), _of_floats(_exp)
log2 = _of_floats(lambda x: math.log2(x) if x > 0 else -inf if x == 0 else nan)
sqrt, rint = _of_floats(lambda x: math.sqrt(x) if x >= 0 else nan), _of_floats(round)


def isfinite(source: Any) -> Any:
    """Return where the entries are finite."""
    return elementwise(math.isfinite, source, kind=bool_)


def abs(source: Any) -> Any:  # noqa: A001
    """Return the absolute values."""
    return elementwise(operator.abs, source)


def minimum(first: Any, second: Any) -> Any:
    """Return the smaller of each pair."""
    return elementwise(min, first, second)


def maximum(first: Any, second: Any) -> Any:
    """Return the larger of each pair."""
    return elementwise(max, first, second)


def less(first: Any, second: Any) -> Any:
    """Return where the first is smaller."""
    return elementwise(operator.lt, first, second, kind=bool_)


def greater_equal(first: Any, second: Any) -> Any:
    """Return where the first is not smaller."""
    return elementwise(operator.ge, first, second, kind=bool_)


def any(source: Any, axis: int | None = None) -> Any:  # noqa: A001
    """Return whether an entry is true."""
    return array([asarray(each).tolist() for each in source]).any(axis)


class _Add:
    """The sums of parts of an array."""

    @staticmethod
    def reduceat(source: ndarray, firsts: Any) -> ndarray:
        """Return the sums from each of the first indices to the next; these must rise."""
        ends = [*asarray(firsts).tolist(), len(source)]
        if not all_rise(ends):
            raise ValueError("the parts of a sum must not be empty")
        kind = int64 if source.dtype.kind in "bi" else source.dtype
        entries = source.tolist()
        data = [kind.entry(sum(entries[i:j])) for i, j in pairwise(ends)]
        return ndarray(data, (len(data),), kind)

    @staticmethod
    def at(target: ndarray, places: Any, values: Any) -> None:
        """Add the values at the places of the first index, which may be repeated."""
        rows, width = asarray(places).tolist(), size_of(target.shape[1:])
        added = expanded(asarray(values), (len(rows), *target.shape[1:]))
        sums: dict[int, Any] = {}
        for i, value in zip(
            (r * width + k for r in rows for k in range(width)), added, strict=True
        ):
            sums[i] = sums.get(i, target._data[i]) + value
        target._write([*sums], sums.values())


def all_rise(numbers: Sequence[int]) -> bool:
    """Return whether every number exceeds the one before."""
    return all(a < b for a, b in pairwise(numbers))


add = _Add()
dtype = DType
