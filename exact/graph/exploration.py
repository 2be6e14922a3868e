"""The trees of all steps of an experiment, found breadth-first by walking its rules.

Every way to an exact answer begins here: with decisions or without, in one step or in many,
with numbers or symbols.  The rules are interpreted first, and compiled once there are
many paths.  Where a step has very many and no decisions, equal situations before its picks are
merged, if that can be done surely.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from montmort.exact.graph.branching import Branching
from montmort.exact.graph.first_plays import FirstPlays
from montmort.exact.graph.game_graph import END, NOTHING
from montmort.exact.graph.merged_steps import merged_tree
from montmort.exact.graph.seats import Seats
from montmort.exact.graph.step_trees import Edge, GraphBuilder, StepTrees
from montmort.exact.graph.symmetry import Key, Situations
from montmort.exact.graph.symmetry_check import check_symmetry
from montmort.exact.growth import UNBOUNDED, Growth
from montmort.exact.move_check import MoveCheck
from montmort.exact.path_enumerator import Endless, ReadWeights
from montmort.exact.path_estimate import estimated_paths
from montmort.exact.paths import HOPELESS, PATHS, Watch, about_paths, too_large
from montmort.exact.rational_functions.weights import Weights, normal_form
from montmort.exact.situations.graph import Graph, TooMany
from montmort.exact.situations.replay import compare, compare_play
from montmort.exact.steps import Steps
from montmort.exact.thresholds import COMPILE_FROM, MERGE_FROM, MERGE_LONG_FROM, MERGE_SYMBOLS_FROM
from montmort.games.chance import Chance, whole_weights
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment, start_once
from montmort.games.sameness import in_order, other_orders
from montmort.games.table import Table
from montmort.games.validation import quote
from montmort.machine.places.unmerged import Unmerged
from montmort.machine.refusal import CannotCompile, LimitReached, check_compiler

STATES = 1_000_000  # default limit
COMPILED_PATHS = 50_000_000  # default limit of compiled code: about half a minute
GLANCE = 2_000  # paths between two guesses of how many there are, and two calls of watch
PROBES, MORE_PROBES = 100, 1_000  # random descents to guess the paths in a step, and to refuse
BATCH = 10_000  # paths before a step's paths are estimated


def explore_steps(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    *,
    others: Table | None = None,
    free: frozenset[int] | None = None,
    limit: int | None = None,
    states: int = STATES,
    nodes: int | None = None,
    watch: Watch | None = None,
    compiled: bool | str = "auto",
    symmetric_under: Key | None = None,
    symbols: Weights | None = None,
    by: str | None = None,
    checked: bool = True,
) -> StepTrees:
    """Return the trees of all steps, with a branch for every pick, and decision of a free seat.

    Without `free` seats `others` decides, or without it the experiment's own players.  With
    them, `others` decides for all seats but these; without `others` all seats are free.

    `compiled` is True, False, or "auto" for compiled code once there are many paths.
    `symbols` reads the weights of rules with symbols, which are not compiled.  By "paths" equal
    situations are never merged, by "situations" they must be.  Moves that are not `checked`
    may have gains of any kind.

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
    >>> trees = explore_steps(Experiment.of_play(play, Money), None, free=frozenset())
    >>> trees.how, trees.graph().size
    ('steps interpreted, 4 paths', GraphSize(states=1, nodes=2, edges=4))
    """
    limits = _Limits(limit, states, nodes, watch)
    explorer = _Explorer(
        experiment,
        rules,
        (others, free),
        limits,
        symmetric_under,
        symbols,
        by,
        compiled=bool(compiled) and symbols is None,
        checked=checked,
    )
    return explorer.compiled() if compiled is True else explorer.trees()


class _Limits(NamedTuple):
    """The most paths, states and nodes, and what is called from time to time."""

    paths: int | None
    states: int
    nodes: int | None
    watch: Watch | None


class _Explorer:
    """An exploration under way."""

    def __init__(
        self,
        experiment: Experiment[Any, Any, Any],
        rules: object,
        seats: tuple[Table | None, frozenset[int] | None],
        limits: _Limits,
        symmetric_under: Key | None,
        symbols: Weights | None,
        by: str | None,
        *,
        compiled: bool,
        checked: bool,
    ) -> None:
        self._experiment, self._rules = experiment, rules
        self._limits, self._compiled = limits, compiled
        self._others, self._free = seats
        self._of_what = "" if self._free is None else " of picks and decisions"
        self._builder = GraphBuilder()
        self._key = symmetric_under
        self._situations = None if symmetric_under is None else Situations(symmetric_under)
        self._symbols = symbols
        self._read: ReadWeights = whole_weights if symbols is None else symbols
        self._branching = Branching(self._builder, *seats, self._situations, self._read)
        check = MoveCheck(experiment, symbols=symbols is not None)
        self._check_move = check if checked else _unchecked
        self._by = by
        self._may_merge = self._free is None and by != "paths"
        self._expected: Fraction | int | None = None  # paths of the tree that is walked
        self._steps = Steps(experiment, rules, self._others, symmetric_under)
        self._first = FirstPlays(self._steps, *seats, self._read)
        self._by_code: StepTrees | None = None
        self._merged: list[int] = []  # situations of each step in which they were merged
        self._orders = 0  # in which frozensets were listed, apart from the usual one
        self._reasons: list[str] = []  # why faster ways were left, the last one first

    def trees(self) -> StepTrees:
        """Return the trees, found by the interpreter as long as there are few paths."""
        trees = self._interpreted() or self._by_code
        assert trees is not None
        return trees

    def _interpreted(self) -> StepTrees | None:
        """Return the trees; None where compiled code has found all of them."""
        builder = self._builder
        self._first.play()
        self._compare = self._first.of(None)
        root = self._tree(self._start)
        if root is None:
            return None
        growth = Growth(self._experiment.name, limit=self._limits.states, usual=STATES)
        for number, state in enumerate(builder.states):  # grows during the loop: breadth-first
            growth.check(number, state)
            ordered, merged = in_order(state), len(self._merged)
            self._branching.state, self._compare = ordered, self._first.of(state)
            edge = self._tree(self._step)
            if edge is None:
                return None
            if ordered is not state and len(self._merged) == merged:
                self._check_order(edge)
            builder.finish_state(edge)
            if len(builder.states) > self._limits.states:
                raise self._too_many("states", 0)
            if self._limits.nodes is not None and builder.size > self._limits.nodes:
                raise self._too_many("nodes", 0)
        return builder.trees(root, self._how())

    def compiled(self) -> StepTrees:
        """Return the trees found by compiled code."""
        check_compiler()
        from montmort.exact.graph.compiled_exploration import compiled_trees
        from montmort.machine.choices import FreeSeats  # only now: they load numba

        players: FreeSeats | Table | None = self._others
        if self._free is not None:
            players = FreeSeats(self._others, self._free, self._key)

        paths, states, nodes, watch = self._limits
        most = COMPILED_PATHS if paths is None else paths
        try:
            return compiled_trees(
                self._experiment,
                self._rules,
                players,
                limit=most,
                states=states,
                nodes=nodes,
                watch=watch,
                once=self._is_once,
            )
        except LimitReached as reached:
            raise self._too_many(reached.what, most) from None

    def _how(self) -> str:
        """Return what was done, in words."""
        self._first.check()
        walked, merged = self._walked, self._merged
        how = f"{walked:,} path{'s' * (walked > 1)}"
        if not self._is_once:
            how = f"steps interpreted, {how}"
            if merged:
                how += f", equal situations merged in {len(merged):,} of them"
        elif merged:
            how = f"{merged[0]:,} situations, merged before every pick"
        doubts = self._steps.surroundings.check_at_the_end()
        if self._orders > 1:  # of two items there are no more
            doubts += f"; whether the order in frozensets matters: tried in {self._orders} others"
        if len(merged) < self._builder.explored:  # merging is refused where it is not sure
            doubts += self._first.doubt
        return "; ".join([how + self._check_symmetry(), *self._reasons]) + doubts

    def _check_symmetry(self) -> str:
        """Return how many situations were met again, in words; BadInput if two of them differ."""
        if self._situations is None:
            return ""
        sample = self._situations.sample
        free = self._free or frozenset()
        check_symmetry(self._experiment, self._rules, self._others, free, sample.pairs)
        return f", {sample.met:,} of them cut off by symmetry"

    def _too_many(self, what: str, paths: int) -> TooLarge:
        if what == "paths" and self._builder.explored > 1:
            return TooLarge(
                f"{self._experiment.name}: more than {paths:,} paths{self._of_what} to "
                f"walk{self._why}; {UNBOUNDED}; else take a smaller game, or raise limit="
            )
        if what == "paths":
            expected = self._estimate(MORE_PROBES)
            about = f" (about {about_paths(expected)} by an estimate)" if expected > paths else ""
            return too_large(f"more than {paths:,} paths{self._of_what} to walk{about}{self._why}")
        if what == "nodes":
            return TooLarge(
                f"the graph of {self._experiment.name} has more than {self._limits.nodes:,} nodes; "
                "take a smaller game"
            )
        return TooLarge(
            f"{self._experiment.name}: more than {self._limits.states:,} states; {UNBOUNDED}; "
            "else take a smaller game, make equivalent states compare equal, or raise states="
        )

    @property
    def _walked(self) -> int:
        """The number of paths so far; that of a start without picks only beside others."""
        return self._branching.paths - self._is_once

    @property
    def _is_once(self) -> bool:
        """Whether it is a game of one step without decisions."""
        return self._experiment.start is start_once and self._free is None

    @property
    def _why(self) -> str:
        """The reasons in brackets, "" if there is none."""
        return f" ({'; '.join(self._reasons)})" if self._reasons else ""

    def _start(self) -> Edge:
        state = self._steps.start(self._branching)
        self._compare(self._branching, state)
        return self._builder.state(self._normal(state)), NOTHING

    def _step(self) -> Edge:
        move = self._move(self._branching)
        self._compare(self._branching, move)
        return self._leaf(self._normal(move))

    def _check_order(self, edge: Edge) -> None:
        """Refuse a step that depends on the order in which frozensets of the state are listed."""
        if self._situations is not None:
            return
        state = self._branching.state
        branching = Branching(self._builder, self._others, self._free, None, self._read)
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

    def _leaf(self, move: tuple[Hashable, Any]) -> Edge:
        """Return the edge of a move."""
        after, gain = move
        builder = self._builder
        return END if after is None else builder.state(after), builder.gain(gain)

    def _normal(self, value: Any) -> Any:
        """Return the value with its expressions in their normal forms, so that equal ones merge."""
        return value if self._symbols is None else normal_form(value)

    def _walk_once(self, chance: Any) -> object:
        """Play what is being walked: the start, or the step of a state."""
        if self._branching.state is None:
            return self._experiment.start(self._rules, chance)
        return self._move(chance)

    def _move(self, chance: Any) -> tuple[Hashable, Any]:
        table = None if self._free is None else chance
        move: tuple[Hashable, Any] = self._steps.step(self._branching.state, chance, table)
        self._check_move(move)
        return move

    def _tree(self, walk: Callable[[], Edge]) -> Edge | None:
        """Return the edge to a tree; None where compiled code has found all of them."""
        self._edge: Edge | None = None
        self._expected = None
        try:
            if self._by == "situations" and not (self._is_once and self._branching.state is None):
                return self._merged_edge()
            edge = self._branching.walk(walk, self._goes_on)
        except Unmerged as reason:
            kind = TooLarge if isinstance(reason, TooMany) else BadInput
            raise kind(f"equal situations cannot be merged: {reason}") from None
        except Endless as error:
            if not self._may_merge:
                raise
            edge = self._by_situations(error)
        return self._edge if edge is None else edge

    def _goes_on(self) -> bool:
        """Whether to walk a further path: not where another way has found the rest."""
        paths = self._walked
        if self._compiled and self._is_long() and not self._are_too_many():
            self._check_estimate()
            if self._compile():
                return False
        if self._may_merge and self._has_many_or_long_paths():
            self._edge = self._by_situations(None)
            if self._edge is not None:
                return False
            self._may_merge = False
        if paths >= self._most:
            raise self._too_many("paths", self._most)
        if not paths % BATCH:
            self._check_estimate()
        builder, watch = self._builder, self._limits.watch
        if watch is not None and not paths % GLANCE:
            done = builder.explored + self._branching.share()
            watch(Fraction(done) / max(1, len(builder.states)), paths)
        return True

    def _has_many_or_long_paths(self) -> bool:
        """Whether a step seems to have so many paths, or so long ones, that merging is better."""
        in_tree = self._branching.in_tree
        most = MERGE_FROM if self._symbols is None else MERGE_SYMBOLS_FROM
        many = in_tree in (min(GLANCE, most), most) and self._paths() > most
        return many or self._branching.depth > MERGE_LONG_FROM

    def _are_too_many(self) -> bool:
        """Whether a step has more paths than the limit, so that only merging them may help."""
        many = self._may_merge and 2 * self._branching.in_tree >= GLANCE
        return many and self._paths() > self._most

    def _paths(self) -> Fraction | int:
        """Return the number of paths in the tree that is walked, estimated once."""
        if self._expected is None:
            self._expected = self._estimate(PROBES)
        return max(self._expected, self._branching.in_tree)

    def _by_situations(self, endless: Endless | None) -> Edge | None:
        """Return the edge to the tree of a step whose equal situations are merged.

        Where that is not sure: None, or the error for a path without end.
        """
        try:
            return self._merged_edge()
        except Unmerged as unmerged:
            reason = f"not merged: {unmerged}"
            if endless is not None:
                raise Endless(f"{endless}; {reason}") from None
            if reason not in self._reasons:
                self._reasons.insert(0, reason)
            return None

    def _merged_edge(self) -> Edge:
        state, builder = self._branching.state, self._builder
        if state is None:
            function, plain = self._steps.start, partial(self._experiment.start, self._rules)
        else:
            function = partial(self._steps.step, state)
            plain = partial(self._steps.unwatched, state)
        graph = Graph(plain, self._read)
        graph.explore(max(self._most - self._walked, 1), self._limits.watch)
        compare(function, graph, read=self._read)
        for picks, (end, *weights) in self._first.ends(state).items():
            compare_play(graph, picks, weights, end)
        self._branching.paths += graph.branches
        self._merged.append(len(graph.moves))
        ends = [self._end(result) for result in graph.results]
        return merged_tree(graph, ends, builder, self._symbols)

    def _end(self, result: Any) -> Edge:
        """Return the edge of a first state, or of the move of a step."""
        found = self._normal(result)
        if self._branching.state is None:
            return self._builder.state(found), NOTHING
        self._check_move(found)
        return self._leaf(found)

    def _is_long(self) -> bool:
        """Whether there are many paths, or will be by the steps of the states found so far."""
        paths, builder = self._walked, self._builder
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

    def _compile(self) -> bool:
        """Whether compiled code has found all trees; where the rules do not compile, keep why."""
        try:
            self._by_code = self.compiled()
        except CannotCompile as refusal:
            self._compiled = False
            self._reasons.insert(0, str(refusal))
        return self._by_code is not None

    def _estimate(self, probes: int) -> Fraction:
        """Return an estimate of the paths in what is being walked."""

        def walk(chance: Chance) -> object:
            return self._walk_once(_Descent(self._others, self._free, chance))

        return estimated_paths(walk, probes=probes, rng=0, read=self._read)

    def _check_estimate(self) -> None:
        """Raise TooLarge if the first step has far more paths than the limit.

        How many are cut off where decisions are declared to be equal is not known before.
        """
        if self._builder.explored > 1 or self._situations is not None:
            return
        paths = self._estimate(MORE_PROBES)
        if paths > HOPELESS * self._most:
            raise too_large(
                f"about {about_paths(paths)} paths{self._of_what} to walk"
                f"{self._why}, the limit is {self._most:,}"
            )


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
