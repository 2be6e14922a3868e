"""Rules that declare each field once: its default, its help and its bounds.

    @dataclass(frozen=True, kw_only=True)
    class Rules(RuleSet):
        ranks: int = rule(13, "ranks in the deck", least=1)
        bonus: Literal["none", "double"] = rule("none", "what an ace adds", only="game")

        def check(self) -> None:
            ...  # conditions on several fields

A `RuleSet` checks every field by its annotation and bounds (of a tuple of integers,
each member), and then calls `check`.  Rules may also be any other dataclass.

A number may also be a sympy expression in symbols: its bounds are then conditions on
the exact answers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, fields
from fractions import Fraction
from functools import partial
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from montmort.games.chance import has_symbols
from montmort.games.errors import BadInput
from montmort.games.validation import (
    check_choice,
    check_fraction,
    check_integer,
    check_items,
    check_text,
    check_type,
    quote,
)

Value = TypeVar("Value")
Bound = int | Fraction


class _DefaultInt(int):
    """An integer that was left at its default."""


class _DefaultStr(str):
    """A word that was left at its default."""

    __slots__ = ()


def rule(
    default: Value,
    about: str,
    *,
    least: Bound | None = None,
    most: Bound | None = None,
    only: str | Sequence[str] = (),
    why: str = "",
    seat: int | None = None,
    depends: bool = False,
    checked: bool = True,
) -> Value:
    """Return a field of Rules with its help, bounds, and the experiments that use it.

    `why` is the end of the error on a value out of bounds, `seat` the seat whose
    player the field names.  If the default `depends` on other fields, `check` must
    set it with `set_default`.  A field that is not `checked` is left to `check`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Rules(RuleSet):
    ...     dice: int = rule(2, "dice to throw", least=1, most=6, only="throw")
    >>> fields(Rules)[0].metadata["help"]
    'throw: dice to throw'
    >>> Rules(dice=7)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: dice=7 must be an integer from 1 to 6
    """
    check_items("only", only, "names of experiments")
    experiments = (only,) if isinstance(only, str) else tuple(only)
    check_text(about=about, why=why)
    for name in experiments:
        check_text(only=name)
    help_text = f"{', '.join(experiments)}: {about}" if experiments else about
    check_type("depends", depends, bool, "True or False")
    check_type("checked", checked, bool, "True or False")
    metadata: dict[str, object] = {
        "help": help_text,
        "least": least,
        "most": most,
        "why": why,
        "checked": checked,
    }
    if experiments:
        metadata["experiments"] = experiments
    if seat is not None:
        metadata["seat"] = seat
    return field(default=_as_default(default) if depends else default, metadata=metadata)


class RuleSet:
    """Base class of Rules, a frozen dataclass whose fields are declared by `rule`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Rules(RuleSet):
    ...     cards: int = rule(10, "cards dealt", depends=True)
    ...     deck: int = rule(52, "cards in the deck", least=1)
    ...     def check(self) -> None:
    ...         self.set_default("cards", min(10, self.deck))
    >>> Rules(deck=4)
    Rules(cards=4, deck=4)
    """

    def __post_init__(self) -> None:
        for name, check in _checks(type(self)).items():
            check(name, getattr(self, name))
        self.check()

    def check(self) -> None:
        """Raise BadInput for fields that do not go together; a subclass says which."""

    def set_field(self, name: str, value: object) -> None:
        """Write a field in its normal form, so that equal Rules compare equal."""
        object.__setattr__(self, name, value)

    def set_default(self, name: str, value: object) -> None:
        """Set a field declared with `depends`, unless the caller gave it a value.

        `dataclasses.replace` passes every field on, so the value is marked as a
        default: the changed Rules set it again.
        """
        if isinstance(getattr(self, name), _DefaultInt | _DefaultStr):
            object.__setattr__(self, name, _as_default(value))


def _as_default(value: Any) -> Any:
    return _DefaultStr(value) if isinstance(value, str) else _DefaultInt(value)


Check = Callable[[str, Any], None]


_CHECKS: dict[type, dict[str, Check]] = {}


def _checks(kind: type[Any]) -> dict[str, Check]:
    """Return what checks each field of the Rules; worked out once for each class."""
    if kind not in _CHECKS:
        hints = get_type_hints(kind)
        _CHECKS[kind] = {
            each.name: _check_of(hints[each.name], each.metadata)
            for each in fields(kind)
            if each.metadata.get("checked", True)
        }
    return _CHECKS[kind]


def _check_of(hint: object, metadata: Mapping[str, Any]) -> Check:
    """Return what checks a value of the type `hint`; types not known here are accepted."""
    within = {name: metadata[name] for name in ("least", "most", "why") if name in metadata}
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        if len(kinds) == 1:
            return partial(_check_optional, _check_of(kinds[0], metadata))
    if get_origin(hint) is Literal:
        return partial(check_choice, allowed=get_args(hint))
    if hint is int:
        return partial(_check_number, partial(check_integer, **within))
    if hint is Fraction:
        return partial(_check_number, partial(check_fraction, **within))
    if hint == tuple[int, ...]:
        return partial(_check_members, partial(check_integer, **within))
    if isinstance(hint, type):
        return partial(_check_type, hint)
    return _accept


def _check_number(check: Check, name: str, value: object) -> None:
    """Check a number; an expression in symbols must keep the bounds where it gets numbers."""
    if not has_symbols(value):
        check(name, value)


def _check_optional(check: Check, name: str, value: object) -> None:
    if value is not None:
        check(name, value)


def _check_members(check: Check, name: str, value: object) -> None:
    if not isinstance(value, tuple):
        raise BadInput(f"{name}={quote(value)} must be a tuple of integers, as in (2, 2)")
    for member in value:
        check(name, member)


def _check_type(kind: type, name: str, value: object) -> None:
    if not isinstance(value, kind):
        wanted = {bool: "True or False", str: "text"}.get(kind, f"of type {kind.__name__}")
        raise BadInput(f"{name}={quote(value)} must be {wanted}")


def _accept(name: str, value: object) -> None:
    """Accept a value of a type that is not known here."""
