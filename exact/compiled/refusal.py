"""Why a function is not compiled, in one sentence."""

from typing import NoReturn

from montmort.games.errors import MontmortError


class CannotCompile(MontmortError):
    """The function must be interpreted; the message names the construct, the file and the line."""


class LimitReached(MontmortError):
    """A compiled walk found more paths, or more states, than its limit."""


def refuse(construct: str, file: str, line: int) -> NoReturn:
    """Raise CannotCompile for a construct.

    >>> refuse("async", "game.py", 12)
    Traceback (most recent call last):
        ...
    montmort.exact.compiled.refusal.CannotCompile: not compiled: async (game.py, line 12)
    """
    raise CannotCompile(f"not compiled: {construct} ({file}, line {line})")
