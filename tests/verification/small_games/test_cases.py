"""Every small game under the rules of its cases: numbers, walks, simulators and statements.

The cases stand beside the rules, in `cases.toml`: see `cases`.  Other programs for the same games
are in `test_planted_bugs`, formulas and recursions in `test_chance_values` and `test_values`.
"""

import pytest

from montmort.exact.from_rules import explore
from montmort.montecarlo.simulator import simulator_of
from montmort.verification import Decision, crosscheck
from montmort.verification.exact_query import named
from montmort.verification.registry import GAMES
from tests.verification.reports.written_reports import checks_in, stated_of, written
from tests.verification.small_games.cases import (
    Case,
    all_cases,
    document_of,
    margins_of,
    small_games,
)


@pytest.mark.parametrize("case", all_cases())
def test_a_case(case: Case) -> None:
    """Its number is the answer, compiled and plain walks agree, and every statement holds."""
    rules, experiment = case.asked.rules, case.game.rulebook.experiment(case.asked.experiment)
    if case.field:
        assert named(case.asked.answers(), case.field) == case.number
    aim = case.game.aim_in(case.asked.experiment)
    if aim is not None and case.field == f"{aim.text}.mean":
        play = case.game.optimal_play(rules, case.asked.experiment, aim)
        assert play.found.value == case.number
    if not case.has_decisions and not case.slow:
        compiled, interpreted = (explore(experiment, rules, compiled=way) for way in (True, False))
        assert compiled.steps == interpreted.steps
    if case.is_first and case.game.settled is not None:
        settled = case.game.settle(rules)
        assert settled is not None
        assert settled.checks
        for check in settled.checks:
            assert check.stated == check.found, check
        text = written(stated_of(case.game, rules))
        assert "What is settled" in text
        assert "Checks made for this report" in text
        assert checks_in(text)[1] == 0


@pytest.mark.slow
@pytest.mark.parametrize("case", [each for each in all_cases() if not each.values[0].has_decisions])
def test_the_simulator_plays_the_rules(case: Case) -> None:
    """The compiled plays are those of the rules from the same stream, and the walk has them all."""
    asked, rules = case.game.rulebook.experiment(case.asked.experiment), case.asked.rules
    ways = (simulator_of(asked, rules, game="small", compiled=way) for way in (True, False))
    compiled, interpreted = (each.count(1713, plays=200) for each in ways)
    assert compiled == interpreted


@pytest.mark.slow
@pytest.mark.parametrize("name", small_games())
def test_the_simulator_is_consistent_at_a_players_margins(name: str) -> None:
    """Half a per cent of a chance, or one or two per cent of a bet."""
    rules, margins = margins_of(name)
    found = crosscheck(
        name, rules, margins=margins, most=4_000_000, seed=1713, until="all", workers=1
    )
    assert {each.decision for each in found.verdicts} == {Decision.CONSISTENT}, found


def test_every_small_game_has_cases() -> None:
    """The rules of a small game are one file in the folder of its name."""
    small = {
        name
        for name, game in GAMES.items()
        if game.rulebook.rules.__module__ == f"montmort.games.{name.replace('-', '_')}.rules"
        and not game.states_laws
    }
    assert small == {*small_games()}
    for name in small:
        document = document_of(name)
        assert document["margins"]
        assert document.get("case") or name == "blackjack"  # its cases are in test_blackjack
