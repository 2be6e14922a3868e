"""The places of a game graph in the words of its rules, and how plays come to them."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from montmort.exact.endless_play import in_words
from montmort.exact.graph.game_graph import CHANCE, GameGraph, Whole
from montmort.exact.graphs import shortest_path
from montmort.games.validation import quote


def place_of(graph: GameGraph, node: int) -> str:
    """Return words for a node: the state or the view, as far as it is known.

    >>> from montmort.exact.graph.game_graph import NOTHING
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(builder.state("wait"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> place_of(builder.graph((0, NOTHING)), 0)
    "state 'wait'"
    """
    return _word(graph, node) or "a place within a step"


def way_to(graph: GameGraph, node: int) -> str:
    """Return the shortest way from the start to a node, in brackets; "" for the start itself."""
    path = shortest_path(graph.bounds, graph.targets, [graph.root], node)
    steps = [word for move in pairwise(path) for word in _steps(graph, *move)]
    return f" (by {in_words(steps)})" if steps else ""


def _steps(graph: GameGraph, node: int, after: int) -> Iterator[str]:
    """Yield the word for a node and the choice that leads on, as far as there are any."""
    if word := _word(graph, node):
        yield word
    if graph.seats[node] != CHANCE:
        targets = graph.targets[graph.edges(node)].tolist()
        yield quote(graph.information[int(graph.known[node])].choices[targets.index(after)])


def _word(graph: GameGraph, node: int) -> str:
    names: dict[int, Any] = graph.names
    if node in names:
        return f"state {quote(names[node])}"
    if graph.seats[node] == CHANCE:
        return ""
    view = graph.information[int(graph.known[node])].view
    return f"state {quote(view.state)}" if isinstance(view, Whole) else f"view {quote(view)}"
