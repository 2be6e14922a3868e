"""Values of a game graph in floats, which propose policies; nothing rests on them."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from montmort.exact.graph.game_graph import NOTHING, GameGraph
from montmort.exact.kernel import compiled_or_plain
from montmort.exact.moves import Ints

Floats = npt.NDArray[np.float64]
SWEEPS = 2000  # of a component at most
CLOSE = 1e-15  # a relative change below this ends the sweeps


@compiled_or_plain
def sweep_components(
    order: Ints,
    begins: Ints,
    edges: tuple[Ints, Ints, Floats, Floats, Floats],
    signs: Ints,
    values: Floats,
    most: int,
) -> None:
    """Compute values component by component; signs[n] is 0 at chance nodes, else 1 or -1."""
    bounds, targets, weights, rewards, factors = edges
    for c in range(len(begins) - 1):
        for _ in range(most):
            change = 0.0
            size = 0.0
            for place in range(begins[c], begins[c + 1]):
                node = order[place]
                first, end = bounds[node], bounds[node + 1]
                total = 0.0
                found = 0.0
                for e in range(first, end):
                    worth = rewards[e]
                    if targets[e] >= 0:
                        worth += factors[e] * values[targets[e]]
                    if signs[node] == 0:
                        found += weights[e] * worth
                        total += weights[e]
                    elif e == first or (worth - found) * signs[node] > 0:
                        found = worth
                if signs[node] == 0:
                    found /= total
                change = max(change, abs(found - values[node]))
                size = max(size, abs(found))
                values[node] = found
            if not change > CLOSE * size:  # a not-a-number ends it as well
                break


def float_values(
    graph: GameGraph,
    rewards: Sequence[float],
    signs: Mapping[int, int],
    discount: float = 1.0,
) -> Floats:
    """Return the values of all nodes, roughly.

    >>> from montmort.exact.graph.game_graph import END
    >>> from montmort.exact.graph.step_trees import GraphBuilder
    >>> builder = GraphBuilder()
    >>> toss = builder.chance({(END, builder.gain("won")): 1, (builder.state("again"), 0): 1})
    >>> builder.finish_state((toss, NOTHING))
    >>> graph = builder.graph(root=(0, NOTHING))
    >>> float_values(graph, [3.0, 0.0], {}).round(6).tolist()
    [3.0]
    """
    factors = np.where(graph.gained == NOTHING, 1.0, discount)
    values = np.zeros(len(graph.seats))
    edges = graph.bounds, graph.targets, _floats(graph.weights), np.array(rewards, float), factors
    sweep_components(*graph.components, edges, graph.signs(signs), values, SWEEPS)
    return values


def _floats(weights: npt.NDArray[np.generic]) -> Floats:
    try:
        return weights.astype(np.float64)
    except OverflowError:  # Python integers beyond floats: the values are a poor proposal
        return np.ones(len(weights))
