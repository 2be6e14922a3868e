"""Names that a package offers and loads when they are first used."""

from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package whose names live in its modules.

    `homes` gives the module of each name, relative to the package.

    >>> load, names = lazy_names("fractions", {})
    >>> names()
    []
    >>> load("Half")
    Traceback (most recent call last):
        ...
    AttributeError: module 'fractions' has no attribute 'Half'
    """

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return load, lambda: sorted(homes)
