"""Compilation of kernels of exact integers: typed, without the GIL, cached on disk.

`montmort.montecarlo.kernels.compile` does the same for the simulators; the two
packages share no code.  Kernels assign to elements, not to slices: numba takes two
seconds to compile the error message of a slice assignment.

Without numba, kernels that are quick enough as plain Python run so (`compiled_or_plain`);
the others raise MissingExtra when they are called.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, cast

from montmort.games.extras import MissingExtra, is_installed

if is_installed("numba"):
    import numba
elif not TYPE_CHECKING:
    numba = None

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Return `function` compiled on first call, without the GIL, cached where possible.

    Without numba a call raises MissingExtra: as plain Python the kernel would take hours, or
    compute with integers of another width.

    >>> @compiled
    ... def total(cards: int) -> int:
    ...     return cards * (cards + 1) // 2
    >>> total(52)
    1378
    """
    if numba is None:
        return cast("Kernel", _missing(function))
    try:
        return cast("Kernel", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:  # no writable cache folder, or no source file
        return cast("Kernel", numba.njit(nogil=True)(function))


def compiled_or_plain(function: Kernel) -> Kernel:
    """Return `function` compiled, or unchanged without numba.

    Only for kernels that give the same as plain Python: no integer may leave 64 bits.
    Python is about a hundred times slower.

    >>> @compiled_or_plain
    ... def total(cards: int) -> int:
    ...     return cards * (cards + 1) // 2
    >>> total(52)
    1378
    """
    return function if numba is None else compiled(function)


def _missing(function: Callable[..., object]) -> Callable[..., object]:
    @wraps(function)
    def call(*_: object) -> object:
        raise MissingExtra("the kernels of this answer", "numba")

    return call
