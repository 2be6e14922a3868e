"""Markov chains in general, against closed forms and against their own equations."""

import math
from fractions import Fraction
from typing import Any

import networkx as nx
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.chains.markov import MarkovChain
from montmort.exact.chains.transitions import Kind
from montmort.exact.law import Law
from montmort.games.errors import BadChain, BadInput, UnknownName

HALF = Fraction(1, 2)
Rows = dict[Any, dict[Any, Fraction]]


@st.composite
def chains(draw: st.DrawFn) -> Rows:
    """Rows of 1 … 6 states with few moves, so that all kinds of classes occur."""
    size = draw(st.integers(1, 6))
    rows: Rows = {}
    for state in range(size):
        targets = draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=3))
        rows[state] = {t: Fraction(targets.count(t), len(targets)) for t in targets}
    return rows


def reachable(rows: Rows) -> dict[int, set[int]]:
    """A slow reference for the classes: paths of up to len(rows) steps."""
    found = {s: {s} for s in rows}
    for _ in rows:
        found = {s: reach.union(*(rows[t].keys() for t in reach)) for s, reach in found.items()}
    return found


@given(chains())
def test_classes_are_mutually_reachable_states(rows: Rows) -> None:
    reach = reachable(rows)
    for found in MarkovChain.from_rows(rows).classes:
        first = found.states[0]
        assert set(found.states) == {s for s in reach[first] if first in reach[s]}
        closed = reach[first] == set(found.states)
        alone = len(found.states) == 1
        kinds = {(True, True): Kind.ABSORBING, (True, False): Kind.RECURRENT}
        assert found.kind is kinds.get((closed, alone), Kind.TRANSIENT)


@given(chains())
def test_the_stationary_law_is_stationary(rows: Rows) -> None:
    chain = MarkovChain.from_rows(rows)
    for found in chain.classes:
        if found.kind is Kind.TRANSIENT:
            with pytest.raises(BadChain, match="is transient"):
                chain.stationary(found.states[0])
            continue
        law = chain.stationary(found.states[-1])
        assert set(law) == set(found.states)
        assert law.tail == 0
        after = {s: sum(law[t] * rows[t].get(s, 0) for t in law) for s in law}
        assert after == law.chances()
        assert chain.return_time(found.states[0]) == 1 / law[found.states[0]]


@given(chains())
def test_hitting_chances_solve_their_equations_and_are_the_least_solution(rows: Rows) -> None:
    chain, reach = MarkovChain.from_rows(rows), reachable(rows)
    chances = chain.hitting_chances(0)
    assert chances[0] == 1
    for state, row in rows.items():
        assert (chances[state] == 0) == (0 not in reach[state])
        if state != 0:
            assert chances[state] == sum(p * chances[t] for t, p in row.items())


def test_the_urn_of_ehrenfest_1907_is_binomial() -> None:
    balls = 10
    rows = {
        k: {k - 1: Fraction(k, balls), k + 1: Fraction(balls - k, balls)} for k in range(balls + 1)
    }
    rows = {k: {t: p for t, p in row.items() if p} for k, row in rows.items()}
    chain = MarkovChain.from_rows(rows)
    assert chain.stationary() == Law(weights={k: math.comb(balls, k) for k in range(balls + 1)})
    assert chain.return_time(0) == 2**balls  # Kac 1947


def test_the_walk_on_a_circle_needs_k_times_n_minus_k_steps() -> None:
    size = 9
    chain = MarkovChain.from_graph(nx.cycle_graph(size), chance=None)
    assert chain.hitting_times(0) == {k: k * (size - k) for k in range(1, size)}


def test_the_walk_on_a_graph_is_proportional_to_the_degrees() -> None:
    graph = nx.petersen_graph()
    graph.remove_edge(0, 1)
    law = MarkovChain.from_graph(graph, chance=None).stationary()
    assert law == Law(weights=dict(graph.degree()))


def test_the_stationary_law_with_symbols() -> None:
    a, b = sympy.symbols("a b")
    chain = MarkovChain.from_rows({0: {0: 1 - a, 1: a}, 1: {0: b, 1: 1 - b}})
    assert chain.stationary() == {0: b / (a + b), 1: a / (a + b)}
    assert chain.at({a: HALF, b: Fraction(1, 4)}).stationary() == Law(weights={0: 1, 1: 2})


def test_a_state_that_absorbs_is_its_own_class() -> None:
    chain = MarkovChain.from_rows({"a": {"a": HALF, "b": HALF}, "b": {"b": Fraction(1)}})
    assert chain.stationary() == chain.stationary("b") == Law(weights={"b": 1})
    assert chain.return_time("b") == 1
    assert chain.hitting_times("b") == {"a": 2}
    assert chain.hitting_chances("a", "b") == {"a": 1, "b": 1}


def test_none_is_a_label_like_any_other() -> None:
    chain = MarkovChain.from_rows({None: {1: Fraction(1)}, 1: {None: Fraction(1)}})
    assert chain.stationary(None) == Law(weights={None: 1, 1: 1})


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda chain: chain.stationary(), BadInput, "2 closed classes; name a state: 'a', 'd'"),
        (lambda chain: chain.stationary("c"), BadChain, "'c' is transient"),
        (lambda chain: chain.return_time("x"), UnknownName, "no state 'x' among the 4"),
        (lambda chain: chain.hitting_times("a"), BadChain, "'d' never reaches a target"),
        (lambda chain: chain.hitting_chances("x"), UnknownName, "no state 'x'"),
        (lambda chain: chain.stopped_at(["a"]), UnknownName, "no state"),
    ],
)
def test_questions_without_an_answer(ask: Any, error: type[Exception], message: str) -> None:
    rows = {"a": {"b": 1}, "b": {"a": 1}, "c": {"a": HALF, "d": HALF}, "d": {"d": 1}}
    chain = MarkovChain.from_rows(rows)
    with pytest.raises(error, match=message):
        ask(chain)


def test_no_states_at_all() -> None:
    chain = MarkovChain.from_rows({})
    assert chain.classes == ()
    with pytest.raises(BadInput, match="without states"):
        chain.stationary()


def test_a_target_named_twice_is_one_target() -> None:
    chain = MarkovChain.from_rows({0: {1: Fraction(3, 4), 2: Fraction(1, 4)}, 1: {1: 1}, 2: {2: 1}})
    assert chain.hitting_chances(1, 1) == chain.hitting_chances(1, True)
    assert chain.hitting_chances(1, 1)[0] == Fraction(3, 4)
