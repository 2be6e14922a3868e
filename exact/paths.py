"""The law of a function of chance: several ways, and the choice among them.

    few paths     all paths of its picks (`path_enumerator`), up to some thousands
    compiled      all paths in compiled code (`compiled`), where the function compiles
    situations    equal situations before a pick are merged (`situations`), where that is sure
    all paths     up to the limit

They are tried in this order; a way that is not open leaves a sentence on the reason.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar

from montmort.exact.compiled.refusal import CannotCompile, LimitReached, check_compiler
from montmort.exact.law import Law
from montmort.exact.merged_results import MergedResults
from montmort.exact.path_enumerator import TRIALS, Endless, PathEnumerator, check_repeats
from montmort.exact.path_estimate import estimated_paths
from montmort.exact.situations.graph import Graph, TooMany
from montmort.exact.situations.law import merged_weights
from montmort.exact.situations.replay import compare
from montmort.exact.situations.unmerged import Unmerged
from montmort.exact.surroundings import Surroundings
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.sameness import sums_of
from montmort.games.validation import check_function, check_integer, quote

Result = TypeVar("Result", bound=Hashable)
Watch = Callable[[Fraction, int], object]  # called with the share done and the number of paths

WAYS = ("paths", "situations")
PATHS = 10_000_000  # default limit: about half a minute
BATCH = 20_000  # paths before the rest is estimated, and between two calls of watch
EARLY = 2000  # paths before the rest is estimated, where there are faster ways
HOPELESS = 20  # refuse above 20 limits: wrong with chance <= 1/20 (Markov's inequality)

COMPILE = 20_000  # paths from which compiled code is faster, where it can be compiled
SWITCH = 50_000  # paths above which equal situations are merged, if they can be


@dataclass
class _Task:
    """A function whose law is computed, and what the ways tried before have found.

    `plain` plays like `function` but keeps no state.
    """

    function: Callable[[Chance], Any]
    plain: Callable[[Chance], Any]
    paths: Fraction | int = 0  # by an estimate, if there are many
    endless: Endless | None = None
    reasons: list[str] = field(default_factory=list)  # why ways were left, the last one first

    @property
    def why(self) -> str:
        """The reasons in brackets, "" if there is none."""
        return f" ({'; '.join(self.reasons)})" if self.reasons else ""


Weights = tuple[list[tuple[Any, int]], int]  # (result, weight), and the sum of the weights
Way = Callable[[_Task], Weights]


class _NextWay(Exception):
    """The next way is better."""


class _Many(Exception):
    """There are more paths than are walked before equal situations are merged."""

    def __init__(self, paths: Fraction | int) -> None:
        super().__init__(f"about {paths} paths")
        self.paths = paths  # by an estimate


class Walker:
    """Computes laws of functions of chance with at most `limit` paths in all, counted in `walked`.

    >>> walker = Walker(limit=10)
    >>> _ = walker.law(lambda chance: chance.pick([1, 2]))
    >>> walker.walked
    2
    """

    def __init__(
        self,
        limit: int = PATHS,
        watch: Watch | None = None,
        *,
        by: str | None = "paths",
        compiled: bool | str = False,
    ) -> None:
        check_integer("limit", limit, 1)
        if watch is not None:
            check_function("watch", watch, "share", "paths")
        if by is not None and not (isinstance(by, str) and by in WAYS):
            raise BadInput(f"by={quote(by)} must be one of {', '.join(WAYS)}, or None to choose")
        check_compiled(compiled)
        self.limit = limit
        self.walked = 0
        self.how = ""  # of the last law
        self.merged = False
        self._watch = watch
        self._by = by
        self._compiled = compiled

    def paths(self, function: Callable[[Chance], Result]) -> Iterator[tuple[Result, int, int]]:
        """Return an iterator of (result, numerator, denominator) over all paths of the function.

        >>> list(Walker().paths(lambda chance: chance.pick([1, 2])))
        [(0, 1, 3), (1, 2, 3)]
        """
        check_function("function", function, "chance")
        return chain.from_iterable(self._batches(Surroundings(function).watching(function)))

    def _batches(
        self, function: Callable[[Chance], Result], *, may_switch: bool = False
    ) -> Iterator[Iterable[tuple[Result, int, int]]]:
        """Yield the paths in batches, counted; check the estimate in between."""
        paths, before = PathEnumerator(), self.walked
        estimated = False
        while not paths.done:
            if self.walked >= self.limit:
                raise self._too_many(function, before)
            size = EARLY if may_switch and not paths.walked else BATCH - paths.walked % BATCH
            yield paths.batch(function, min(size, self.limit - self.walked))
            self.walked = before + paths.walked
            if paths.done or (paths.walked % BATCH and paths.walked != EARLY):
                continue
            if may_switch and paths.walked >= (SWITCH + 1 if self._compiled is False else COMPILE):
                raise _Many(paths.walked)
            if not estimated:
                self._check_estimate(function, may_switch)
                estimated = True
            if self._watch is not None and not paths.walked % BATCH:
                self._watch(paths.share(), self.walked)

    def _check_estimate(self, function: Callable[[Chance], object], may_switch: bool) -> None:
        """Raise TooLarge if the function has far more paths than the limit."""
        paths = estimated_paths(function, rng=0)  # a fixed seed: always the same answer
        if may_switch and paths > (COMPILE if self._may_compile(paths) else SWITCH):
            raise _Many(paths)
        self._check_number(paths)

    def _check_number(self, paths: Fraction | int, why: str = "") -> None:
        if paths > HOPELESS * self.limit:
            problem = f"about {_about(paths)} paths to walk{why}, the limit is {self.limit:,}"
            raise too_large(problem)

    def _too_many(self, function: Callable[[Chance], object], before: int) -> TooLarge:
        problem = f"more than {self.limit:,} paths to walk"
        if not before:  # the only function, not one of many steps
            paths = estimated_paths(function, rng=0)
            problem += f" (about {_about(paths)} by an estimate)" if paths > self.limit else ""
        return too_large(problem)

    def law(self, function: Callable[[Chance], Result]) -> Law[Result]:
        """Return the exact law of the function's result.

        >>> Walker().law(lambda chance: chance.pick([2, 4]))
        Law(weights={0: 1, 1: 2}, total=3)
        """
        surroundings = Surroundings(function)
        weights, total = self.weigh(surroundings.watching(function), function)
        how = self.how + surroundings.check_at_the_end()
        return Law(weights=sums_of(weights), total=total, how=how)

    def weigh(
        self,
        function: Callable[[Chance], Result],
        plain: Callable[[Chance], Result] | None = None,
    ) -> tuple[list[tuple[Result, int]], int]:
        """Return (result, integer weight) of the function's results, and the total of the weights.

        Equal situations are merged in `plain`, which plays like `function` but keeps no
        state; by default it is the function.

        >>> Walker().weigh(lambda chance: chance.pick([2, 4]))
        ([(0, 1), (1, 2)], 3)
        """
        task = _Task(function, plain or function)
        before, self.merged = self.walked, False
        for way in self._ways():
            self.walked = before
            try:
                found = way(task)
            except _NextWay:
                continue
            self.how = "; ".join([self.how, *task.reasons])
            return found
        raise AssertionError("unreachable: the last way is never left for a next one")

    def _ways(self) -> "list[Way]":
        """Return the ways to a law in the order in which they are tried."""
        if self._by == "situations":
            return [self._by_situations]
        if self._compiled is True:
            return [self._by_compiled_paths]
        ways: list[Way] = [self._by_situations] if self._by is None else []
        if self._compiled == "auto":
            ways = [self._by_compiled_paths, *ways, self._by_compiled_paths_up_to_the_limit]
        return [self._by_few_paths, *ways, self._by_all_paths] if ways else [self._by_all_paths]

    # The ways to a law; _NextWay where another one is better.

    def _by_few_paths(self, task: "_Task") -> "Weights":
        """Walk all paths, unless there are so many that another way is faster."""
        try:
            return self._weigh_paths(task.function, may_switch=True)
        except _Many as many:
            task.paths = many.paths
        except Endless as error:
            if self._by == "paths":
                raise
            task.endless = error
        raise _NextWay

    def _by_compiled_paths(self, task: "_Task") -> "Weights":
        """Walk all paths in compiled code, where it is wanted or pays."""
        if task.endless is not None or not self._may_compile(task.paths):
            raise _NextWay
        return self._by_code(task)

    def _by_compiled_paths_up_to_the_limit(self, task: "_Task") -> "Weights":
        """Walk in compiled code although the paths may be too many: the rest is much slower."""
        if self._may_compile(task.paths):
            raise _NextWay  # was tried
        self._check_number(task.paths, task.why)
        return self._by_code(task)

    def _by_code(self, task: "_Task") -> "Weights":
        try:
            return self._weigh_compiled(task.plain)
        except CannotCompile as refusal:
            if self._compiled is True:
                raise
            task.reasons.insert(0, str(refusal))
        raise _NextWay

    def _by_situations(self, task: "_Task") -> "Weights":
        """Merge equal situations, if that can be done surely."""
        try:
            return self._weigh_situations(task.function, task.plain)
        except Unmerged as reason:
            if self._by == "situations":
                kind = TooLarge if isinstance(reason, TooMany) else BadInput
                raise kind(f"equal situations cannot be merged: {reason}") from None
            if task.endless is not None:
                raise Endless(f"{task.endless}; not merged: {reason}") from None
            task.reasons.insert(0, f"not merged: {reason}")
        raise _NextWay

    def _by_all_paths(self, task: "_Task") -> "Weights":
        """Walk all paths, if the limit allows."""
        self._check_number(task.paths, task.why)
        return self._weigh_paths(task.function, may_switch=False)

    def _may_compile(self, paths: Fraction | int) -> bool:
        """Whether to compile: where it is wanted, or pays."""
        return self._compiled is True or (self._compiled == "auto" and paths <= self.limit)

    def _weigh_compiled(self, function: Callable[[Chance], Any]) -> Weights:
        """Walk all paths in compiled code; CannotCompile with construct, file and line."""
        check_compiler()
        from montmort.exact.compiled.law import compiled_law  # only now: it loads numba

        try:
            found = compiled_law(function, max(self.limit - self.walked, 1), self._watch)
        except LimitReached:
            raise self._too_many(function, self.walked) from None
        merged: MergedResults[Any] = MergedResults()
        merged.add(found.chances)
        self.walked += found.paths
        self.merged = True
        self.how = f"{found.paths:,} path{'s' * (found.paths > 1)}, compiled"
        return merged.lowest_terms()

    def _weigh_paths(self, function: Callable[[Chance], Any], *, may_switch: bool) -> Weights:
        """Walk all paths; _Many if there are more than `SWITCH` and `may_switch`."""
        before = self.walked
        if before < TRIALS:
            check_repeats(function)
        merged: MergedResults[Any] = MergedResults()
        for paths in self._batches(function, may_switch=may_switch):
            merged.add(paths)
        weights, total = merged.lowest_terms()
        if sum(weight for _, weight in weights) != total:
            raise ArithmeticError("the chances of all paths do not sum to 1")
        walked = self.walked - before
        self.how = f"{walked:,} path{'s' * (walked > 1)}"
        return weights, total

    def _weigh_situations(
        self, function: Callable[[Chance], Any], plain: Callable[[Chance], Any]
    ) -> Weights:
        """Merge equal situations; Unmerged if that is not sure."""
        graph = Graph(plain)
        graph.explore(max(self.limit - self.walked, 1), self._watch)
        weights, total = merged_weights(graph)
        compare(function, graph)
        self.walked += graph.branches
        self.merged = True
        self.how = f"{len(graph.moves):,} situations, merged before every pick"
        return weights, total


def check_compiled(compiled: object) -> None:
    """Raise BadInput unless `compiled` is True, False or "auto".

    >>> check_compiled("never")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: compiled='never' must be True, False or "auto"
    """
    is_auto = isinstance(compiled, str) and compiled == "auto"
    if not (is_auto or compiled is True or compiled is False):
        raise BadInput(f'compiled={quote(compiled)} must be True, False or "auto"')


def too_large(problem: str) -> TooLarge:
    """Return the error for more paths than the limit, with the ways out."""
    return TooLarge(
        f"{problem}; take fewer cards, write the game in steps (start and step) "
        "so that equal states merge, or raise limit="
    )


def _about(paths: Fraction | int) -> str:
    return f"{Decimal(round(paths)):.2g}"  # a float would overflow at 1e308


def every_path(
    function: Callable[[Chance], Result], *, limit: int = PATHS, watch: Watch | None = None
) -> Iterator[tuple[Result, int, int]]:
    """Yield (result, numerator, denominator) of every path of `function(chance)`.

    TooLarge when there are more than `limit` paths, and early when an estimate
    says that there are far more.  `watch(share, paths)` is called from time to
    time with the share of the tree that has been walked.

    >>> from montmort.games.chance import coin
    >>> list(every_path(lambda chance: coin(chance, Fraction(1, 3))))
    [(False, 2, 3), (True, 1, 3)]
    """
    return Walker(limit, watch).paths(function)
