"""The report of Persian Monarchs: its numbers are those of brute force, and its checks can fail."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from montmort.exact.law import Law
from montmort.exact.persian_monarchs.answers import match_gains, truth
from montmort.exact.persian_monarchs.equilibrium import PROGRAM, solve_hand
from montmort.exact.persian_monarchs.match import Match
from montmort.exact.persian_monarchs.players import strategies_of
from montmort.exact.persian_monarchs.raise_limit import MeanByLimit, mean_by_limit
from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.verification.persian_monarchs import GAME
from montmort.verification.persian_monarchs.report import equilibrium_facts as monarchs_best
from montmort.verification.persian_monarchs.report import limits as monarchs_limits
from montmort.verification.persian_monarchs.report import match_facts as monarchs_known
from montmort.verification.persian_monarchs.report.equilibrium_facts import Best
from montmort.verification.persian_monarchs.report.settled import pairs
from montmort.verification.reports.numbers import decimals
from montmort.verification.reports.reader import Prose
from tests.games.persian_monarchs import naive_monarchs as naive
from tests.verification.reports.written_reports import (
    checks_in,
    stated_of,
    table_of,
    values_of,
    written,
    wrong_plurals,
)

SMALL = [
    Rules(cards=2, max_raise=1, rounds=1, counters=0),
    Rules(cards=4, max_raise=2, rounds=2, counters=3),
    Rules(cards=5, max_raise=1, rounds=2, counters=2, first="random", purse="strict"),
    Rules(cards=5, max_raise=2, rounds=1, counters=9, second="non-counter"),
    Rules(cards=3, max_raise=3, rounds=1, first="non-counter", second="non-counter"),
]
LARGER = [
    Rules(cards=10, max_raise=3, rounds=3, second="non-counter"),  # no law, but its moments
    Rules(cards=9, max_raise=2, rounds=2, first="equilibrium", purse="none"),
    Rules(cards=70, max_raise=2, rounds=1),  # more cards than a table has rows
]
WALKS, PROGRAMS = 4, 6


@cache
def argument(rules: Rules) -> Prose:
    return stated_of(GAME, rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_values_of_a_match_are_those_of_brute_force(rules: Rules) -> None:
    found = values_of(argument(rules))
    first, second = str(rules.first), str(rules.second)
    law = naive.match_law(first, second, cards=rules.cards, m=rules.max_raise, rounds=rules.rounds,
                          counters=rules.counters, purse=str(rules.purse))  # fmt: skip
    left = Law.of(law)
    mean = left.expected(lambda both: both[1])
    assert found["the second player's counters at the end, mean"] == mean
    assert found["the first player's counters at the end, mean"] == 2 * rules.counters - mean
    spread = left.expected(lambda both: both[1] ** 2) - mean**2
    assert found["the counters at the end, variance"] == spread
    ahead = left.expected(lambda both: both[1] > rules.counters)
    assert found["the second player ends ahead, chance"] == ahead
    hand = naive.hand_law(first, second, rules.cards, rules.max_raise)
    profit = sum(profit * chance for profit, chance in hand.items())
    assert found[f"a hand from {rules.cards} cards"] == profit


@pytest.mark.parametrize("rules", [*SMALL, LARGER[1]], ids=str)
def test_a_hand_is_worth_what_the_linear_program_says(rules: Rules) -> None:
    found = values_of(argument(rules))["the value of a hand in equilibrium"]
    assert found == solve_hand(rules.cards, rules.max_raise, PROGRAM).value


@pytest.mark.parametrize("rules", [*SMALL, *LARGER], ids=str)
def test_the_checks_hold_and_all_references_are_to_something(rules: Rules) -> None:
    right, wrong = checks_in(written(argument(rules)))
    assert right >= 5 + WALKS + PROGRAMS
    assert wrong == 0


@pytest.mark.parametrize("rules", [*SMALL, *LARGER], ids=str)
def test_gains_by_the_cards_left_add_up_to_the_mean(rules: Rules) -> None:
    rows = table_of(argument(rules), "kinds").rows
    if len(rows) == rules.cards // 2:
        gains = sum(Fraction(str(row[-1][0])) for row in rows)
        match = Match(replace(rules, purse="none"), strategies_of(rules))
        assert abs(gains + rules.counters - match.mean()) < Fraction(len(rows), 10**8)


def test_the_gain_over_a_match_is_that_of_the_best_response() -> None:
    report = written(argument(SMALL[1]))
    for name in ("counter", "random"):
        taken = match_gains(SMALL[1], STRATEGIES[name])
        first = f"against a {name} player {decimals(taken.first, 6)} as the first player"
        assert first in report


@pytest.mark.parametrize("pair", [("counter", "random"), ("random", "counter")])
def test_pairs_of_cards_are_those_of_brute_force(pair: tuple[str, str]) -> None:
    rules = Rules(first=pair[0], second=pair[1], cards=4, max_raise=2)
    full = tuple(range(4))
    for k, row in enumerate(pairs(Match(rules))):
        for j, found in enumerate(row):
            outcomes = naive.hand(*pair, full, 4, 2)
            not_shown = tuple(card for card in full if card not in (k, j))
            mean = sum(p * profit for p, profit, left in outcomes if left == not_shown)
            if k < j:  # both orders leave the same cards
                assert (found + pairs(Match(rules))[j][k]) / 12 == mean


@pytest.mark.parametrize("size", [(2, 1), (3, 2), (6, 1), (10, 4), (52, 10)])
def test_sums_of_the_equilibrium_are_those_of_best_responses(size: tuple[int, int]) -> None:
    best = Best(solve_hand(*size))
    assert best.is_proved
    value, bluffs = best.value_and_bluffs
    assert value == bluffs
    assert best.sum_at(best.balance.K) == min(map(best.sum_at, range(3 * best.cards)))


def test_the_value_of_the_usual_hand() -> None:
    solved = Best(solve_hand())  # "Equilibrium value", by the linear program of the slow tests
    assert (solved.balance.K, solved.solved.value) == (88, Fraction(5437, 39780))


@pytest.mark.parametrize("u", range(5))
@pytest.mark.parametrize("x", range(6))
def test_a_card_changes_its_raise_where_the_proof_says(x: int, u: int) -> None:
    def gain(raised: int, number: Fraction) -> Fraction:
        return raised * (number / (raised + 2) - 2 * u - 1)

    def best(number: Fraction) -> int:
        return max(range(10), key=lambda raised: gain(raised, number))

    at = Fraction((x + 2) * (x + 3) * (2 * u + 1), 2)
    assert gain(x, at) == gain(x + 1, at)
    assert (best(at - Fraction(1, 99)), best(at + Fraction(1, 99))) == (x, x + 1)
    assert "$2K = (x+2)(x+3)(2u+1)$" in written(argument(SMALL[0]))


def test_two_cards_are_described_correctly() -> None:
    best = Best(solve_hand(2, 1))
    assert [row[0] for row in best.solved.raises] == [1, 1]
    report = written(argument(SMALL[0]))
    assert "No card raises." in report
    assert "never falls as $j$ rises" in report  # it is 0 for all j


def test_the_second_player_is_the_one_who_ends_ahead() -> None:
    report = written(argument(SMALL[1]))
    assert "what the dealer can accept. The second player ends with more than the" in report
    assert "The second player ends with more than the initial 3 with chance" in report


@pytest.mark.slow
def test_a_purse_limits_the_raiser_only_if_it_is_strict() -> None:
    limit = "raise that the raiser cannot cover is not made"
    for rules in SMALL:
        assert (limit in written(argument(rules))) is (rules.purse == "strict")


def test_one_counter_is_singular() -> None:
    found = argument(Rules(cards=3, max_raise=1, rounds=1, counters=1))
    report = "".join(map(str, found.facts["headline"])) + written(found)
    assert "Each player begins with 1 counter. After 2 hands" in report
    assert "1 round of two hands" in report
    assert wrong_plurals(report) == []


def test_a_match_without_an_exact_answer_is_refused() -> None:
    with pytest.raises(BadInput, match="for at most 8 cards"):
        argument(Rules(second="non-counter", purse="published"))


def test_without_an_equilibrium_the_rest_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(cards: int, max_raise: int) -> Any:
        raise TooLarge(f"a table for {cards} cards and raises up to {max_raise} is too large")

    monkeypatch.setattr(monarchs_best, "solve_hand", too_large)
    found = argument.__wrapped__(SMALL[1])
    assert "is not solved for these rules: a table for 4 cards" in written(found)
    assert "the second player's counters at the end, mean" in values_of(found)


def test_a_wrong_value_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(cards: int, max_raise: int) -> Any:
        right = solve_hand(cards, max_raise)
        return replace(right, value=right.value + Fraction(1, 10**9))

    monkeypatch.setattr(monarchs_best, "solve_hand", wrong)
    report = written(argument.__wrapped__(SMALL[1]))
    assert checks_in(report)[1] == 3  # in the text, and twice among the checks


def test_a_wrong_sum_over_raises_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*asked: Any) -> Any:
        (only,) = mean_by_limit(*asked).ranges[-1:]
        return MeanByLimit((only._replace(function=only.function + Fraction(1, 10**9)),))

    monkeypatch.setattr(monarchs_limits, "mean_by_limit", wrong)
    report = written(argument.__wrapped__(SMALL[1]))
    assert checks_in(report)[1] == 2  # with the players' limit, and with raises by 1


def test_every_raise_limit_is_reported_for_players_with_a_closed_form() -> None:
    for rules in (*SMALL, *LARGER):
        is_reported = "(given players, for every raise limit)" in written(argument(rules))
        assert is_reported is (rules.first != "equilibrium")


def test_a_wrong_law_fails_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*asked: Any) -> Any:
        found = truth(*asked)
        second: Any = found["second"]
        return {**found, "second": second.map(lambda counters: counters + 1)}

    monkeypatch.setattr(monarchs_known, "truth", wrong)
    report = written(argument.__wrapped__(SMALL[1]))
    assert checks_in(report)[1] == 1 + 2 * WALKS  # the sum of the means; mean and law of each
