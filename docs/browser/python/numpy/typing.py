"""The names of numpy.typing, which only annotate."""

from typing import Any

ArrayLike = Any


class NDArray:
    """An array of entries of a type."""

    def __class_getitem__(cls, _: object) -> type["NDArray"]:
        return cls
