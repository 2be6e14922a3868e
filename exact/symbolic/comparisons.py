"""Comparisons that rules make with symbols: refused where the answer depends on their values.

For sympy `p == 0` asks whether two expressions have the same form, and `bool(p)` is True.
Rules mean the values.  While they run, a and b are

    equal        if a - b is 0 for all values of the symbols,
    not equal    if it is 0 for none, as far as sympy knows,

and all else is BadInput.  Users make their symbols themselves, so it is sympy's own operators
that look at who asks: the code of sympy and of the solvers gets sympy's answer, and so does
all code while no rules run, and every other thread.  A set or a dict looks at hashes first,
and does not ask.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, wraps
from typing import Any

from montmort.exact.rational_functions.field import from_sympy, is_expression
from montmort.exact.symbolic.paths import is_condition
from montmort.games.errors import BadInput

Operator = Callable[[Any, Any], Any]

_FOR_FORM = frozenset({"sympy", "mpmath", "flint", "montmort"})  # packages that ask for the form
_RULES = "montmort.games."
_threads: set[int] = set()  # in which rules run


@contextmanager
def values_compared() -> Iterator[None]:
    """Compare expressions by value where rules compare them in this thread.

    >>> import sympy
    >>> of_a_user = {"p": sympy.Symbol("p")}
    >>> with values_compared():
    ...     eval("(p - 1) * (p + 1) == p**2 - 1", of_a_user)
    True
    >>> with values_compared():
    ...     eval("p == 3", of_a_user)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: the rules ask whether p == 3, which depends on ...
    """
    thread = threading.get_ident()
    if "sympy" not in sys.modules or thread in _threads:
        yield
        return
    _replace_operators()
    _threads.add(thread)
    try:
        yield
    finally:
        _threads.remove(thread)


@cache
def _replace_operators() -> None:
    """Replace sympy's operators, once: classes take long to change."""
    from sympy.core.basic import Basic
    from sympy.core.expr import Expr
    from sympy.core.numbers import Integer, Rational

    for kind in (Basic, Rational, Integer):
        for name in ("__eq__", "__ne__"):
            own = vars(kind).get(name)
            if own is not None:
                setattr(kind, name, _comparing(own, "==" if name == "__eq__" else "!="))
    Expr.__bool__ = _is_not_zero


def _comparing(own: Operator, sign: str) -> Operator:
    @wraps(own)
    def compare(self: Any, other: Any) -> Any:
        if not _threads or self is other or not _asked_by_rules(sys._getframe(1).f_globals):
            return own(self, other)
        if not (_has_symbols(self) or _has_symbols(other)) or not _is_value(other):
            return own(self, other)
        return _is_zero(self, other, f"{self} {sign} {other}") == (sign == "==")

    return compare


def _is_not_zero(self: Any) -> bool:
    """Return the truth value of an expression."""
    if not (_threads and _asked_by_rules(sys._getframe(1).f_globals) and _has_symbols(self)):
        return len(self) != 0 if hasattr(self, "__len__") else True
    return not _is_zero(self, 0, f"{self} != 0")


def _asked_by_rules(space: dict[str, Any]) -> bool:
    """Return whether code with these globals is a user's, or that of a game."""
    name = str(space.get("__name__", ""))
    is_ours = name.partition(".")[0] in _FOR_FORM and not name.startswith(_RULES)
    return not is_ours and threading.get_ident() in _threads


def _has_symbols(value: object) -> bool:
    return (is_expression(value) or is_condition(value)) and bool(value.free_symbols)


def _is_value(value: object) -> bool:
    return isinstance(value, int | float) or hasattr(value, "numerator") or _has_symbols(value)


def _is_zero(left: Any, right: Any, question: str) -> bool:
    """Return whether two expressions are equal for all values, or for none; else BadInput."""
    if is_expression(left) and not is_condition(right):
        difference = left - (int(right) if isinstance(right, bool) else right)
        with suppress(BadInput):  # no rational function
            number = from_sympy(difference).number
            if number is not None:
                return not number
        if difference.is_zero is not None:
            return bool(difference.is_zero)
    raise BadInput(
        f"the rules ask whether {question}, which depends on the values of the symbols; give them "
        "numbers, or write the rules without this comparison"
    )
