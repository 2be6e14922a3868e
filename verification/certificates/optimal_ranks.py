"""Why a solution of the equations of optimal play is the value: ranks in blocks of nodes.

A block is a union of strongly connected components of the graph.  An edge leaves it if it leads to
the end or to an earlier block, whose values are settled.
A rank is one more than one behind the node, which is -1 outside the block.  The conditions are:

A.  The rank of a chance node is one more than the lowest behind it, that of a decision node one
    more than the highest behind its choices.  So every play leaves the block within as many moves
    as it has ranks with a chance bounded below, and the equations have one solution.
B.  The rank of a decision node is one more than that behind the choice taken.  For each side that
    decides, some nodes have a second rank: plays leave the block from there if this side takes
    any best choices, and the other one those taken.  Every other node has a value >= 0 for it.
C.  As B, where plays may also come to rest.  Nodes at rest have the rank -1, as if they lay outside
    the block, and lead to each other and out of the block alone: by chance, by the choices taken,
    and for the ranks of a side by any of its best choices.  Their values are 0 by the first ranks,
    and >= 0 for the side by its own.

Why B: let the other side keep to its choices.  After n moves let s be what this side was paid and
w the value of the node reached, 0 outside: E s = v - E w - (what worse choices lost).  Worse
choices without end lose without bound.  Else a play that stays comes for good to nodes without a
second rank, where w >= 0, so E s has no limit above v.  By the choices taken E s tends to v.
Why C: plays also come for good to nodes at rest, where w >= 0, and w = 0 by the choices taken.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import VERIFIED, Statement, Statements, Unreadable

CONDITIONS = {
    "A": "whatever is chosen, plays leave the block: all ranks fall",
    "B": "the choices taken leave the block, and no side gains if it stays for ever",
    "C": "plays may never leave the block, which count for what they were paid: values there are 0",
}
SIDES = {"maximise": 1, "minimise": -1}
Ranks = Mapping[int, int]  # by node


class Edge(NamedTuple):
    """An edge: the weight by chance or the worth of a choice, what it pays, the next node or -1."""

    number: Fraction
    reward: Fraction
    to: int


class Node(NamedTuple):
    """A node; `side` is 1 where a seat maximises, -1 where it minimises, 0 at a chance node."""

    value: Fraction
    edges: Sequence[Edge]
    total: int = 0
    known: int = -1
    taken: int = -1
    side: int = 0


class Block(NamedTuple):
    """A block: its condition, the ranks of its nodes, and under condition B those by side."""

    condition: str
    ranks: Ranks
    sides: Mapping[str, Ranks]


def check_blocks(nodes: Sequence[Node], blocks: Sequence[Block]) -> Statements:
    """Check that the blocks hold every node once, and each meets its condition."""
    place = {node: i for i, block in enumerate(blocks) for node in block.ranks}
    if {*place} != {*range(len(nodes))} or len(nodes) != sum(len(b.ranks) for b in blocks):
        raise Unreadable("every node must belong to one block")
    onward = all(e.to < 0 or place[e.to] <= place[i] for i, n in enumerate(nodes) for e in n.edges)
    words = "no edge leads to a later block: each is a union of strongly connected components"
    yield Statement(onward, words)
    for name, why in CONDITIONS.items():
        own = [block for block in blocks if block.condition == name]
        if own:
            holds = all(meets_condition(nodes, block) for block in own)
            words = f"condition {name}, {len(own)} of {len(blocks)} blocks: {why}"
            yield Statement(holds, words, VERIFIED)


def meets_condition(nodes: Sequence[Node], block: Block) -> bool:
    """Return whether a block meets its condition."""
    if block.condition == "A":
        every = {i: range(len(nodes[i].edges)) for i in block.ranks}
        return not block.sides and has_ranks(nodes, block, block.ranks, every)
    taken = {i: [nodes[i].taken] for i in block.ranks}
    resting = [i for ranks in (block.ranks, *block.sides.values()) for i in ranks if ranks[i] < 0]
    return (
        {SIDES[name] for name in block.sides} == {nodes[i].side for i in block.ranks} - {0}
        and (block.condition == "C" or not resting)
        and all(nodes[i].value == 0 for i, rank in block.ranks.items() if rank < 0)
        and has_ranks(nodes, block, block.ranks, taken)
        and all(gains_nothing(nodes, block, SIDES[name], own) for name, own in block.sides.items())
    )


def gains_nothing(nodes: Sequence[Node], block: Block, side: int, ranks: Ranks) -> bool:
    """Return whether a side that stays in the block for ever gains no more than the values."""
    if ranks.keys() - block.ranks.keys():
        return False
    allowed = {
        i: [k for k, edge in enumerate(nodes[i].edges) if edge.number == nodes[i].value]
        if nodes[i].side == side
        else [nodes[i].taken]
        for i in ranks
    }
    leaving = {i for i, rank in ranks.items() if rank >= 0}
    no_gain = all(side * nodes[i].value >= 0 for i in block.ranks.keys() - leaving)
    return no_gain and has_ranks(nodes, block, ranks, allowed)


def has_ranks(
    nodes: Sequence[Node], block: Block, ranks: Ranks, allowed: Mapping[int, Sequence[int]]
) -> bool:
    """Return whether ranks are one more than behind chance or any of the choices allowed.

    From a node at rest all of these lead to nodes at rest, or out of the block.
    """
    above = len(nodes)  # the rank of a node of the block that has none
    for i, rank in ranks.items():
        behind = [ranks.get(e.to, above if e.to in block.ranks else -1) for e in nodes[i].edges]
        choices = [behind[k] for k in allowed[i]] if nodes[i].side else [min(behind)]
        if rank < 0:
            if max(choices if nodes[i].side else behind, default=above) >= 0:
                return False
        elif max(choices, default=above) >= above or rank != 1 + max(choices):
            return False
    return True
