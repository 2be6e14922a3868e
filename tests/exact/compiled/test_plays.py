import importlib
from types import ModuleType

import pytest

from montmort.exact.compiled.law import compiled_law
from montmort.exact.law import Law
from montmort.exact.merged_results import MergedResults
from montmort.exact.paths import Walker
from tests.exact.compiled.plays import PLAYS

LIMIT = 1_000_000


def law(found) -> Law:
    merged = MergedResults()
    merged.add(found.chances)
    weights, total = merged.lowest_terms()
    return Law(weights=dict(weights), total=total)


def typed(outcome):
    inside = tuple(map(typed, outcome)) if isinstance(outcome, tuple) else ()
    return type(outcome), outcome, inside


def check(function) -> None:
    walker, found = Walker(LIMIT), compiled_law(function, LIMIT)
    interpreted, compiled = walker.law(function), law(found)
    assert interpreted == compiled
    assert set(map(typed, interpreted)) == set(map(typed, compiled))
    assert found.paths == walker.walked


@pytest.mark.parametrize("function", PLAYS, ids=lambda function: function.__name__)
def test_a_compiled_play_has_the_law_of_the_interpreted_one(function):
    check(function)


def game(name: str) -> ModuleType:
    return importlib.import_module(f"benchmarks.games.{name}")


@pytest.mark.parametrize("name", ["aces", "le_her"])
def test_small_games_have_the_law_of_the_interpreted_ones(name):
    check(game(name).play)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["baccarat", "three_card_ranks"])
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
