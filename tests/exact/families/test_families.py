"""Families of chains: textbook formulas proved, wrong ones refused."""

import functools
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Eq, Sum, binomial, factorial, harmonic

from montmort.exact.families import family_solutions, induction
from montmort.exact.families.closed_forms import NotProved, is_zero
from montmort.exact.families.families import End, Family
from montmort.exact.families.family_solutions import (
    exceptional_cases,
    prove_recurrence,
    second_moment,
    solve_family,
)
from montmort.exact.families.induction import Refuted, Theorem, prove
from montmort.exact.families.sequences import Conjecture, a
from montmort.games.errors import BadChain, BadInput
from tests.exact.families.textbook import (
    COLLECTOR,
    DURATION,
    FAIR,
    HALF,
    HEADS,
    MATCHING,
    NO_MATCH,
    RATIO,
    RUIN,
    THIRD,
    i,
    j,
    k,
    m,
    n,
    p,
)


def theorem(family: Family, **options: Any) -> Theorem:
    found = solve_family(family, **options)
    assert isinstance(found, Theorem), str(found)
    return found


@pytest.mark.parametrize(
    ("family", "formula"),
    [
        (RUIN, (RATIO**k - 1) / (RATIO**n - 1)),
        (FAIR, k / n),
        (DURATION, (k - n * (RATIO**k - 1) / (RATIO**n - 1)) / (1 - 2 * p)),
        (DURATION.at({p: HALF}), k * (n - k)),
        (DURATION.at({p: THIRD}), 3 * k - 3 * n * (2**k - 1) / (2**n - 1)),
        (COLLECTOR, n * harmonic(n - k)),
        (HEADS, (p ** (-n) - p ** (-k)) / (1 - p)),
    ],
)
def test_textbook_formulas_are_found_and_proved(family: Family, formula: sympy.Expr) -> None:
    found = theorem(family)
    assert is_zero(found.formula - formula, [k, n])
    assert is_zero(prove(family, formula).formula - formula, [k, n])
    assert str(found).startswith(f"Theorem ({family.name}). For every integer n >= 1")


def test_conditions() -> None:
    found = theorem(RUIN)
    assert found.positive == {p, 1 - p}
    assert [sympy.expand(part**2) for part in found.nonzero] == [4 * p**2 - 4 * p + 1]
    assert theorem(FAIR).conditions == sympy.true
    assert found.at({k: 2, n: 5, p: THIRD}) == Fraction(3, 31)
    for wrong in (
        {p: HALF},
        {p: 2},
        {p: 0},
        {k: 6},
        {k: -1},
        {k: HALF},
        {n: 0},
        {j: 1},
        {p: sympy.Symbol("q")},
    ):
        with pytest.raises(BadInput):
            found.at({k: 2, n: 5, p: THIRD} | wrong)
    for values in ({k: 2, n: 5}, {k: 2, n: 5, p: sympy.Symbol("q")}):
        with pytest.raises(BadInput):
            found.at(values)
    with pytest.raises(BadInput, match=r"p=0.25 must be an exact number"):
        found.at({k: 2, n: 5, p: 0.25})


def test_the_fair_case_is_a_theorem_of_its_own_and_the_limit() -> None:
    biased = theorem(RUIN)
    (case,) = exceptional_cases(biased)
    assert theorem(case).formula == k / n
    assert sympy.limit(biased.formula.subs({k: 2, n: 5}), p, sympy.Rational(1, 2)) == Fraction(2, 5)


THEOREMS = functools.cache(
    lambda: [
        prove(RUIN, (RATIO**k - 1) / (RATIO**n - 1)),
        prove(DURATION, (k - n * (RATIO**k - 1) / (RATIO**n - 1)) / (1 - 2 * p)),
        prove(HEADS, (p ** (-n) - p ** (-k)) / (1 - p)),
    ]
)


@settings(max_examples=20)
@given(
    st.integers(1, 6), st.data(), st.fractions(Fraction(1, 9), Fraction(8, 9), max_denominator=9)
)
def test_theorems_at_numbers_are_the_values_of_solved_chains(
    size: int, data: Any, up: Fraction
) -> None:
    assume(up != HALF)
    here = data.draw(st.integers(0, size))
    for found in THEOREMS():
        value = found.at({k: here, n: size, p: up})
        assert value == found.family.at({p: up}).values(size)[here,]


