"""Exact laws from a file of JSON.

    {"values": {"0": "1/3", "1": "2/3"}}                     of one field
    {"turns": {"values": {…}, "tail": "1/10"}, …}            of several, by name

A chance is a string, "1/3" or "0.25", and stands for exactly that.  `tail` is
the chance of everything beyond the largest value listed; all together is 1.
"""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from flint import fmpz

from montmort.exact.formatting import short
from montmort.exact.law import Law
from montmort.games.errors import BadInput, InvalidCounts
from montmort.montecarlo.external.outcome_parser import Fields

_CHANCE = re.compile(r"(?P<top>[0-9]+)(/(?P<bottom>0*[1-9][0-9]*)|\.(?P<decimals>[0-9]+))?")


def laws_from(
    path: str, fields: Fields | None = None, column: str | None = None
) -> dict[str, Law[Any]]:
    """Return the laws in a file, by field.

    `fields` are those that the outcome may have.  The law of a file with only
    one is that of `column`, without it of the first field, or of `value`.
    """
    try:
        told = _loaded(path)
        main = column or (fields.names[0] if fields else "value")
        laws = {main: told} if _is_law(told) else told
        names = Fields(names=tuple(laws)) if fields is None else fields
        for name in laws:
            names.check(name)
        return {name: _law(names, name, law) for name, law in laws.items()}
    except (BadInput, LookupError) as error:
        raise BadInput(f"{path}: {error}") from error


def _loaded(path: str) -> dict[str, Any]:
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
        told = json.loads(
            text,
            object_pairs_hook=_without_repetition,
            parse_float=_refused,
            parse_constant=_refused,
            parse_int=str,
        )
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from error
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"no JSON: {error}") from error
    if not isinstance(told, dict) or not told:
        raise BadInput('a law is {"values": {"0": "1/3", …}}, or {"field": {"values": {…}}, …}')
    return told


def _without_repetition(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise BadInput(f"{repeated[0]!r} stands there twice")
    return dict(pairs)


def _refused(number: str) -> NoReturn:
    raise BadInput(f'{number} is a float; write a chance as a string, "1/3" or "0.25"')


def _is_law(told: Mapping[str, Any]) -> bool:
    """Whether it is the law of one field; laws by name hold mappings only."""
    return isinstance(told.get("values"), Mapping) and "values" not in told["values"]


def _law(fields: Fields, name: str, told: Any) -> Law[Any]:
    if not isinstance(told, Mapping) or not isinstance(told.get("values"), Mapping):
        raise BadInput(f'the law of {name} must be {{"values": {{"0": "1/3", …}}}}')
    if unknown := told.keys() - {"values", "tail"}:
        raise BadInput(f"the law of {name} has {min(unknown)!r}; there are values and tail")
    chances: dict[Any, Fraction] = {}
    for text, chance in told["values"].items():
        value = _value(fields, name, text)
        if value in chances:
            raise BadInput(f"the law of {name} lists {text} twice")
        chances[value] = _chance(f"the chance of {name} {text}", chance)
    _check_whole(name, chances, _chance(f"the tail of {name}", told.get("tail", "0")))
    return Law.of(chances)


def _value(fields: Fields, name: str, text: str) -> Any:
    try:
        return fields.member(name, fields.value(name, text))
    except InvalidCounts as error:
        raise BadInput(f"a value of the law: {error}") from error


def _check_whole(name: str, chances: Mapping[Any, Fraction], tail: Fraction) -> None:
    if not chances:
        raise BadInput(f"the law of {name} lists no value")
    if (total := sum(chances.values()) + tail) != 1:
        raise BadInput(
            f"the chances of {name} and its tail, {short(tail)}, sum to {short(total)}, not to 1"
        )


def _chance(what: str, text: Any) -> Fraction:
    """Return the number that a string stands for, of any length.

    >>> _chance("a chance", "1/3"), _chance("a chance", "0.250")
    (Fraction(1, 3), Fraction(1, 4))
    """
    found = _CHANCE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise BadInput(f'{what} is {text!r}; write it as a string, "1/3" or "0.25"')
    decimals = found["decimals"] or ""
    top, bottom = fmpz(found["top"] + decimals), fmpz(found["bottom"] or 1)
    return Fraction(int(top), int(bottom) * 10 ** len(decimals))
