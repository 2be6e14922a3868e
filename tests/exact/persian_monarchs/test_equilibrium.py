"""A hand of Persian Monarchs: closed form, linear program, all pure strategies, open facts."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.persian_monarchs.equilibrium import (
    HandEquilibrium,
    best_response,
    best_response_value,
    check,
    exploitability,
    solve_hand,
)
from montmort.exact.zero_sum.equilibrium import solve_matrix
from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs.strategies import (
    ByRank,
    Counter,
    NonCounter,
    Random,
    Strategy,
    View,
)

Rows = Sequence[Sequence[Fraction | int]]
NAMED: list[Strategy] = [Counter(), NonCounter(), Random()]


def profit(raises: Rows, accepts: Rows) -> Fraction:
    """Return the non-dealer's mean profit over all deals, raises and answers."""
    total, deals = Fraction(0), 0
    for mine, yours in permutations(range(len(raises)), 2):
        deals += 1
        sign = 1 if mine > yours else -1
        for x, chance in enumerate(raises[mine]):
            accepted = accepts[yours][x - 1] if x else 1
            total += chance * ((1 - accepted) + accepted * sign * (1 + x))
    return total / deals


def tables(strategy: Strategy, cards: int, max_raise: int) -> tuple[Rows, Rows]:
    """Return the chances of the strategy."""
    views = [View(card, card, cards, cards, max_raise) for card in range(cards)]
    weights = [strategy.raise_weights(view) for view in views]
    raises = [[Fraction(weight, sum(row)) for weight in row] for row in weights]
    return raises, [[strategy.accepts(view, x) for x in range(1, max_raise + 1)]
                    for view in views]  # fmt: skip


def pure_raises(cards: int, max_raise: int) -> list[Rows]:
    laws = [[int(x == raised) for x in range(max_raise + 1)] for raised in range(max_raise + 1)]
    return list(product(laws, repeat=cards))


def pure_accepts(cards: int, max_raise: int) -> list[Rows]:
    return list(product(product((0, 1), repeat=max_raise), repeat=cards))


SMALL = [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2)]


@st.composite
def strategies(draw: st.DrawFn) -> tuple[ByRank, int, int]:
    """Draw a strategy by rank with simple chances, for a small pack."""
    cards, max_raise = draw(st.sampled_from(SMALL))
    weights = st.lists(st.integers(0, 2), min_size=max_raise, max_size=max_raise)
    raises = [[1, *draw(weights)] for _ in range(cards)]
    chance = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
    answers = st.lists(chance, min_size=max_raise, max_size=max_raise)
    table = ByRank(
        raises=tuple(tuple(Fraction(w, sum(row)) for w in row) for row in raises),
        accepts_by=tuple(tuple(draw(answers)) for _ in range(cards)),
    )
    return table, cards, max_raise


@settings(max_examples=20)
@given(strategies())
def test_best_responses_are_the_best_pure_strategies(drawn) -> None:
    strategy, cards, max_raise = drawn
    raises, accepts = tables(strategy, cards, max_raise)
    most = max(profit(pure, accepts) for pure in pure_raises(cards, max_raise))
    least = min(profit(raises, pure) for pure in pure_accepts(cards, max_raise))
    assert best_response_value(strategy, "non-dealer", cards, max_raise) == most
    assert best_response_value(strategy, "dealer", cards, max_raise) == least
    response = best_response(strategy, cards, max_raise)
    assert profit(response.raises, accepts) == most
    assert profit(raises, response.accepts_by) == least


@pytest.mark.parametrize("strategy", NAMED)
@pytest.mark.parametrize(("cards", "max_raise"), [*SMALL[:5], (7, 4), (13, 3)])
def test_best_responses_to_named_strategies_have_their_values(strategy, cards, max_raise) -> None:
    raises, accepts = tables(strategy, cards, max_raise)
    response = best_response(strategy, cards, max_raise)
    most = best_response_value(strategy, "non-dealer", cards, max_raise)
    least = best_response_value(strategy, "dealer", cards, max_raise)
    assert profit(response.raises, accepts) == most
    assert profit(raises, response.accepts_by) == least
    assert least <= profit(raises, accepts) <= most
    value = solve_hand(cards, max_raise).value
    assert exploitability(strategy, cards, max_raise) == (value - least, most - value)


@pytest.mark.parametrize(
    ("cards", "max_raise", "value"),
    [
        *[(2, m, Fraction(0)) for m in (1, 2, 3, 10, 50)],
        *[(4, m, Fraction(1, 12)) for m in (1, 2, 3, 10, 50)],
        (6, 1, Fraction(4, 45)),
        (10, 1, Fraction(1, 10)),
    ],
)
def test_open_facts(cards, max_raise, value) -> None:
    """Values of the rule sheet; the test below checks the small ones with all pure strategies."""
    assert solve_hand(cards, max_raise).value == value


@pytest.mark.parametrize(("cards", "max_raise"), [*SMALL[:4], (4, 1)])
def test_the_value_is_that_of_the_matrix_of_all_pure_strategies(cards, max_raise) -> None:
    matrix = [[profit(mine, yours) for yours in pure_accepts(cards, max_raise)]
              for mine in pure_raises(cards, max_raise)]  # fmt: skip
    assert solve_matrix(matrix).value == solve_hand(cards, max_raise).value


