"""The words of a game for the values of an outcome: `win`, `true`, `3`.

A member of an enum is its name in lower case, a truth value is `true` or `false`, a
number its digits, as `-3` or `1/2`.  Tallies and run files hold integers instead; `words_of_kinds`
leads from these to the words.
"""

import enum
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from montmort.exact.decisions.spelling import words_of
from montmort.exact.formatting import digits, whole
from montmort.games.chance import RandomChance
from montmort.games.experiment import Experiment
from montmort.montecarlo.external.outcome_parser import Fields
from montmort.montecarlo.simulator import as_integer


def word(value: object) -> str:
    """Return the word for a value of an outcome.

    >>> word(True), word(-3), word(enum.Enum("Result", "STAND_PAT").STAND_PAT), word(Fraction(1, 2))
    ('true', '-3', 'stand_pat', '1/2')
    """
    if isinstance(value, enum.Enum):
        return words_of(type(value))[value]
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return whole(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def kinds_declared(experiment: Experiment[Any, Any, Any], rules: object) -> dict[str, type]:
    """Return the types of the fields that have words, as the outcome's annotations give them."""
    return dict(Fields.of(experiment.under(rules).outcome).kinds)


def kinds_played(experiment: Experiment[Any, Any, Any], rules: object) -> dict[str, type]:
    """Return the types of the fields that have words, as a play yields them.

    >>> from montmort.verification.external.own_game import experiment_of
    >>> kinds_played(experiment_of(lambda chance: chance.pick([1, 1]) == 0), None)
    {'value': <class 'bool'>}
    """
    outcome = experiment.play(rules, RandomChance(0))
    values = zip(experiment.under(rules).fields, outcome, strict=True)
    return {name: type(value) for name, value in values if isinstance(value, bool | enum.Enum)}


def words_of_kinds(kinds: Mapping[str, type]) -> dict[str, dict[int, str]]:
    """Return, by field, the words of the integers that represent its values in a histogram.

    >>> words_of_kinds({"won": bool})
    {'won': {0: 'false', 1: 'true'}}
    """
    return {name: _words(name, kind) for name, kind in kinds.items()}


def _words(name: str, kind: type) -> dict[int, str]:
    if issubclass(kind, enum.Enum):
        return {as_integer(name, member): text for member, text in words_of(kind).items()}
    return {0: "false", 1: "true"}


def in_words(histogram: Mapping[int, int], words: Mapping[int, str]) -> dict[str, int]:
    """Return a histogram with words instead of integers.

    >>> in_words({0: 3, 1: 1}, {0: "false", 1: "true"}), in_words({7: 2}, {})
    ({'false': 3, 'true': 1}, {'7': 2})
    """
    return {words.get(value, digits(value)): count for value, count in histogram.items()}


def all_in_words(
    histograms: Mapping[str, Mapping[int, int]], words: Mapping[str, Mapping[int, str]]
) -> dict[str, dict[str, int]]:
    """Return the histograms of all fields with words instead of integers.

    >>> all_in_words({"won": {1: 2}, "rolls": {3: 2}}, {"won": {0: "false", 1: "true"}})
    {'won': {'true': 2}, 'rolls': {'3': 2}}
    """
    return {name: in_words(counts, words.get(name, {})) for name, counts in histograms.items()}
