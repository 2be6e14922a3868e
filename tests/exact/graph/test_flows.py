"""The moves that flow from trees are those of all their paths, in 64 bits or beyond."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.graph import flows
from montmort.exact.graph.flows import moves_of
from montmort.exact.graph.game_graph import END, NOTHING
from montmort.exact.graph.step_trees import Edge, GraphBuilder, StepTrees

small = st.integers(1, 9)
large = st.integers(1, 2**40)
huge = st.integers(1, 2**80)


@st.composite
def games(draw: st.DrawFn) -> StepTrees:
    """Return the trees of some states; nodes hang from several others."""
    builder = GraphBuilder()
    states, weights = draw(st.integers(1, 4)), draw(st.sampled_from([small, large, huge]))
    for state in range(states):
        builder.state(state)
    for _ in range(states):
        leaves: list[Edge] = [
            (draw(st.integers(END, states - 1)), builder.gain(draw(st.integers(0, 2))))
            for _ in range(draw(st.integers(1, 4)))
        ]
        edges = leaves
        for _ in range(draw(st.integers(0, 5))):
            chosen = draw(st.lists(st.sampled_from(edges), min_size=1, max_size=4))
            edges = [*edges, builder.pick((edge, draw(weights)) for edge in chosen)]
        builder.finish_state(edges[-1])
    first = [((state, NOTHING), draw(weights)) for state in range(states)]
    return builder.trees(builder.pick(first), "drawn")


def by_all_paths(trees: StepTrees, target: int, gain: int) -> Counter[Any]:
    """Return the chances of the leaves below an edge, path by path."""
    found: Counter[Any] = Counter()
    if target >= END:
        found[target, gain] = Fraction(1)
        return found
    node = -2 - target
    edges = range(trees.bounds[node], trees.bounds[node + 1])
    total = sum(int(trees.weights[edge]) for edge in edges)
    for edge in edges:
        below = by_all_paths(trees, int(trees.targets[edge]), int(trees.gained[edge]))
        for leaf, chance in below.items():
            found[leaf] += chance * Fraction(int(trees.weights[edge]), total)
    return found


def check(trees: StepTrees) -> None:
    moves = moves_of(trees)
    assert moves.totals.min() > 0
    for state, root in enumerate(trees.roots.tolist()):
        wanted = {
            (target, gain - 1): chance
            for (target, gain), chance in by_all_paths(trees, root, NOTHING).items()
        }
        row = slice(moves.bounds[state], moves.bounds[state + 1])
        places = [*zip(moves.targets[row].tolist(), moves.gained[row].tolist(), strict=True)]
        total = int(moves.totals[state])
        chances = [Fraction(int(weight), total) for weight in moves.weights[row]]
        assert dict(zip(places, chances, strict=True)) == wanted
        assert places == sorted(places, key=lambda place: (place[0] == END, place))
        assert np.gcd.reduce(moves.weights[row]) == 1
    starts = by_all_paths(trees, trees.first, NOTHING)
    total = sum(moves.starts.values())
    assert {s: Fraction(w, total) for s, w in moves.starts.items()} == {
        state: chance for (state, _), chance in starts.items()
    }


@given(games())
def test_moves_are_those_of_all_paths(trees: StepTrees) -> None:
    check(trees)


@pytest.mark.usefixtures("_kernel")
@settings(max_examples=200)
@given(games())
def test_the_kernel_finds_the_same(trees: StepTrees) -> None:
    check(trees)


@pytest.fixture(scope="module")
def _kernel() -> Any:
    pytest.importorskip("numba")
    before, flows.KERNEL_FROM = flows.KERNEL_FROM, 0
    yield
    flows.KERNEL_FROM = before


@pytest.mark.usefixtures("_kernel")
def test_room_is_made_for_more_moves_than_there_are_edges() -> None:
    builder = GraphBuilder()
    for state in range(50):
        builder.state(state)
    leaves = [((state, builder.gain(1)), 1 + state) for state in range(50)]
    inner = builder.pick(leaves)
    for state in range(50):
        builder.finish_state(builder.pick([(inner, 1 + state), ((END, builder.gain(2)), 1)]))
    check(builder.trees((0, NOTHING), "drawn"))


@pytest.mark.parametrize("weight", [2, 2**70])
def test_a_few_trees_by_the_kernel(weight: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights beyond 64 bits are not for the kernel."""
    pytest.importorskip("numba")
    monkeypatch.setattr(flows, "KERNEL_FROM", 0)
    builder = GraphBuilder()
    for state in range(3):
        builder.state(state)
    inner = builder.pick([((1, builder.gain(2)), 3), ((END, builder.gain(0)), weight)])
    for edges in (
        [(inner, 4), ((0, builder.gain(1)), 1), (inner, 1)],
        [((END, builder.gain(2)), 5), ((2, builder.gain(2)), 7)],
        [(builder.pick([(inner, 1), ((1, builder.gain(2)), 1)]), 2), (inner, 3)],
    ):
        builder.finish_state(builder.pick(edges))
    check(builder.trees(builder.pick([((0, NOTHING), 1), ((2, NOTHING), 2)]), "drawn"))