@pytest.mark.parametrize("cards", range(2, 11))
@pytest.mark.parametrize("max_raise", [1, 2, 5])
def test_closed_form_is_what_the_linear_program_finds(cards, max_raise) -> None:
    program = solve_hand(cards, max_raise, "linear program")
    assert program.value == solve_hand(cards, max_raise).value
    assert value_proved_by(program.certificate()) == program.value


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "max_raise"), [(52, 10), (53, 7), (30, 30), (100, 3)])
def test_closed_form_is_what_the_linear_program_finds_in_large_packs(cards, max_raise) -> None:
    assert (solve_hand(cards, max_raise, "linear program").value
            == solve_hand(cards, max_raise).value)  # fmt: skip


def value_proved_by(certificate: dict[str, object]) -> Fraction:
    """Return the value if no other raise and no other answer would be better."""
    cards, max_raise = int(str(certificate["cards"])), int(str(certificate["max_raise"]))
    raises, accepts = ([[Fraction(chance) for chance in row] for row in certificate[name]]
                       for name in ("raises", "accepts"))  # fmt: skip
    assert {len(row) for row in raises} == {max_raise + 1}
    assert {len(row) for row in accepts} == {max_raise}
    assert len(raises) == len(accepts) == cards
    assert all(min(row) >= 0 and sum(row) == 1 for row in raises)
    assert all(0 <= chance <= 1 for row in accepts for chance in row)
    deals, most, least = cards * (cards - 1), Fraction(0), Fraction(0)
    for mine in range(cards):
        best = sum((1 if mine > yours else -1 for yours in range(cards) if yours != mine), 0)
        for x in range(1, max_raise + 1):
            won = sum(1 + accepts[yours][x - 1] * (x if mine > yours else -2 - x)
                      for yours in range(cards) if yours != mine)  # fmt: skip
            best = max(best, won)
        most += best
        least += raises[mine][0] * (2 * mine - cards + 1)
    for yours, x in product(range(cards), range(1, max_raise + 1)):
        met = [(raises[mine][x], mine > yours) for mine in range(cards) if mine != yours]
        least += min(sum(chance for chance, _ in met),
                     sum(chance * (1 + x if won else -1 - x) for chance, won in met))  # fmt: skip
    assert least == most
    return Fraction(most) / deals


@pytest.mark.parametrize(
    ("cards", "max_raise"), [(2, 1), (3, 1), (5, 4), (17, 3), (52, 1), (52, 10), (53, 10)]
)
def test_certificates_can_be_checked_independently(cards, max_raise) -> None:
    found = solve_hand(cards, max_raise)
    assert (
        value_proved_by(found.certificate())
        == found.value
        == Fraction(str(found.certificate()["value"]))
    )


def test_every_small_pack_and_limit_is_proved() -> None:
    """solve_hand raises an error if best responses do not give the value; here it never does.

    A player who may raise by more, or not at all, does at least as well.
    """
    values = {(n, m): solve_hand(n, m).value for n in range(2, 21) for m in range(1, 8)}
    assert all(values[n, m] <= values[n, m + 1] for n, m in values if m < 7)
    assert min(values.values()) == 0


def test_with_52_cards_no_raise_is_larger_than_11() -> None:
    """By the closed form the ace of spades raises by x if (x+1)(x+2) <= 2K, K = 88."""
    found = solve_hand(52, 20)
    assert not any(any(row[12:]) for row in found.raises)
    assert found.value == solve_hand(52, 11).value > solve_hand(52, 10).value


@pytest.mark.parametrize(("cards", "max_raise"), [(2, 1), (7, 3), (52, 10)])
def test_the_equilibrium_cannot_be_exploited(cards, max_raise) -> None:
    found = solve_hand(cards, max_raise)
    assert exploitability(found.strategy, cards, max_raise) == (0, 0)
    assert found.strategy.raises == found.raises
    assert profit(found.raises, found.accepts) == found.value


def test_all_named_strategies_can_be_exploited() -> None:
    for strategy in NAMED:
        assert min(exploitability(strategy, 52, 10)) > 0
    assert exploitability(Counter(), 52, 10) == exploitability(NonCounter(), 52, 10)


def test_damaged_certificates_are_refused() -> None:
    good = solve_hand(5, 2)
    assert check(good) is good
    always, never = (Fraction(1),) * 2, (Fraction(0),) * 2
    damaged: list[HandEquilibrium] = [
        replace(good, value=good.value + Fraction(1, 10**30)),
        replace(good, raises=good.raises[::-1]),
        replace(good, raises=((Fraction(1), *never),) * 5),
        replace(good, accepts=(always,) * 5),
        replace(good, accepts=(never,) * 5),
    ]
    for bad in damaged:
        with pytest.raises(ArithmeticError, match="not the value"):
            check(bad)
    with pytest.raises(BadInput, match=r"raises\[0\] must sum to 1"):
        check(replace(good, raises=((Fraction(1), Fraction(1), Fraction(0)), *good.raises[1:])))


def test_bad_input_is_refused() -> None:
    with pytest.raises(BadInput, match="role='raiser' must be one of non-dealer, dealer"):
        best_response_value(Counter(), "raiser", 4, 1)
    with pytest.raises(BadInput, match="method='magic' must be one of closed form, linear"):
        solve_hand(4, 1, "magic")
    for ask in (solve_hand, lambda n, m: best_response_value(Counter(), "dealer", n, m)):
        with pytest.raises(BadInput, match="cards=1 must be an integer >= 2"):
            ask(1, 1)
        with pytest.raises(BadInput, match="max_raise=0 must be an integer >= 1"):
            ask(2, 0)
        with pytest.raises(TooLarge, match="a table for 10001 cards and raises up to 100 has"):
            ask(10001, 100)
