"""The order of play in a game graph without cycles, all nodes of a view together."""

import numpy as np

from montmort.exact.graph.game_graph import CHANCE, END, GameGraph
from montmort.exact.graphs import edges_between, topological_order
from montmort.exact.moves import Ints
from montmort.games.errors import BadInput


def order_of_play(graph: GameGraph) -> tuple[list[list[int]], bool]:
    """Return blocks of nodes, each before those to which it leads.

    A block has all nodes with one Information, or one chance node.  Where such blocks have no
    order, as for a view that is shown twice in a play, each node is a block, and the second
    result is False.  BadInput if nodes have no order either: then plays can go on forever.

    >>> from montmort.exact.graph.game_graph import NOTHING, Information
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> call = Information(0, "call", ("heads", "tails"))
    >>> sides = [builder.decision(call, [(END, builder.gain(won)), (END, builder.gain(lost))])
    ...          for won, lost in [(1, 0), (0, 2)]]
    >>> toss = builder.chance({(side, NOTHING): 1 for side in sides})
    >>> order_of_play(builder.graph((toss, NOTHING)))  # the toss, and both nodes of the call
    ([[2], [0, 1]], True)
    """
    known, seats = graph.known.tolist(), graph.seats.tolist()
    blocks: list[list[int]] = []
    number: list[int] = []
    of_information: dict[int, int] = {}
    for node, seat in enumerate(seats):
        own = len(blocks)
        block = own if seat == CHANCE else of_information.setdefault(known[node], own)
        if block == own:
            blocks.append([])
        blocks[block].append(node)
        number.append(block)
    order = _ordered(graph, np.array(number), len(blocks))
    if order is not None:
        return [blocks[block] for block in order], True
    return [[node] for node in nodes_in_order(graph)], False


def nodes_in_order(graph: GameGraph) -> list[int]:
    """Return all nodes, each before those to which it leads; BadInput if there is a cycle."""
    order = _ordered(graph, np.arange(len(graph.seats)), len(graph.seats))
    if order is None:
        raise BadInput(
            "the game has hidden information and no longest play, for positions can recur: it can "
            "be solved with a limit of the number of rounds, counted in the state"
        )
    return order


def _ordered(graph: GameGraph, number: Ints, size: int) -> list[int] | None:
    """Return the numbers of blocks of nodes, each before those it leads to; None in a cycle."""
    inner = graph.targets != END
    sources, targets = number[graph.sources[inner]], number[graph.targets[inner]]
    found = topological_order(*edges_between(sources, targets, size))
    return None if found is None else found[0].tolist()
