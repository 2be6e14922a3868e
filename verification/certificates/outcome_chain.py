"""The certificate of a game's outcome: the labelled chain of its walk, with its answers.

It proves the means of the numbers and the chances of the words for the chain as it is
listed.  That the chain follows from the rules is not proved: `montmort` walked them.
"""

import enum
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from montmort.exact.walk import Walk
from montmort.games.errors import TooLarge
from montmort.verification.certificates.check import number_text
from montmort.verification.certificates.document import Document, as_json, document
from montmort.verification.certificates.outcome_chain_checker import (
    CHECKER,
    questions,
    steps_of,
)
from montmort.verification.words import word

MOST_STATES = 20_000  # of a certificate: some tens of megabytes
Names = Mapping[object, str]
Step = tuple[Any, Any]  # (next state or None, gain)


def outcome_certificate(walk: Walk[Any, Any], rules: Mapping[str, str]) -> Document:
    """Return the certificate of a walk; `rules` are words about the game that the chain is of.

    >>> from montmort.exact.from_rules import explore
    >>> from montmort.verification.external.own_game import experiment_of
    >>> die = experiment_of(lambda chance: chance.pick([1] * 6) + 1)
    >>> outcome_certificate(explore(die, None), {})["content"]["answers"]["value"]
    '7/2'
    """
    if len(walk.steps) > MOST_STATES:
        raise TooLarge(
            f"the chain has {len(walk.steps):,} states, and a certificate lists at most "
            f"{MOST_STATES:,}; take a smaller game"
        )
    names, kinds = _names(walk), _kinds(walk)
    moves = {names[state]: _steps(walk, names, state) for state in walk.steps}
    ends = {names[state]: _steps(walk, names, state, ending=True) for state in walk.steps}
    values, answers = {}, {}
    for question in questions(kinds, steps_of(as_json(moves), as_json(ends))):
        found = walk.chain().expected(_rewards(walk, question))
        values[question] = {name: found[state] for state, name in names.items()}
        answers[question] = walk.start.expected(found.__getitem__)
    content = {
        "fields": kinds,
        "start": {names[state]: walk.start[state] for state in walk.start},
        "moves": moves,
        "ends": ends,
        "values": values,
        "answers": answers,
    }
    return document(CHECKER, rules, content)


def _names(walk: Walk[Any, Any]) -> Names:
    """Return the names of the states: their repr, with a number where two are written alike."""
    seen: Counter[str] = Counter()
    names = {}
    for state in walk.steps:
        text = repr(state)
        seen[text] += 1
        names[state] = text if seen[text] == 1 else f"{text} [{seen[text]}]"
    return names


def _kinds(walk: Walk[Any, Any]) -> dict[str, str]:
    """Return for every field whether its gains are added or the last one counts."""
    kinds = dict.fromkeys(walk.experiment.fields, "sum")
    for law in walk.steps.values():
        for _, gain in law:
            for name, value in zip(kinds, gain, strict=True):
                if isinstance(value, bool | enum.Enum):
                    kinds[name] = "last"
    return kinds


def _rewards(walk: Walk[Any, Any], question: str) -> dict[Any, Fraction]:
    """Return the expected gain of the step from each state, or the chance to end with a word."""
    field, is_word, asked = question.partition("=")
    rewards = {}
    for state, law in walk.steps.items():
        moves = ((after, getattr(gain, field), w) for (after, gain), w in law.weights.items())
        if is_word:
            total = sum(
                w for after, value, w in moves if after is None and _written(value) == asked
            )
        else:
            total = sum(w * int(value) for _, value, w in moves)
        rewards[state] = Fraction(total, law.total)
    return rewards


def _steps(
    walk: Walk[Any, Any], names: Names, state: object, *, ending: bool = False
) -> list[list[object]]:
    """Return the moves of a state as [next state, chance, gains], its ends as [chance, gains]."""
    law, found = walk.steps[state], []
    for (after, gain), weight in law.weights.items():
        if (after is None) is ending:
            words = dict(zip(walk.experiment.fields, map(_written, gain), strict=True))
            step: list[object] = [Fraction(weight, law.total), words]
            found.append(step if ending else [names[after], *step])
    return found


def _written(value: Any) -> str:
    """Return the word of a value; numbers as a certificate writes them."""
    return word(value) if isinstance(value, bool | enum.Enum) else number_text(int(value))
