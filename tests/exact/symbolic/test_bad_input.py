"""Wrong rules and values with symbols: one sentence each, and no error of Python or sympy."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy

from montmort.exact import AbsorbingChain, explore, law_of
from montmort.exact.rational_functions.conditions import all_positive
from montmort.exact.rational_functions.field import from_sympy
from montmort.exact.symbolic.law import SymbolicLaw
from montmort.games.chance import Chance, coin
from montmort.games.errors import BadChain, BadInput, TooLarge, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.rule_set import RuleSet, rule
from tests.exact.symbolic.textbook_games import Next, Played, Walk, run_of_heads, walk_of

p, q, n = sympy.symbols("p q n")
positive = sympy.Symbol("p", positive=True)
half = sympy.Rational(1, 2)
zero = sympy.Add(p, -p)


def picked(*weights: Any) -> Any:
    return law_of(lambda chance: chance.pick(weights))


def tossed(heads: Any) -> Any:
    return law_of(lambda chance: coin(chance, heads))


def result(value: Any) -> Any:
    return law_of(lambda chance: value if coin(chance, p) else 0)


def rewarded(value: Any) -> Any:
    """Return the mean of `value` for every toss until heads."""
    return walk_of(
        lambda _, chance: (None if coin(chance, p) else 0, Played(True, value)), 0
    ).expected("rounds")


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        (
            (-1 - p**2, 1),
            r"no values of the symbols fulfil these conditions: -\(p\*\*2 \+ 1\) >= 0",
        ),
        ((p - 1, -p), "no values of the symbols fulfil these conditions: -p >= 0, p - 1 >= 0"),
        ((-1 - p**2 - q**2, 1), "no values of the symbols fulfil"),
        ((p - 5, 1 - p, q**2 + 4, 1), "no values of the symbols fulfil"),
        ((sympy.Symbol("loss", negative=True), 1), "fulfil these conditions: loss >= 0$"),
        ((p, -1), "weights must be >= 0, not -1"),
        ((zero, zero), "all weights are zero"),
        ((p, -p), r"the weights \(p, -p\) sum to 0"),
        ((p, q, -p - q), "sum to 0"),
        ((p / 2.0, 1), r"0.5\*p is no rational function .*; use Rational instead of floats"),
        ((p, 0.5), "weights must be integers, Fractions or expressions, not 0.5"),
        ((p, sympy.Float(0.5)), "not exact|no rational function|must be integers"),
        ((sympy.sqrt(p), 1), r"sqrt\(p\) is no rational function"),
        ((p ** sympy.Rational(1, 3), 1), "is no rational function"),
        ((sympy.sin(p), p), r"sin\(p\) is no rational function"),
        ((sympy.pi, p), "weights must be integers or Fractions"),
        ((sympy.oo, p), "weights must be integers or Fractions"),
        ((sympy.nan, p), "weights must be integers or Fractions"),
        ((sympy.I * p, 1), "is no rational function"),
        ((sympy.Symbol("A", commutative=False), 1), "the symbol A is not a real number"),
        ((sympy.Symbol("j", imaginary=True), 1), "the symbol j is not a real number"),
        ((sympy.Function("f")(p), 1), r"f\(p\) is no rational function"),
        ((p**q, 1), "is no rational function"),
        ((sympy.Max(p, 0), 1), "is no rational function"),
        ((1 / sympy.Add(q, -q, evaluate=False), p), "denominator is 0"),
        ((p > 1, p), "weights must be integers, Fractions or expressions, not p > 1"),
        ((p, positive), "two symbols are called p but differ in their assumptions"),
        ((p, None), "weights must be integers, Fractions or expressions, not None"),
        ((p, "1"), "weights must be integers, Fractions or expressions, not '1'"),
    ],
)
def test_weights_that_are_none(weights: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        picked(*weights)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([p + q - 5, 1 - p, 1 - q], r"1 - p >= 0, 1 - q >= 0, p \+ q - 5 >= 0"),
        ([p - q - 1, q - 2 * p, p, p * q], r".* p\*q - 1 > 0, p\*q >= 0"),
    ],
)
def test_weights_of_several_symbols_that_exclude_each_other(weights: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=f"no values of the symbols fulfil .*{sentence}"):
        law_of(lambda chance: chance.pick(weights))


def test_strict_conditions_that_exclude_each_other() -> None:
    rows = {0: {1: p, 2: q, 3: -p - q, 4: 1}, **{end: {end: 1} for end in range(1, 5)}}
    with pytest.raises(BadInput, match="no values of the symbols fulfil these conditions"):
        _ = AbsorbingChain.from_rows(rows).conditions


def test_weights_with_a_long_power() -> None:
    with pytest.raises(TooLarge, match="a power of degree 1,000,000"):
        picked(p**1_000_000, 1)


@pytest.mark.parametrize(
    ("heads", "sentence"),
    [
        (-1 - p**2, "no values of the symbols fulfil"),
        (p / 2.0, "is no rational function"),
        (sympy.Float(0.5), "must be exact"),
        (sympy.sqrt(2) / 2, "must be exact"),
        (sympy.Integer(2), r"must be in \[0, 1\]"),
        (p > half, "where only a number can stand"),
        (sympy.true, "must be exact"),
    ],
)
def test_coins_that_are_none(heads: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        tossed(heads)


def test_numbers_of_sympy_and_truth_values_are_numbers() -> None:
    assert picked(half, sympy.Rational(1, 3)) == picked(Fraction(1, 2), Fraction(1, 3))
    assert picked(True, p).elements == picked(1, p).elements
    assert picked(half, p) == picked(Fraction(1, 2), p)
    assert tossed(sympy.Rational(1, 3)) == tossed(Fraction(1, 3))
    assert picked(zero, 1) == picked(0, 1)
    assert result(half) == result(Fraction(1, 2))
    assert result(sympy.true) == result(True)
    assert rewarded(half) == rewarded(Fraction(1, 2)) == 1 / (2 * p)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (sympy.sqrt(p), "is no rational function"),
        (p / 2.0, "is no rational function"),
        (p > 0, "the result p > 0 depends on the values of the symbols"),
        ((1, (p > 0, 2)), "the result p > 0 depends on the values of the symbols"),
        (positive, "two symbols are called p"),
        ([p], "use tuples"),
    ],
)
def test_results_that_are_none(value: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        result(value)


def test_a_rounded_expression_is_explained() -> None:
    with pytest.raises(BadInput, match="only a number can stand: Cannot round symbolic expression"):
        law_of(lambda chance: round(p) if coin(chance, p) else 0)


@pytest.mark.parametrize("name", ["S", "E", "I", "pi", "beta", "lambda", "N", "Symbol"])
def test_names_that_sympy_gives_a_meaning_are_names(name: str) -> None:
    symbol = sympy.Symbol(name)
    law = law_of(lambda chance: 2 * symbol if coin(chance, symbol) else 0)
    assert law.mean() == 2 * symbol**2
    assert str(law.conditions) == f"(0 <= {name}) & ({name} <= 1)"
    assert law.at({symbol: Fraction(1, 3)}).mean() == Fraction(2, 9)


def test_results_with_conditions_and_weights_without_symbols() -> None:
    with pytest.raises(BadInput, match="the result p > 0 depends"):
        law_of(lambda chance: p > 0 if coin(chance, Fraction(1, 2)) else True)


@pytest.mark.parametrize(
    "value",
    [sympy.sqrt(2), 0.5, sympy.sin(p), "1", None, True, sympy.true, p > 0, positive, 1 / zero, [1]],
)
def test_rewards_that_are_no_numbers(value: Any) -> None:
    with pytest.raises(BadInput):
        rewarded(value)


def loops(chance: Chance) -> int:
    return sum(chance.pick([1, p]) for _ in range(n))


def waits(chance: Chance) -> Any:
    left = n
    while left > 0:
        left -= chance.pick([1, p])
    return left


USES: list[tuple[Callable[[Chance], Any], str]] = [
    (loops, "'Symbol' object cannot be interpreted as an integer"),
    (lambda chance: chance.pick([1] * n), "can't multiply sequence"),
    (lambda chance: [1, 2][n * chance.pick([1, p])], "list indices must be integers"),
    (lambda chance: "ab"[n - chance.pick([1, p])], "string indices must be integers"),
    (lambda chance: int(n) + chance.pick([1, p]), "Cannot convert symbols to int"),
    (lambda chance: float(n + 1) + chance.pick([1, p]), "Cannot convert expression to float"),
    (lambda chance: Fraction(n) * chance.pick([1, p]), "Rational"),
]


@pytest.mark.parametrize(("rules", "sentence"), USES)
def test_an_expression_where_only_a_number_can_stand(
    rules: Callable[[Chance], Any], sentence: str
) -> None:
    with pytest.raises(BadInput, match=f"where only a number can stand: .*{sentence}"):
        law_of(rules)


@pytest.mark.parametrize(
    "rules",
    [
        lambda chance: 1 if p > half else chance.pick([p, 1]),
        lambda chance: max(n, 1) * chance.pick([p, 1]),
        lambda chance: tuple(sorted([n, 1, chance.pick([p, 1])], key=lambda x: x)),
        waits,
    ],
)
def test_comparisons_that_depend_on_the_symbols(rules: Callable[[Chance], Any]) -> None:
    with pytest.raises(BadInput, match=r"the rules ask whether .*, which depends on the values"):
        law_of(rules)


@pytest.mark.parametrize(
    "rules", [lambda c: (n // 2) * c.pick([p, 1]), lambda c: n % 2 + c.pick([p, 1])]
)
def test_whole_parts_and_remainders(rules: Callable[[Chance], Any]) -> None:
    with pytest.raises(BadInput, match="is no rational function"):
        law_of(rules)


def test_an_error_of_the_rules_themselves_stays() -> None:
    with pytest.raises(TypeError, match="can only concatenate"):
        law_of(lambda chance: "a" + chance.pick([p, 1]))  # type: ignore[operator]


LAW = picked(p, 1 - p)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({q: half}, "there is no symbol q here; the symbols are p"),
        ({positive: half}, "there is no symbol p with the same assumptions here"),
        ({"p": half}, "'p' is no sympy Symbol"),
        ({p + 1: half}, "is no sympy Symbol"),
        ({p: 0.5}, "0.5 for p is not exact"),
        ({p: sympy.Float(0.5)}, "is no rational function"),
        ({p: sympy.sqrt(2) / 2}, "is no rational function"),
        ({p: sympy.oo}, "is no rational function"),
        ({p: "1/3"}, "is not exact"),
        ({p: p > 0}, "is not exact"),
        ({p: None}, "is not exact"),
        ({p: 2}, "not from 0 to 1|do not hold"),
        ({p: -half}, "not from 0 to 1|do not hold"),
        ([p], "must be a mapping"),
        (None, "must be a mapping"),
    ],
)
def test_values_that_are_none(values: Any, sentence: str) -> None:
    for whole in (LAW, run_of_heads(2, p)):
        with pytest.raises(BadInput, match=sentence):
            whole.at(values)


def test_values_of_symbols_that_an_answer_has_lost() -> None:
    whole = picked(p, p * q, 3 * p)
    assert whole.symbols == {q}
    assert whole.at({p: 1, q: 2}) == picked(1, 2, 3) == whole.at({q: 2})


@pytest.mark.parametrize(
    ("weight", "values"),
    [
        (1 / p, {p: 0}),
        (1 / (p - q), {p: half, q: half}),
        (1 / (p - q), {p: q}),
        (1 / (2 * p - 1) ** 2, {p: half}),
    ],
)
def test_a_denominator_that_is_0_there(weight: Any, values: Any) -> None:
    with pytest.raises(BadInput, match=r"do not hold|a denominator in .* is 0 there"):
        picked(weight, 1).at(values)


def test_a_result_whose_denominator_is_0_there() -> None:
    with pytest.raises(BadInput, match="the denominator of 1/p is 0 there"):
        result(1 / p).at({p: 0})


@pytest.mark.parametrize(
    ("odds", "conditions"),
    [((1 - p) / p, (p > 0) & (p <= 1)), (1 / (2 * p - 1) ** 2, sympy.Ne(p, half)), (p, True)],
)
def test_a_denominator_of_a_result_is_in_the_conditions(odds: Any, conditions: Any) -> None:
    """At p = 0 the mean of fair odds is not 0: the rules have no odds there."""

    def step(_: int, chance: Chance) -> Next:
        return None, Played(True, odds if coin(chance, p) else -1)

    wanted = sympy.And(conditions, p >= 0, p <= 1).as_set()
    assert result(odds).conditions.as_set() == wanted
    assert walk_of(step, 0).conditions.as_set() == wanted


def test_a_game_that_does_not_end_there() -> None:
    never = run_of_heads(2, p).at({p: 0})
    with pytest.raises(BadChain, match="never ends"):
        never.expected("rounds")


@pytest.mark.slow
def test_more_states_than_the_default() -> None:
    def counts(state: int, chance: Chance) -> Next:
        return (None if coin(chance, p) else state + 1), Played(True, 1)

    with pytest.raises(TooLarge, match="more than 20,000 states"):
        walk_of(counts, 0)


def test_states_that_do_not_merge() -> None:
    def grows(state: Any, chance: Chance) -> Next:
        return (None if coin(chance, p) else n * state + 1), Played(True, 1)

    experiment = Experiment[Any, Any, Any](
        name="grows",
        outcome=Played,
        start=lambda *_: n,
        step=lambda _rules, state, chance, _table: grows(state, chance),
    )
    with pytest.raises(TooLarge, match="more than 30 states"):
        explore(experiment, None, states=30)


def test_states_with_symbols_merge_where_they_are_equal() -> None:
    def turns(state: Any, chance: Chance) -> Next:
        return (None if coin(chance, p) else (n**2 - 1) / (n - 1) - state), Played(True, 1)

    walk = walk_of(turns, 0 * n)
    assert walk.size.states == 2
    assert walk.expected("rounds") == 1 / p


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    heads: Fraction = rule(Fraction(1, 2), "chance of heads", least=0, most=1)


def under(heads: Any) -> Any:
    experiment = Experiment[Rules, int, Played](
        name="toss",
        outcome=Played,
        start=lambda *_: 0,
        step=lambda rules, _, chance, __: (
            None if coin(chance, rules.heads) else 0,
            Played(True, 1),
        ),
        rules=Rules,
    )
    return explore(experiment, Rules(heads=heads))


@pytest.mark.parametrize(
    "heads", [-1 - p**2, 2 + p**2, sympy.sqrt(p), p / 2.0, p > 0, sympy.Float(0.5)]
)
def test_rules_that_are_none(heads: Any) -> None:
    with pytest.raises(BadInput):
        under(heads)


def test_bounds_of_rules_hold_at_a_point() -> None:
    with pytest.raises(BadInput, match="do not hold"):
        under(p).at({p: 2})


GEOMETRIC: Walk = run_of_heads(1, p)


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: GEOMETRIC.expected("tosses"), UnknownName),
        (lambda: GEOMETRIC.expected("won"), BadInput),
        (lambda: GEOMETRIC.last_law("rounds"), BadInput),
        (lambda: GEOMETRIC.field_law("rounds"), BadChain),
        (lambda: GEOMETRIC.field_law("rounds", p), BadInput),
        (lambda: GEOMETRIC.steps_law(-1), BadInput),
        (lambda: GEOMETRIC.steps_law(3)[4], UnknownName),
        (lambda: GEOMETRIC.steps_law(3).mean(), BadInput),
        (lambda: GEOMETRIC.law(), BadChain),
        (lambda: LAW.given(lambda face: face > 5), BadInput),
        (lambda: LAW.map(lambda face: [face]), BadInput),
        (lambda: LAW.expected(lambda _: "a"), BadInput),
        (lambda: LAW.field("heads"), UnknownName),
        (lambda: SymbolicLaw.of({1: p}), BadInput),
        (lambda: SymbolicLaw.of([p]), BadInput),  # type: ignore[arg-type]
        (lambda: SymbolicLaw.of({1: sympy.sqrt(p)}), BadInput),
        (lambda: all_positive([from_sympy(-1 - p**2)]), BadInput),
    ],
)
def test_questions_that_have_no_answer(ask: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        ask()


@dataclass(frozen=True)
class Goal:
    """Rules with a goal."""

    goal: Any


def test_a_goal_that_is_a_symbol_is_never_reached() -> None:
    class Steps(NamedTuple):
        steps: int

    def step(rules: Goal, state: int, chance: Chance, _table: Any) -> tuple[int | None, Steps]:
        state += 1 + chance.pick([1, 1])
        return (None if state == rules.goal else state), Steps(1)

    race = Experiment(name="race", outcome=Steps, start=lambda _rules, _chance: 0, step=step)
    with pytest.raises(TooLarge, match="where the rules ask whether it is goal, the answer is no"):
        explore(race, Goal(sympy.Symbol("n")), states=100)
    with pytest.raises(TooLarge) as raised:
        explore(race, Goal(-1), states=100)
    assert "symbol" not in str(raised.value)
