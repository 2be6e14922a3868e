import importlib
from types import ModuleType

import pytest

from tests.machine.laws import compiled_law, interpreted_law
from tests.machine.plays import PLAYS


def typed(outcome):
    inside = tuple(map(typed, outcome)) if isinstance(outcome, tuple) else ()
    return type(outcome), outcome, inside


def check(function) -> None:
    interpreted, compiled = interpreted_law(function), compiled_law(function)
    assert interpreted == compiled
    assert set(map(typed, interpreted)) == set(map(typed, compiled))
    paths, _, _ = interpreted.how.partition("; that nothing is kept unseen was tried on")
    assert compiled.how == f"{paths}, compiled"


@pytest.mark.parametrize("function", PLAYS, ids=lambda function: function.__name__)
def test_a_compiled_play_has_the_law_of_the_interpreted_one(function):
    check(function)


def game(name: str) -> ModuleType:
    return importlib.import_module(f"benchmarks.games.{name}")


@pytest.mark.parametrize("name", ["aces", "le_her"])
def test_small_games_have_the_law_of_the_interpreted_ones(name):
    check(game(name).play)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("baccarat", marks=pytest.mark.slow),
        pytest.param("three_card_ranks", marks=pytest.mark.longest),
    ],
)
def test_games_have_the_law_of_the_interpreted_ones(name):
    check(game(name).play)


def test_two_pairs_from_a_small_deck(monkeypatch):
    module = game("two_pairs")
    monkeypatch.setattr(module, "RANKS", 3)
    check(module.play)


def test_five_dice_thrown_twice(monkeypatch):
    module = game("five_dice")
    monkeypatch.setattr(module, "DICE", 2)
    check(module.play)
