"""Single constructs of Python: compiled == interpreted, pick by pick."""

from dataclasses import dataclass

import pytest

from montmort.montecarlo.compiled import statements
from montmort.montecarlo.compiled.compiler import compile_experiment
from tests.machine.simulated import FAILURES, PLAYERS, PLAYS, STEPS
from tests.machine.snippets import experiment_of
from tests.montecarlo.compiled.played_in_python import interpreted, python_play, stream
from tests.montecarlo.compiled.snippets import both_ways


@pytest.mark.parametrize("name", PLAYS)
def test_a_construct(name: str) -> None:
    compiled, expected = both_ways(PLAYS[name])
    assert compiled == expected
    assert "fails" not in compiled
    assert len({*compiled}) > 1 or name == "dealing until"


@pytest.mark.parametrize("name", FAILURES)
def test_what_fails_in_python_fails_compiled(name: str) -> None:
    compiled, expected = both_ways(f"def play(chance):\n    {FAILURES[name]}\n", plays=60)
    assert compiled == expected
    assert compiled[-1] == "fails"


def test_more_than_64_bits_fails_and_never_wraps() -> None:
    text = "def play(chance):\n    a = 3 ** (30 + chance.pick([1] * 20))\n    return Out(a % 97)\n"
    compiled, expected = both_ways(text, plays=40)
    assert compiled[-1] == "fails"
    assert compiled[:-1] == expected[: len(compiled) - 1]


def test_a_long_play_uses_its_memory_again() -> None:
    compiled, expected = both_ways(STEPS, words=400)
    assert compiled == expected
    assert "fails" not in compiled


def test_players_decide() -> None:
    @dataclass(frozen=True)
    class Rules:
        first: int = 12

    experiment = experiment_of(PLAYERS)
    for rules in (Rules(), Rules(first=3)):
        play, rng = python_play(compile_experiment(experiment, rules)), stream(5)
        expected = interpreted(experiment, rules, stream(5))
        assert [play(rng) for _ in range(50)] == [next(expected) for _ in range(50)]


def test_a_loop_of_too_many_rounds_is_left_to_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def play(chance):\n    n = 0\n    while n < 10:\n        n += 1\n    return Out(n)\n"
    assert both_ways(text, plays=1) == ([(10, 0)], [(10, 0)])
    monkeypatch.setattr(statements, "MOST_ROUNDS", 11)  # the last one ends the loop
    assert both_ways(text, plays=1) == ([(10, 0)], [(10, 0)])
    monkeypatch.setattr(statements, "MOST_ROUNDS", 10)
    assert both_ways(text, plays=1) == (["fails"], [(10, 0)])
