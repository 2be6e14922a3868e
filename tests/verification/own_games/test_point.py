"""Rules at a point: the same answers and the same picks as rules written with the numbers."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore, law_of
from montmort.games.chance import Chance, RandomChance, coin
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from montmort.games.rule_set import RuleSet, rule
from montmort.verification.own_games.from_play import experiment_of
from montmort.verification.own_games.point import experiment_at, rules_at, symbols_of

p, q, A = sympy.symbols("p q A")
WEIGHTS = [p, q, 1 - p - q]
CHANCES = st.fractions(0, 1, max_denominator=20)


class Bet(NamedTuple):
    gain: int
    won: bool

    def again(self, chance: Chance) -> bool:
        return coin(chance, p)


class Score(NamedTuple):
    points: int
    won: bool


def throw(chance: Chance) -> int:
    return chance.pick(WEIGHTS)


def even(chance: Chance, left: int) -> bool:
    return True if not left else odd(chance, left - chance.pick([p, 1 - p]))


def odd(chance: Chance, left: int) -> bool:
    return False if not left else even(chance, left - 1)


def play(chance: Chance) -> Any:
    return Score(A * throw(chance) / 2, bool(coin(chance, p)))


def with_numbers(x: Fraction, y: Fraction, a: Fraction) -> Any:
    def numbers(chance: Chance) -> Any:
        return Score(a * chance.pick([x, y, 1 - x - y]) / 2, bool(coin(chance, x)))  # type: ignore[arg-type]

    return numbers


def outcomes(experiment: Experiment[Any, Any, Any], rules: object = None) -> list[Any]:
    chance = RandomChance(1713)
    return [experiment.play(rules, chance) for _ in range(20)]


@given(CHANCES, CHANCES, st.fractions(1, 5, max_denominator=3))
def test_globals_helpers_and_outcomes_get_numbers(x: Fraction, y: Fraction, a: Fraction) -> None:
    x, y = x / 2, y / 2
    at = experiment_at(experiment_of(play), {p: x, q: y, A: a})
    numbers = Experiment.of_play(with_numbers(x, y, a), Score)
    assert explore(at, None).law() == explore(numbers, None).law()
    assert outcomes(at) == outcomes(numbers)


def test_the_point_is_named_and_what_it_does_not_concern_stays_itself() -> None:
    own = experiment_of(throw, "throw")
    assert experiment_at(own, {A: 1}) is own
    assert experiment_at(own, {q: 0, p: Fraction(1, 3), A: 1}).name == "throw at p = 1/3, q = 0"
    assert symbols_of(own) == {p, q}


def test_some_symbols_may_stay() -> None:
    half = experiment_at(experiment_of(throw), {q: Fraction(1, 4)})
    assert symbols_of(half) == {p}
    found = explore(half, None).expected("value")
    assert sympy.expand(found - (sympy.Rational(7, 4) - 2 * p)) == 0  # 1/4 + 2 (3/4 - p)


def test_functions_that_call_each_other() -> None:
    at = experiment_at(experiment_of(partial(even, left=3)), {p: Fraction(1, 3)})
    third = Fraction(1, 3)

    def even_numbers(chance: Chance, left: int) -> bool:
        return True if not left else odd_numbers(chance, left - chance.pick([third, 1 - third]))

    def odd_numbers(chance: Chance, left: int) -> bool:
        return False if not left else even_numbers(chance, left - 1)

    numbers = law_of(partial(even_numbers, left=3))
    assert explore(at, None).last_law("value") == numbers


def test_closures_defaults_and_partials() -> None:
    def closed(heads: Any) -> Any:
        return lambda chance, tails=1 - heads: chance.pick([tails, heads])

    for function in (closed(p), partial(lambda heads, chance: chance.pick([1 - heads, heads]), p)):
        at = experiment_at(experiment_of(function), {p: Fraction(1, 3)})
        assert explore(at, None).expected("value") == Fraction(1, 3)
        assert explore(experiment_of(function), None).expected("value") == p  # unchanged


def test_a_method_that_meets_a_symbol_gets_numbers_when_it_picks() -> None:
    def step(rules: object, state: int, chance: Chance, table: object) -> Any:
        again = Bet(0, False).again(chance)
        return (state + 1 if again and state < 2 else None), Bet(A, again)

    own = Experiment[Any, int, Bet](name="own", outcome=Bet, start=lambda *_: 0, step=step)
    at = experiment_at(own, {p: Fraction(1, 3), A: Fraction(1, 2)})
    assert explore(at, None).expected("gain") == Fraction(1, 2) * (
        1 + Fraction(1, 3) + Fraction(1, 9)
    )
    assert {type(outcome.gain) for outcome in outcomes(at)} <= {int, Fraction}


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    heads: Fraction = rule(Fraction(1, 2), "chance of heads", least=0, most=1)
    stake: int = rule(1, "stake")


def test_rules_get_numbers_and_keep_their_bounds() -> None:
    rules = Rules(heads=p / 2, stake=A)  # type: ignore[arg-type]
    assert rules_at(rules, {p: Fraction(1, 2), A: 3}) == Rules(heads=Fraction(1, 4), stake=3)
    assert type(rules_at(rules, {A: 3, p: 1}).stake) is int
    for values in ({p: 3}, {A: Fraction(1, 2)}):
        with pytest.raises(BadInput, match="must be"):
            rules_at(rules, values)
