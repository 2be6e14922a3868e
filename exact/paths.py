"""The law of a function of chance, from all paths of its picks, enumerated depth-first.

A path has the chance

    prod weights[i] / sum(weights)    over its picks i,

computed as two running products of integers.  The number of paths is only known
at the end, but random descents estimate it before: with the branching numbers
b_1, b_2, … of a path whose branches are all taken with equal chance,

    E[b_1 b_2 …] = number of paths                               (Knuth 1975).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import TypeVar, cast

import numpy as np

from montmort.exact.compiled.refusal import CannotCompile, LimitReached
from montmort.exact.law import Law
from montmort.exact.merged_results import MergedResults
from montmort.exact.situations.graph import Graph, TooMany
from montmort.exact.situations.law import merged_weights
from montmort.exact.situations.replay import compare
from montmort.exact.situations.unmerged import Unmerged
from montmort.games.chance import Chance, Uncopied, check_weights, generator_of, whole_weights
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_function, check_integer, quote

Result = TypeVar("Result", bound=Hashable)
Watch = Callable[[Fraction, int], object]  # called with the share done and the number of paths

WAYS = ("paths", "situations")
PATHS = 10_000_000  # default limit: about half a minute
BATCH = 20_000  # paths before the rest is estimated, and between two calls of watch
EARLY = 2000  # paths before the rest is estimated, where there are faster ways
PROBES = 1000  # random descents: a twentieth of a batch
MOST_PROBES = 10**9
LONGEST = 5000  # picks of one path: an endless path must not fill the memory
TRIALS = 10  # repetitions of the first path, in the first functions that are walked
HOPELESS = 20  # refuse above 20 limits: wrong with chance <= 1/20 (Markov's inequality)

COMPILE = 20_000  # paths from which compiled code is faster, where it can be compiled
SWITCH = 50_000  # paths above which equal situations are merged, if they can be

_UNREPEATED = "the same picks did not lead to the same play: draw everything from `chance`"
_ENDLESS = (
    f"a path of more than {LONGEST:,} picks; a game with no longest play must be given as "
    "start and step, with one round per step"
)


class _Endless(TooLarge):
    """A path is longer than `LONGEST`."""


class _Many(Exception):
    """There are more paths than are walked before equal situations are merged."""

    def __init__(self, paths: Fraction | int) -> None:
        super().__init__(f"about {paths} paths")
        self.paths = paths  # by an estimate


class _Pick:
    """A pick of a path: the branch taken, and the products over the picks before it."""

    __slots__ = ("above", "below", "index", "weights")

    def __init__(self, index: int, weights: tuple[int, ...], above: int, below: int) -> None:
        self.index, self.weights = index, weights
        self.above = above  # product of the weights picked before
        self.below = below  # product of the sums of weights, this one's included


class _PathEnumerator(Uncopied):
    """A Chance that takes one path after the other, depth-first: the last pick changes first."""

    __slots__ = ("_depth", "_picks", "done", "walked")

    def __init__(self) -> None:
        self._picks: list[_Pick] = []
        self._depth = 0
        self.walked, self.done = 0, False  # number of paths so far, and whether these are all

    def pick(self, weights: Sequence[int], /) -> int:
        depth = self._depth
        if depth == len(self._picks):
            return self._branch(weights)
        self._depth = depth + 1
        pick = self._picks[depth]
        if tuple(weights) != pick.weights:
            raise BadInput(_UNREPEATED)
        return pick.index

    def _branch(self, weights: Sequence[int]) -> int:
        """Take the first branch of a new pick."""
        if self._depth == LONGEST:
            raise _Endless(_ENDLESS)
        above, below = self.chance()
        whole = whole_weights(weights)  # numpy's integers would overflow silently
        first = 0 if whole[0] else _next_possible(whole, 0)
        self._picks.append(_Pick(first, whole, above, below * sum(whole)))
        self._depth += 1
        return first

    def chance(self) -> tuple[int, int]:
        """Return numerator and denominator of the path's chance, not in lowest terms."""
        if self._depth != len(self._picks):
            raise BadInput(_UNREPEATED)
        if not self._picks:
            return 1, 1
        last = self._picks[-1]
        return last.above * last.weights[last.index], last.below

    def restart(self) -> None:
        """Start the same path again."""
        self._depth = 0

    def batch(
        self, function: Callable[[Chance], Result], most: int
    ) -> Iterator[tuple[Result, int, int]]:
        """Yield (result, numerator, denominator) of at most `most` further paths."""
        picks = self._picks
        for _ in range(most):
            result = function(self)
            self.walked += 1
            if not picks or self._depth != len(picks):
                yield result, *self.chance()
                self.done = True  # a path without a pick is the only one
                return
            last = picks[-1]
            weights, index = last.weights, last.index
            above, below = last.above * weights[index], last.below
            self._depth = 0
            index += 1
            if index < len(weights) and weights[index]:
                last.index = index
            else:
                self._advance()
            yield result, above, below
            if self.done:
                return

    def _advance(self) -> None:
        """Move to the next path: change the last pick that has another branch."""
        while self._picks:
            last = self._picks[-1]
            last.index = _next_possible(last.weights, last.index)
            if last.index < len(last.weights):
                return
            self._picks.pop()
        self.done = True

    def share(self) -> Fraction:
        """Return the share of the tree before this path, with equal branches at each pick."""
        done, size = 0, 1
        for pick in self._picks:
            possible = [index for index, weight in enumerate(pick.weights) if weight]
            done = done * len(possible) + possible.index(pick.index)
            size *= len(possible)
        return Fraction(done, size)


