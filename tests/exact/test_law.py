"""The exact law: by hand where it is small, and against plain sums."""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.games.errors import BadInput, UnknownName

laws = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), max_size=8).filter(
    lambda weights: sum(weights.values()) > 0
)


@given(laws)
def test_moments_are_the_plain_sums(weights: dict[int, int]) -> None:
    law, total = Law(weights=weights), sum(weights.values())
    mean = Fraction(sum(x * w for x, w in weights.items()), total)
    assert law.mean() == mean
    assert law.variance() == sum((x - mean) ** 2 * Fraction(w, total) for x, w in weights.items())


@given(laws, st.integers(1, 30))
def test_common_factors_do_not_matter(weights: dict[int, int], factor: int) -> None:
    law = Law(weights={x: w * factor for x, w in weights.items()})
    assert law == Law(weights=weights)
    assert hash(law) == hash(Law(weights=weights))
    assert eval(repr(law)) == law


@given(laws, st.integers(-20, 20))
def test_capped_is_the_law_of_the_minimum(weights: dict[int, int], horizon: int) -> None:
    law = Law(weights=weights)
    assert law.capped(horizon) == law.map(lambda x: min(x, horizon))


@given(laws, st.integers(-20, 19))
def test_capping_a_law_with_a_tail_is_capping_the_complete_law(
    weights: dict[int, int], horizon: int
) -> None:
    whole = Law(weights=weights)
    short = {x: w for x, w in weights.items() if x <= horizon}
    cut = Law(weights=short, total=sum(weights.values()), horizon=horizon)
    assert cut.tail == 1 - whole.at_most(horizon)
    assert cut.capped(horizon + 1) == whole.capped(horizon + 1)


def test_capped_below_all_outcomes() -> None:
    cut = Law(weights={5: 1, 7: 1}, total=4, horizon=8)
    for horizon in (-3, 0, 4, 5):
        assert cut.capped(horizon) == Law(weights={horizon: 1})
    assert cut.capped(9) == Law(weights={5: 1, 7: 1, 9: 2})
    with pytest.raises(UnknownName, match="cut off at 8"):
        cut.capped(10)


def test_a_law_of_a_named_outcome_has_marginals() -> None:
    class Deal(NamedTuple):
        aces: int
        red: bool

    law = Law(weights={Deal(0, True): 1, Deal(1, True): 2, Deal(1, False): 1})
    assert law.field("aces") == Law(weights={0: 1, 1: 3})
    assert law.field("red").mean() == Fraction(3, 4)
    assert law.given(lambda deal: deal.red).field("aces")[1] == Fraction(2, 3)


def test_quantiles_of_a_die() -> None:
    die = Law(weights=dict.fromkeys(range(1, 7), 1))
    assert [die.quantile(Fraction(k, 6)) for k in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert die.quantile(Fraction(1, 100)) == 1


def test_pgf_at_a_number_and_derivative_at_one() -> None:
    die = Law(weights=dict.fromkeys(range(1, 7), 1))
    assert die.pgf(1) == 1
    assert die.pgf(Fraction(1, 2)) == Fraction(63, 64) / 6


def test_questions_that_a_law_with_a_tail_cannot_answer() -> None:
    cut = Law(weights={0: 1, 2: 1}, total=4, horizon=3)
    assert (cut[1], cut[3]) == (0, 0)
    for question in (cut.mean, cut.variance, lambda: cut.pgf(1), lambda: cut.given(bool)):
        with pytest.raises(BadInput, match="whole law"):
            question()
    for question in (lambda: cut[4], lambda: cut.at_most(4), lambda: cut.quantile(Fraction(9, 10))):
        with pytest.raises(UnknownName, match="cut off"):
            question()


@pytest.mark.parametrize(
    ("weights", "total"), [({}, 0), ({0: -1, 1: 2}, 1), ({0: 3}, 2), ({0: 0}, 0)]
)
def test_weights_that_do_not_form_a_law(weights: dict[int, int], total: int) -> None:
    with pytest.raises(BadInput, match="no law"):
        Law(weights=weights, total=total)


def test_questions_outside_the_range() -> None:
    law = Law(weights={"win": 1, "loss": 1})
    with pytest.raises(BadInput, match="'win' is not a number"):
        law.mean()
    with pytest.raises(BadInput, match="level"):
        Law(weights={0: 1}).quantile(Fraction(0))
    with pytest.raises(BadInput, match="probability 0"):
        law.given(lambda outcome: outcome == "draw")


def test_inexact_weights_and_chances_are_refused() -> None:
    with pytest.raises(BadInput, match=r"integers, not 0\.5"):
        Law(weights={0: 0.5, 1: 0.5})  # type: ignore[dict-item]
    with pytest.raises(BadInput, match=r"exact, not 0\.5"):
        Law.of({0: 0.5})  # type: ignore[dict-item]


def test_inexact_questions_are_refused() -> None:
    die = Law(weights=dict.fromkeys(range(1, 7), 1))
    questions = [
        lambda: die.expected(lambda face: face / 2),
        lambda: die.quantile(0.5),  # type: ignore[arg-type]
        lambda: die.at_most(2.5),  # type: ignore[arg-type]
        lambda: die.pgf(0.5),
        lambda: die.pgf(1j),
        lambda: die.pgf(sympy.Float(0.5) * sympy.Symbol("z")),
        lambda: die.map(float).mean(),
    ]
    for question in questions:
        with pytest.raises(BadInput, match="is not exact; use a Fraction"):
            question()
    with pytest.raises(BadInput, match="horizon"):
        die.capped(Fraction(5, 2))  # type: ignore[arg-type]


def test_pgfs_of_integers_only() -> None:
    half = Fraction(1, 2)
    assert Law(weights={-1: 1, 1: 1}).pgf(2) == Fraction(5, 4)
    with pytest.raises(BadInput, match="must not be 0"):
        Law(weights={-1: 1, 1: 1}).pgf(0)
    with pytest.raises(BadInput, match="1/2 must be an integer"):
        Law(weights={half: 1}).pgf(half)
    assert Law(weights={False: 1, True: 3}).pgf(half) == Fraction(5, 8)


def test_numbers_of_other_libraries_have_their_exact_value() -> None:
    law = Law(weights={1: 1, 3: 1})
    assert law.expected(np.int64) == law.expected(sympy.Integer) == 2
    assert law.pgf(np.int8(100)) == Fraction(100 + 100**3, 2)


@pytest.mark.parametrize("outcome", [1, "ace", Fraction(10**5000, 3), 10**5000], ids="abcd")
def test_laws_with_long_integers_have_a_repr_and_a_summary(outcome: object) -> None:
    law = Law(weights={outcome: 10**5000, "other": 1})
    assert "5,001 digits" in repr(law)
    assert len(repr(law)) < 300
    assert "(5001/5001 digits)" in str(law)
    assert "(5001/5001 digits)" in law._repr_html_()


def test_a_table_for_notebooks() -> None:
    law = Law(weights={"<b>": 1, "c": 2})
    assert "<td>&lt;b&gt;</td><td>1/3</td>" in law._repr_html_()
    many = Law(weights=dict.fromkeys(range(30), 1), total=60)
    assert "10 more outcomes" in many._repr_html_()
    assert "<td>&gt; 29</td><td>1/2</td>" in many._repr_html_()


@pytest.mark.parametrize("total", [2.0, "2", None, Fraction(2)])
def test_a_total_that_is_not_an_integer(total: Any) -> None:
    with pytest.raises(BadInput, match=r"total=.* must be an integer"):
        Law(weights={1: 1}, total=total)
