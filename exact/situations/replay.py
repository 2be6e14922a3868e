"""Random plays of the rules as they are written, with which every faster way is compared.

A play takes each possible branch with equal chance, so that rare ones are tried too, and
its picks and their weights are written down.  The compiled play (`graph.witness`), or the
graph of the situations, must follow the same picks with the same weights to the same result.

In the graph each pick must have the weights of the situation that the play has reached, and
the play must end with the result of the graph.  So the path's chance is compared as well:
it is the product of weights that were equal one by one.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from montmort.exact.path_enumerator import ReadWeights
from montmort.exact.situations.graph import Graph
from montmort.games.chance import Chance, Uncopied, whole_weights
from montmort.games.sameness import is_same
from montmort.machine.places.unmerged import Unmerged

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


def compare(
    function: Callable[[Chance], Hashable],
    graph: Graph,
    plays: int = PLAYS,
    read: ReadWeights = whole_weights,
) -> None:
    """Raise Unmerged unless random plays of the function follow the graph.

    >>> def die(chance):
    ...     return chance.pick([1] * 6)
    >>> graph = Graph(die)
    >>> graph.explore()
    >>> compare(die, graph)
    >>> compare(lambda chance: 5 - die(chance), graph)
    Traceback (most recent call last):
    ...
    montmort...Unmerged: a play of the function differs from its merged situations
    """
    rng = np.random.default_rng(0)
    for _ in range(plays):
        recorder = Recorder(rng, read)
        try:
            result = function(recorder)
        except TooLong:
            continue
        compare_play(graph, recorder.picks, recorder.weights, result)


def compare_play(
    graph: Graph, picks: Sequence[int], weights: Sequence[tuple[Any, ...]], result: Hashable
) -> None:
    """Raise Unmerged unless a play with these picks and weights has its result in the graph."""
    end = _end(graph, picks, weights)
    if end is None or end >= 0 or not is_same(graph.result(end), result):
        raise Unmerged("a play of the function differs from its merged situations")


def _end(
    graph: Graph, picks: Sequence[int], weights_of_picks: Sequence[tuple[Any, ...]]
) -> int | None:
    """Return where the picks of a play lead in the graph, None if the graph has other weights."""
    at: int | None = graph.first
    for index, weights in zip(picks, weights_of_picks, strict=True):
        if at is None or at < 0 or graph.weights[at] != weights:
            return None
        at = graph.moves[at][index]
    return at
