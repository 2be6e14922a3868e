"""Absorbing chains, against closed forms, Gauss-Jordan elimination, and sums over paths."""

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.chains.transitions import Kind
from montmort.exact.linalg.integer_systems import solve_fractions
from montmort.games.errors import BadChain, BadInput, TooLarge, UnknownName
from tests.exact.gamblers_ruin import ruin_chain
from tests.exact.linalg.gauss_jordan import gauss_jordan

HALF = Fraction(1, 2)
Rows = dict[int, dict[int, Fraction]]


@pytest.mark.parametrize("goal", [1, 2, 3, 10])
@pytest.mark.parametrize("up", [Fraction(9, 19), Fraction(1, 3)])
def test_gamblers_ruin_de_moivre(goal: int, up: Fraction) -> None:
    chain, ratio = ruin_chain(goal, up), (1 - up) / up
    wins = {k: (1 - ratio**k) / (1 - ratio**goal) for k in range(1, goal)}
    assert {k: ends[goal] for k, ends in chain.absorption().items()} == wins
    steps = {k: (k - goal * wins[k]) / (1 - 2 * up) for k in wins}
    assert chain.expected() == steps


def test_coupon_collector() -> None:
    kinds = 7
    rows = {k: {k: Fraction(k, kinds), k + 1: Fraction(kinds - k, kinds)} for k in range(kinds)}
    chain = AbsorbingChain.from_rows({**rows, kinds: {kinds: Fraction(1)}})
    assert chain.expected(start=0) == kinds * sum(Fraction(1, k) for k in range(1, kinds + 1))


@st.composite
def chains(draw: st.DrawFn) -> dict[int, dict[int, Fraction]]:
    """Random rows of 0 … 5 transient states, each with a way out, and two ends."""
    size = draw(st.integers(0, 5))
    rows = {-1: {-1: Fraction(1)}, -2: {-2: Fraction(1)}}
    for state in range(size):
        weights = draw(st.lists(st.integers(0, 9), min_size=size + 1, max_size=size + 1))
        weights.append(draw(st.integers(1, 9)))
        targets = [*range(size), -1, -2]
        rows[state] = {t: Fraction(w, sum(weights)) for t, w in zip(targets, weights, strict=True)}
    return rows


@given(chains())
def test_equivalent_to_gauss_jordan(rows: dict[int, dict[int, Fraction]]) -> None:
    chain = AbsorbingChain.from_rows(rows)
    states = [state for state in rows if state >= 0]
    inverse = gauss_jordan(
        [[(s == t) - rows[s].get(t, Fraction(0)) for t in states] for s in states],
        [[int(s == t) for t in states] for s in states],
    )
    visits = chain.fundamental_matrix()
    assert [[visits[s][t] for t in states] for s in states] == inverse
    assert chain.expected() == {s: sum(row) for s, row in zip(states, inverse, strict=True)}
    for s, row in zip(states, inverse, strict=True):
        ends = chain.absorption(start=s)
        assert sum(ends.values()) == 1
        assert ends[-2] == sum(n * rows[t].get(-2, 0) for n, t in zip(row, states, strict=True))


@given(chains(), st.integers(0, 6))
def test_steps_law_is_the_sum_over_paths(
    rows: dict[int, dict[int, Fraction]], horizon: int
) -> None:
    def first_hit(state: int, steps: int) -> Fraction:
        if state < 0 or steps == 0:
            return Fraction(state < 0 and steps == 0)
        return sum((p * first_hit(t, steps - 1) for t, p in rows[state].items() if p), Fraction(0))

    if 0 in rows and len(rows) <= 4:
        law = AbsorbingChain.from_rows(rows).steps_law(0, horizon)
        assert [law[k] for k in range(horizon + 1)] == [first_hit(0, k) for k in range(horizon + 1)]


@given(chains(), st.randoms())
def test_relabelling_and_reordering_change_nothing(
    rows: dict[int, dict[int, Fraction]], random: Any
) -> None:
    order = list(rows)
    random.shuffle(order)
    renamed = {f"s{s}": {f"s{t}": p for t, p in rows[s].items()} for s in order}
    here, there = AbsorbingChain.from_rows(rows), AbsorbingChain.from_rows(renamed)
    reward = {state: state * state for state in rows}
    answers = there.expected(lambda label: reward[int(label[1:])])
    assert answers == {f"s{s}": v for s, v in here.expected(reward).items()}