def test_variance_of_the_coupon_collector() -> None:
    mean = theorem(COLLECTOR)
    square = theorem(second_moment(mean))
    variance = square.formula - mean.formula**2
    known = n**2 * harmonic(n - k, 2) - n * harmonic(n - k)
    assert is_zero(variance - known, [k, n])


@pytest.mark.slow
def test_variance_of_the_wait_for_a_run_of_heads() -> None:
    """The textbook formula 1 / (q p^r)^2 - (2r + 1) / (q p^r) - p / q^2 from the start."""
    mean = theorem(HEADS)
    square = theorem(second_moment(mean), up_to=8)
    variance = (square.formula - mean.formula**2).subs(k, 0)
    once = 1 / ((1 - p) * p**n)
    assert is_zero(variance - once**2 + (2 * n + 1) * once + p / (1 - p) ** 2, [n])


def test_ruin_with_ties_and_two_parameters() -> None:
    down = sympy.Symbol("q")
    moves = {k + 1: p, k - 1: down, k: 1 - p - down}
    ties = Family(name="ties", size=n, states={k: (0, n)}, moves=moves, ends=RUIN.ends)
    found = theorem(ties)
    assert is_zero(found.formula - ((down / p) ** k - 1) / ((down / p) ** n - 1), [k, n])
    assert found.positive == {p, down, 1 - p - down}


def test_variance_of_the_fair_duration() -> None:
    mean = theorem(DURATION.at({p: HALF}))
    square = theorem(second_moment(mean))
    variance = square.formula - mean.formula**2
    assert is_zero(variance - k * (n - k) * (k**2 + (n - k) ** 2 - 2) / 3, [k, n])


def test_matching_problem() -> None:
    """The recurrence d(n) = d(n - 1) + (-1)^n / n!, from a sum that is proved for all (m, j)."""
    found = prove(MATCHING, NO_MATCH)
    assert "proved in 2 cases" in str(found)
    assert found.at({m: 4, j: 4, n: 4}) == Fraction(9, 24)
    start = {m: n, j: n}
    montmort = a(n) - a(n - 1) - (-1) ** n / factorial(n)
    euler = n * a(n) - (n - 1) * a(n - 1) - a(n - 2)
    assert prove_recurrence(found, start, montmort).least == 2
    assert str(prove_recurrence(found, start, euler)).endswith("for every n >= 3.")
    for wrong in (montmort + 2 * (-1) ** n / factorial(n), euler + a(n - 1), a(n) - a(n - 1)):
        with pytest.raises(NotProved):
            prove_recurrence(found, start, wrong)
    with pytest.raises(NotProved, match="needs n - 3 >= 0"):
        prove_recurrence(found, start, montmort + factorial(n - 3))
    with pytest.raises(BadInput, match="not a state"):
        prove_recurrence(found, {m: n, j: n + 1}, montmort)
    with pytest.raises(BadInput, match="must give each"):
        prove_recurrence(found, {m: n}, montmort)
    with pytest.raises(BadInput, match="must contain a"):
        prove_recurrence(found, start, a(2 * n) - 1)


@pytest.mark.parametrize("change", [1, 1 / m, j - 1, (j - 1) * (j - 2) * (j - 3) * (j - 4) * j])
def test_matching_problem_wrong(change: sympy.Expr) -> None:
    with pytest.raises(NotProved):
        prove(MATCHING, NO_MATCH + change)


@pytest.mark.slow
def test_matching_problem_is_found_and_proved() -> None:
    found = theorem(MATCHING)
    euler = n * a(n) - (n - 1) * a(n - 1) - a(n - 2)
    assert prove_recurrence(found, {m: n, j: n}, euler).least == 3
    assert found.at({m: 4, j: 4, n: 4}) == Fraction(9, 24)


