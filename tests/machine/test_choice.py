"""law_of and explore choose by themselves, and say what was done."""

import importlib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from montmort.exact.from_rules import explore, law_of
from montmort.exact.graph import exploration
from montmort.games.errors import BadInput, TooLarge
from montmort.machine.refusal import CannotCompile

craps = importlib.import_module("benchmarks.games.craps")
penney = importlib.import_module("benchmarks.games.penney")


def three_dice(chance) -> int:
    return sum(chance.pick([1] * 6) + 1 for _ in range(3))


def refused(chance) -> int:
    return len(f"{three_dice(chance):d}")


def awkward(rules, seen, chance, table):
    if f"{len(seen):d}" == "10":
        raise ValueError
    return penney.step(rules, seen, chance, table)


@pytest.fixture
def early(monkeypatch):
    monkeypatch.setattr(exploration, "MERGE_FROM", 100)
    monkeypatch.setattr(exploration, "COMPILE_FROM", 5)
    monkeypatch.setattr(exploration, "GLANCE", 20)


def test_few_paths_are_not_compiled():
    assert law_of(three_dice).how == "216 paths"


def test_many_paths_are_compiled(early):
    law = law_of(three_dice)
    assert law.how == "216 paths, compiled"
    assert law == law_of(three_dice, compiled=False)
    assert "merged" in law_of(three_dice, compiled=False).how
    assert law_of(three_dice, by="situations").how.startswith("18 situations")


def test_compiled_is_forced():
    assert law_of(three_dice, compiled=True).how == "216 paths, compiled"
    with pytest.raises(CannotCompile, match=rf"f-string .* \(.*, line {LINE}\)"):
        law_of(refused, compiled=True)


def test_what_cannot_be_compiled_is_walked_as_before_and_said(early):
    sentence = f"not compiled: {A_FORMAT} ({Path(__file__).name}, line {LINE})"
    wanted = {1: 81, 2: 135}
    for by in ("paths", None):
        law = law_of(refused, by=by)
        assert law.how.endswith(f"; {sentence}")
        assert {n: p * 216 for n, p in law.chances().items()} == wanted


def test_limits_are_the_same(early):
    with pytest.raises(TooLarge, match="more than 215 paths to walk"):
        law_of(three_dice, limit=215, by="paths", compiled=True)
    with pytest.raises(TooLarge, match="craps: more than 5 states"):
        explore(craps.CRAPS, craps.Rules(), states=5, compiled=True)
    with pytest.raises(TooLarge, match="more than 50 paths"):
        explore(craps.CRAPS, craps.Rules(), limit=50, compiled=True)


def test_explore(early):
    rules = craps.Rules()
    interpreted = explore(craps.CRAPS, rules, compiled=False)
    for walk in (explore(craps.CRAPS, rules), explore(craps.CRAPS, rules, compiled=True)):
        assert walk.how == "7 states, 26 moves; steps compiled, 253 paths"
        assert walk.expected("rolls") == interpreted.expected("rolls")
        assert walk.last_law("result") == interpreted.last_law("result")
    assert "interpreted" in interpreted.how


def test_explore_says_what_cannot_be_compiled(early):
    experiment = replace(penney.PENNEY, step=awkward)
    walk = explore(experiment, None)
    assert f"; not compiled: {A_FORMAT}" in walk.how
    assert f"test_choice.py, line {LINE + 4}" in walk.how
    with pytest.raises(CannotCompile, match=rf"test_choice.py, line {LINE + 4}"):
        explore(experiment, None, compiled=True)


def test_compiled_must_be_one_of_three():
    with pytest.raises(BadInput, match="compiled=1 must be True, False"):
        law_of(three_dice, compiled=1)
    with pytest.raises(BadInput, match="compiled='yes' must be True, False"):
        explore(craps.CRAPS, craps.Rules(), compiled="yes")


A_FORMAT = "a look at an f-string of an integer or a format"
LINE = refused.__code__.co_firstlineno + 1


def named_dice(chance, sides) -> int:
    return chance.pick([1] * sides) + chance.pick([1] * sides)


def test_a_partial_function_without_positional_arguments_is_compiled():
    law = law_of(partial(named_dice, sides=3), compiled=True)
    assert law.how == "9 paths, compiled"
    assert law == law_of(partial(named_dice, sides=3))


def test_a_long_start_is_compiled_once(early, monkeypatch):
    found = []
    trees = exploration._Explorer.compiled

    def counted(under_way):
        found.append(trees(under_way))
        return found[-1]

    monkeypatch.setattr(exploration._Explorer, "compiled", counted)
    game = replace(craps.CRAPS, start=long_start, step=long_step)
    walk = explore(game, craps.Rules())
    assert walk.way.startswith("steps compiled, ")
    assert len(found) == 1


def long_start(rules, chance):
    return chance.pick([1] * 6), chance.pick([1] * 6), chance.pick([1] * 6)


def long_step(rules, state, chance, table):
    return None, craps.Bet(craps.Result.WIN, sum(state) + chance.pick([1, 1]))
