"""Rules that compare symbols: by value, and refused where the answer depends on the values."""

import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy

from montmort.exact import explore, law_of
from montmort.exact.decisions.optimal import optimal
from montmort.exact.symbolic.comparisons import values_compared
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment

p, q = sympy.symbols("p q")
positive = sympy.Symbol("positive", positive=True)
whole = sympy.Symbol("whole", integer=True)
half = sympy.Rational(1, 2)


class Sum(NamedTuple):
    won: bool
    total: Any


QUESTIONS: list[tuple[Callable[[], object], str]] = [
    (lambda: p == 0, "p == 0"),
    (lambda: p != 1, "p != 1"),
    (lambda: Fraction(1, 2) == p, "p == 1/2"),
    (lambda: half == p, "1/2 == p"),
    (lambda: sympy.Integer(2) != p, "2 != p"),
    (lambda: p + q == 1, r"p \+ q == 1"),
    (lambda: p**2 == q, r"p\*\*2 == q"),
    (lambda: not p, "p != 0"),
    (lambda: p and 1, "p != 0"),
    (lambda: p == 0.5, "p == 0.5"),
    (lambda: p == True, "p == True"),  # noqa: E712
    (lambda: 3 in (2, p), "p == 3"),
    (lambda: 3 in [p], "p == 3"),
    (lambda: [1, 2].index(p), "p == 1"),
    (lambda: (1, p) == (1, q), "p == q"),
    (lambda: Sum(True, p) == Sum(True, 2 * p), r"p == 2\*p"),
    (lambda: (p > 0) == True, "p > 0 == True"),  # noqa: E712
    (lambda: sympy.sqrt(p) == 2, r"sqrt\(p\) == 2"),
    (lambda: positive == 3, "positive == 3"),
    (lambda: whole == 3, "whole == 3"),
    (lambda: p > Fraction(1, 2), "p > 1/2"),
]


@pytest.mark.parametrize(("question", "words"), QUESTIONS)
def test_what_depends_on_the_values_is_refused(question: Callable[[], object], words: str) -> None:
    def play(chance: Chance) -> int:
        return 5 if question() else chance.pick([1, p])

    with pytest.raises(BadInput, match=f"the rules ask whether {words}, which depends on"):
        law_of(play)


ANSWERED: list[tuple[Callable[[], object], bool]] = [
    (lambda: p == p, True),
    (lambda: p != p + 0, False),
    (lambda: (p + 1) ** 2 == p**2 + 2 * p + 1, True),
    (lambda: (p**2 - 1) / (p - 1) != p + 1, False),
    (lambda: p == p + 1, False),
    (lambda: bool(p * (p + 1) - p**2 - p), False),
    (lambda: p is None or p == "p" or p == (), False),
    (lambda: p in ("p", None), False),
    (lambda: positive == 0 or positive == -1, False),
    (lambda: bool(positive), True),
    (lambda: whole == Fraction(1, 2), False),
    (lambda: sympy.Integer(2) == 2 and half == Fraction(1, 2), True),
    (lambda: bool(sympy.Integer(0)) or bool(sympy.Tuple()), False),
]


@pytest.mark.parametrize(("question", "answer"), ANSWERED)
def test_what_is_the_same_for_all_values_is_answered(
    question: Callable[[], object], answer: bool
) -> None:
    law = law_of(lambda chance: (bool(question()), chance.pick([1, p])))
    assert {found for found, _ in law} == {answer}


def test_a_number_that_shapes_the_states_is_refused_at_once() -> None:
    def step(rules: Any, counters: int, chance: Chance, table: Any) -> Any:
        counters += 1 if chance.pick([1, 1]) else -1
        over = counters in (0, p)
        return (None if over else counters), Sum(over, 1)

    game = Experiment(name="ruin", outcome=Sum, start=lambda rules, chance: 2, step=step)
    with pytest.raises(BadInput, match="the rules ask whether p == 1, which depends"):
        explore(game, None)
    with pytest.raises(BadInput, match="the rules ask whether p == 1, which depends"):
        optimal(game, None, maximise="won")


def test_outside_of_rules_sympy_answers() -> None:
    def play(chance: Chance) -> int:
        seen.append(p == 0)
        return chance.pick([1, p])

    seen: list[bool] = []
    with pytest.raises(BadInput):
        law_of(play)
    assert (p == 0, p != 0, bool(p), half == p) == (False, True, True, False)
    assert not bool(sympy.Tuple())
    assert not sympy.ImmutableMatrix(0, 0, [])
    assert {p: 1}[sympy.Symbol("p")] == 1


def test_other_threads_have_the_answers_of_sympy() -> None:
    answers: list[object] = []
    with values_compared():
        other = threading.Thread(target=lambda: answers.append((p == 0, bool(p))))
        other.start()
        other.join()
        with pytest.raises(BadInput):
            bool(p)
    assert answers == [(False, True)]
