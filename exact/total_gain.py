"""The law of a total gain: a sum of integers >= 0 along the path of a chain.

With p_k(s) the chance that a play from state s has the total gain k,

    p_k(s) = sum P(s -> t, gain g) p_(k-g)(t),    p_k(end) = [k = 0].

Where every move gains, p_k(s) L^k is an integer, L a common denominator of the
moves, and no fraction is reduced on the way.  Moves without a gain are idle.
Where idle moves form no cycle, the sum is computed term by term; a block of
states on idle cycles is one linear system with the same matrix for every k, so
its inverse is computed once.
"""

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from flint import fmpq, fmpq_mat

Moves = Mapping[tuple[int | None, int], int]  # weight of (next state or None, gain)
Blocks = list[tuple[list[int], fmpq_mat | None]]
Chances = tuple[list[int] | list[fmpq], int]  # over one denominator

COMMON = 2**64  # with a longer common denominator of the moves, gcds are cheaper


def total_chances(moves: Sequence[Moves]) -> Iterator[Chances]:
    """Yield p_0, p_1, … over the states 0, 1, …, as (numerators, denominator).

    Every state must reach the end.

    >>> from itertools import islice
    >>> toss = {(0, 1): 2, (None, 1): 1}
    >>> list(islice(total_chances([toss]), 3))
    [([0], 1), ([1], 3), ([2], 9)]
    """
    common = math.lcm(*(sum(row.values()) for row in moves))
    if common < COMMON and all(gain for row in moves for _, gain in row):
        return _integers(moves, common)
    return _fractions(moves)


def _integers(moves: Sequence[Moves], common: int) -> Iterator[Chances]:
    """Yield p_k L^k over L^k: sum w L/W L^(g-1) p_(k-g) L^(k-g), weights w with sum W."""
    scaled = [
        [
            (target, gain, weight * (common // sum(row.values())) * common ** (gain - 1))
            for (target, gain), weight in row.items()
        ]
        for row in moves
    ]
    recent: deque[list[int]] = deque([[0] * len(moves)], maxlen=_largest_gain(moves))
    power = 1
    yield recent[0], power
    for total in count(1):
        recent.appendleft([_sum_of(row, recent, total) for row in scaled])
        power *= common
        yield recent[0], power


def _sum_of(
    row: Sequence[tuple[int | None, int, int]], recent: Sequence[list[int]], total: int
) -> int:
    found = 0
    for target, gain, weight in row:
        if target is None:
            found += weight * (gain == total)
        elif gain < total:
            found += weight * recent[gain - 1][target]
    return found


def _fractions(moves: Sequence[Moves]) -> Iterator[Chances]:
    blocks = _idle_blocks(moves)
    sums = [sum(row.values()) for row in moves]
    recent: deque[list[fmpq]] = deque(maxlen=_largest_gain(moves) + 1)
    for total in count():
        chances = [fmpq(0)] * len(moves)  # p_total; still 0 for idle moves inside a block
        recent.appendleft(chances)
        for block, inverse in blocks:
            known = [_known(moves[s], recent, total) / sums[s] for s in block]
            solved = known if inverse is None else _product(inverse, known)
            for s, chance in zip(block, solved, strict=True):
                chances[s] = chance
        yield chances, 1


def _largest_gain(moves: Sequence[Moves]) -> int:
    return max((gain for row in moves for _, gain in row), default=1)


def _known(row: Moves, recent: Sequence[list[fmpq]], total: int) -> fmpq:
    """Return the sum over the moves whose p is known; `recent[g]` is p_(total-g)."""
    known = fmpq(0)
    for (target, gain), weight in row.items():
        if target is None:
            known += weight * (gain == total)
        elif gain <= total:
            known += weight * recent[gain][target]
    return known


def _product(inverse: fmpq_mat, known: list[fmpq]) -> list[fmpq]:
    product = inverse * fmpq_mat(len(known), 1, known)
    return [product[row, 0] for row in range(len(known))]


def _idle_blocks(moves: Sequence[Moves]) -> Blocks:
    """Return the states in blocks, targets of idle moves first, with the inverses for cycles."""
    import networkx as nx  # takes 0.2 s to import, and few questions need it

    idle = nx.DiGraph()
    idle.add_nodes_from(range(len(moves)))
    idle.add_edges_from(
        (s, t) for s, row in enumerate(moves) for t, gain in row if t is not None and gain == 0
    )
    blocks = nx.condensation(idle)
    members = (sorted(blocks.nodes[b]["members"]) for b in nx.topological_sort(blocks))
    return [
        (
            block,
            _inverse(moves, block) if len(block) > 1 or (block[0], 0) in moves[block[0]] else None,
        )
        for block in reversed(list(members))
    ]


def _inverse(moves: Sequence[Moves], block: list[int]) -> fmpq_mat:
    """Return (I - Q)^-1 for the idle moves Q inside a block, verified by multiplication."""
    size = len(block)
    one = fmpq_mat([[int(i == j) for j in range(size)] for i in range(size)])
    matrix = one - fmpq_mat(
        [[fmpq(moves[s].get((t, 0), 0), sum(moves[s].values())) for t in block] for s in block]
    )
    inverse = matrix.inv()
    if matrix * inverse != one:
        raise ArithmeticError("the inverse does not satisfy its system: not returned")
    return inverse
