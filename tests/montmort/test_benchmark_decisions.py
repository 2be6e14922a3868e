"""The parts of the benchmark of optimal play agree on small games."""

import dataclasses
import importlib
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from benchmarks.decision_games.first_orchard import ORCHARD
from benchmarks.decision_games.first_orchard import Rules as Orchard
from benchmarks.decision_recursions import RECURSIONS, first_orchard, pig, shut_the_box
from montmort.exact.decisions.optimal import optimal
from montmort.games import le_her
from montmort.games import pig as dice
from montmort.games import shut_the_box as box
from montmort.games.experiment import Experiment


def best(experiment: Experiment[Any, Any, Any], rules: object, aim: str) -> Fraction | None:
    return optimal(experiment, rules, maximise=aim).value


@pytest.mark.parametrize("sizes", [*product((1, 2, 3), (1, 2), (1, 3))])
def test_first_orchard(sizes: tuple[int, int, int]) -> None:
    trees, fruits, raven = sizes
    value = first_orchard(*sizes)
    for alike in (True, False):
        rules = Orchard(trees=trees, fruits=fruits, raven=raven, alike=alike)
        assert best(ORCHARD, rules, "won") == value


def test_the_usual_orchard() -> None:
    assert first_orchard() == Fraction(434845789256784110537, 688747536000000000000)


@pytest.mark.parametrize("tiles", [1, 2, 3, 6, 7])
def test_shut_the_box(tiles: int) -> None:
    assert best(box.EXPERIMENTS["game"], box.Rules(tiles=tiles), "shut") == shut_the_box(tiles)


@pytest.mark.parametrize(("goal", "faces"), [(1, 6), (2, 2), (2, 6), (5, 3), (10, 6)])
def test_pig(goal: int, faces: int) -> None:
    assert best(dice.EXPERIMENTS["game"], dice.Rules(goal=goal, faces=faces), "first_wins") == pig(
        goal, faces
    )


def test_pig_to_twenty() -> None:
    assert pig(20) == Fraction(15116544, 24557443)


def test_le_her() -> None:
    assert best(le_her.EXPERIMENTS["hand"], le_her.Rules(), "paul_wins") == Fraction(11327, 22100)


@pytest.fixture
def decisions(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the benchmark, which finds its modules in its own folder."""
    monkeypatch.syspath_prepend("benchmarks")
    return importlib.import_module("decisions")


def test_every_recursion_is_that_of_the_question(decisions: Any) -> None:
    """The largest sizes are compared when they are timed; here only that names are known."""
    for question in decisions.QUESTIONS.values():
        if question.recursion:
            assert question.recursion[0] in RECURSIONS
    assert set(decisions.STORM) <= set(decisions.QUESTIONS)


def test_rows_compare_values_and_tell_missed_targets(decisions: Any) -> None:
    question = decisions.QUESTIONS["Pig to 10"]
    assert str(question.solve()) == "7776/10961"
    found = {
        "seconds": 0.2,
        "compiled": None,
        "answer": "7776/10961",
        "text": "7776/10961",
        "states": 684,
        "megabytes": 3000.0,
        "plain": 0.1,
        "plain_answer": "7776/10961",
    }
    cell = decisions.Cell(found)
    assert decisions.row("Pig", question, cell).endswith("684   7776/10961")
    slow = dataclasses.replace(question, target=0.1)
    assert decisions.row("Pig", slow, cell).endswith("7776/10961   missed")
    large = dataclasses.replace(question, target=0.3, gigabytes=2)
    assert decisions.row("Pig", large, cell).endswith("7776/10961   memory missed, 2 GB")
    wrong = decisions.Cell(found | {"plain_answer": "1/2"})
    with pytest.raises(ArithmeticError):
        decisions.row("Pig", question, wrong)


def test_differences(decisions: Any) -> None:
    assert decisions.compared("1/3", Fraction(1, 3)) == "=="
    assert decisions.compared("0.3333", Fraction(1, 3)) == "-3e-05"
