"""All paths of a function of chance, one after the other, with their chances.

The chances of the same results are added in integers: by denominator, then over a common one.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Generic, TypeVar

from montmort.exact.path_enumerator import PathEnumerator, estimated_paths
from montmort.exact.surroundings import Surroundings
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.sameness import identity
from montmort.games.validation import check_function, check_integer, quote

Result = TypeVar("Result", bound=Hashable)
Watch = Callable[[Fraction, int], object]  # called with the share done and the number of paths

PATHS = 10_000_000  # default limit: about half a minute
BATCH = 20_000  # paths before the rest is estimated, and between two calls of watch
HOPELESS = 20  # refuse above 20 limits: wrong with chance <= 1/20 (Markov's inequality)


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


def about_paths(paths: Fraction | int) -> str:
    """Return a number of paths in two digits.

    >>> about_paths(2_176_782_336)
    '2.2e+9'
    """
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
    check_integer("limit", limit, 1)
    if watch is not None:
        check_function("watch", watch, "share", "paths")
    check_function("function", function, "chance")
    return _paths(Surroundings(function).watching(function), limit, watch)


def _paths(
    function: Callable[[Chance], Result], limit: int, watch: Watch | None
) -> Iterator[tuple[Result, int, int]]:
    paths = PathEnumerator()
    while not paths.done:
        if paths.walked >= limit:
            expected = estimated_paths(function, rng=0)  # a fixed seed: always the same answer
            about = f" (about {about_paths(expected)} by an estimate)" if expected > limit else ""
            raise too_large(f"more than {limit:,} paths to walk{about}")
        yield from paths.batch(function, min(BATCH, limit - paths.walked))
        if paths.walked == BATCH and not paths.done:
            expected = estimated_paths(function, rng=0)
            if expected > HOPELESS * limit:
                raise too_large(
                    f"about {about_paths(expected)} paths to walk, the limit is {limit:,}"
                )
        if watch is not None and not paths.done:
            watch(paths.share(), paths.walked)


def weigh_paths(
    function: Callable[[Chance], Result], *, limit: int = PATHS
) -> tuple[list[tuple[Result, int]], int]:
    """Return (result, integer weight) of the results of all paths, and the sum of the weights.

    >>> weigh_paths(lambda chance: chance.pick([2, 4]))
    ([(0, 1), (1, 2)], 3)
    """
    merged: MergedResults[Result] = MergedResults()
    merged.add(_paths(function, limit, None))
    return merged.lowest_terms()


class MergedResults(Generic[Result]):
    """Results with their chances; the chances of the same results are added, in integers.

    >>> faces = MergedResults()
    >>> faces.add([("six", 1, 2), ("six", 1, 3), ("one", 1, 6)])
    >>> faces.lowest_terms()
    ([('six', 5), ('one', 1)], 6)
    """

    def __init__(self) -> None:
        self._results: dict[Hashable, Result] = {}  # by identity
        self._by_denominator: dict[int, dict[Hashable, int]] = {}

    def add(self, chances: Iterable[tuple[Result, int, int]]) -> None:
        """Add chances given as (result, numerator, denominator)."""
        weights: dict[Hashable, int] = {}
        last = 0
        for result, numerator, denominator in chances:
            if denominator != last:  # equal for many in a row: looked up once
                weights, last = self._by_denominator.setdefault(denominator, {}), denominator
            key = identity(result)
            if key not in weights:
                self._results.setdefault(key, result)
                weights[key] = 0
            weights[key] += numerator

    def lowest_terms(self) -> tuple[list[tuple[Result, int]], int]:
        """Return (result, integer weight) and the weights' common denominator, in lowest terms."""
        weights, total = self._common_denominator()
        common = math.gcd(total, *weights.values())
        results = self._results
        return [(results[key], w // common) for key, w in weights.items()], total // common

    def _common_denominator(self) -> tuple[dict[Hashable, int], int]:
        if len(self._by_denominator) == 1:
            ((total, weights),) = self._by_denominator.items()
            return weights, total
        total = math.lcm(*self._by_denominator)
        merged: dict[Hashable, int] = {}
        for denominator, weights in self._by_denominator.items():
            factor = total // denominator
            for key, weight in weights.items():
                merged[key] = merged.get(key, 0) + weight * factor
        return merged, total
