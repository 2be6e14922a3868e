"""Packages that only some answers need, which an installation may lack: its extras.

    from montmort.games.extras import sympy

    with extra_for("pictures"):
        from matplotlib.figure import Figure

Without the package, the import, or the first use of sympy, raises `MissingExtra`, whose
sentence names the command that installs it.  `pyproject.toml` lists the packages of each extra.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from montmort.games.errors import MontmortError

EXTRA = {
    "cloudpickle": "dask",
    "distributed": "dask",
    "jinja2": "report",
    "llvmlite": "fast",
    "matplotlib": "plot",
    "networkx": "graphs",
    "numba": "fast",
    "scipy": "fast",
    "sympy": "symbols",
    "threadpoolctl": "fast",
    "typst": "report",
}


class MissingExtra(MontmortError, ModuleNotFoundError):
    """A package of an extra is not installed; the message names the command that installs it.

    >>> print(MissingExtra("pictures", "matplotlib"))
    pictures require matplotlib: pip install "montmort[plot]"
    """

    def __init__(self, purpose: str, package: str) -> None:
        command = f'pip install "montmort[{EXTRA[package]}]"'
        super().__init__(f"{purpose} require {package}: {command}", name=package)
        self._arguments = purpose, package

    def __reduce__(self) -> tuple[type["MissingExtra"], tuple[str, str]]:
        return type(self), self._arguments  # worker processes send it


@contextmanager
def extra_for(purpose: str) -> Iterator[None]:
    """Import optional packages; `purpose`, a plural, is what requires them.

    >>> with extra_for("wishes"):
    ...     import fractions
    """
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRA:
            raise
        raise MissingExtra(purpose, package) from None


class _Package(ModuleType):
    """An optional package, imported when something in it is used."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__(name)
        self._purpose = purpose

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # doctest asks each module for __wrapped__
            raise AttributeError(name)
        with extra_for(self._purpose):
            return getattr(import_module(self.__name__), name)


if TYPE_CHECKING:
    import networkx as networkx
    import scipy as scipy
    import sympy as sympy
else:
    networkx = _Package("networkx", "graphs")
    scipy = _Package("scipy", "large systems of equations")
    sympy = _Package("sympy", "symbols")


def require(purpose: str, *packages: str) -> None:
    """Raise MissingExtra unless the packages are installed: before long work that ends in them.

    >>> require("wishes", "fractions")
    """
    for package in packages:
        if not is_installed(package):
            raise MissingExtra(purpose, package)


def is_installed(package: str) -> bool:
    """Return whether a package can be imported, without importing it.

    >>> is_installed("fractions"), is_installed("no_such_package")
    (True, False)
    """
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # blocked, or without a spec
        return False


@cache
def installed_version() -> str:
    """Return the installed version of montmort: workers and run files record it."""
    from importlib.metadata import PackageNotFoundError, version  # slow to load

    try:
        return version("montmort")
    except PackageNotFoundError:  # a checkout that was never installed
        return "unknown"
