"""Best choices that are the same wherever a seat knows the same."""

from montmort.exact.decisions.comparison import value_of
from montmort.exact.decisions.enclosure import Enclosure
from montmort.exact.decisions.following import Following, Taken
from montmort.exact.decisions.objective import Number, Scoring
from montmort.exact.decisions.solution import Solution
from montmort.exact.graph.game_graph import Information
from montmort.games.errors import BadChain, BadInput
from montmort.games.validation import quote


def consistent(scored: Scoring[Number], found: Solution | Enclosure) -> dict[int, int]:
    """Return best edges that are the same at all nodes where a seat knows the same.

    BadInput if there are none: then the views hide something that matters.
    """
    graph = scored.graph
    firsts = graph.bounds.tolist()
    taken = dict(found.taken)
    changed = False
    for number, nodes in graph.by_information(found.taken).items():
        places = {found.taken[node] - firsts[node] for node in nodes}
        if len(places) == 1:
            continue
        if isinstance(found, Enclosure):
            raise Hidden(graph.information[number])
        common = set.intersection(*({e - firsts[node] for e in found.best[node]} for node in nodes))
        if not common:
            raise Hidden(graph.information[number])
        changed = True
        for node in nodes:
            taken[node] = firsts[node] + min(common)
    if changed and isinstance(found, Solution) and "B" in found.conditions:
        _check_attains(scored, found, taken)
    return taken


class Hidden(BadInput):
    """The views hide something that matters: nobody can play as well as one who sees it."""

    def __init__(self, known: Information) -> None:
        super().__init__(
            f"seat {known.seat} sees {quote(known.view)} in different situations, in which "
            "different choices are best: the views hide something that matters"
        )
        self.known = known


def _check_attains(scored: Scoring[Number], found: Solution, taken: Taken) -> None:
    """Raise Hidden unless the strategy attains the value, every play ending."""
    graph = scored.graph
    try:
        value = value_of(scored, Following(graph, taken))
    except BadChain:
        value = None
    if value != found.values[graph.root]:
        node = next(node for node, edge in taken.items() if edge != found.taken[node])
        raise Hidden(graph.information[graph.known[node]])
