"""The arrays of the kernel that computes the moves of states, and why it stops."""

from typing import Any, NamedTuple

from montmort.exact.moves import Ints

DONE, NO_ROOM, TOO_LONG = range(3)


class Rows(NamedTuple):
    """The moves of some states, one behind the other, and how many each state has."""

    targets: Ints
    gained: Ints
    weights: Any
    lengths: Ints


class Tree(NamedTuple):
    """The arrays of the trees that the kernel reads."""

    roots: Ints
    bounds: Ints
    targets: Ints
    weights: Ints
    gained: Ints


class Work(NamedTuple):
    """Where the kernel works: chances above / below of nodes, 0 / 0 for none, and of leaves."""

    nodes: Ints
    above: Ints
    below: Ints
    keys: Ints
    leaf_above: Ints
    leaf_below: Ints
    firsts: Ints  # of the leaves of each move
