"""The dice of a turn as multisets of faces, numbered in the order of the rules' choices.

The multisets of up to n dice have numbers 0, 1, ...: first those with most ones, of these first
those with most twos, and so on.  `keeps` of the rules lists what may be kept of a throw in
this order, so that the first of equally good choices is the one with the smallest number.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Multisets:
    """All multisets of up to `dice` dice, with one die more or less.

    `tuples[m]` has the faces of multiset m, ascending.  `plus[m, f]` and `minus[m, f]` are the
    numbers with one die of face f + 1 more and less, -1 where there is none.  `order` lists the
    multisets by their sizes, the largest first: those of n - j dice from `bounds[j]` to
    `bounds[j + 1]`.  The first are the throws of all dice.
    """

    tuples: tuple[tuple[int, ...], ...]
    sizes: Ints
    plus: Ints
    minus: Ints
    order: Ints
    bounds: Ints

    @property
    def throws(self) -> Ints:
        """The multisets of all dice."""
        return self.order[: self.bounds[1]]


@lru_cache(maxsize=4)
def multisets(dice: int, faces: int) -> Multisets:
    """Return the multisets of up to `dice` dice.

    >>> found = multisets(2, 2)
    >>> found.tuples
    ((1, 1), (1, 2), (1,), (2, 2), (2,), ())
    >>> found.plus[2].tolist(), found.minus[1].tolist(), found.throws.tolist()
    ([0, 1], [4, 2], [0, 1, 3])
    """
    tuples = tuple(_descending((), dice, faces))
    number = {held: place for place, held in enumerate(tuples)}
    plus, minus = (np.full((len(tuples), faces), -1, np.int64) for _ in range(2))
    for place, held in enumerate(tuples):
        for face in range(1, faces + 1):
            more = number.get(tuple(sorted((*held, face))), -1)
            plus[place, face - 1] = more
            if more >= 0:
                minus[more, face - 1] = place
    sizes = np.array([len(held) for held in tuples])
    order = np.argsort(-sizes, kind="stable")
    bounds = np.searchsorted(-sizes[order], np.arange(-dice, 2))
    return Multisets(tuples, sizes, plus, minus, order, bounds)


def _descending(held: tuple[int, ...], left: int, faces: int) -> Iterator[tuple[int, ...]]:
    """Yield what `held` becomes with up to `left` more dice of higher faces, most first."""
    face = held[-1] if held else 0
    return _with_face(held, face + 1, left, faces)


def _with_face(
    held: tuple[int, ...], face: int, left: int, faces: int
) -> Iterator[tuple[int, ...]]:
    if face > faces:
        yield held
        return
    for count in range(left, -1, -1):
        yield from _with_face((*held, *((face,) * count)), face + 1, left - count, faces)
