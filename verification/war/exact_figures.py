"""The exact pictures of War: the functional graph of positions, or the laws of games or deals.

Each component of the graph is drawn around its end or its cycle.  The other states lie
on rings, by the number of turns to the centre; predecessors of a state are neighbours.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from montmort.exact.law import Law
from montmort.exact.war.all_deals import deals_of
from montmort.exact.war.answers import Question, truth
from montmort.exact.war.functional_graph import Component, components, functional_graph
from montmort.games.extras import extra_for
from montmort.games.war import Rules
from montmort.verification.plots.laws import fields_figure, new_axes, new_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_DEALS = 3000  # a larger graph is illegible
MOST_PARTS = 12  # components drawn: those with an end, and the largest
COLUMNS = 4
COLOURS = {"first": "#0072b2", "second": "#d55e00", "draw": "#777777", None: "#009e73"}


def exact_figure(rules: Rules, question: Question, answers: Mapping[str, Any]) -> "Figure":  # noqa: ARG001
    """Return the graph for a very small deck, else the laws of games, or of deals if unknown."""
    if rules.pick_up != "random" and answers["deals"] <= MOST_DEALS:
        return graph_figure(rules)
    answered = "first" in answers
    return fields_figure(laws_of_games(answers) if answered else truth(rules, "deal"), {})


def laws_of_games(answers: Mapping[str, Any]) -> dict[str, Law[int]]:
    """Return the laws among the answers; those of turns and wars are for games that end.

    >>> from montmort.exact.war.answers import answers
    >>> exact = answers(Rules(ranks=3, suits=2, face_down=1))
    >>> for name, law in laws_of_games(exact).items():
    ...     print(f"{name}: {law}")
    winner: 3 outcomes from -1 to 1, mean 0; the commonest, 1, has chance 2/5
    turns of a game that ends: 6 outcomes from 1 to 6, mean 16/5; the commonest, 3, has chance 4/15
    wars of a game that ends: 3 outcomes from 0 to 2, mean 1; the commonest, 1, has chance 3/5
    """
    first, second = answers["first"], answers["second"]
    laws = {"winner": Law.of({1: first, 0: 1 - first - second, -1: second})}
    for name in ("turns", "wars"):
        if (listed := answers.get(f"{name}_law")) is not None:
            laws[f"{name} of a game that ends"] = Law.of(
                dict(enumerate(listed)), horizon=len(listed) - 1
            )
    return laws


def graph_figure(rules: Rules) -> "Figure":
    """Return the picture of the functional graph, one panel for each component."""
    graph = functional_graph(rules)
    parts = components(graph)
    drawn = parts[:MOST_PARTS]
    rows, columns = -(-len(drawn) // COLUMNS), min(len(drawn), COLUMNS)
    sheet = new_sheet((3 * columns, 3.2 * rows + 0.4))
    for k, part in enumerate(drawn, 1):
        draw_component(graph, part, sheet.add_subplot(rows, columns, k))
    hidden = f"; {len(parts) - len(drawn)} more cycles are not shown" if parts != drawn else ""
    sheet.suptitle(f"{len(graph):,} states from {deals_of(rules):,} deals{hidden}")
    return sheet


def draw_component(graph: Any, part: Component, ax: "Axes | None" = None) -> "Axes":
    """Draw the states that lead to one end or cycle, which is coloured, at the centre."""
    with extra_for("pictures"):
        from matplotlib.collections import LineCollection

    ax = new_axes() if ax is None else ax
    place = rings(graph, part)  # in an order that does not change from run to run
    moves = [(place[a], place[b]) for a in place for b in graph.successors(a)]
    lines = [[(a.real, a.imag), (b.real, b.imag)] for a, b in moves]
    ax.add_collection(LineCollection(lines, colors="#999999", linewidths=0.5))
    _draw_dots([*place.values()], "black", 2, ax)
    _draw_dots([place[state] for state in _middle(part)], COLOURS[part.end], 25, ax)
    ax.set(
        xlim=_around(z.real for z in place.values()), ylim=_around(z.imag for z in place.values())
    )
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.set_title(str(part), fontsize="small")
    return ax


def _around(places: Iterable[float]) -> tuple[float, float]:
    """Return axis limits with a margin, also for equal positions."""
    listed = list(places)
    return min(listed) - 0.5, max(listed) + 0.5


def _draw_dots(places: Sequence[complex], colour: str, size: int, ax: "Axes") -> None:
    ax.scatter([z.real for z in places], [z.imag for z in places], s=size, color=colour, zorder=2)


def _middle(part: Component) -> Sequence[Any]:
    return part.cycle or (part.end,)


def rings(graph: Any, part: Component) -> dict[Any, complex]:
    """Return the position of every state in the plane.

    >>> import networkx as nx
    >>> graph = nx.DiGraph([("a", "b"), ("b", "first")])
    >>> part = Component(states=frozenset({"a", "b", "first"}), end="first", cycle=())
    >>> [abs(place) for place in rings(graph, part).values()]
    [0.0, 1.0, 2.0]
    """
    middle = _middle(part)
    behind = {s: [t for t in graph.predecessors(s) if t not in middle] for s in part.states}
    order = list(middle)
    for state in order:  # grows while we walk
        order += behind[state]
    leaves: dict[Any, int] = {}
    for state in reversed(order):
        leaves[state] = sum(leaves[t] for t in behind[state]) or 1
    inner = len(part.cycle) / (2 * math.pi)  # a turn around is as long as a turn towards it
    sectors = dict(_side_by_side(middle, dict.fromkeys(middle, 1), 0.0, 2 * math.pi, inner))
    for state in order:
        angle, width, radius = sectors[state]
        sectors |= _side_by_side(behind[state], leaves, angle, width, radius + 1)
    return {
        state: radius * complex(math.cos(angle + width / 2), math.sin(angle + width / 2))
        for state, (angle, width, radius) in sectors.items()
    }


def _side_by_side(
    states: Sequence[Any], leaves: Mapping[Any, int], angle: float, width: float, radius: float
) -> Iterable[tuple[Any, tuple[float, float, float]]]:
    """Yield states with their parts of a sector, in proportion to their leaves."""
    total = sum(leaves[state] for state in states)
    for state in states:
        part = width * leaves[state] / total
        yield state, (angle, part, radius)
        angle += part
