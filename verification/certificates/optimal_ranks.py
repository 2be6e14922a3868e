"""Why a solution of the equations of optimal play is the value: ranks in blocks of nodes.

An edge leaves a block if it leads to the end or to an earlier block, whose values are settled.
A rank is one more than one behind the node, which is -1 outside the block.  The conditions are:

A.  The rank of a chance node is one more than the lowest behind it, that of a decision node one
    more than the highest behind its choices.  So whatever is chosen, plays leave the block within
    as many moves as it has ranks with a chance bounded below, and the equations have one solution.
B.  One side decides.  The rank of a decision node is one more than that behind the choice taken:
    this side can leave with probability 1, and secures the value.  For it no reward inside the
    block and no value in it is negative.  What it was paid so far, plus the value of the node
    reached, is a supermartingale; so no strategy is paid more than the value on average, even
    if plays have no end.
C.  One side decides, with ranks as in B.  For it no reward inside the block is positive.  The
    delays are ranks as in A, where edges that pay something count as leaving.  So a strategy
    that stays for ever with a positive chance loses without bound; any other one leaves with
    probability 1, and is paid no more than the value on average.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import Statement, Statements

CONDITIONS = {
    "A": "whatever is chosen, plays leave the block: all ranks fall",
    "B": "the choices taken leave the block, and no reward inside it and no value is negative "
    "for the side that decides",
    "C": "the choices taken leave the block, and the side that decides pays without end if it "
    "stays for ever",
}


class Edge(NamedTuple):
    """An edge: the weight by chance or the worth of a choice, what it pays, the next node or -1."""

    number: Fraction
    reward: Fraction
    to: int


class Node(NamedTuple):
    """A node; `side` is 1 where a seat maximises, -1 where it minimises, 0 where chance moves."""

    value: Fraction
    edges: Sequence[Edge]
    total: int = 0
    known: int = -1
    taken: int = -1
    side: int = 0


class Block(NamedTuple):
    """A block: its condition, the ranks of its nodes, and under condition C their delays."""

    condition: str
    ranks: Mapping[int, int]
    delays: Mapping[int, int]


def check_blocks(nodes: Sequence[Node], blocks: Sequence[Block]) -> Statements:
    """Check that the blocks hold every node once, and each meets its condition."""
    place = {node: i for i, block in enumerate(blocks) for node in block.ranks}
    count = sum(len(block.ranks) for block in blocks)
    is_partition = {*place} == {*range(len(nodes))} and count == len(nodes)
    yield Statement(is_partition, "every node belongs to one block")
    if not is_partition:
        return
    onward = all(
        e.to < 0 or place[e.to] <= place[i] for i, node in enumerate(nodes) for e in node.edges
    )
    yield Statement(onward, "no edge leads to a later block")
    for condition, words in CONDITIONS.items():
        own = [block for block in blocks if block.condition == condition]
        if own:
            holds = all(meets_condition(nodes, block) for block in own)
            yield Statement(holds, f"condition {condition} ({len(own)} blocks): {words}")


def meets_condition(nodes: Sequence[Node], block: Block) -> bool:
    """Return whether a block meets its condition."""
    if block.condition == "A":
        return not block.delays and has_ranks(nodes, block.ranks, every=True)
    sides = {nodes[i].side for i in block.ranks} - {0}
    if len(sides) != 1 or not has_ranks(nodes, block.ranks, every=False):
        return False
    side = sides.pop()
    paid = [side * e.reward for i in block.ranks for e in nodes[i].edges if e.to in block.ranks]
    if block.condition == "B":
        values = [side * nodes[i].value for i in block.ranks]
        return not block.delays and min(paid) >= 0 and min(values) >= 0
    every_node = block.delays.keys() == block.ranks.keys()
    delayed = every_node and has_ranks(nodes, block.delays, every=True, paying=True)
    return delayed and max(paid) <= 0


def has_ranks(
    nodes: Sequence[Node], ranks: Mapping[int, int], *, every: bool, paying: bool = False
) -> bool:
    """Return whether every rank is one more than behind `every` choice or the one taken.

    With `paying`, edges that pay count as leaving.
    """
    for i, rank in ranks.items():
        node = nodes[i]
        behind = [-1 if paying and e.reward else ranks.get(e.to, -1) for e in node.edges]
        decided = max(behind) if every else behind[node.taken]
        if rank != 1 + (decided if node.side else min(behind)):
            return False
    return True
