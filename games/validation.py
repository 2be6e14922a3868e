"""Checks of single values; each refuses with one sentence."""

from collections.abc import Collection
from fractions import Fraction

from montmort.games.errors import BadInput


def check_integer(
    name: str, value: object, least: int | None = None, most: int | None = None, why: str = ""
) -> None:
    """Raise BadInput unless `value` is an int from `least` to `most`, and no truth value.

    >>> check_integer("suits", 0, 1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: suits=0 must be an integer >= 1
    >>> check_integer("ranks", 14, 2, 13)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: ranks=14 must be an integer from 2 to 13
    """
    if not isinstance(value, int) or isinstance(value, bool) or not _is_within(value, least, most):
        raise BadInput(f"{name}={value!r} must be an integer{_range(least, most)}{why}")


def check_fraction(
    name: str,
    value: object,
    least: int | Fraction | None = None,
    most: int | Fraction | None = None,
    why: str = "",
) -> None:
    """Raise BadInput unless `value` is a Fraction or an int from `least` to `most`.

    >>> check_fraction("rake", 0.05, 0, 1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: rake=0.05 must be a Fraction or an integer from 0 to 1
    """
    if (
        not isinstance(value, int | Fraction)
        or isinstance(value, bool)
        or not _is_within(value, least, most)
    ):
        shown = value if isinstance(value, Fraction) else repr(value)
        raise BadInput(f"{name}={shown} must be a Fraction or an integer{_range(least, most)}{why}")


def check_choice(name: str, value: object, allowed: Collection[object]) -> None:
    """Raise BadInput unless `value` is one of the values allowed.

    >>> check_choice("order", "up", ("left", "right"))
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: order='up' must be one of left, right
    """
    if not any(isinstance(value, type(choice)) and value == choice for choice in allowed):
        raise BadInput(f"{name}={value!r} must be one of {', '.join(map(str, allowed))}")


def _is_within(
    value: int | Fraction, least: int | Fraction | None, most: int | Fraction | None
) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _range(least: int | Fraction | None, most: int | Fraction | None) -> str:
    if least is None:
        return "" if most is None else f" <= {most}"
    return f" >= {least}" if most is None else f" from {least} to {most}"
