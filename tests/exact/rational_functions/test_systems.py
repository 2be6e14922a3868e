"""Chains with symbols, against textbook formulas and against the same chains with numbers."""

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact import explore
from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.chains.lazy_values import as_exact
from montmort.exact.rational_functions import systems
from montmort.exact.rational_functions.field import from_sympy
from montmort.games import treize
from montmort.games.errors import BadChain, BadInput
from tests.exact.gamblers_ruin import ruin_chain

p, q, A, d, z = sympy.symbols("p q A d z")


def same(one: Any, other: Any) -> bool:
    return bool(sympy.cancel(one - other) == 0)


@pytest.mark.parametrize("goal", [2, 3, 7, pytest.param(12, marks=pytest.mark.slow)])
def test_gamblers_ruin_is_the_formula_of_de_moivre_1711(goal: int) -> None:
    chain, ratio = ruin_chain(goal, p), (1 - p) / p
    for k, ends in chain.absorption().items():
        assert same(ends[goal], (1 - ratio**k) / (1 - ratio**goal))
        assert same(ends[0] + ends[goal], 1)
        steps = (k - goal * ends[goal]) / (1 - 2 * p)
        assert same(chain.expected(start=k), steps)


def test_the_conditions_on_the_symbols() -> None:
    assert ruin_chain(3, p).conditions.as_set() == sympy.Interval(0, 1)
    may_stay = {0: {0: 1 - p, 1: p}, 1: {1: 1}}  # for p = 0 no play ends
    assert AbsorbingChain.from_rows(may_stay).conditions.as_set() == sympy.Interval.Lopen(0, 1)
    assert ruin_chain(3, Fraction(1, 3)).conditions is sympy.true
    rows = {0: {1: p, 2: q, 0: 1 - p - q}, 1: {1: 1}, 2: {2: 1}}
    assert AbsorbingChain.from_rows(rows).conditions == sympy.And(p > 0, q > 0, 1 - p - q > 0)


@settings(max_examples=25)
@given(st.integers(2, 4), st.fractions(Fraction(1, 20), Fraction(19, 20)), st.data())
def test_substitution_after_and_before_solving_agree(
    goal: int, up: Fraction, data: st.DataObject
) -> None:
    start = data.draw(st.integers(1, goal - 1))
    general, special = ruin_chain(goal, p), ruin_chain(goal, up)
    at = {p: sympy.Rational(up.numerator, up.denominator)}
    assert general.at({p: up}) == special
    questions = [
        lambda chain: chain.expected(start=start),
        lambda chain: chain.variance({1: 2, 2: Fraction(1, 3)}, start=start),
        lambda chain: chain.absorption(start=start)[goal],
        lambda chain: chain.fundamental_matrix()[1][goal - 1],
        lambda chain: chain.visits(start=start)[1],
        lambda chain: chain.expected(discount=Fraction(1, 2), start=start),
    ]
    for ask in questions:
        assert as_exact(ask(general).subs(at)) == ask(special)
    assert same(general.steps_pgf(start).subs(at), special.steps_pgf(start))


def test_treize_with_a_stake_and_a_discount() -> None:
    """Two cards: in the order 1, 2 one match from 0 calls, in the order 2, 1 two from one call."""
    walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
    chain = walk.chain()
    gain = {0: Fraction(1, 2), 1: Fraction(1)}
    discounted = chain.expected({s: A * g for s, g in gain.items()}, discount=d)
    # x0 = A/2 + d/2 x1 and x1 = A + d/2 x0, solved by hand
    assert same(discounted[0], (A / 2 + d * A / 2) / (1 - d**2 / 4))
    assert same(discounted[1], (A + d * A / 4) / (1 - d**2 / 4))
    assert discounted[0].subs({A: 1, d: 1}) == walk.expected("points")


def test_the_pgf_of_a_geometric_time() -> None:
    chain = AbsorbingChain.from_rows({0: {0: 1 - p, 1: p}, 1: {1: 1}})
    assert same(chain.steps_pgf(0), p * z / (1 - (1 - p) * z))
    assert chain.steps_pgf(1) == 1
    assert same(chain.variance(start=0), (1 - p) / p**2)


def test_two_symbols_and_the_answer_in_one_fraction() -> None:
    chain = AbsorbingChain.from_rows(
        {0: {0: 1 - p - q, "a": p, "b": q}, "a": {"a": 1}, "b": {"b": 1}}
    )
    assert chain.absorption(start=0) == {"a": p / (p + q), "b": q / (p + q)}
    assert chain.expected(A, start=0) == A / (p + q)


def test_a_law_needs_numbers() -> None:
    with pytest.raises(BadInput, match="needs numbers for the symbols"):
        ruin_chain(3, p).steps_law(1, 5)
    assert ruin_chain(3, p).at({p: Fraction(1, 2)}).steps_law(1, 1)[1] == Fraction(1, 2)


@pytest.mark.parametrize("reward", [0.5 * A, sympy.sqrt(2), sympy.sin(A), 0.5])
def test_rewards_that_are_not_rational(reward: Any) -> None:
    with pytest.raises(BadInput, match="is not exact"):
        ruin_chain(3, p).expected(reward)


def test_a_system_that_is_singular_for_all_values() -> None:
    e = from_sympy(p)
    with pytest.raises(ZeroDivisionError):
        systems.solve([{0: e, 1: e}, {0: 1, 1: 1}], [[1, 1]])
    assert systems.solve([], []) == []
    assert systems.solve([], [[]]) == [[]]


def test_discounts_outside_of_zero_to_one() -> None:
    for discount in (Fraction(3, 2), -1, 0.5):
        with pytest.raises(BadInput, match=r"discount=.* must be exact and in \[0, 1\]"):
            ruin_chain(3, Fraction(1, 2)).expected(discount=discount)


def test_symbols_are_substituted_simultaneously() -> None:
    rows: dict[Any, Any] = {0: {1: p, 2: q, 0: 1 - p - q}, 1: {1: 1}, 2: {2: 1}}
    chain = AbsorbingChain.from_rows(rows)
    assert chain.at({p: q, q: p}).absorption(start=0) == {1: q / (p + q), 2: p / (p + q)}


def test_z_may_be_a_chance_but_not_twice() -> None:
    chain = AbsorbingChain.from_rows({0: {0: z, 1: 1 - z}, 1: {1: 1}})
    with pytest.raises(BadInput, match="z is a symbol of the chain already"):
        chain.steps_pgf(0)
    s = sympy.Symbol("s")
    assert same(chain.steps_pgf(0, s), (1 - z) * s / (1 - z * s))


def test_symbols_that_cancel_out_leave_numbers() -> None:
    one = (p**2 - 1) / (p - 1) - p
    assert not AbsorbingChain.from_rows({0: {1: one}, 1: {1: 1}}).is_symbolic
    minus = sympy.Add(p, -p, -1, evaluate=False)
    with pytest.raises(BadChain, match="the chance -1 to 0 is negative"):
        AbsorbingChain.from_rows({0: {0: minus, 1: 2}, 1: {1: 1}})
