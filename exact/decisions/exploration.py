"""The game graph of an experiment, found breadth-first by walking every step of every state."""

from collections.abc import Hashable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from montmort.exact.compiled.refusal import CannotCompile, LimitReached, check_compiler
from montmort.exact.decisions.branching import Branching, decided
from montmort.exact.decisions.game_graph import END, NOTHING, Edge, GameGraph, GraphBuilder
from montmort.exact.decisions.symmetry import Key, Situations
from montmort.exact.decisions.symmetry_check import check_symmetry
from montmort.exact.growth import UNBOUNDED, Growth
from montmort.exact.move_check import MoveCheck
from montmort.exact.path_estimate import estimated_paths
from montmort.exact.paths import Watch, too_large
from montmort.exact.steps import Steps
from montmort.exact.symbolic.paths import Weights, normal_form
from montmort.games.chance import Chance, whole_weights
from montmort.games.errors import TooLarge
from montmort.games.experiment import Experiment
from montmort.games.table import Table

STATES = 1_000_000  # default limit
PATHS = 3_000_000  # default limit of interpreted paths: about a minute
COMPILED_PATHS = 50_000_000  # default limit of compiled code
COMPILE_FROM = 20_000  # paths: interpreted, they take about as long as compilation
GLANCE = 2_000  # paths between two guesses of how many there are
PROBES, MORE_PROBES = 100, 1_000  # random descents to guess the paths in a step, and to refuse
BATCH = 10_000  # paths between two calls of watch, and before a step's paths are estimated
HOPELESS = 20  # refuse above 20 limits: wrong with chance <= 1/20 (Markov's inequality)


