"""What `?` shows at the terminal in a game of chance: the exact chances from the position on."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from montmort.games.chance import ScriptedChance
from montmort.games.experiment import Experiment
from montmort.verification.outcome_laws import OutcomeLaws, outcome_laws

YES_NO = {"true": "yes", "false": "no"}
MOST_VALUES = 8  # of a field whose chances are shown, else only its mean


def prospects(
    experiment: Experiment[Any, Any, Any], rules: Any, events: Sequence[Any]
) -> dict[str, Fraction]:
    """Return the chances of the values of every field, or its mean, from the last position on.

    They are known before the play, and where the last event is a state of the game.  Numbers
    are those still to come.

    >>> from montmort.games import waldegrave
    >>> chances = prospects(waldegrave.EXPERIMENTS["pool"], waldegrave.Rules(), ())
    >>> [f"{name}: {number}" for name, number in chances.items()]
    ['winner is 1: 5/14', 'winner is 2: 5/14', 'winner is 3: 2/7', 'mean of games to come: 3']
    """
    state = experiment.start(rules, ScriptedChance([]))
    if events:
        if type(events[-1]) is not type(state) or not hasattr(state, "_fields"):
            return {}
        state = events[-1]
    return shown(outcome_laws(replace(experiment, start=lambda _rules, _chance: state), rules))


def shown(laws: OutcomeLaws) -> dict[str, Fraction]:
    """Return the chances of the values of every field by name, or its mean."""
    named: dict[str, Fraction] = {}
    for name, field in laws.fields.items():
        if field.law is not None and not field.law.tail and len(field.law) <= MOST_VALUES:
            chances = field.answers()["law"].items()
            words = name.replace("_", " ")
            named |= {f"{words} is {YES_NO.get(value, value)}": chance for value, chance in chances}
        elif field.mean is not None:
            named[f"mean of {name.replace('_', ' ')} to come"] = field.mean
    return named
