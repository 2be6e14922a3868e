"""Functions of constants, which are called before the run."""

from collections.abc import Callable
from typing import Any

from montmort.machine.frame import Frame, Value
from montmort.machine.values import constant


def folded(frame: Frame, function: Callable[..., Any], *values: Any, **named: Any) -> Value:
    """Return the value of a function of constants; what it raises is left to the run."""
    try:
        result = function(*values, **named)
    except Exception:  # the rules raise it when they come here
        frame.stop("the rules raise an error")
    if isinstance(result, float | complex):
        frame.refuse("a float: use //, or a Fraction")
    return constant(result)
