"""Decorators that compile kernels with numba and preserve their types.

Numba's decorators are untyped; `compiled` returns the type of its argument, so a
kernel is type-checked as the plain Python function that it also is.  Kernels release
the GIL (threads run in parallel) and are cached on disk.  The cache detects changes
of the kernel's own file only, so all kernels of a game, and the functions that they
call, belong in one file, except random numbers (`montmort.montecarlo.kernels.sfc64`)
and drawing cards (`montmort.montecarlo.kernels.draw`), which all games share.
After renaming a NamedTuple that kernels use, delete the `*.nbi` files of its package.
Kernels assign to elements, not to slices: numba's error message for a slice of the
wrong size takes two seconds to compile.

Without numba, a call of a compiled kernel raises MissingExtra.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, cast

from montmort.games.extras import MissingExtra, is_installed

if is_installed("numba"):
    import numba
    from numba.core.event import Event, Listener, install_listener
    from numba.extending import register_jitable
elif not TYPE_CHECKING:
    numba, Event, Listener = None, object, object

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Return `function` compiled on first call, without the GIL, cached where possible.

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
    except RuntimeError:  # no writable cache folder, or the function has no source file
        return cast("Kernel", numba.njit(nogil=True)(function))


def _missing(function: Callable[..., object]) -> Callable[..., object]:
    @wraps(function)
    def call(*_: object) -> object:
        raise MissingExtra("the simulators of this game", "numba")

    return call


def step(function: Kernel, **settings: bool) -> Kernel:
    """Return `function`, which kernels call: compiled as a part of them, for one set of types.

    Called from Python it is plain Python.  Without entries for Python and C, which only
    `compiled` has, a step takes two thirds of the time to compile.

    >>> @step
    ... def half(cards: int) -> int:
    ...     return cards // 2
    >>> half(52)
    26
    """
    if numba is None:
        return function
    without = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast("Kernel", register_jitable(nogil=True, **without, **settings)(function))


def inlined(function: Kernel) -> Kernel:
    """Return `function` inlined into every kernel that calls it: for the steps of a hot loop.

    With many arguments and results, a call costs more than a short step itself.  LLVM
    inlines it: numba would copy its types into every caller, and compile for longer.

    >>> @inlined
    ... def square(side: int) -> int:
    ...     return side * side
    >>> square(12)
    144
    """
    return step(function, forceinline=True)


class _FirstCompilation(Listener):  # type: ignore[misc]
    """Calls a function when something is compiled for the first time."""

    def __init__(self, begins: Callable[[], None]) -> None:
        self._begins: Callable[[], None] | None = begins

    def on_start(self, event: Event) -> None:  # noqa: ARG002
        begins, self._begins = self._begins, None
        if begins is not None:
            begins()

    def on_end(self, event: Event) -> None:
        """Hear the end of a compilation."""


@contextmanager
def compilation_announced(begins: Callable[[], None]) -> Iterator[None]:
    """Call `begins` once, before the first kernel is compiled; kernels in the cache are not.

    >>> @compiled
    ... def half(cards: int) -> int:
    ...     return cards // 2
    >>> with compilation_announced(lambda: print("compiling")):
    ...     half(8), half(6)
    compiling
    (4, 3)
    """
    if numba is None:
        yield
        return
    with install_listener("numba:compile", _FirstCompilation(begins)):
        yield
