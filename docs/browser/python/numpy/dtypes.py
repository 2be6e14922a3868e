"""The types of the entries of arrays."""

from collections.abc import Iterable
from typing import Any


class generic:  # noqa: N801 - numpy's names
    """The base of numpy's scalars; here every scalar is a Python number."""


class integer(generic):  # noqa: N801
    """The base of numpy's integers."""


class DType(type):
    """The type of the entries, a class as in numpy: a kind, one of b, i, u, f, O, and its bytes."""

    name: str
    kind: str
    itemsize: int
    low: int
    high: int

    @classmethod
    def of(cls, name: str, kind: str, bits: int) -> "DType":
        """Return the type of this name, of a kind with so many bits."""
        found = cls(name, (integer if kind in "iu" else generic,), {})
        found.name, found.kind, found.itemsize = name, kind, bits // 8
        found.low = -(2 ** (bits - 1)) if kind == "i" else 0
        found.high = 2 ** (bits - (kind == "i")) - 1
        return found

    def __repr__(cls) -> str:
        return f"dtype('{cls.name}')"

    def __str__(cls) -> str:
        return cls.name

    def __eq__(cls, other: object) -> bool:
        return cls is dtype_of(other)

    def __hash__(cls) -> int:
        return hash(cls.name)

    def __call__(cls, value: Any = 0) -> Any:
        """Return the value as an entry of this type."""
        return cls.entry(value)

    def entry(cls, value: Any) -> Any:
        """Return the value as an entry of this type; OverflowError if it does not fit."""
        if cls.kind in "iu":
            number = int(value)
            if not cls.low <= number <= cls.high:
                raise OverflowError(f"{number} does not fit {cls.name}")
            return number
        if cls.kind == "f":
            return float(value)
        return bool(value) if cls.kind == "b" else value


int64, int32, int16, int8 = (DType.of(f"int{bits}", "i", bits) for bits in (64, 32, 16, 8))
uint64, uint32, uint16, uint8 = (DType.of(f"uint{bits}", "u", bits) for bits in (64, 32, 16, 8))
float64, bool_, object_ = (
    DType.of(name, kind, bits)
    for name, kind, bits in (("float64", "f", 64), ("bool", "b", 8), ("object", "O", 64))
)
intp = int64
_NAMED = {t.name: t for t in (int64, int32, int16, int8, uint64, uint32, uint16, uint8)}
_PYTHON = {int: int64, float: float64, bool: bool_, object: object_}


def dtype_of(asked: object) -> "DType | None":
    """Return the type that is meant, None if there is none."""
    if isinstance(asked, DType):
        return asked
    if isinstance(asked, str):
        return _NAMED.get(asked) or {"float64": float64, "bool": bool_, "object": object_}.get(
            asked
        )
    return _PYTHON.get(asked) if isinstance(asked, type) else None


def required_type(asked: object) -> DType:
    """Return the type that is meant; TypeError if there is none."""
    found = dtype_of(asked)
    if found is None:
        raise TypeError(f"the arrays of the page have no type {asked!r}")
    return found


def type_of_value(value: object) -> DType:
    """Return the type that holds a Python number."""
    if isinstance(value, bool):
        return bool_
    if isinstance(value, int):
        return int64 if -(2**63) <= value < 2**63 else uint64 if 0 < value < 2**64 else object_
    return float64 if isinstance(value, float) else object_


def common_type(types: Iterable[DType]) -> DType:
    """Return the type of a result of entries of these types."""
    found = set(types)
    kinds = {each.kind for each in found}
    if "O" in kinds:
        return object_
    if "f" in kinds:
        return float64
    if not kinds - {"b"}:
        return bool_
    whole = [each for each in found if each.kind != "b"]
    if {"i", "u"} <= kinds:
        small = all(each.itemsize < 8 for each in whole if each.kind == "u")
        return int64 if small else float64
    return max(whole, key=lambda each: each.itemsize)
