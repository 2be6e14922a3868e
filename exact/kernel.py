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
    from numba.extending import register_jitable
elif not TYPE_CHECKING:
    numba = register_jitable = None

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


def step(function: Kernel) -> Kernel:
    """Return `function`, which kernels call: compiled as a part of them, not by itself.

    Without entries for Python and C it takes two thirds of the time to compile.  A kernel should
    call it with arguments of one type: for 0 and 1, written as such, numba compiles it again.

    >>> @step
    ... def half(cards: int) -> int:
    ...     return cards // 2
    >>> half(52)
    26
    """
    if numba is None:
        return function
    without = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast("Kernel", register_jitable(nogil=True, **without)(function))


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
