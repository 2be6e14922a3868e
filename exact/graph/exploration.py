"""The trees of all steps of an experiment, found breadth-first by walking its rules.

Every way to an exact answer begins here: with decisions or without, in one step or in many,
with numbers or symbols.  The rules are interpreted first, and compiled once there are
many paths.  Where a step has very many and no decisions, equal situations before its picks are
merged, if that can be done surely.  `step_walk` walks one step.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from montmort.exact.graph.first_plays import FEW
from montmort.exact.graph.step_trees import Edge, GraphBuilder, StepTrees
from montmort.exact.graph.step_walk import Players, StepWalk
from montmort.exact.graph.symmetry import Key
from montmort.exact.growth import UNBOUNDED, Growth
from montmort.exact.path_enumerator import Endless
from montmort.exact.paths import HOPELESS, PATHS, Watch, about_paths, too_large
from montmort.exact.rational_functions.weights import Weights
from montmort.exact.situations.graph import TooMany
from montmort.exact.thresholds import (
    COMPILE_FROM,
    COMPILE_ONCE_FROM,
    MERGE_FROM,
    MERGE_LONG_FROM,
    MERGE_SYMBOLS_FROM,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment, Nothing
from montmort.games.table import Table
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
        players: Players,
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
        self._others, self._free = players
        self._of_what = "" if self._free is None else " of picks and decisions"
        self._builder = builder = GraphBuilder()
        self._key = symmetric_under
        self._walk = StepWalk(
            experiment, rules, players, builder, symmetric_under, symbols, checked=checked
        )
        self._merge_from = MERGE_FROM if symbols is None else MERGE_SYMBOLS_FROM
        self._by = by
        self._may_merge = self._free is None and by != "paths"
        self._expected: Fraction | int | None = None  # paths of the tree that is walked
        self._edge: Edge | None = None  # to the tree of a step, where it was found by merging
        self._at_once: Edge | None = None  # the same, of a game of one step, before all walks
        self._by_code: StepTrees | None = None
        self._reasons: list[str] = []  # why faster ways were left, the last one first

    def trees(self) -> StepTrees:
        """Return the trees, found by the interpreter as long as there are few paths."""
        trees = self._interpreted() or self._by_code
        assert trees is not None
        return trees

    def _interpreted(self) -> StepTrees | None:
        """Return the trees; None where compiled code has found all of them."""
        builder, walk = self._builder, self._walk
        walk.first.play(FEW)
        if not (walk.is_once and self._find_at_once()):
            walk.first.play()
        root = None if self._by_code else self._tree(None)
        if root is None:
            return None
        growth = Growth(self._experiment.name, limit=self._limits.states, usual=STATES)
        for number, state in enumerate(builder.states):  # grows during the loop: breadth-first
            growth.check(number, state)
            edge = self._tree(state)
            if edge is None:
                return None
            walk.check_order(edge)
            builder.finish_state(edge)
            if len(builder.states) > self._limits.states:
                raise self._too_many("states", 0)
            if self._limits.nodes is not None and builder.size > self._limits.nodes:
                raise self._too_many("nodes", 0)
        return builder.trees(root, self._how())

    def _find_at_once(self) -> bool:
        """Find the many paths of a game of one step, compiled or merged; False if it cannot be.

        Both can keep nothing, so that no more first plays are needed.
        """
        if self._by is not None or not self._walk.first.may_end:
            return False
        self._walk.begin(Nothing())
        self._expected = None
        try:
            paths = self._paths()
            if self._compiled and COMPILE_ONCE_FROM <= paths <= self._most and self._compile():
                return True
            if self._may_merge and paths > self._merge_from and self._merge():
                self._at_once = self._edge
        except Endless:  # the walk of all says how long the paths are
            return False
        return self._at_once is not None

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
                once=self._walk.is_once,
            )
        except LimitReached as reached:
            raise self._too_many(reached.what, most) from None

    def _how(self) -> str:
        """Return what was done, in words."""
        self._walk.first.check()
        walked, merged = self._walk.walked, self._walk.merged
        how = f"{walked:,} path{'s' * (walked > 1)}"
        if not self._walk.is_once:
            how = f"steps interpreted, {how}"
            if merged:
                how += f", equal situations merged in {len(merged):,} of them"
        elif merged:
            how = f"{merged[0]:,} situations, merged before every pick"
        doubts = self._walk.doubts()
        return "; ".join([how + self._walk.check_symmetry(), *self._reasons]) + doubts

    def _too_many(self, what: str, paths: int) -> TooLarge:
        if what == "paths" and self._builder.explored > 1:
            return TooLarge(
                f"{self._experiment.name}: more than {paths:,} paths{self._of_what} to "
                f"walk{self._why}; {UNBOUNDED}; else take a smaller game, or raise limit="
            )
        if what == "paths":
            expected = self._walk.estimate(MORE_PROBES)
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
    def _why(self) -> str:
        """The reasons in brackets, "" if there is none."""
        return f" ({'; '.join(self._reasons)})" if self._reasons else ""

    def _tree(self, state: Hashable) -> Edge | None:
        """Return the edge to the tree of a state, or for None of the start.

        None where compiled code has found all trees.
        """
        walk = self._walk
        if self._at_once is not None and state is not None:
            return self._at_once
        walk.begin(state)
        self._edge = None
        self._expected = None
        try:
            if self._by == "situations" and not (walk.is_once and walk.at_start):
                return self._merged_edge()
            edge = walk.by_paths(self._goes_on)
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
        paths = self._walk.walked
        if self._compiled and self._is_long() and not self._are_too_many():
            self._check_estimate()
            if self._compile():
                return False
        if self._may_merge and self._has_many_or_long_paths() and self._merge():
            return False
        if paths >= self._most:
            raise self._too_many("paths", self._most)
        if not paths % BATCH:
            self._check_estimate()
        builder, watch = self._builder, self._limits.watch
        if watch is not None and not paths % GLANCE:
            done = builder.explored + self._walk.branching.share()
            watch(Fraction(done) / max(1, len(builder.states)), paths)
        return True

    def _has_many_or_long_paths(self) -> bool:
        """Whether a step seems to have so many paths, or so long ones, that merging is better."""
        branching, most = self._walk.branching, self._merge_from
        many = branching.in_tree in (min(GLANCE, most), most) and self._paths() > most
        return many or branching.depth > MERGE_LONG_FROM

    def _are_too_many(self) -> bool:
        """Whether a step has more paths than the limit, so that only merging them may help."""
        many = self._may_merge and 2 * self._walk.branching.in_tree >= GLANCE
        return many and self._paths() > self._most

    def _paths(self) -> Fraction | int:
        """Return the number of paths in the tree that is walked, estimated once."""
        if self._expected is None:
            self._expected = self._walk.estimate(PROBES)
        return max(self._expected, self._walk.branching.in_tree)

    def _merge(self) -> bool:
        """Find the edge to the tree of the step by merging; False if that is not sure."""
        self._edge = self._by_situations(None)
        self._may_merge = self._edge is not None
        return self._may_merge

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
        walk = self._walk
        return walk.by_situations(max(self._most - walk.walked, 1), self._limits.watch)

    def _is_long(self) -> bool:
        """Whether there are many paths, or will be by the steps of the states found so far."""
        paths, builder = self._walk.walked, self._builder
        if paths % GLANCE or paths >= COMPILE_FROM:
            return paths >= COMPILE_FROM
        if builder.explored < 2:
            so_far = paths >= COMPILE_FROM * self._walk.branching.share()
            return so_far or (paths == GLANCE and self._walk.estimate(PROBES) >= COMPILE_FROM)
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

    def _check_estimate(self) -> None:
        """Raise TooLarge if the first step has far more paths than the limit.

        How many are cut off where decisions are declared to be equal is not known before.
        """
        if self._builder.explored > 1 or self._walk.is_symmetric:
            return
        paths = self._walk.estimate(MORE_PROBES)
        if paths > HOPELESS * self._most:
            raise too_large(
                f"about {about_paths(paths)} paths{self._of_what} to walk"
                f"{self._why}, the limit is {self._most:,}"
            )
