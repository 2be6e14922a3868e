"""Random plays of the rules as they are written, with which every faster way is compared.

A play takes each possible branch with equal chance, so that rare ones are tried too, and
its picks and their weights are written down.  The compiled play, or the graph of the
situations, must follow the same picks with the same weights to the same result.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from montmort.exact.path_enumerator import ReadWeights
from montmort.games.chance import Uncopied, whole_weights

PLAYS = 100  # are compared
LONGEST = 4000  # picks of a play


class TooLong(Exception):
    """A random play has too many picks to be compared."""


class Recorder(Uncopied):
    """A Chance that takes possible branches at random, and writes down all picks."""

    def __init__(self, rng: np.random.Generator, read: ReadWeights = whole_weights) -> None:
        self._rng, self._read = rng, read
        self.picks: list[int] = []
        self.weights: list[tuple[Any, ...]] = []

    def pick(self, weights: Sequence[Any], /) -> int:
        """Return a possible index."""
        if len(self.picks) == LONGEST:
            raise TooLong
        whole = self._read(weights)
        possible = [index for index, weight in enumerate(whole) if weight]
        self.picks.append(possible[int(self._rng.integers(len(possible)))])
        self.weights.append(whole)
        return self.picks[-1]