def explore_decisions(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    *,
    others: Table | None = None,
    free: frozenset[int] = frozenset(),
    limit: int | None = None,
    states: int = STATES,
    nodes: int | None = None,
    watch: Watch | None = None,
    compiled: bool | str = "auto",
    symmetric_under: Key | None = None,
    symbols: Weights | None = None,
) -> GameGraph:
    """Return the graph of all picks and decisions; `others` decides for all seats but `free`.

    `compiled` is True, False, or "auto" for compiled code once there are many paths.
    `symbols` reads the weights of rules with symbols, which are not compiled.

    Decisions of a seat with equal `symmetric_under(view)` are one node: that of the view met
    first, and the rest of the step is walked only there.  A sample is walked after all;
    BadInput if what follows differs in more than the views and the order of the choices.

    TooLarge with more than `limit` paths, `states` states or `nodes` nodes.  Without a limit
    there are more paths in compiled code than interpreted ones.

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
    limits = _Limits(limit, states, nodes, watch)
    key = symmetric_under
    interpreted = symbols is not None or not compiled
    explorer = _Explorer(
        experiment, rules, others, free, limits, key, symbols, compiled=not interpreted
    )
    return explorer.compiled() if compiled is True else explorer.graph()


class _Limits(NamedTuple):
    """The most paths, states and nodes, and what is called from time to time."""

    paths: int | None
    states: int
    nodes: int | None
    watch: Watch | None


class _Found(Exception):
    """The graph has been found by compiled code."""

    def __init__(self, graph: GameGraph) -> None:
        super().__init__()
        self.graph = graph


class _Explorer:
    """An exploration under way."""

    def __init__(
        self,
        experiment: Experiment[Any, Any, Any],
        rules: object,
        others: Table | None,
        free: frozenset[int],
        limits: _Limits,
        symmetric_under: Key | None,
        symbols: Weights | None,
        *,
        compiled: bool,
    ) -> None:
        self._experiment, self._rules = experiment, rules
        self._limits, self._compiled, self._why = limits, compiled, ""
        self._others, self._free = others, free
        self._builder = GraphBuilder()
        self._key = symmetric_under
        self._situations = None if symmetric_under is None else Situations(symmetric_under)
        self._symbols = symbols
        read = whole_weights if symbols is None else symbols
        self._branching = Branching(self._builder, others, free, self._situations, read)
        self._check_move = MoveCheck(experiment, symbols=symbols is not None)
        self._steps = Steps(experiment, rules, others, symmetric_under)

    def graph(self) -> GameGraph:
        """Return the graph, and how many paths were walked."""
        try:
            return self._interpreted()
        except _Found as found:
            return found.graph

    def compiled(self) -> GameGraph:
        """Return the graph found by compiled code."""
        check_compiler()
        from montmort.exact.decisions.compiled_exploration import compiled_graph  # loads numba

        paths, states, nodes, watch = self._limits
        most = COMPILED_PATHS if paths is None else paths
        try:
            return compiled_graph(
                self._experiment,
                self._rules,
                self._others,
                self._free,
                self._key,
                limit=most,
                states=states,
                nodes=nodes,
                watch=watch,
            )
        except LimitReached as reached:
            raise self._too_many(reached.what, most) from None

    def _interpreted(self) -> GameGraph:
        builder, branching = self._builder, self._branching
        root = branching.walk(self._start, self._look)
        growth = Growth(self._experiment.name, limit=self._limits.states, usual=STATES)
        for number, state in enumerate(builder.states):  # grows during the loop: breadth-first
            growth.check(number, state)
            branching.state = state
            builder.finish_state(branching.walk(self._step, self._look))
            if len(builder.states) > self._limits.states:
                raise self._too_many("states", 0)
            if self._limits.nodes is not None and builder.size > self._limits.nodes:
                raise self._too_many("nodes", 0)
        said = self._check_symmetry() + self._why + self._steps.surroundings.check_at_the_end()
        return builder.graph(root, f"steps interpreted, {branching.paths:,} paths{said}")

    def _check_symmetry(self) -> str:
        """Return how many situations were met again, in words; BadInput if two of them differ."""
        if self._situations is None:
            return ""
        sample = self._situations.sample
        check_symmetry(self._experiment, self._rules, self._others, self._free, sample.pairs)
        return f", {sample.met:,} of them cut off by symmetry"

    def _too_many(self, what: str, paths: int) -> TooLarge:
        if what == "paths" and self._builder.explored > 1:
            return TooLarge(
                f"{self._experiment.name}: more than {paths:,} paths of picks and decisions to "
                f"walk{self._why}; {UNBOUNDED}; else take a smaller game, or raise limit="
            )
        if what == "paths":
            return too_large(f"more than {paths:,} paths of picks and decisions to walk{self._why}")
        if what == "nodes":
            return TooLarge(
                f"the graph of {self._experiment.name} has more than {self._limits.nodes:,} nodes; "
                "take a smaller game"
            )
        return TooLarge(
            f"{self._experiment.name}: more than {self._limits.states:,} states; {UNBOUNDED}; "
            "else take a smaller game, make equivalent states compare equal, or raise states="
        )

    def _start(self) -> Edge:
        state = self._steps.start(self._branching)
        return self._builder.state(self._merged(state)), NOTHING

    def _step(self) -> Edge:
        after, gain = self._merged(self._move(self._branching))
        builder = self._builder
        return END if after is None else builder.state(after), builder.gain(gain)

    def _merged(self, value: Any) -> Any:
        """Return the value with its expressions in their normal forms, so that equal ones merge."""
        return value if self._symbols is None else normal_form(value)

    def _walk_once(self, chance: Any) -> object:
        """Play what is being walked: the start, or the step of a state."""
        if self._branching.state is None:
            return self._experiment.start(self._rules, chance)
        return self._move(chance)

    def _move(self, chance: Any) -> tuple[Hashable, Any]:
        move: tuple[Hashable, Any] = self._steps.step(self._branching.state, chance, chance)
        self._check_move(move)
        return move

    def _look(self) -> None:
        """Change to compiled code where there are many paths; raise TooLarge at the limit."""
        paths = self._branching.paths
        if self._compiled and self._is_long():
            self._check_estimate()
            self._compile()
        if paths >= self._most:
            raise self._too_many("paths", self._most)
        if paths % BATCH:
            return
        builder, watch = self._builder, self._limits.watch
        self._check_estimate()
        if watch is not None:
            watch(Fraction(builder.explored, max(1, len(builder.states))), paths)

    def _is_long(self) -> bool:
        """Whether there are many paths, or will be by the steps of the states found so far."""
        paths, builder = self._branching.paths, self._builder
        if paths % GLANCE or paths >= COMPILE_FROM:
            return paths >= COMPILE_FROM
        if builder.explored < 2:
            return paths == GLANCE and self._estimate(PROBES) >= COMPILE_FROM
        return paths * len(builder.states) >= COMPILE_FROM * builder.explored

    @property
    def _most(self) -> int:
        """The limit of paths."""
        if self._limits.paths is not None:
            return self._limits.paths
        return COMPILED_PATHS if self._compiled else PATHS

    def _compile(self) -> None:
        """Raise _Found with the graph; where the rules do not compile, remember why."""
        try:
            raise _Found(self.compiled())
        except CannotCompile as refusal:
            self._compiled, self._why = False, f"; {refusal}"

    def _estimate(self, probes: int) -> Fraction:
        """Return an estimate of the paths in what is being walked."""
        walk = partial(_descend, self._walk_once, self._others, self._free)
        return estimated_paths(walk, probes=probes, rng=0)

    def _check_estimate(self) -> None:
        """Raise TooLarge if the first step has far more paths than the limit.

        How many are cut off where decisions are declared to be equal is not known before, and
        nothing can be drawn with symbols.
        """
        unknown = self._situations is not None or self._symbols is not None
        if self._builder.explored > 1 or unknown:
            return
        paths = self._estimate(MORE_PROBES)
        if paths > HOPELESS * self._most:
            raise too_large(
                f"about {float(paths):.2g} paths of picks and decisions in one step, the limit is "
                f"{self._most:,}"
            )


class _Descent:
    """A Chance and a Table in one, that choose any branch by a Chance."""

    def __init__(self, chance: Chance, others: Table | None, free: frozenset[int]) -> None:
        self._others, self._free = others, free
        self.pick = chance.pick

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        """Take any choice."""
        if self._others is not None and seat not in self._free:
            return decided(self._others, seat, choices, view)
        return choices[self.pick([1] * len(choices))]

    def tell(self, event: Any, /) -> None:
        """Ignore the event."""


def _descend(move: Any, others: Table | None, free: frozenset[int], chance: Chance) -> object:
    return move(_Descent(chance, others, free))
