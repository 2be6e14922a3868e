"""The report of Treize: its numbers are those of the rules, and its checks can fail."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from montmort.exact.formatting import whole
from montmort.exact.from_rules import explore
from montmort.exact.treize.solution import solve
from montmort.games.treize import EXPERIMENTS, Rules
from montmort.verification.reports.reader import Prose
from montmort.verification.treize import GAME
from montmort.verification.treize import report as treize_report
from tests.verification.reports.written_reports import (
    checks_in,
    numbers_of,
    shown_by,
    stated_of,
    table_of,
    written,
)

DECKS = [(2, 1), (2, 3), (3, 2), (5, 1), (13, 4)]


def argument(rules: Rules) -> Prose:
    return stated_of(GAME, rules)


def values(rules: Rules) -> dict[str, Fraction | int]:
    return {number.name: number.value for number in numbers_of(argument(rules))}


@pytest.mark.parametrize(("ranks", "suits"), DECKS[:-1])
def test_the_theorem_is_what_the_rules_give(ranks: int, suits: int) -> None:
    rules = Rules(ranks=ranks, suits=suits)
    found = values(rules)
    walked = explore(EXPERIMENTS["game"], rules)  # every order of the deck
    assert found["the value"] == walked.expected("points") - 1
    assert found["decks begun, mean"] == walked.expected("passes")
    assert found["cards turned, mean"] == walked.expected("cards")


@pytest.mark.parametrize(("ranks", "suits"), DECKS)
def test_the_checks_hold(ranks: int, suits: int) -> None:
    report = written(argument(Rules(ranks=ranks, suits=suits)))
    assert checks_in(report) == (3 + len(treize_report.WALKED) + len(treize_report.FORMULAS), 0)


def test_every_number_is_printed_by_its_command() -> None:
    for number in numbers_of(argument(Rules(ranks=3, suits=2))):
        assert whole(number.value) in shown_by(number.how), number.name


def test_known_facts_of_the_usual_deck() -> None:
    found = values(Rules())
    assert found["a point in the first round, chance"] == Fraction(
        17244702296022529, 26816424180170625
    )
    assert found["no match in a whole deck, calls going round, chance"] == Fraction(
        4610507544750288132457667562311567997623087869,
        284025438982318025793544200005777916187500000000,
    )


def test_the_matrix_has_a_row_for_each_state() -> None:
    matrix = table_of(argument(Rules(ranks=3, suits=1)), "matrix")
    solution = solve(Rules(ranks=3, suits=1))
    for row, exact in zip(matrix.rows, solution.q, strict=True):
        for (cell,), chance in zip(row[1:], exact, strict=True):
            assert 0 <= chance - Fraction(str(cell)) < Fraction(1, 10**5)


def test_wrong_points_fail_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(rules: Rules) -> Any:
        right = solve(rules)
        survive = [[by[::-1] for by in row] for row in right.counts.survive]
        return replace(right, counts=replace(right.counts, survive=survive))

    monkeypatch.setattr(treize_report, "solve", wrong)
    report = written(argument(Rules(ranks=3, suits=2)))
    assert checks_in(report) == (3, len(treize_report.WALKED) + len(treize_report.FORMULAS))
