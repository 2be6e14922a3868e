"""Graphs in arrays, compared with networkx; small and large ones are searched alike."""

from collections.abc import Iterator
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact import graphs
from montmort.exact.graphs import (
    cannot_end,
    components_of,
    edges_between,
    edges_of,
    find_cycle,
    shortest_path,
    sources_of,
    strong_components,
    topological_order,
)

Rows = list[list[int]]


@pytest.fixture(params=["plain", "compiled"], scope="module", autouse=True)
def _way(request: pytest.FixtureRequest) -> Iterator[None]:
    """Search every graph in plain Python, then every graph in machine code."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "compiled":
            patch.setattr(graphs, "LARGE", 0)
            patch.setattr(graphs, "VERY_LARGE", 0)
        yield


@st.composite
def rows(draw: st.DrawFn) -> Rows:
    """Draw the targets of every node's edges, often with cycles, ends, and edges twice."""
    nodes = draw(st.integers(0, 9))
    targets = st.lists(st.integers(-2, nodes - 1), max_size=4)
    return draw(st.lists(targets, min_size=nodes, max_size=nodes))


@st.composite
def rows_and_nodes(draw: st.DrawFn) -> tuple[Rows, set[int]]:
    edges = draw(rows())
    return edges, draw(st.sets(st.sampled_from(range(len(edges))))) if edges else set()


def as_networkx(edges: Rows) -> "nx.DiGraph":
    graph = nx.DiGraph((i, j) for i, row in enumerate(edges) for j in row if j >= 0)
    graph.add_nodes_from(range(len(edges)))
    return graph


@given(rows())
def test_edges_in_any_order_are_those_of_the_lists(edges: Rows) -> None:
    bounds, targets = edges_of(edges)
    assert [targets[a:b].tolist() for a, b in pairwise(bounds)] == edges
    sources = sources_of(bounds)
    assert sources.tolist() == [i for i, row in enumerate(edges) for _ in row]
    again = edges_between(sources[::-1], targets[::-1], len(edges))
    assert [each.tolist() for each in again] == [
        each.tolist() for each in edges_of([row[::-1] for row in edges])
    ]


@given(rows())
def test_the_components_are_those_of_networkx_sinks_first(edges: Rows) -> None:
    graph = as_networkx(edges)
    nodes, begins = strong_components(*edges_of(edges))
    found = [sorted(nodes[a:b].tolist()) for a, b in pairwise(begins)]
    assert sorted(found) == sorted(map(sorted, nx.strongly_connected_components(graph)))
    place = {node: at for at, members in enumerate(found) for node in members}
    assert all(place[i] >= place[j] for i, j in graph.edges)
    assert components_of(edges) == found


@given(rows())
def test_nodes_in_order_have_the_longest_paths_as_levels_or_there_is_a_cycle(edges: Rows) -> None:
    graph = as_networkx(edges)
    found = topological_order(*edges_of(edges))
    if found is None:
        cycle = find_cycle(*edges_of(edges))
        assert cycle[0] == cycle[-1]
        assert len({*cycle}) == len(cycle) - 1
        assert all(graph.has_edge(i, j) for i, j in pairwise(cycle))
        return
    order, levels = (each.tolist() for each in found)
    assert sorted(order) == sorted(graph)
    assert all(levels[i] < levels[j] for i, j in graph.edges)
    assert [levels[i] for i in order] == sorted(levels)
    for node in graph:
        before = graph.subgraph({node} | nx.ancestors(graph, node))
        assert levels[node] == nx.dag_longest_path_length(before)


@given(rows())
def test_plays_cannot_end_where_networkx_finds_no_path_to_an_end(edges: Rows) -> None:
    graph = as_networkx(edges)
    ends = {i for i, row in enumerate(edges) if any(j < 0 for j in row)}
    ending = ends.union(*(nx.ancestors(graph, n) for n in ends))
    assert cannot_end(*edges_of(edges)).tolist() == sorted({*graph} - ending)


@given(rows_and_nodes())
def test_shortest_paths_are_as_long_as_those_of_networkx(drawn: tuple[Rows, set[int]]) -> None:
    edges, starts = drawn
    graph = as_networkx(edges)
    bounds, targets = edges_of(edges)
    lengths = nx.multi_source_dijkstra_path_length(graph, starts) if starts else {}
    for goal in graph:
        path = shortest_path(bounds, targets, starts, goal)
        assert len(path) == lengths.get(goal, -1) + 1
        assert all(graph.has_edge(i, j) for i, j in pairwise(path))
        assert not path or (path[0] in starts and path[-1] == goal)


def test_a_long_path_needs_no_deep_recursion() -> None:
    size = 50_000
    path = [[i + 1] for i in range(size - 1)]
    assert components_of([*path, []]) == [[i] for i in reversed(range(size))]
    assert components_of([*path, [0]]) == [[*range(size)]]
    edges = edges_of([*path, [-1]])
    assert topological_order(*edges)[1].tolist() == [*range(size)]  # type: ignore[index]
    assert not len(cannot_end(*edges))
    assert find_cycle(*edges_of([*path, [0]]))[:3] == [1, 2, 3]
    assert shortest_path(*edges, [size - 3], size - 1) == [size - 3, size - 2, size - 1]
