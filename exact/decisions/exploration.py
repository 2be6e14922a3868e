"""The game graph of an experiment, found breadth-first by walking every step of every state."""

from collections.abc import Hashable
from fractions import Fraction
from functools import partial
from typing import Any

from montmort.exact.decisions.branching import Branching
from montmort.exact.decisions.game_graph import END, NOTHING, Edge, GameGraph, GraphBuilder
from montmort.exact.move_check import MoveCheck
from montmort.exact.paths import Watch, estimated_paths, too_large
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.table import Table

PATHS = 3_000_000  # default limit of interpreted paths: about a minute
BATCH = 10_000  # paths between two calls of watch, and before a step's paths are estimated
HOPELESS = 20  # refuse above 20 limits: wrong with chance <= 1/20 (Markov's inequality)


def explore_decisions(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    *,
    others: Table | None = None,
    free: frozenset[int] = frozenset(),
    limit: int = PATHS,
    states: int = 10**6,
    watch: Watch | None = None,
) -> GameGraph:
    """Return the graph of all picks and decisions; `others` decides for all seats but `free`.

    TooLarge with more than `limit` paths or `states` states.

    >>> from typing import NamedTuple
    >>> class Money(NamedTuple):
    ...     won: int
    >>> def play(chance, table):
    ...     if table.decide(0, ["stop", "toss"], None) == "stop":
    ...         return Money(1)
    ...     return Money(3 * chance.pick([1, 1]))
    >>> explore_decisions(Experiment.of_play(play, Money), None).size
    GraphSize(states=1, nodes=2, edges=4)
    """
    return _Explorer(experiment, rules, others, free, limit, states, watch).graph()


class _Explorer:
    """An exploration under way."""

    def __init__(
        self,
        experiment: Experiment[Any, Any, Any],
        rules: object,
        others: Table | None,
        free: frozenset[int],
        limit: int,
        states: int,
        watch: Watch | None,
    ) -> None:
        self._experiment, self._rules = experiment, rules
        self._limit, self._states, self._watch = limit, states, watch
        self._others, self._free = others, free
        self._builder = GraphBuilder()
        self._branching = Branching(self._builder, others, free)
        self._check_move = MoveCheck(experiment)

    def graph(self) -> GameGraph:
        """Return the graph, and how many paths were walked."""
        builder, branching = self._builder, self._branching
        root = branching.walk(self._start, self._look)
        for state in builder.states:  # grows during the loop: breadth-first
            branching.state = state
            builder.finish_state(branching.walk(self._step, self._look))
            if len(builder.states) > self._states:
                raise TooLarge(
                    f"{self._experiment.name}: more than {self._states:,} states; take a smaller "
                    "game, make equivalent states compare equal, or raise states="
                )
        return builder.graph(root, f"steps interpreted, {branching.paths:,} paths")

    def _start(self) -> Edge:
        state = self._experiment.start(self._rules, self._branching)
        if state is None:
            raise BadInput(f"{self._experiment.name}: start() must return a state, not None")
        return self._builder.state(state), NOTHING

    def _step(self) -> Edge:
        after, gain = self._move(self._branching)
        builder = self._builder
        return END if after is None else builder.state(after), builder.gain(gain)

    def _move(self, chance: Any) -> tuple[Hashable, Any]:
        move = self._experiment.step(self._rules, self._branching.state, chance, chance)
        self._check_move(move)
        return move

    def _look(self) -> None:
        """Raise TooLarge at the limit; call watch from time to time."""
        paths = self._branching.paths
        if paths >= self._limit:
            raise too_large(f"more than {self._limit:,} paths of picks and decisions to walk")
        if paths % BATCH:
            return
        builder = self._builder
        if builder.explored < 2:
            self._check_estimate()
        if self._watch is not None:
            share = Fraction(builder.explored, max(1, len(builder.states)))
            self._watch(share, paths)

    def _check_estimate(self) -> None:
        """Raise TooLarge if the first step has far more paths than the limit."""
        paths = estimated_paths(partial(_descend, self._move, self._others, self._free), rng=0)
        if paths > HOPELESS * self._limit:
            raise too_large(
                f"about {float(paths):.2g} paths of picks and decisions in one step, the limit is "
                f"{self._limit:,}"
            )


class _Descent:
    """A Chance and a Table in one, that choose any branch by a Chance."""

    def __init__(self, chance: Chance, others: Table | None, free: frozenset[int]) -> None:
        self._others, self._free = others, free
        self.pick = chance.pick

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        """Take any choice."""
        if self._others is not None and seat not in self._free:
            return self._others.decide(seat, choices, view)
        return choices[self.pick([1] * len(choices))]

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""


def _descend(move: Any, others: Table | None, free: frozenset[int], chance: Chance) -> object:
    return move(_Descent(chance, others, free))
