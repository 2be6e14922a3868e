"""Exact laws from a JSON file.

    {"values": {"0": "1/3", "1": "2/3"}}                     of one field
    {"turns": {"values": {…}, "tail": "1/10"}, …}            of several fields, by name

A chance is a string such as "1/3" or "0.25" and is read exactly.  `tail` is the
chance of all values beyond the largest one listed.  The chances and the tail sum to 1.
"""

import json
import re
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import NoReturn

from flint import fmpq, fmpz

from montmort.exact.formatting import short
from montmort.exact.law import Law
from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.file_kinds import kind_of_file
from montmort.games.validation import check_type, quote, repeated_key
from montmort.montecarlo.external.outcome_parser import Fields

_CHANCE = re.compile(r"(?P<top>[0-9]+)(/(?P<bottom>0*[1-9][0-9]*)|\.(?P<decimals>[0-9]+))?")


def laws_from(
    path: str, fields: Fields | None = None, column: str | None = None
) -> dict[str, Law[Hashable]]:
    """Return the laws in a file, by field.

    `fields` are those that the outcome may have.  A law without a name is that of
    `column`; without `column` it is that of the first field, or of `value`.
    """
    check_type("path", path, (str, PathLike), "the path of a file")
    try:
        loaded = _loaded(path)
        main = column or (fields.names[0] if fields else "value")
        laws = {main: loaded} if _is_law(loaded) else loaded
        names = Fields(names=tuple(laws)) if fields is None else fields
        for name in laws:
            names.check(name)
        return {name: _law(names, name, law) for name, law in laws.items()}
    except (BadInput, LookupError) as error:
        raise BadInput(f"{path}: {error}") from error


def _loaded(path: str) -> dict[str, object]:
    try:
        content = Path(path).read_bytes()
        if kind := kind_of_file(content):
            raise BadInput(f"it is {kind}")
        loaded = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_without_repetition,
            parse_float=_refuse,
            parse_constant=_refuse,
            parse_int=str,
        )
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from error
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}") from error
    if not isinstance(loaded, dict) or not loaded:
        raise BadInput('a law is {"values": {"0": "1/3", …}}, or {"field": {"values": {…}}, …}')
    return loaded


def _without_repetition(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    name = repeated_key(pairs)
    if name is not None:
        raise BadInput(f"{quote(name)} is repeated")
    return dict(pairs)


def _refuse(number: str) -> NoReturn:
    raise BadInput(f'{number} is a float; write a chance as a string, "1/3" or "0.25"')


def _is_law(loaded: Mapping[str, object]) -> bool:
    """Return whether this is the law of one field; laws by name hold mappings only."""
    values = loaded.get("values")
    return isinstance(values, Mapping) and "values" not in values


def _law(fields: Fields, name: str, loaded: object) -> Law[Hashable]:
    values = loaded.get("values") if isinstance(loaded, Mapping) else None
    if not isinstance(loaded, Mapping) or not isinstance(values, Mapping):
        raise BadInput(f'the law of {name} must be {{"values": {{"0": "1/3", …}}}}')
    if unknown := loaded.keys() - {"values", "tail"}:
        raise BadInput(f"the law of {name} has {min(unknown)!r}; there are values and tail")
    chances: dict[Hashable, Fraction] = {}
    for text, chance in values.items():
        value = _value(fields, name, text)
        if value in chances:
            raise BadInput(f"the law of {name} lists {text} twice")
        chances[value] = _chance(f"the chance of {name} {text}", chance)
    tail = _chance(f"the tail of {name}", loaded.get("tail", "0"))
    _check_sum(name, chances, tail)
    return Law.of(chances, horizon=_last_number(chances) if tail else None)


def _last_number(chances: Mapping[Hashable, Fraction]) -> int:
    """Return the largest number with a chance: a tail lies beyond it."""
    return max(
        (int(x) for x, chance in chances.items() if chance and isinstance(x, int)), default=0
    )


def _value(fields: Fields, name: str, text: str) -> Hashable:
    try:
        member: Hashable = fields.member(name, fields.value(name, text))
    except InvalidCounts as error:
        raise BadInput(f"a value of the law: {error}") from error
    return member


def _check_sum(name: str, chances: Mapping[Hashable, Fraction], tail: Fraction) -> None:
    if not chances:
        raise BadInput(f"the law of {name} lists no value")
    if (total := _total([*chances.values(), tail])) != 1:
        raise BadInput(
            f"the chances of {name} and its tail, {short(tail)}, sum to {short(total)}, not to 1"
        )


def _total(chances: Sequence[Fraction]) -> Fraction:
    """Return the sum, taken by halves: that is fast for many different denominators."""
    parts = [fmpq(chance.numerator, chance.denominator) for chance in chances]
    while len(parts) > 1:
        parts = [sum(parts[at : at + 2], fmpq(0)) for at in range(0, len(parts), 2)]
    return Fraction(int(parts[0].p), int(parts[0].q))


def _chance(what: str, text: object) -> Fraction:
    """Return the number in a string of any length.

    >>> _chance("a chance", "1/3"), _chance("a chance", "0.250")
    (Fraction(1, 3), Fraction(1, 4))
    """
    found = _CHANCE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise BadInput(f'{what} is {text!r}; write it as a string, "1/3" or "0.25"')
    decimals = found["decimals"] or ""
    top, bottom = fmpz(found["top"] + decimals), fmpz(found["bottom"] or 1)
    return Fraction(int(top), int(bottom) * 10 ** len(decimals))
