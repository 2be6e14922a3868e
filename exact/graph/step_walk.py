"""The tree of one step: that of all its paths, or that of its situations, equal ones merged.

The step is that of a state, or the start, which leads to the first states.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from typing import Any

from montmort.exact.graph.branching import Branching
from montmort.exact.graph.first_plays import FirstPlays
from montmort.exact.graph.game_graph import END, NOTHING
from montmort.exact.graph.merged_steps import merged_tree
from montmort.exact.graph.seats import Seats
from montmort.exact.graph.step_trees import Edge, GraphBuilder
from montmort.exact.graph.symmetry import Key, Situations
from montmort.exact.graph.symmetry_check import check_symmetry
from montmort.exact.path_enumerator import estimated_paths
from montmort.exact.paths import Watch
from montmort.exact.rational_functions.weights import Weights, normal_form
from montmort.exact.situations.graph import Graph, as_it_is
from montmort.exact.situations.replay import compare, compare_play
from montmort.exact.steps import MoveCheck, Steps
from montmort.games.chance import Chance, whole_weights
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, played_once, start_once
from montmort.games.sameness import in_order, other_orders
from montmort.games.table import Table
from montmort.games.validation import quote

Players = tuple[Table | None, frozenset[int] | None]  # who decides, and the seats that are free


class StepWalk:
    """The walk of one step after the other; `first` are the first plays, walked before."""

    def __init__(
        self,
        experiment: Experiment[Any, Any, Any],
        rules: object,
        players: Players,
        builder: GraphBuilder,
        symmetric_under: Key | None,
        symbols: Weights | None,
        *,
        checked: bool,
    ) -> None:
        self._experiment, self._rules = experiment, rules
        self._players, self._builder, self._symbols = players, builder, symbols
        self._others, self._free = players
        self._situations = None if symmetric_under is None else Situations(symmetric_under)
        self._read: Callable[..., tuple[Any, ...]] = whole_weights if symbols is None else symbols
        self.branching = Branching(builder, *players, self._situations, self._read)
        check = MoveCheck(experiment, symbols=symbols is not None)
        self._check_move = check if checked else _unchecked
        self._steps = Steps(experiment, rules, self._others, symmetric_under)
        self.first = FirstPlays(self._steps, *players, self._read)
        self.merged: list[int] = []  # situations of each step in which they were merged
        self._orders = 0  # in which frozensets were listed, apart from the usual one

    @property
    def is_once(self) -> bool:
        """Whether it is a game of one step without decisions."""
        return self._experiment.start is start_once and self._free is None

    @property
    def walked(self) -> int:
        """The number of paths so far; that of a start without picks only beside others."""
        return self.branching.paths - self.is_once

    @property
    def is_symmetric(self) -> bool:
        """Whether decisions are declared to be equal."""
        return self._situations is not None

    @property
    def at_start(self) -> bool:
        """Whether it is the start that is walked."""
        return self.branching.state is None

    def begin(self, state: Hashable) -> None:
        """Begin the step of a state; without one, the start."""
        self._state, self._is_merged = state, False
        self.branching.state, self._compare = in_order(state), self.first.of(state)

    def by_paths(self, goes_on: Callable[[], bool]) -> Edge | None:
        """Return the edge to the tree of all paths; None where `goes_on` ends the walk early."""
        return self.branching.walk(self._first_state if self.at_start else self._step, goes_on)

    def _first_state(self) -> Edge:
        state = self._steps.start(self.branching)
        self._compare(self.branching, state)
        return self._builder.state(self._normal(state)), NOTHING

    def _step(self) -> Edge:
        move = self._move(self.branching)
        self._compare(self.branching, move)
        return self._leaf(self._normal(move))

    def _move(self, chance: Any) -> tuple[Hashable, Any]:
        table = None if self._free is None else chance
        move: tuple[Hashable, Any] = self._steps.step(self.branching.state, chance, table)
        self._check_move(move)
        return move

    def _leaf(self, move: tuple[Hashable, Any]) -> Edge:
        """Return the edge of a move."""
        after, gain = move
        builder = self._builder
        return END if after is None else builder.state(after), builder.gain(gain)

    def _normal(self, value: Any) -> Any:
        """Return the value with its expressions in their normal forms, so that equal ones merge."""
        return value if self._symbols is None else normal_form(value)

    def by_situations(self, most: int, watch: Watch | None) -> Edge:
        """Return the edge to the tree of at most so many situations, equal ones merged.

        Unmerged if that cannot be done surely.
        """
        state = self.branching.state
        function: Callable[[Chance], Any]
        plain: Callable[[Chance], Any]
        result: Callable[[Any], Hashable] = as_it_is
        if state is None:
            function, plain = self._steps.start, partial(self._experiment.start, self._rules)
        else:
            function = partial(self._steps.step, state)
            plain = partial(self._steps.unwatched, state)
            if found := played_once(self._experiment.step):  # fewer functions in each situation
                plain, result = found
        graph = Graph(plain, self._read, result)
        graph.explore(most, watch)
        compare(function, graph, read=self._read)
        for picks, (end, *weights) in self.first.ends(state).items():
            compare_play(graph, picks, weights, end)
        self.branching.paths += graph.branches
        self.merged.append(len(graph.moves))
        self._is_merged = True
        ends = [self._end(result) for result in graph.results]
        return merged_tree(graph, ends, self._builder, self._symbols)

    def _end(self, result: Any) -> Edge:
        """Return the edge of a first state, or of the move of a step."""
        found = self._normal(result)
        if self.at_start:
            return self._builder.state(found), NOTHING
        self._check_move(found)
        return self._leaf(found)

    def check_order(self, edge: Edge) -> None:
        """Refuse a step that depends on the order in which frozensets of the state are listed.

        `edge` leads to its tree.  Merged situations are not walked again.
        """
        state = self.branching.state
        if state is self._state or self._is_merged or self.is_symmetric:
            return
        branching = Branching(self._builder, *self._players, None, self._read)
        branching.state = state
        table = None if self._free is None else branching

        def step(twin: Any) -> Edge:
            return self._leaf(self._normal(self._steps.step(twin, branching, table)))

        for tried, twin in enumerate(other_orders(state), start=1):
            self._orders = max(self._orders, tried)
            if branching.walk(partial(step, twin), lambda: True) != edge:
                raise BadInput(
                    f"{self._experiment.name}: what follows {quote(state)} depends on the order in "
                    "which a frozenset lists its items, which does not follow from what is in it: "
                    "take them by sorted(…), or keep a tuple"
                )

    def estimate(self, probes: int) -> Fraction:
        """Return an estimate of the paths of the step, by so many random ones."""

        def walk(chance: Chance) -> object:
            descent = _Descent(*self._players, chance)
            if self.at_start:
                return self._experiment.start(self._rules, descent)
            return self._move(descent)

        return estimated_paths(walk, probes=probes, rng=0, read=self._read)

    def check_symmetry(self) -> str:
        """Return how many situations were met again, in words; BadInput if two of them differ."""
        if self._situations is None:
            return ""
        sample = self._situations.sample
        free = self._free or frozenset()
        check_symmetry(self._experiment, self._rules, self._others, free, sample.pairs)
        return f", {sample.met:,} of them cut off by symmetry"

    def doubts(self) -> str:
        """Return what is not sure after all steps, in words; BadInput where rules were changed."""
        doubts = self._steps.surroundings.check_at_the_end()
        if self._orders > 1:  # of two items there are no more
            doubts += f"; whether the order in frozensets matters: tried in {self._orders} others"
        if len(self.merged) < self._builder.explored:  # merging is refused where it is not sure
            doubts += self.first.doubt
        return doubts


def _unchecked(_move: object) -> None:
    """Take any move."""


class _Descent(Seats):
    """A Chance and a Table in one, that choose any branch by a Chance."""

    __slots__ = ("pick",)

    def __init__(self, others: Table | None, free: frozenset[int] | None, chance: Chance) -> None:
        super().__init__(others, free)
        self.pick = chance.pick

    def choose(self, _seat: int, possible: tuple[Any, ...], _view: Any) -> int:
        """Take any choice."""
        return self.pick([1] * len(possible))
