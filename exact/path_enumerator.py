"""All paths of the picks of a function of chance, one after the other, and their number.

A path has the chance

    prod weights[i] / sum(weights)    over its picks i,

computed as two running products of integers.

The number of paths is estimated by random descents.  With the branching numbers b_1, b_2, …
of a path whose branches are all taken with equal chance,

    E[b_1 b_2 …] = number of paths                               (Knuth 1975).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

from montmort.games.chance import Chance, Uncopied, generator_of, whole_weights
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_function, check_integer

Result = TypeVar("Result", bound=Hashable)

ReadWeights = Callable[[Sequence[Any]], tuple[Any, ...]]  # numbers that can be added and multiplied

LONGEST = 5000  # picks of one path: an endless path must not fill the memory

_UNREPEATED = "the same picks did not lead to the same play: draw everything from `chance`"
ENDLESS = (
    f"a path of more than {LONGEST:,} picks; a game with no longest play must be given as "
    "start and step, with one round per step"
)
PROBES = 1000  # random descents: a twentieth of a batch
MOST_PROBES = 10**9


class Endless(TooLarge):
    """A path is longer than `LONGEST`."""


class _Pick:
    """A pick of a path: the branch taken, and the products over the picks before it."""

    __slots__ = ("above", "below", "given", "index", "weights")

    def __init__(
        self, index: int, given: tuple[Any, ...], weights: tuple[int, ...], above: int, below: int
    ) -> None:
        self.index, self.given, self.weights = index, given, weights
        self.above = above  # product of the weights picked before
        self.below = below  # product of the sums of weights, this one's included


class PathEnumerator(Uncopied):
    """A Chance that takes one path after the other, depth-first: the last pick changes first."""

    __slots__ = ("_depth", "_picks", "done", "walked")

    def __init__(self) -> None:
        self._picks: list[_Pick] = []
        self._depth = 0
        self.walked, self.done = 0, False  # number of paths so far, and whether these are all

    def pick(self, weights: Sequence[Any], /) -> int:
        """Return the branch that the path takes."""
        depth = self._depth
        if depth == len(self._picks):
            return self._branch(weights)
        self._depth = depth + 1
        pick = self._picks[depth]
        if tuple(weights) != pick.given:
            raise BadInput(_UNREPEATED)
        return pick.index

    def _branch(self, weights: Sequence[Any]) -> int:
        """Take the first branch of a new pick."""
        if self._depth == LONGEST:
            raise Endless(ENDLESS)
        above, below = self.chance()
        whole = whole_weights(weights)  # numpy's integers would overflow silently
        first = next_possible(whole, -1)
        self._picks.append(_Pick(first, tuple(weights), whole, above, below * sum(whole)))
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
            last.index = next_possible(last.weights, last.index)
            if last.index < len(last.weights):
                return
            self._picks.pop()
        self.done = True

    def share(self) -> Fraction:
        """Return the share of the tree before this path, with equal branches at each pick."""
        return share_before((pick.weights, pick.index) for pick in self._picks)


def share_before(path: Iterable[tuple[Sequence[Any], int]]) -> Fraction:
    """Return the share of a tree before a path of (weights, branch), with equal branches.

    >>> share_before([([1, 0, 5], 2), ([1, 1], 1)])
    Fraction(3, 4)
    """
    done, size = 0, 1
    for weights, index in path:
        possible = [branch for branch, weight in enumerate(weights) if weight]
        done = done * len(possible) + possible.index(index)
        size *= len(possible)
    return Fraction(done, size)


def next_possible(weights: Sequence[Any], index: int) -> int:
    """Return the first index after `index` whose weight is not 0, or len(weights).

    >>> next_possible([0, 1, 0, 5], -1), next_possible([0, 1, 0, 5], 1), next_possible([1], 0)
    (1, 3, 1)
    """
    index += 1
    while index < len(weights) and not weights[index]:
        index += 1
    return index


class _Descent(Uncopied):
    """A Chance that takes all possible branches with equal chance, and multiplies their numbers."""

    __slots__ = ("_left", "_read", "_rng", "branches")

    def __init__(self, rng: np.random.Generator, read: ReadWeights) -> None:
        self._rng, self._read = rng, read
        self._left = LONGEST
        self.branches = 1

    def pick(self, weights: Sequence[int], /) -> int:
        if not self._left:
            raise Endless(ENDLESS)
        self._left -= 1
        possible = [index for index, weight in enumerate(self._read(weights)) if weight]
        self.branches *= len(possible)
        return possible[int(self._rng.integers(len(possible)))]


def estimated_paths(
    function: Callable[[Chance], object],
    *,
    probes: int = PROBES,
    rng: np.random.Generator | int | None = None,
    read: ReadWeights = whole_weights,
) -> Fraction:
    """Return an unbiased estimate of the number of paths of `function(chance)`.

    The mean over `probes` random descents of the product of their branching
    numbers (Knuth 1975): exact where all paths branch alike, and with a large
    variance where few paths branch much more than the others.  `read` makes numbers of weights.

    >>> estimated_paths(lambda chance: [chance.pick([1] * 6) for _ in range(30)]) == 6**30
    True
    """
    check_function("function", function, "chance")
    check_integer("probes", probes, 1, MOST_PROBES)
    generator, total = generator_of(rng), 0
    for _ in range(probes):
        descent = _Descent(generator, read)
        function(descent)
        total += descent.branches
    return Fraction(total, probes)
