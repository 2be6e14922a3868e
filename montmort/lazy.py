"""Names that are loaded when they are first used."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, Sequence[str]]
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return `__all__`, `__getattr__` and `__dir__` of a package whose names live in its modules.

    `homes` gives the public names in each module, relative to the package.  Type checkers know
    them from imports `name as name` under TYPE_CHECKING.

    >>> public, load, names = lazy_names("os", {"path": ["join", "basename"]})
    >>> public, load("basename")("cards/ace")
    (['basename', 'join'], 'ace')
    >>> load("Half")
    Traceback (most recent call last):
        ...
    AttributeError: module 'os' has no attribute 'Half'
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    public = sorted(home_of)

    def load(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home_of[name]}"), name)

    return public, load, lambda: public


class At:
    """A function that stands for what a module has at a name: it is imported by the first call.

    A function there is called with the same arguments; anything else is returned as it is.

    >>> At("math:gcd")(12, 18), At("string:digits")()
    (6, '0123456789')
    """

    def __init__(self, place: str) -> None:
        self.place = place  # "module:name"

    def __repr__(self) -> str:
        return f"At({self.place!r})"

    def load(self) -> Any:
        """Return what stands there."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call what stands there, or return it if it is no function."""
        found = self.load()
        return found(*arguments, **named) if callable(found) else found