@given(chains())
def test_visits_from_one_start_are_a_row_of_n(rows: Rows) -> None:
    chain = AbsorbingChain.from_rows(rows)
    visits = chain.fundamental_matrix()
    assert {s: chain.visits(start=s) for s in chain.transient} == visits
    assert chain.absorption() == {s: chain.absorption(start=s) for s in chain.transient}


@given(chains(), st.fractions(0, Fraction(8, 9), max_denominator=9))
def test_one_start_has_the_answers_of_all_starts(rows: Rows, discount: Fraction) -> None:
    """A question about one start uses only the reachable states."""
    chain = AbsorbingChain.from_rows(rows)
    squares = {state: state * state for state in rows}
    for ask in (chain.expected, chain.second_moment, chain.variance):
        every = ask(squares)
        assert all(ask(squares, start=start) == value for start, value in every.items())
    discounted, ends = chain.expected(discount=discount), chain.absorption()
    for start in chain.transient:
        assert chain.expected(start=start, discount=discount) == discounted[start]
        assert chain.absorption(start=start) == ends[start]


@given(chains(), st.fractions(0, 1, max_denominator=9))
def test_a_discount_is_a_chance_to_be_stopped_after_each_step(
    rows: Rows, discount: Fraction
) -> None:
    stopped = {s: {t: discount * p for t, p in row.items()} for s, row in rows.items() if s >= 0}
    stopped = {s: {**row, "stop": 1 - discount} for s, row in stopped.items()}  # type: ignore[dict-item]
    ends: Any = {s: {s: Fraction(1)} for s in (-1, -2, "stop")}
    rewards = {s: Fraction(s * s + 1, 3) for s in rows}
    there = AbsorbingChain.from_rows({**ends, **stopped}).expected(rewards)
    assert AbsorbingChain.from_rows(rows).expected(rewards, discount=discount) == there


@given(chains())
def test_second_moments_solve_their_equations(rows: Rows) -> None:
    """E T^2 = r^2 + 2 r E T' + E T'^2, T' the reward after the first step."""
    chain = AbsorbingChain.from_rows(rows)
    rewards = {s: Fraction(3 * s - 1, 2) for s in chain.transient}
    ends = dict.fromkeys(chain.absorbing, Fraction(0))
    first, second = ({**f, **ends} for f in (chain.expected(rewards), chain.second_moment(rewards)))
    for s, r in rewards.items():
        mean = sum(p * first[t] for t, p in rows[s].items())
        square = sum(p * second[t] for t, p in rows[s].items())
        assert second[s] == r**2 + 2 * r * mean + square
        assert chain.variance(rewards, start=s) == second[s] - first[s] ** 2
    assert chain.variance(rewards) == {s: second[s] - first[s] ** 2 for s in rewards}


@settings(max_examples=12)
@given(chains(), st.integers(0, 8))
def test_the_pgf_is_the_law(rows: Rows, horizon: int) -> None:
    if 0 not in rows:
        return
    chain, z = AbsorbingChain.from_rows(rows), sympy.Symbol("z")
    pgf, law = chain.steps_pgf(0), chain.steps_law(0, horizon)
    top, bottom = (sympy.Poly(part, z) for part in sympy.fraction(sympy.cancel(pgf)))
    chances = sympy.Poly([sympy.Rational(law[k]) for k in range(horizon, -1, -1)], z)
    assert bottom.eval(0) != 0  # so the series is the one with bottom * series = top
    for k in range(horizon + 1):
        assert (bottom * chances).coeff_monomial(z**k) == top.coeff_monomial(z**k)
    assert pgf.subs(z, 1) == 1
    assert Fraction(str(sympy.diff(pgf, z).subs(z, 1))) == chain.expected(start=0)
    factorial = Fraction(str(sympy.diff(pgf, z, 2).subs(z, 1)))
    assert factorial == chain.second_moment(start=0) - chain.expected(start=0)


def test_the_law_of_a_long_wait_has_its_exact_tail() -> None:
    chain = AbsorbingChain.from_rows({0: {0: Fraction(5, 6), 1: Fraction(1, 6)}, 1: {1: 1}})
    law = chain.steps_law(0, 1000)
    assert law.tail == Fraction(5, 6) ** 1000
    assert law[1000] == Fraction(5, 6) ** 999 / 6


def test_chains_of_no_transient_states() -> None:
    empty, alone = AbsorbingChain.from_rows({}), AbsorbingChain.from_rows({"a": {"a": 1}})
    assert empty.expected() == empty.fundamental_matrix() == empty.absorption() == {}
    assert alone.expected() == alone.absorption() == {}
    assert alone.absorption(start="a") == {"a": 1}
    assert alone.classes[0].kind is Kind.ABSORBING


