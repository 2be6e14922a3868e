"""Random plays of the unchanged function, compared with the graph of its situations.

Each pick must have the weights of the situation that the play has reached, and the
play must end with the result of the graph.  So the path's chance is compared as well:
it is the product of weights that were equal one by one.
"""

from collections.abc import Callable, Hashable, Sequence
from random import Random

from montmort.exact.situations.graph import LONGEST, Graph
from montmort.exact.situations.unmerged import Unmerged
from montmort.games.chance import Chance, whole_weights

PLAYS = 100

_DIFFERS = "a play of the function differs from its merged situations"


class _Enough(Exception):
    """The play is longer than what is compared."""


class _Follower:
    """A Chance that picks at random and follows the picks in the graph."""

    def __init__(self, graph: Graph, rng: Random, even: bool) -> None:
        self._graph, self._rng = graph, rng
        self._even = even  # all branches with equal chance, so that rare ones are tried too
        self._left = LONGEST
        self.at = graph.first
        self.differs = False

    def pick(self, weights: Sequence[int], /) -> int:
        whole = whole_weights(weights)
        self.differs = self.differs or self.at < 0 or self._graph.weights[self.at] != whole
        if self.differs or not self._left:
            raise _Enough
        self._left -= 1
        index = self._index(whole)
        target = self._graph.moves[self.at][index]
        assert target is not None
        self.at = target
        return index

    def _index(self, weights: tuple[int, ...]) -> int:
        if self._even:
            weights = tuple(map(bool, weights))
        ticket = self._rng.randrange(sum(weights))
        for index, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                return index
        raise AssertionError("unreachable: the ticket is below the sum of the weights")


def compare(function: Callable[[Chance], Hashable], graph: Graph, plays: int = PLAYS) -> None:
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
    rng = Random(0)
    results = graph.results
    for play in range(plays):
        chance = _Follower(graph, rng, even=bool(play % 2))
        try:
            result = function(chance)
        except _Enough:
            if chance.differs:
                raise Unmerged(_DIFFERS) from None
            continue
        if chance.differs or chance.at >= 0 or results[~chance.at] != result:
            raise Unmerged(_DIFFERS)
