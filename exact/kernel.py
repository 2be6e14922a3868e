"""How a kernel of exact integers is compiled: typed, without the GIL, cached on disk.

The twin of `montmort.montecarlo.kernels.compile`: the two floors share nothing.  Kernels assign to
elements, not to slices: what numba says of a slice that does not fit takes it
two seconds to compile.
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
    except RuntimeError:  # no folder to write the cache to, or no file the function stands in
        return cast("Kernel", numba.njit(nogil=True)(function))
