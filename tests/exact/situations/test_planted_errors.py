"""Errors planted in the machinery are found by comparison with all paths, or before."""

from collections.abc import Callable
from typing import Any

import pytest

from montmort.exact.from_rules import law_of
from montmort.exact.graph import step_walk
from montmort.exact.situations import graph, keys, machine
from montmort.games import Chance
from montmort.games.chance import whole_weights
from montmort.games.errors import BadInput
from montmort.machine.places import comprehensions, functions
from tests.exact.situations.plays import PLAYS

Plant = Callable[[pytest.MonkeyPatch], None]


def no_live_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Liveness forgets the first variable of each block."""
    live = functions.live_at_starts

    def planted(*arguments: Any) -> Any:
        found = live(*arguments)
        return {block: names - {min(names, default="")} for block, names in found.items()}

    monkeypatch.setattr(functions, "live_at_starts", planted)


def variable_not_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last live variable is kept, but situations that differ in it are merged."""
    of = keys.Keys.of
    monkeypatch.setattr(keys.Keys, "of", lambda self, values, loose=(): of(self, [*values][:-1]))


def caller_not_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the variables of the function that picks are compared."""
    number = graph.Graph._number

    def planted(self: Any, reached: Any, came: Any) -> int:
        if isinstance(reached, machine.End) or len(reached.frames) == 1:
            return number(self, reached, came)
        key = reached.weights, reached.frames[0][0], self._keys.of(reached.frames[0][1])
        if key not in self._known:
            self._known[key] = len(self._known)
            self._waiting.append((reached.frames, self._copy_of_all))
            self.weights.append(reached.weights)
            self._came.append(came)
        return int(self._known[key])

    monkeypatch.setattr(graph.Graph, "_number", planted)


def alias_missed_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two names for one list are taken for two equal lists."""
    changeable = keys.Keys._changeable

    def planted(self: Any, value: Any, kind: type) -> Any:
        self._met.clear()
        return changeable(self, value, kind)

    monkeypatch.setattr(keys.Keys, "_changeable", planted)


def alias_lost_in_the_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name gets a copy of its own."""
    of = keys.Copies.of
    monkeypatch.setattr(
        keys.Copies, "of", lambda self, value: of(keys.Copies(self._outside), value)
    )


def no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """All branches of a situation play on with the same lists."""
    monkeypatch.setattr(keys.Copies, "of", lambda self, value: value)


def true_merged_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """True and 1 have the same key."""
    monkeypatch.setattr(keys, "_TRUE", 1)


def weight_off_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last weight of every pick is one too large."""

    def planted(weights: Any) -> tuple[int, ...]:
        *others, last = whole_weights(weights)
        return *others, last + 1

    monkeypatch.setattr(
        step_walk, "Graph", lambda play, _read, result: graph.Graph(play, planted, result)
    )


def operands_from_the_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Operands to the left of a pick are evaluated after it."""
    monkeypatch.setattr(comprehensions.Comprehensions, "keep", lambda self, node: node)


PLANTS: list[Plant] = [
    no_live_variable,
    variable_not_in_the_key,
    caller_not_in_the_key,
    alias_missed_in_the_key,
    alias_lost_in_the_copy,
    no_copy,
    true_merged_with_one,
    weight_off_by_one,
    operands_from_the_right,
]


@pytest.fixture(scope="module")
def all_paths() -> list[Any]:
    """Return the law of each play from all its paths, without a planted error."""
    return [law_of(play, by="paths") for play in PLAYS]


def found_by(play: Callable[[Any], Any], walked: Any) -> str:
    """Say how an error is found in a play, '' if it is not."""
    try:
        merged = law_of(play, by="situations")
    except (BadInput, ArithmeticError) as error:
        return str(error)
    same = merged == walked and {x: type(x) for x in merged} == {x: type(x) for x in walked}
    return "" if same else "another law"


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_an_error_is_found_before_there_is_a_wrong_law(
    plant: Plant, all_paths: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    found = {*map(found_by, PLAYS, all_paths)}
    assert found - {""}
    assert "another law" not in found


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_an_error_is_found_without_the_safety_net(
    plant: Plant, all_paths: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    monkeypatch.setattr(step_walk, "compare", lambda *_, **__: None)
    assert any(map(found_by, PLAYS, all_paths))


def test_an_error_of_the_play_is_raised_as_it_is() -> None:
    def broken(chance: Chance) -> int:
        numbers = [chance.pick([1, 1]) for _ in range(2)]
        return 1 // (2 - sum(numbers))

    with pytest.raises(ZeroDivisionError):
        law_of(broken, by="situations")


def test_without_an_error_nothing_is_found(all_paths: list[Any]) -> None:
    assert not any(map(found_by, PLAYS, all_paths))
