"""Plays of the unchanged function, compared with the graph of its situations.

Each pick must have the weights of the situation that the play has reached, and the
play must end with the result of the graph.  So the path's chance is compared as well:
it is the product of weights that were equal one by one.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from montmort.exact.path_enumerator import ReadWeights
from montmort.exact.random_plays import PLAYS, Recorder, TooLong
from montmort.exact.situations.graph import Graph
from montmort.games.chance import Chance, whole_weights
from montmort.games.sameness import is_same
from montmort.machine.places.unmerged import Unmerged


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
    if end is None or end >= 0 or not is_same(graph.results[~end], result):
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
