"""What a certificate asks of the rules, in words: with them `check.py --rules` runs the rules."""

import dataclasses
import enum
import shlex
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from montmort.games.rulebook import Rulebook

Words = Mapping[str, str | Mapping[str, str]]


def question_words(
    rulebook: Rulebook[Any], experiment: str, rules: Any
) -> dict[str, str | Mapping[str, str]]:
    """Return the experiment, a preset of the rules and what is changed in it.

    >>> from montmort.games import craps
    >>> words = question_words(craps.RULEBOOK, "pass", craps.Rules(faces=8))
    >>> words["reading"], words["values"]
    ('usual', {'faces': '8'})
    """
    changed = {name: _changes(preset, rules) for name, preset in rulebook.readings.items()}
    reading = min(changed, key=lambda name: len(changed[name]))
    return {
        "experiment": experiment,
        "reading": reading,
        "values": changed[reading],
        "at": _numbers(rulebook.flags),
    }


def _changes(preset: Any, rules: Any) -> dict[str, str]:
    """Return the fields in which rules differ from a preset."""
    if not dataclasses.is_dataclass(rules):
        return {}
    return {
        each.name: _written(getattr(rules, each.name))
        for each in dataclasses.fields(rules)
        if each.init and getattr(rules, each.name) != getattr(preset, each.name)
    }


def _written(value: Any) -> str:
    """Return the text of a value, from which `rules_file.value_of` reads it.

    >>> _written(Fraction(1, 3)), _written((True, 2, "a"))
    ('Fraction(1, 3)', "(True, 2, 'a')")
    """
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, Fraction):
        return f"Fraction({value.numerator}, {value.denominator})"
    return repr(_plain(value))


def _plain(value: Any) -> Any:
    """Return integers and words without their subclasses, which are written in other ways."""
    if type(value) is tuple:
        return tuple(map(_plain, value))
    if isinstance(value, bool):
        return value
    plain = next((kind for kind in (int, str) if isinstance(value, kind)), None)
    return plain(value) if plain is not None else value


def _numbers(flags: tuple[str, ...]) -> dict[str, str]:
    """Return the numbers of symbols in the flags of a game at a point."""
    point = flags[flags.index("--at") + 1] if "--at" in flags else ""
    pairs = [pair.partition("=") for pair in ",".join(shlex.split(point)).split(",") if pair]
    return {name: number for name, _, number in pairs}