def _next_possible(weights: Sequence[int], index: int) -> int:
    """Return the first index after `index` with a positive weight, or len(weights)."""
    index += 1
    while index < len(weights) and not weights[index]:
        index += 1
    return index


class _Descent(Uncopied):
    """A Chance that takes all possible branches with equal chance, and multiplies their numbers."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._left = LONGEST
        self.branches = 1

    def pick(self, weights: Sequence[int], /) -> int:
        if not self._left:
            raise _Endless(_ENDLESS)
        self._left -= 1
        check_weights(weights)
        possible = [index for index, weight in enumerate(weights) if weight]
        self.branches *= len(possible)
        return possible[int(self._rng.integers(len(possible)))]


def estimated_paths(
    function: Callable[[Chance], object],
    *,
    probes: int = PROBES,
    rng: np.random.Generator | int | None = None,
) -> Fraction:
    """Return an unbiased estimate of the number of paths of `function(chance)`.

    The mean over `probes` random descents of the product of their branching
    numbers (Knuth 1975): exact where all paths branch alike, and with a large
    variance where few paths branch much more than the others.

    >>> estimated_paths(lambda chance: [chance.pick([1] * 6) for _ in range(30)]) == 6**30
    True
    """
    check_function("function", function, "chance")
    check_integer("probes", probes, 1, MOST_PROBES)
    generator, total = generator_of(rng), 0
    for _ in range(probes):
        descent = _Descent(generator)
        function(descent)
        total += descent.branches
    return Fraction(total, probes)


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
        if by not in (None, *WAYS):
            raise BadInput(f"{by=} must be one of {', '.join(WAYS)}, or None to choose")
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
        return chain.from_iterable(self._batches(function))

    def _batches(
        self, function: Callable[[Chance], Result], *, may_switch: bool = False
    ) -> Iterator[Iterable[tuple[Result, int, int]]]:
        """Yield the paths in batches, counted; check the estimate in between."""
        paths, before = _PathEnumerator(), self.walked
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
        weights, total = self.weigh(function)
        return Law(weights=weights, total=total, how=self.how)

    def weigh(
        self,
        function: Callable[[Chance], Result],
        plain: Callable[[Chance], Result] | None = None,
    ) -> tuple[dict[Result, int], int]:
        """Return the law of the function's result as integer weights and total, in lowest terms.

        Equal situations are merged in `plain`, which plays like `function` but keeps no
        state; by default it is the function.

        >>> Walker().weigh(lambda chance: chance.pick([2, 4]))
        ({0: 1, 1: 2}, 3)
        """
        before, endless = self.walked, None
        paths: Fraction | int = 0
        self.merged = False
        if self._by != "situations" and self._compiled is not True:
            try:
                switches = self._by is None or self._compiled == "auto"
                return self._weigh_paths(function, may_switch=switches)
            except _Endless as error:
                endless = error
            except _Many as many:
                paths = many.paths
        if self._by == "paths" and endless is not None:
            raise endless
        self.walked, why = before, ""
        if self._by != "situations" and endless is None and self._may_compile(paths):
            try:
                return self._weigh_compiled(plain or function)
            except CannotCompile as refusal:
                if self._compiled is True:
                    raise
                why = str(refusal)
        if self._by != "paths":
            try:
                merged = self._weigh_situations(function, plain or function)
                self.how += f"; {why}" if why else ""
                return merged
            except Unmerged as reason:
                if self._by == "situations":
                    kind = TooLarge if isinstance(reason, TooMany) else BadInput
                    raise kind(f"equal situations cannot be merged: {reason}") from None
                if endless is not None:
                    raise _Endless(f"{endless}; not merged: {reason}") from None
                why = f"not merged: {reason}" + (f"; {why}" if why else "")
        self.walked = before
        self._check_number(paths, f" ({why})" if why else "")
        weights = self._weigh_paths(function, may_switch=False)
        self.how += f"; {why}" if why else ""
        return weights

    def _may_compile(self, paths: Fraction | int) -> bool:
        """Whether to compile: where it is wanted, or pays."""
        return self._compiled is True or (self._compiled == "auto" and paths <= self.limit)

    def _weigh_compiled(
        self, function: Callable[[Chance], Result]
    ) -> tuple[dict[Result, int], int]:
        """Walk all paths in compiled code; CannotCompile with construct, file and line."""
        from montmort.exact.compiled.law import compiled_law  # only now: it loads numba

        try:
            found = compiled_law(function, max(self.limit - self.walked, 1), self._watch)
        except LimitReached:
            raise self._too_many(function, self.walked) from None
        merged: MergedResults[Result] = MergedResults()
        merged.add(found.chances)
        self.walked += found.paths
        self.merged = True
        self.how = f"{found.paths:,} path{'s' * (found.paths > 1)}, compiled"
        return merged.lowest_terms()

    def _weigh_paths(
        self, function: Callable[[Chance], Result], *, may_switch: bool
    ) -> tuple[dict[Result, int], int]:
        """Walk all paths; _Many if there are more than `SWITCH` and `may_switch`."""
        before = self.walked
        if before < TRIALS:
            _check_repeats(function)
        merged: MergedResults[Result] = MergedResults()
        for paths in self._batches(function, may_switch=may_switch):
            merged.add(paths)
        weights, total = merged.lowest_terms()
        if sum(weights.values()) != total:
            raise ArithmeticError("the chances of all paths do not sum to 1")
        walked = self.walked - before
        self.how = f"{walked:,} path{'s' * (walked > 1)}"
        return weights, total

    def _weigh_situations(
        self, function: Callable[[Chance], Result], plain: Callable[[Chance], Result]
    ) -> tuple[dict[Result, int], int]:
        """Merge equal situations; Unmerged if that is not sure."""
        graph = Graph(plain)
        graph.explore(max(self.limit - self.walked, 1), self._watch)
        weights, total = merged_weights(graph)
        compare(function, graph)
        self.walked += graph.branches
        self.merged = True
        self.how = f"{len(graph.moves):,} situations, merged before every pick"
        return cast("dict[Result, int]", weights), total


def check_compiled(compiled: object) -> None:
    """Raise BadInput unless `compiled` is True, False or "auto".

    >>> check_compiled("never")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: compiled='never' must be True, False or "auto"
    """
    if compiled is not True and compiled is not False and compiled != "auto":
        raise BadInput(f'compiled={quote(compiled)} must be True, False or "auto"')


def _check_repeats(function: Callable[[Chance], Hashable]) -> None:
    """Walk the first path several times; BadInput unless all its results are equal."""
    paths, results = _PathEnumerator(), MergedResults[Hashable]()
    for _ in range(TRIALS):
        paths.restart()
        results.add([(function(paths), *paths.chance())])
    merged, _ = results.lowest_terms()
    if len(merged) > 1:
        first, second, *_ = merged
        raise BadInput(f"one path gave {first!r} and then {second!r}; {_UNREPEATED}")


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


def law_of(
    function: Callable[[Chance], Result],
    *,
    limit: int = PATHS,
    watch: Watch | None = None,
    by: str | None = None,
    compiled: bool | str = "auto",
) -> Law[Result]:
    """Return the exact law of a one-shot `function(chance)` with hashable results.

    `limit` and `watch` as for `every_path`.  All paths are walked, from 20,000 on
    in compiled code where the rules can be compiled.  Otherwise, or with more than `limit`
    paths or one that does not end, equal situations before a pick are merged, if that can be
    done surely.  `by="paths"` and `by="situations"` force the way; `compiled=False` never
    compiles, and `compiled=True` raises CannotCompile with the construct and its line.  The
    law's `how` is a sentence on what was done.

    >>> def two_dice(chance):
    ...     return chance.pick([1] * 6) + chance.pick([1] * 6) + 2
    >>> law_of(two_dice)[7]
    Fraction(1, 6)
    >>> law_of(two_dice).how, law_of(two_dice, by="situations").how
    ('36 paths', '7 situations, merged before every pick')
    """
    check_function("function", function, "chance")
    return Walker(limit, watch, by=by, compiled=compiled).law(function)
