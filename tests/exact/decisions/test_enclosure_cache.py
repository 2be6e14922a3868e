"""Bounds of large graphs from the disk cache, and graphs that are given up while they grow."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from montmort.exact.decisions import enclosure
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.enclosure import Enclosure
from montmort.exact.decisions.optimal import optimal
from montmort.games.chance import Chance
from montmort.games.errors import TooLarge
from montmort.games.experiment import Experiment
from montmort.games.pig import EXPERIMENTS, Position, Rules
from montmort.games.table import Table
from tests.exact.graph.equal_graphs import graph_of

PIG = EXPERIMENTS["game"]
RULES = Rules(goal=4, faces=3)


@pytest.fixture
def sweeps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[bool]]:
    """Cache all bounds in an empty folder; the list grows with every sweep."""
    done: list[bool] = []

    def counted(*arguments: Any) -> None:
        done.append(arguments[5])
        tighten(*arguments)

    tighten = enclosure.tighten
    monkeypatch.setattr(enclosure, "tighten", counted)
    monkeypatch.setattr(enclosure, "LARGE", 0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return done


def solved(rules: Rules) -> Optimal:
    found: Optimal = optimal(PIG, rules, maximise="first_wins", width=Fraction(1, 10**9))
    return found


def test_bounds_are_found_once(sweeps: list[bool]) -> None:
    first, second = solved(RULES), solved(RULES)
    assert sweeps == [False, True]
    assert first == second
    low, high = first.enclosure or (0, 0)
    value = optimal(PIG, RULES, maximise="first_wins").value
    assert low <= value <= high


@pytest.mark.parametrize("other", [replace(RULES, goal=5), replace(RULES, faces=4)], ids=str)
def test_bounds_of_other_rules_are_others(sweeps: list[bool], other: Rules) -> None:
    assert solved(RULES) != solved(other)
    assert len(sweeps) == 4


def test_the_other_aim_has_other_bounds(sweeps: list[bool]) -> None:
    solved(RULES)
    optimal(PIG, RULES, minimise="first_wins", width=Fraction(1, 10**9))
    assert len(sweeps) == 4


def test_wrong_bounds_in_the_cache_are_never_used(
    sweeps: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forged(name: str, version: int, compute: Any) -> Any:
        arrays = compute()
        assert name.startswith("enclosure-")
        assert version == enclosure.VERSION
        return {**arrays, "low": arrays["low"] + (1 << 40), "gap": np.zeros_like(arrays["gap"])}

    monkeypatch.setattr(enclosure, "load_or_compute", forged)
    with pytest.raises(ArithmeticError, match="the bounds do not hold at every node"):
        solved(RULES)


def test_decisions_at_a_view_are_those_of_the_list() -> None:
    for best in (solved(RULES), optimal(PIG, RULES, maximise="first_wins")):
        for each in best.decisions:
            assert each in best.decisions_at(each.view)
        assert [(known.view, choice) for known, choice in best.choices_taken()] == [
            (each.view, each.choice) for each in best.decisions
        ]
    assert best.decisions_at(Position(9, 9, 9, True)) == []


@pytest.mark.parametrize("compiled", [True, False])
def test_a_graph_with_too_many_nodes_is_given_up(compiled: bool) -> None:
    nodes = graph_of(PIG, RULES, compiled=compiled).size.nodes
    assert graph_of(PIG, RULES, compiled=compiled, nodes=nodes).size.nodes == nodes
    with pytest.raises(TooLarge, match=f"has more than {nodes - 1} nodes; take a smaller game"):
        graph_of(PIG, RULES, compiled=compiled, nodes=nodes - 1)


@pytest.mark.parametrize("aim", ["maximise", "minimise"])
def test_both_seats_take_choices_that_may_be_best(aim: str) -> None:
    """Where one seat has the choices of the other, only one of them may be best."""
    rules = Rules(goal=10, faces=2)
    enclosed = optimal(PIG, rules, **{aim: "first_wins"}, width=Fraction(1, 10**9))
    exact = optimal(PIG, rules, **{aim: "first_wins"})
    best = {(each.seat, each.view): each.ties for each in exact.decisions}
    taken = {(known.seat, known.view): choice for known, choice in enclosed.choices_taken()}
    assert taken.keys() == best.keys()
    assert all(choice in best[place] for place, choice in taken.items())
    assert len({(seat, taken[seat, view]) for seat, view in taken}) == 4


class Won(NamedTuple):
    won: bool


def left_or_right(_rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Won]:
    """Left and right are equally good; down is worse, and the play may come back."""
    choice = table.decide(0, ("left", "right", "down"), state)
    if choice == "down":
        return None, Won(chance.pick([2, 1]) == 1)
    if chance.pick([1, 1]):
        return (state - 1 or 3), Won(False)
    return None, Won(chance.pick([1, 1]) == 1)


def test_decisions_that_the_bounds_do_not_settle_are_counted() -> None:
    game = Experiment(name="game", outcome=Won, start=lambda *_: 3, step=left_or_right)
    tied = optimal(game, None, maximise="won", width=Fraction(1, 10**6)).solution
    apart = optimal(PIG, RULES, maximise="first_wins", width=Fraction(1, 10**9)).solution
    for found, expected in ((tied, 3), (apart, 0)):
        assert isinstance(found, Enclosure)
        nodes = [n for n in range(found.graph.size.nodes) if found.graph.known[n] >= 0]
        assert found.unsettled == expected
        assert found.unsettled == sum(len(found.best_at(node)) > 1 for node in nodes)
