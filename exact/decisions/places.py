"""The places of a game graph in the words of its rules, and how plays come to them."""

from collections.abc import Iterator
from typing import Any

from montmort.exact.endless_play import in_words
from montmort.exact.graph.game_graph import CHANCE, END, GameGraph, Whole
from montmort.games.validation import quote


def place_of(graph: GameGraph, node: int) -> str:
    """Return words for a node: the state or the view, as far as it is known.

    >>> from montmort.exact.graph.game_graph import NOTHING
    >>> from montmort.exact.graph.growing import GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(builder.state("wait"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> place_of(builder.graph((0, NOTHING)), 0)
    "state 'wait'"
    """
    return _word(graph, node) or "a place within a step"


def way_to(graph: GameGraph, node: int) -> str:
    """Return the shortest way from the start to a node, in brackets; "" for the start itself."""
    before: dict[int, int] = {graph.root: -1}  # the edge by which a node is reached
    waiting = [graph.root]
    for each in waiting:  # grows during the loop: breadth-first
        if each == node:
            break
        for e in graph.edges(each):
            if (target := int(graph.targets[e])) != END and target not in before:
                before[target] = e
                waiting.append(target)
    steps: list[str] = []
    while node in before and (e := before[node]) >= 0:
        node = int(graph.sources[e])
        steps += _steps(graph, node, e)
    return f" (by {in_words(steps[::-1])})" if steps else ""


def _steps(graph: GameGraph, node: int, e: int) -> Iterator[str]:
    """Yield the choice of an edge and the word for its node, as far as there are any."""
    if graph.seats[node] != CHANCE:
        choices = graph.information[int(graph.known[node])].choices
        yield quote(choices[e - int(graph.bounds[node])])
    if word := _word(graph, node):
        yield word


def _word(graph: GameGraph, node: int) -> str:
    names: dict[int, Any] = graph.names
    if node in names:
        return f"state {quote(names[node])}"
    if graph.seats[node] == CHANCE:
        return ""
    view = graph.information[int(graph.known[node])].view
    return f"state {quote(view.state)}" if isinstance(view, Whole) else f"view {quote(view)}"
