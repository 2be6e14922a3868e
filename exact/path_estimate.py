"""The number of paths of a function of chance, estimated by random descents.

With the branching numbers b_1, b_2, … of a path whose branches are all taken with
equal chance,

    E[b_1 b_2 …] = number of paths                               (Knuth 1975).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from montmort.exact.path_enumerator import ENDLESS, LONGEST, Endless, ReadWeights
from montmort.games.chance import Chance, Uncopied, generator_of, whole_weights
from montmort.games.validation import check_function, check_integer

PROBES = 1000  # random descents: a twentieth of a batch
MOST_PROBES = 10**9


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
