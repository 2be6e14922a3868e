"""How a kernel is compiled: one place, so that the types survive.

Numba's decorators are untyped; `compiled` hands back the type it was given, so
a kernel reads, and is checked, as the plain Python function that it also is.
Kernels hold no GIL (threads run side by side) and are cached on disk.  A cache
notices changes of the kernel's own file only: keep all kernels of a game, and
what they call, in that file, but for random numbers (`montmort.montecarlo.kernels.sfc64`) and
cards drawn (`montmort.montecarlo.kernels.draw`), which are the same for all.  They assign to
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


def inlined(function: Kernel) -> Kernel:
    """Return `function` compiled into every kernel that calls it: for the steps of a hot loop.

    Where many numbers go in and out, a call costs more than a short step itself.

    >>> @inlined
    ... def square(side: int) -> int:
    ...     return side * side
    >>> square(12)
    144
    """
    return cast("Kernel", numba.njit(nogil=True, inline="always")(function))
