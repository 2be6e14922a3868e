"""Situations declared to be equal: the rest of the step is walked once for each.

`symmetric_under(view)` is a key.  Decisions of a seat with equal keys are one situation, a
hand of cards whatever its suits are called, say.  Where a path comes to a situation
that has its node, it ends there.  A random sample of the places so cut off is walked
after all, and compared (`symmetry_check`).
"""

from collections.abc import Callable, Hashable
from random import Random
from typing import Any, NamedTuple

from montmort.exact.graph.game_graph import Information, Whole
from montmort.games.errors import BadInput
from montmort.games.sameness import identity
from montmort.games.validation import is_hashable, quote

Key = Callable[[Any], Hashable]
SAMPLE = 50  # places that are compared


class Cut(Exception):
    """The path has come to a situation that has its node: the play is left."""


class Pair(NamedTuple):
    """Two places with the same key: the first, whose node stands for both, and a later one."""

    first: Whole
    later: Whole


class Sample:
    """A uniform sample of the pairs met so far (reservoir sampling)."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self.met = 0
        self._random = Random(0)

    def add(self, pair: Pair) -> None:
        """Take a pair with the chance that keeps the sample uniform."""
        self.met += 1
        place = self._random.randrange(self.met)
        if len(self.pairs) < SAMPLE:
            self.pairs.append(pair)
        elif place < SAMPLE:
            self.pairs[place] = pair


class Situations:
    """The nodes of the situations known so far, by seat and key."""

    def __init__(self, symmetric_under: Key) -> None:
        self._key = symmetric_under
        self._known: dict[Hashable, tuple[int, Whole]] = {}
        self.sample = Sample()

    def meet(self, information: Information, place: Whole) -> tuple[Hashable, int | None]:
        """Return the key of a decision, and the node of its situation if it has one.

        Without a view the seat knows the whole state: every situation is its own, None.
        """
        if isinstance(information.view, Whole):
            return None, None
        declared = self._key(information.view)
        if not is_hashable(declared):
            raise BadInput(f"symmetric_under returns {quote(declared)}, which is not hashable")
        key = information.seat, identity(declared)
        found = self._known.get(key)
        if found is None:
            return key, None
        target, first = found
        self.sample.add(Pair(first, place))
        return key, target

    def finish(self, key: Hashable, target: int, place: Whole) -> None:
        """Remember the node of a situation; the first one stays."""
        self._known.setdefault(key, (target, place))
