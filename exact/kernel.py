"""Compilation of kernels of exact integers: typed, without the GIL, cached on disk.

`montmort.montecarlo.kernels.compile` does the same for the simulators; the two
packages share no code.  Kernels assign to elements, not to slices: numba takes two
seconds to compile the error message of a slice assignment.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Return `function` compiled on first call, without the GIL, cached where possible.

    >>> @compiled
    ... def total(cards: int) -> int:
    ...     return cards * (cards + 1) // 2
    >>> total(52)
    1378
    """
    try:
        return cast("Kernel", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:  # no writable cache folder, or no source file
        return cast("Kernel", numba.njit(nogil=True)(function))
