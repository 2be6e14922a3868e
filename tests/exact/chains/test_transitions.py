"""Rows from mappings, matrices, graphs and rules."""

import enum
from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pytest
import sympy
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.chains.markov import MarkovChain
from montmort.exact.chains.transitions import Transitions
from montmort.exact.law import Law
from montmort.games.chance import Chance
from montmort.games.errors import BadChain, BadInput, TooLarge

HALF = Fraction(1, 2)
ROWS = {"a": {"a": HALF, "b": HALF}, "b": {"b": Fraction(1)}}


def test_the_same_chain_from_every_input() -> None:
    graph = nx.DiGraph()
    graph.add_edge("a", "a", chance=HALF)
    graph.add_edge("a", "b", chance=HALF)
    labels = ["a", "b"]
    same = [
        Transitions.from_rows(ROWS),
        Transitions.from_rows({"a": Law(weights={"a": 1, "b": 1}), "b": {"b": 1}}),
        Transitions.from_matrix([[HALF, HALF], [0, 1]], labels),
        Transitions.from_matrix(sympy.Matrix([[HALF, HALF], [0, 1]]), labels),
        Transitions.from_matrix(fmpq_mat([[fmpq(1, 2), fmpq(1, 2)], [0, 1]]), labels),
        Transitions.from_graph(graph),
        Transitions.from_function(ROWS.__getitem__, "a"),
        Transitions.from_step(
            lambda s, chance: "b" if s == "b" else "ab"[chance.pick([3, 3])], "a"
        ),
    ]
    assert all(chain.rows == ROWS for chain in same)
    assert all(chain == same[0] for chain in same)


def test_the_identity_of_numpy_is_exact() -> None:
    assert MarkovChain.from_matrix(np.eye(2, dtype=np.int64)).rows == {0: {0: 1}, 1: {1: 1}}


def test_repr_rebuilds() -> None:
    chain = AbsorbingChain.from_rows(ROWS)
    assert eval(repr(chain)) == chain
    assert str(chain) == "AbsorbingChain of 2 states"


def test_several_edges_between_two_nodes_add_up() -> None:
    graph = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("a", "c")])
    rows = Transitions.from_graph(graph, chance=None).rows
    assert rows["a"] == {"b": Fraction(2, 3), "c": Fraction(1, 3)}
    assert rows["b"] == {"b": 1}


def test_none_is_the_end_of_a_step() -> None:
    def toss(heads: int, chance: Chance) -> int | None:
        return None if heads == 2 else heads + chance.pick([1, 1])

    chain = AbsorbingChain.from_step(toss, 0)
    assert chain.absorbing == (None,)
    assert chain.expected(start=0) == 5  # two heads take 4 tosses, and one step to end
    assert chain.absorption(start=None) == {None: 1}


def test_more_states_than_the_limit() -> None:
    with pytest.raises(TooLarge, match="more than 10 states"):
        Transitions.from_function(lambda s: {s + 1: Fraction(1)}, 0, limit=10)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=4), st.integers(1, 7))
def test_rows_come_back_in_lowest_terms_without_zeros(weights: list[int], factor: int) -> None:
    total = sum(weights) + 1
    row = {k: Fraction(w * factor, total * factor) for k, w in enumerate(weights)}
    row["end"] = Fraction(1, total)  # type: ignore[index]
    ends = {k: {k: Fraction(1)} for k in row}
    rows: dict[Any, dict[Any, Fraction]] = {**ends, "start": row}
    assert Transitions.from_rows(rows).rows["start"] == {k: p for k, p in row.items() if p}


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Transitions.from_matrix([[HALF, HALF]]), "must be square"),
        (lambda: Transitions.from_matrix([[1]], ["a", "b"]), "one label for each of 1 rows"),
        (lambda: Transitions.from_matrix([[1, 0], [0, 1]], ["a", "a"]), "the same label"),
        (lambda: Transitions.from_matrix(np.eye(2)), "state 0: 1.0 to 0 is not exact"),
        (lambda: Transitions.from_graph(nx.path_graph(2)), "edge 0 -> 1 has no attribute 'chance'"),
        (lambda: Transitions.from_rows({0: [1]}), "state 0: its row must be"),
        (lambda: Transitions.from_rows({0: Law(weights={0: 1}, total=2)}), "state 0"),
        (lambda: Transitions.from_rows({0: {}}), "state 0: its row sums to 0"),
        (lambda: Transitions.from_rows({0: {0: "1"}}), "state 0: '1' to 0 is not exact"),
        (lambda: Transitions.from_rows({0: {0: sympy.Float(1)}}), "state 0: .* is not exact"),
        (
            lambda: Transitions.from_rows({0: {0: sympy.sqrt(2) - sympy.Rational(2, 5)}}),
            "not exact",
        ),
        (
            lambda: Transitions.from_rows({0: {1: HALF, 2: HALF}}),
            "state 1 .and 1 more. is a target",
        ),
    ],
)
def test_invalid_rows(build: Any, message: str) -> None:
    with pytest.raises(BadChain, match=message) as caught:
        build()
    assert isinstance(caught.value, ValueError)


def test_a_row_with_symbols_that_does_not_sum_to_one() -> None:
    p, q = sympy.symbols("p q")
    with pytest.raises(BadChain, match=r"state 0: its row sums to p \+ q, not to 1"):
        Transitions.from_rows({0: {0: p, 1: q}, 1: {1: 1}})


def test_rows_with_symbols_lose_zeros_and_refuse_negative_chances() -> None:
    p = sympy.Symbol("p")
    rows: dict[Any, Any] = {0: {0: p * (1 - p) - p + p**2, 1: p, 2: 1 - p}, 1: {1: 1}, 2: {2: 1}}
    assert Transitions.from_rows(rows).rows[0] == {1: p, 2: 1 - p}
    with pytest.raises(BadChain, match="the chance -1 to 1 is negative"):
        Transitions.from_rows({0: {0: p, 1: -1, 2: 2 - p}, 1: {1: 1}, 2: {2: 1}})


def test_truth_values_and_enums_of_integers_are_chances() -> None:
    sure = enum.IntEnum("Sure", {"YES": 1})
    assert Transitions.from_rows({0: {0: True}, 1: {0: sure(1)}}).rows == {0: {0: 1}, 1: {0: 1}}


def test_a_step_that_cannot_be_picked() -> None:
    with pytest.raises(BadInput, match="all weights are zero"):
        Transitions.from_step(lambda s, chance: chance.pick([0, 0]), 0)


@given(
    st.lists(st.sets(st.integers(0, 5), min_size=1), min_size=6, max_size=6),
    st.sets(st.integers(0, 5)),
)
def test_ancestors_are_those_of_networkx(moves: list[set[int]], targets: set[int]) -> None:
    graph = nx.DiGraph((i, j) for i, row in enumerate(moves) for j in row)
    chain: Transitions[int] = Transitions.from_weights(
        {i: (dict.fromkeys(row, 1), len(row)) for i, row in enumerate(moves)}
    )
    expected = targets.union(*(nx.ancestors(graph, target) for target in targets & set(graph)))
    assert chain.ancestors(targets) == expected


def test_a_start_that_cannot_be_a_state() -> None:
    for start in ([0], (0, [0])):
        with pytest.raises(BadChain, match="cannot be a state: use tuples"):
            Transitions.from_step(lambda s, chance: s, start)  # type: ignore[type-var]
