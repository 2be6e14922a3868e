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

Numba is imported with the first call of a compiled kernel: it takes a third of a second, which
short runs in plain Python do without.  Where numba is not installed, that call raises MissingExtra.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper, wraps
from threading import RLock
from typing import Any, TypeVar, cast

import numpy as np

from montmort.games.extras import MissingExtra, is_installed

Kernel = TypeVar("Kernel", bound=Callable[..., object])

_LOCK = RLock()  # kernels are called by several threads


class _Numba:
    """Numba, once it is imported, and what it must know of by then."""

    def __init__(self) -> None:
        self.steps: list[tuple[Callable[..., object], dict[str, bool]]] = []
        self.announcements: list[Callable[[], None]] = []  # before something is compiled

    @cached_property
    def njit(self) -> Callable[..., Any]:
        """Numba's decorator; all steps so far are known to it."""
        if not is_installed("numba"):
            raise MissingExtra("the simulators of this game", "numba")
        import numba
        from numba.core import event
        from numba.extending import typeof_impl

        announcements = self.announcements

        class Announcing(event.Listener):  # type: ignore[misc]
            def on_start(self, event: object) -> None:  # noqa: ARG002
                while announcements:
                    announcements.pop()()

            def on_end(self, event: object) -> None: ...

        event.register("numba:compile", Announcing())
        typeof_impl.register(_Compiled)(lambda kernel, _: numba.typeof(kernel.dispatcher))
        for function, settings in self.steps:
            _tell(function, settings)
        return cast("Callable[..., Any]", numba.njit)

    def add(self, function: Callable[..., object], settings: dict[str, bool]) -> None:
        """Let numba know of a function that kernels call."""
        if "njit" in vars(self):
            _tell(function, settings)
        else:
            self.steps.append((function, settings))


def _tell(function: Callable[..., object], settings: dict[str, bool]) -> None:
    from numba.extending import register_jitable

    register_jitable(**settings)(function)


_NUMBA = _Numba()


class _Compiled:
    """A kernel: compiled when it is first called, by Python or by another kernel."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.py_func = function  # as numba calls it
        update_wrapper(self, function)

    def __call__(self, *args: object) -> object:
        return self.dispatcher(*args)

    def __reduce__(self) -> str:
        """Pickle the name: another process compiles for itself."""
        return self.py_func.__qualname__

    @property
    def dispatcher(self) -> Any:
        """Numba's function."""
        with _LOCK:
            return self._dispatcher

    @cached_property
    def _dispatcher(self) -> Any:
        njit = _NUMBA.njit
        try:
            return njit(nogil=True, cache=True)(self.py_func)
        except RuntimeError:  # no writable cache folder, or the function has no source file
            return njit(nogil=True)(self.py_func)


def compiled(function: Kernel) -> Kernel:
    """Return `function` compiled on first call, without the GIL, cached where possible.

    >>> @compiled
    ... def total(cards: int) -> int:
    ...     return cards * (cards + 1) // 2
    >>> total(52)
    1378
    """
    return cast("Kernel", _Compiled(function))


def jit(**settings: bool) -> Callable[[Kernel], Kernel]:
    """Return numba's decorator, to which all steps are known: for kernels with other settings.

    >>> @jit(nogil=True)
    ... def third(cards: int) -> int:
    ...     return cards // 3
    >>> third(52)
    17
    """
    with _LOCK:
        return cast("Callable[[Kernel], Kernel]", _NUMBA.njit(**settings))


def plain(kernel: Kernel) -> Kernel:
    """Return a kernel as plain Python, whose steps must be plain Python, too.

    Arithmetic of 64 bits goes around silently, as when it is compiled.

    >>> @compiled
    ... def total(cards: int) -> int:
    ...     return cards * (cards + 1) // 2
    >>> plain(total)(52)
    1378
    """
    function = cast("_Compiled", kernel).py_func

    @wraps(function)
    def call(*args: object) -> object:
        with np.errstate(over="ignore"):
            return function(*args)

    return cast("Kernel", call)


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
    without = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    with _LOCK:
        _NUMBA.add(function, {"nogil": True, **without, **settings})
    return function


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
    _NUMBA.announcements.append(begins)
    try:
        yield
    finally:
        if begins in _NUMBA.announcements:
            _NUMBA.announcements.remove(begins)
