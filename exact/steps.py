"""The steps of an experiment as a walk plays them: each on its own, so none may keep anything.

A play makes its table of players once; a walk makes it again for every step, because a state
says nothing of it.  So players must not be drawn by lot, and what a player does must follow
from what its seat sees.  What the steps return is checked as well (`MoveCheck`).
"""

import enum
from collections.abc import Sequence
from typing import Any, NoReturn

from montmort.exact.surroundings import Surroundings
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, HasSymbols
from montmort.games.experiment import Experiment, no_players, start_once
from montmort.games.sameness import identity, is_fixed
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
        # The last one, and its key if it may change.
        self._state: tuple[object, object] = (self, None)
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
            self._state = state, None if is_fixed(state) else identity(state)
        if table is not None or not self._has_players:
            move = self.unwatched(state, chance, table)
        else:
            move = self._with_players(state, chance)
        self.surroundings.check()
        before = self._state[1]
        if before is not None and identity(state) != before:
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


class MoveCheck:
    """Raises BadInput unless every move of an experiment is (next state or None, gain).

    HasSymbols for a gain that is an expression, unless it may have `symbols`.

    >>> from montmort.games import treize
    >>> check = MoveCheck(treize.EXPERIMENTS["game"])
    >>> check((None, treize.Game(points=1, passes=1, cards=2)))
    """

    def __init__(self, experiment: Experiment[Any, Any, Any], *, symbols: bool = False) -> None:
        self._experiment, self._symbols = experiment, symbols
        self._kinds: set[tuple[type, ...]] = set()
        self._counted: set[int] = set()  # places of fields for numbers with truth values
        self._kept: dict[str, tuple[type | None, object]] = {}  # by field: as below, an example

    def __call__(self, move: Any) -> None:
        """Raise BadInput unless a move is (next state or None, gain) with fields as before."""
        experiment = self._experiment
        if type(move) is not tuple or len(move) != 2 or type(move[1]) is not experiment.outcome:
            experiment.check_move(move)
        if (kinds := tuple(map(type, move[1]))) not in self._kinds:
            self._check_kinds(move[1])
            self._kinds.add(kinds)
        for place in self._counted if move[0] is not None else ():
            if move[1][place] is True:
                field = experiment.fields[place]
                raise BadInput(
                    f"{experiment.name}: {field} is an int, and a step that is not the last gives "
                    "True, which would not be added: write int(…)"
                )

    def _check_kinds(self, gain: tuple[Any, ...]) -> None:
        """Raise BadInput if a field is of another kind than in an earlier move."""
        annotations = getattr(self._experiment.outcome, "__annotations__", {})
        for place, (field, value) in enumerate(zip(self._experiment.fields, gain, strict=True)):
            if isinstance(value, bool) and annotations.get(field) in (int, "int"):
                self._counted.add(place)
            if not self._symbols and hasattr(value, "free_symbols"):
                raise HasSymbols(f"{self._experiment.name}: {field} = {value} has symbols")
            kept = type(value) if isinstance(value, bool | enum.Enum) else None  # numbers add up
            before, example = self._kept.setdefault(field, (kept, value))
            if kept != before:
                raise BadInput(
                    f"{self._experiment.name}: {field} is {example!r} in one step and {value!r} "
                    "in another; numbers are added, other values are not: keep to one kind"
                )
