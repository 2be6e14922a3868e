"""What a certificate asks of the rules, in words: with them `check.py --rules` runs the rules."""

import dataclasses
import shlex
from collections.abc import Mapping
from typing import Any

from montmort.games.errors import BadInput
from montmort.games.rulebook import Rulebook
from montmort.verification.aim import Aim
from montmort.verification.certificates.rules_asked import one_spelling, written

Words = Mapping[str, str | Mapping[str, str]]


def question_words(
    rulebook: Rulebook[Any], experiment: str, rules: Any, aim: Aim | None = None
) -> dict[str, str | Mapping[str, str]]:
    """Return the game, the experiment, every rule, the numbers of symbols, and what is wanted.

    >>> from montmort.games import craps
    >>> words = question_words(craps.RULEBOOK, "pass", craps.Rules(faces=8))
    >>> words["game"], words["experiment"], words["values"]["faces"], words["at"]
    ('craps', 'pass', '8', {})
    """
    names = [rule.name for rule in dataclasses.fields(rules) if rule.init]
    numbers = _numbers(rulebook, experiment)
    if both := {*names} & numbers.keys():
        raise BadInput(f"{min(both)} is a rule and a symbol: a certificate needs two names")
    words: dict[str, str | Mapping[str, str]] = {
        "game": rulebook.name,
        "experiment": experiment,
        "values": {name: written(getattr(rules, name)) for name in names},
        "at": numbers,
    }
    if aim is None:
        return words
    return {**words, "aim": str(dataclasses.replace(aim, text=one_spelling(aim.text)))}


def _numbers(rulebook: Rulebook[Any], experiment: str) -> dict[str, str]:
    """Return the numbers of the symbols that an experiment meets: its name at a point has them."""
    flags = rulebook.flags
    point = flags[flags.index("--at") + 1] if "--at" in flags else ""
    pairs = [pair.split("=") for pair in ",".join(shlex.split(point)).split(",") if pair]
    met = rulebook.experiment(experiment).name.rpartition(" at ")[2].split(", ")
    return {name: number for name, number in pairs if f"{name} = {number}" in met}
