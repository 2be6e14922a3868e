"""The steps of an experiment as a walk plays them: each on its own, so none may keep anything.

A play makes its table of players once; a walk makes it again for every step, because a state
says nothing of it.  So players must not be drawn by lot, and what a player does must follow
from what its seat sees.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

from montmort.exact.surroundings import Surroundings
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, no_players, start_once
from montmort.games.sameness import identity
from montmort.games.table import Table
from montmort.games.validation import quote


class Steps:
    """Plays the start and the steps of an experiment; after each nothing may have changed.

    Without a `table` the experiment's own players decide; `functions` are called beside the
    rules.  BadInput where rules or players keep something from one step to the next, or where
    a step changes its state.

    >>> from montmort.games import treize
    >>> from montmort.games.chance import ScriptedChance
    >>> steps = Steps(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1), None)
    >>> state = steps.start(ScriptedChance([]))
    >>> steps.step(state, ScriptedChance([0, 1]))
    (1, Game(points=1, passes=1, cards=2))
    """

    def __init__(
        self,
        experiment: Experiment[Any, Any, Any],
        rules: object,
        table: Table | None,
        *functions: object,
    ) -> None:
        self._experiment, self._rules, self._table = experiment, rules, table
        self._has_players = table is None and experiment.players is not no_players
        roots = (experiment.start, experiment.step, experiment.players, rules, table)
        merges = experiment.start is not start_once
        self.surroundings = Surroundings(*roots, *functions, merges=merges)
        self._state: tuple[object, object] = (self, None)  # the last one, and its identity
        if self._has_players:
            experiment.players(rules, _Closed(experiment.name))

    def start(self, chance: Chance) -> Any:
        """Return the state at the start of a play."""
        state = self._experiment.start(self._rules, chance)
        self.surroundings.check()
        if state is None:
            raise BadInput(f"{self._experiment.name}: start() must return a state, not None")
        return state

    def step(self, state: Any, chance: Chance, table: Table | None = None) -> Any:
        """Return what the rules return for a step: (next state or None, gain)."""
        if self._state[0] is not state:
            self._state = state, identity(state)
        if table is not None or not self._has_players:
            move = self.unwatched(state, chance, table)
        else:
            move = self._with_players(state, chance)
        self.surroundings.check()
        before = self._state[1]
        if before is not state and identity(state) != before:  # a plain state is its own identity
            raise BadInput(
                f"{self._experiment.name}: a step changes its state, now {quote(state)}; return a "
                "new one instead"
            )
        return move

    def unwatched(self, state: Any, chance: Chance, table: Table | None = None) -> Any:
        """Return what the rules return for a step, without a look at what they change."""
        players = self._table if table is None else table
        if players is None:
            players = self._experiment.players(self._rules, chance)
        return self._experiment.step(self._rules, state, chance, players)

    def _with_players(self, state: Any, chance: Chance) -> Any:
        """Play a step with players of its own, who must be afterwards what they were before."""
        players = self._experiment.players(self._rules, chance)
        if self.surroundings.knows(players):
            return self._experiment.step(self._rules, state, chance, players)
        self.surroundings.add(type(players))
        own = self.surroundings.made_in_play(players, chance)
        move = self._experiment.step(self._rules, state, chance, players)
        if changed := own.changed():
            raise BadInput(
                f"{self._experiment.name}: players remember something ({changed} changes): in "
                "exact answers what they do must follow from what they are shown; keep the rest "
                "in the state"
            )
        return move


class _Closed:
    """A Chance that refuses to be drawn from until the play begins."""

    def __init__(self, name: str) -> None:
        self._name = name

    def pick(self, _weights: Sequence[int], /) -> NoReturn:
        raise BadInput(
            f"{self._name}: players() draws from chance, once for a whole play, which a walk by "
            "steps cannot follow: draw in start() and keep it in the state, or draw in decide()"
        )
