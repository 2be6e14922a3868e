"""Why a function is not compiled, in one sentence."""

from pathlib import Path
from typing import NoReturn

from montmort.games.errors import MontmortError
from montmort.games.extras import MissingExtra, is_installed


class CannotCompile(MontmortError):
    """The function must be interpreted; the message names the construct, the file and the line."""


class LimitReached(MontmortError):
    """A compiled walk found more paths, or more states, than its limit; `what` says which."""

    def __init__(self, limit: int, what: str) -> None:
        super().__init__(f"more than {limit:,} {what} to walk")
        self.what = what


def sentence(construct: str, file: str, line: int) -> str:
    """Return why a function is not compiled, with the name of its file, without folders."""
    return f"not compiled: {construct} ({Path(file).name}, line {line})"


def refuse(construct: str, file: str, line: int) -> NoReturn:
    """Raise CannotCompile for a construct.

    >>> refuse("async", "/games/game.py", 12)
    Traceback (most recent call last):
        ...
    montmort.machine.refusal.CannotCompile: not compiled: async (game.py, line 12)
    """
    raise CannotCompile(sentence(construct, file, line))


def check_compiler() -> None:
    """Raise CannotCompile, with the command that installs it, if the compiler is not there.

    >>> check_compiler()  # numba and llvmlite are installed
    """
    for package in ("numba", "llvmlite"):
        if not is_installed(package):
            raise CannotCompile(f"not compiled: {MissingExtra('compiled rules', package)}")
