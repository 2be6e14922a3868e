"""Functions of constants, which are called before the run."""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

from montmort.machine.frame import Frame, Value
from montmort.machine.shapes import is_plain_class
from montmort.machine.values import constant

DICTIONARIES = (dict, Counter, defaultdict, OrderedDict)


def check_plain(frame: Frame, known: Any) -> None:
    """Refuse a constant container whose operators or methods the rules' author wrote."""
    kind = type(known)
    check_lasting(frame, known)
    if isinstance(known, dict) and kind in DICTIONARIES:
        return
    if isinstance(known, dict) or not is_plain_class(kind):
        frame.refuse(f"a constant {kind.__name__}, which has operators of its own")


def check_lasting(frame: Frame, known: Any) -> None:
    """Refuse a constant whose items are gone when they have been read."""
    if hasattr(type(known), "__next__"):
        frame.refuse(f"a constant {type(known).__name__}, which can be read once")


def folded(frame: Frame, function: Callable[..., Any], *values: Any, **named: Any) -> Value:
    """Return the value of a function of constants; what it raises is left to the run."""
    try:
        result = function(*values, **named)
    except Exception:  # the rules raise it when they come here
        frame.stop("the rules raise an error")
    if isinstance(result, float | complex):
        frame.refuse("a float: use //, or a Fraction")
    return constant(result)
