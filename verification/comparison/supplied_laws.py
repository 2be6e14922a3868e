"""Exact laws that the user supplies: one Law, or a mapping of fields to Laws or Moments."""

import enum
from collections.abc import Mapping

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import quote
from montmort.verification.verdicts.quantities import AnyLaw, Known

Exact = AnyLaw | Mapping[str, Known]


def supplied_laws(
    exact: Exact, fields: tuple[str, ...], names: tuple[str, ...] | None = ()
) -> Mapping[str, Known]:
    """Return the supplied laws by field; the names must be among `fields` and `names`, if given."""
    laws = _by_field(exact, fields) if isinstance(exact, Law) else exact
    if not isinstance(laws, Mapping) or not all(
        isinstance(law, Law | Moments) for law in laws.values()
    ):
        raise BadInput(
            f"exact={quote(exact)} must be a Law of the outcome, or a mapping of fields to "
            "Laws or Moments"
        )
    if not laws:
        raise BadInput(f"exact={quote(exact)} has no field; give a law of each field to be judged")
    known = laws if names is None else {*fields, *names}
    if unknown := [name for name in laws if name not in known]:
        raise UnknownName(f"exact= has {unknown[0]!r}; the fields are {', '.join(names or fields)}")
    return laws


def _by_field(law: AnyLaw, fields: tuple[str, ...]) -> dict[str, AnyLaw]:
    named = getattr(next(iter(law), None), "_fields", None)
    if named is not None:
        return {name: law.field(name) for name in named}
    if len(fields) == 1:
        return {fields[0]: law}
    raise BadInput(f"exact= is a law of one value; name its field, {{{fields[0]!r}: law}}")


def kinds_of(known: Mapping[str, Known]) -> dict[str, type]:
    """Return the types of the fields that are truth values or enums, by their laws."""
    first = {name: next(iter(law), None) for name, law in known.items() if isinstance(law, Law)}
    return {name: type(x) for name, x in first.items() if isinstance(x, bool | enum.Enum)}