@pytest.mark.slow
def test_matching_problem_is_a_conjecture_without_the_sum(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(family_solutions, "binomial_sums", lambda *_: iter(()))
    found = solve_family(MATCHING, start={m: n, j: n}, up_to=9)
    assert isinstance(found, Conjecture)
    assert found.formula == Sum((-1) ** i / factorial(i), (i, 2, n))
    assert "No proof was found: no formula for every state" in str(found)


TEN = sympy.prod([n - value for value in range(1, 11)])
WRONG = [
    (FAIR, k / n + k * (n - k) * TEN, "equation"),  # right for n = 1 to 10
    (FAIR, k / n + TEN, "at the end k = 0"),
    (FAIR, k / n + k * TEN, "at the end k = n"),
    (RUIN, (RATIO**k - 1) / (RATIO ** (n - 1) - 1), "at the end k = n"),
    (RUIN, (RATIO ** (k + 1) - 1) / (RATIO**n - 1), "at the end k = 0"),
    (RUIN, (RATIO**-k - 1) / (RATIO**-n - 1), "equation"),
    (RUIN, k / n, "equation"),
    (DURATION.at({p: HALF}), k * (n - k) + k * (n - k) * TEN, "equation"),
    (DURATION.at({p: HALF}), k * (n - k - 1), "at the end k = n"),
    (DURATION.at({p: HALF}), 2 * k * (n - k), "equation"),
    (COLLECTOR, n * harmonic(n - k + 1), "at the end k = n"),
    (COLLECTOR, n * (harmonic(n) - harmonic(k)), "equation"),
    (COLLECTOR, n * harmonic(n - k) + (n - k) * TEN, "equation"),
    (HEADS, (p ** (-n) - p ** (-k)) / p, "equation"),
    (HEADS, (p ** (-n) - p ** (1 - k)) / (1 - p), "at the end k = n"),
    (FAIR, k / n + 1 - binomial(n, k) / binomial(n, k + 0), None),  # nothing wrong: cancels
]


@pytest.mark.parametrize(("family", "formula", "part"), WRONG)
def test_wrong_formulas(
    family: Family, formula: sympy.Expr, part: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if part is None:
        prove(family, formula)
        return
    with pytest.raises(NotProved):
        prove(family, formula)
    monkeypatch.setattr(induction, "_compare", lambda *_: "")  # the proof alone must refuse it
    with pytest.raises(NotProved, match=part) as refused:
        prove(family, formula)
    assert not isinstance(refused.value, Refuted)


@given(st.integers(-2, 2), st.integers(-2, 2), st.integers(-2, 2), st.integers(-2, 2))
def test_only_the_true_quadratic_is_proved(b: int, c: int, d: int, e: int) -> None:
    formula = b * k**2 + c * k * n + d * k + e
    family = DURATION.at({p: HALF})
    if (b, c, d, e) == (-1, 1, 0, 0):
        assert prove(family, formula)
    else:
        with pytest.raises(NotProved):
            prove(family, formula)


def test_a_refuted_formula_names_a_state() -> None:
    with pytest.raises(Refuted, match=r"chain of n=2 has the value 1/2 in state \(1,\)"):
        prove(FAIR, k**2 / n**2)


def test_a_guess_without_proof_stays_a_conjecture(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise NotProved("a planted refusal")

    monkeypatch.setattr(induction, "_prove_equation", refuse)
    found = solve_family(FAIR)
    assert isinstance(found, Conjecture)
    assert found.formula == k / n
    assert str(found) == (
        "Conjecture, not proved: V(k, n) = k/n. Fitted to n = 1 to 7, checked for n = 8 to 8 "
        "only. No proof was found: ruin: k/n is not proved: a planted refusal."
    )


def test_nothing_found() -> None:
    odd = Family(
        name="odd", size=n, states={k: (0, n)}, moves={k - 1: 1}, ends={Eq(k, 0): 0},
        reward=factorial(k),
    )  # fmt: skip
    with pytest.raises(NotProved, match="odd: no formula for every state was found"):
        solve_family(odd, up_to=5)


def one_way(moves: Any, ends: Any = None, **options: Any) -> Family:
    ends = {Eq(k, 0): 0} if ends is None else ends
    return Family(name="test", size=n, states={k: (0, n)}, moves=moves, ends=ends, **options)


@pytest.mark.parametrize(
    ("family", "part"),
    [
        (one_way({k: 1}), "no integer >= 0"),
        (one_way({k: 1, 0: (k + 1) ** 2 - k**2 - 2 * k - 1}), "no integer >= 0"),  # chance 0
        (one_way({k - 1: (k - 1) / n, k: 1 - (k - 1) / n}), "no integer >= 0"),  # k = 1 is endless
        (one_way({k - 1: (k - 5) ** 2 / n**2, k: 1 - (k - 5) ** 2 / n**2}), "may be"),
        (one_way({k + 1: HALF, k - 1: HALF}), r"a move to k \+ 1 may lead out"),
        (one_way({k - 2: 1}), "a move to k - 2 may lead out"),
        (one_way({k - 3: (k - 1) / n, k - 1: 1 - (k - 1) / n}), "a move to k - 3 may lead out"),
        (one_way({k - 1: 2, k: -1}), "a chance is negative"),
        (one_way({k - 1: 1 / (k - 1), k: 1 - 1 / (k - 1)}), "may be"),
        (one_way({k - 1: 1}, ends={}), "may lead out"),
        (one_way({0: 1}, reward=1 / (k - 3)), "k - 3 may be 0"),
    ],
)
def test_plays_that_may_not_end(family: Family, part: str) -> None:
    with pytest.raises(NotProved, match=part):
        prove(family, sympy.Integer(0))


def test_a_condition_in_n_stays_where_signs_are_unknown() -> None:
    """x^n = 2^n also for x = -2 and even n."""
    x = sympy.Symbol("x")
    formula = (x ** (n + 1) - x * 2**n) / (x**n - 2**n)
    found = prove(one_way({k - 1: 1}, ends={Eq(k, 0): x}), formula)
    assert found.at({k: 1, n: 3, x: -2}) == -2
    with pytest.raises(BadInput, match="does not hold"):
        found.at({k: 1, n: 2, x: -2})


def test_solved_chains_refuse_endless_states() -> None:
    with pytest.raises(BadChain, match=r"never ends in state \(1,\)"):
        one_way({k: 1}).values(3)
    with pytest.raises(BadChain, match=r"leads to \(-1,\)"):
        one_way({k - 2: 1}).values(3)
    with pytest.raises(BadChain, match="negative"):
        one_way({k - 1: k, k: 1 - k}).values(3)


def test_contradictory_parameters() -> None:
    with pytest.raises(BadInput, match="no values of the symbols"):
        prove(one_way({k - 1: p, k: -p - 1, 0: 2}), sympy.Integer(0))


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": {k - 1: 0.5, k: 0.5}},
        {"moves": {k - 1: sympy.Float(0.5) * p, k: 1 - 0.5 * p}},
        {"moves": {k - 1: p, k: p}},
        {"moves": {k - p: 1}},
        {"moves": {k / 2: 1}},
        {"moves": {(k, k): 1}},
        {"moves": {"up": 1}},
        {"moves": 3},
        {"ends": {k: 0}},
        {"ends": {Eq(k, 3): 0}},
        {"ends": {Eq(k, 0): 0.5}},
        {"reward": 0.5},
        {"reward": sympy.sqrt(2)},
        {"states": {k: (0, k)}},
        {"states": {k: (0, n / 2)}},
        {"states": {k: n}},
        {"states": {}},
        {"size": "n"},
        {"least": -1},
        {"name": 3},
        {"moves": {k - 1: sympy.Symbol("k"), k: 1 - sympy.Symbol("k")}},
    ],
)
def test_bad_input(wrong: dict[str, Any]) -> None:
    usual = {"name": "test", "size": n, "states": {k: (0, n)}, "moves": {k - 1: 1}, "ends": {}}
    with pytest.raises((BadInput, BadChain)):
        Family(**{**usual, **wrong})


@pytest.mark.parametrize(
    "formula", [0.5, k / n + 0.5, sympy.pi * k, sympy.Symbol("q"), "k/n", None]
)
def test_bad_formulas(formula: Any) -> None:
    with pytest.raises(BadInput):
        prove(FAIR, formula)


def test_unknown_parameters() -> None:
    with pytest.raises(BadInput, match="no parameter q"):
        RUIN.at({sympy.Symbol("q"): HALF})
    with pytest.raises(BadInput, match="n=0"):
        RUIN.values(0)
    with pytest.raises(BadInput, match="up_to"):
        solve_family(FAIR, up_to=2)


def test_equal_ends_are_merged() -> None:
    """Two ends whose values become equal keep both chances."""
    x = sympy.Symbol("x")
    game = one_way({End(x): HALF, End(1): HALF}, ends={})
    assert sympy.expand(game.values(1)[0,] - x / 2) == HALF
    assert game.at({x: 1}).values(1)[0,] == 1
