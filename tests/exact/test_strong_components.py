"""Strong components, compared with networkx."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.strong_components import strong_components


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    nodes = draw(st.integers(0, 9))
    edges = st.lists(st.integers(0, max(nodes - 1, 0)), max_size=4)
    return draw(st.lists(edges, min_size=nodes, max_size=nodes))


@given(graphs())
def test_the_components_are_those_of_networkx_sinks_first(successors: list[list[int]]) -> None:
    graph = nx.DiGraph([(i, j) for i, row in enumerate(successors) for j in row])
    graph.add_nodes_from(range(len(successors)))
    found = strong_components(successors)
    assert sorted(found) == sorted(map(sorted, nx.strongly_connected_components(graph)))
    place = {node: at for at, members in enumerate(found) for node in members}
    assert all(place[i] >= place[j] for i, j in graph.edges)


def test_a_long_path_needs_no_deep_recursion() -> None:
    size = 50_000
    path = [[i + 1] for i in range(size - 1)]
    assert strong_components([*path, []]) == [[i] for i in reversed(range(size))]
    assert strong_components([*path, [0]]) == [[*range(size)]]