def test_none_may_be_a_state() -> None:
    rows: dict[Any, Any] = {None: {None: HALF, "end": HALF}, "end": {"end": 1}}
    chain = AbsorbingChain.from_rows(rows)
    assert chain.expected(start=None) == 2
    assert chain.expected() == {None: 2}
    assert chain.absorption(start=None) == {"end": 1}


def test_an_absorbing_start_has_no_steps() -> None:
    chain = ruin_chain(2, HALF)
    assert chain.expected(start=0) == 0
    assert chain.absorption(start=0) == {0: 1, 2: 0}
    assert chain.steps_law(0, 3)[0] == 1


def test_a_reward_may_be_a_number_a_mapping_or_a_function() -> None:
    chain = ruin_chain(2, HALF)
    assert chain.expected(Fraction(5, 2), start=1) == Fraction(5, 2)
    assert chain.expected({1: 3}, start=1) == chain.expected(lambda s: 3 * s, start=1) == 3


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"a": {"a": HALF}}, "'a': its row sums to 1/2"),
        ({"a": {"b": Fraction(1)}}, "'b' is a target but has no row"),
        ({"a": {"b": Fraction(1)}, "b": {"a": Fraction(1)}}, "'a' .and 1 more. never ends"),
        (
            {"a": {"b": Fraction(1)}, "b": {"a": Fraction(1)}, "c": {"c": Fraction(1)}},
            "'a' .and 1 more. never ends",
        ),
        ({"a": {"a": 0.5, "b": 0.5}, "b": {"b": 1}}, "'a': 0.5 to 'a' is not exact"),
        ({"a": {"a": Fraction(-1), "b": Fraction(2)}, "b": {"b": 1}}, "'a': the chance -1 to 'a'"),
    ],
)
def test_rows_that_do_not_form_an_absorbing_chain(rows: dict[str, Any], message: str) -> None:
    with pytest.raises(BadChain, match=message) as caught:
        AbsorbingChain.from_rows(rows)
    assert isinstance(caught.value, ValueError)


def test_unknown_states_inexact_rewards_and_negative_horizons() -> None:
    chain = ruin_chain(3, HALF)
    with pytest.raises(UnknownName, match="no state 7"):
        chain.expected(start=7)
    with pytest.raises(BadInput, match=r"0\.5"):
        chain.expected({1: 0.5})  # type: ignore[dict-item]
    with pytest.raises(BadInput, match="horizon=-1"):
        chain.steps_law(1, -1)


def test_a_singular_system_is_an_error_and_no_unknowns_are_none() -> None:
    with pytest.raises(ZeroDivisionError):
        solve_fractions([[1, 1], [1, 1]], [[1], [2]])
    assert solve_fractions([], []) == []
    assert solve_fractions([[2]], [[Fraction(1, 3), 4]]) == [[Fraction(1, 6), Fraction(2)]]


def test_a_pgf_of_too_many_states_is_refused() -> None:
    with pytest.raises(TooLarge, match="ask for steps_law"):
        ruin_chain(1003, HALF).steps_pgf(1)


def test_a_reward_of_an_unknown_state() -> None:
    with pytest.raises(UnknownName, match="no state 'A'"):
        ruin_chain(2, HALF).expected({"A": 5}, start=1)
    assert ruin_chain(2, HALF).expected({0: 7, 1: 1}, start=1) == 1  # an end earns nothing


def test_long_numbers_are_shortened_in_messages() -> None:
    long = Fraction(1, 10**5000)
    with pytest.raises(BadChain, match=r"state 0: its row sums to 5000.*digits\), not to 1"):
        AbsorbingChain.from_rows({0: {0: long, 1: HALF}, 1: {1: 1}})
    with pytest.raises(BadChain, match=r"the chance -1/1000.*is negative"):
        AbsorbingChain.from_rows({0: {0: -long, 1: 1 + long}, 1: {1: 1}})


def test_answers_that_would_not_fit_are_refused() -> None:
    with pytest.raises(TooLarge, match="ask for a shorter horizon"):
        ruin_chain(3, HALF).steps_law(1, 10**6)
    with pytest.raises(TooLarge, match="ask for one start="):
        ruin_chain(3001, Fraction(9, 19)).fundamental_matrix()


def test_rows_that_are_not_a_mapping() -> None:
    with pytest.raises(BadChain, match="rows must be"):
        AbsorbingChain.from_rows([[1]])  # type: ignore[arg-type]
