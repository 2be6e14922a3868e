"""Integers that a person sets: checked once, refused in one sentence."""

from montmort.games.errors import BadInput


def check_integer(
    name: str, value: object, least: int, most: int | None = None, why: str = ""
) -> None:
    """Raise BadInput unless `value` is an int, no truth value, from `least` to `most`.

    >>> check_integer("suits", 0, 1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: suits=0 must be an integer >= 1
    >>> check_integer("ranks", 14, 2, 13)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: ranks=14 must be an integer from 2 to 13
    """
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):  # type: ignore[operator]
        allowed = f">= {least}" if most is None else f"from {least} to {most}"
        raise BadInput(f"{name}={value!r} must be an integer {allowed}{why}")
