"""Players that a walk can follow: a new table in every step must play like one for the whole play.

A play makes its table once, by `players(rules, chance)`.  A walk makes it again for every
step, for a state says nothing of the table.  So players must neither be drawn by lot, once
for the whole play, nor remember anything from one step to the next.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

from montmort.games.chance import Chance, RandomChance, ScriptedChance, has_symbols
from montmort.games.errors import BadInput, MontmortError
from montmort.games.experiment import Experiment, no_players
from montmort.games.sameness import is_same

PLAYS, STEPS = 10, 200  # of the check


class _Closed:
    """A Chance that refuses to be drawn from until the play begins."""

    def __init__(self, name: str) -> None:
        self._name = name

    def pick(self, _weights: Sequence[int], /) -> NoReturn:
        raise BadInput(
            f"{self._name}: players() draws from chance, once for a whole play, which a walk by "
            "steps cannot follow: draw in start() and keep it in the state, or draw in decide()"
        )


class _Recorder:
    """A Chance that writes down the picks of another, for which weights with symbols are 1."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.picks: list[int] = []

    def pick(self, weights: Sequence[int], /) -> int:
        numbers = [1 if has_symbols(weight) else weight for weight in weights]
        self.picks.append(self._chance.pick(numbers))
        return self.picks[-1]


def check_players(experiment: Experiment[Any, Any, Any], rules: object) -> None:
    """Raise BadInput if players are drawn by lot, or in random plays remember earlier steps."""
    if experiment.players is not no_players:
        experiment.players(rules, _Closed(experiment.name))
        for seed in range(PLAYS):
            _check_play(experiment, rules, _Recorder(RandomChance(seed)))


def _check_play(experiment: Experiment[Any, Any, Any], rules: object, chance: _Recorder) -> None:
    """Repeat every step of a play with a new table."""
    table = experiment.players(rules, chance)
    state = experiment.start(rules, chance)
    for _ in range(STEPS):
        if state is None or type(state).__hash__ is None:
            return  # the walk says why that is no state
        chance.picks.clear()
        move = experiment.step(rules, state, chance, table)
        if type(move) is not tuple or len(move) != 2:
            return
        again = _Recorder(ScriptedChance([*chance.picks]))
        if not is_same(_repeated(experiment, rules, state, again), move):
            raise BadInput(
                f"{experiment.name}: players remember earlier steps, which a walk by steps "
                "cannot follow: keep in the state what they use"
            )
        state = move[0]


def _repeated(
    experiment: Experiment[Any, Any, Any], rules: object, state: object, chance: Chance
) -> Any:
    """Return the move of a step with a new table; None if it picks otherwise."""
    try:
        return experiment.step(rules, state, chance, experiment.players(rules, chance))
    except MontmortError:
        return None
