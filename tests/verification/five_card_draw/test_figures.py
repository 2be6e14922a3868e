"""The figures of five-card draw show the exact numbers; the bot's table at the command line."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from montmort.cli import main
from montmort.exact.five_card_draw.answers import Question, answers, truth
from montmort.exact.five_card_draw.best_discards import solution
from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import RANKINGS
from montmort.verification.five_card_draw.figures import (
    BEST,
    OTHER,
    bot_table,
    draw_bot,
    draw_choices,
    draw_finds,
    every_size,
    exact_figure,
    rows,
    table_figure,
)
from montmort.verification.five_card_draw.sampling_bot import winning
from montmort.verification.five_card_draw.sampling_bot_law import decision
from montmort.verification.plots.laws import fields_figure, rendered

PNG = b"\x89PNG"
QUADS = Rules(hand="2c 2d 2h 2s 9c", max_draw=1)
SMALL = Rules(ranks=6, suits=3, max_draw=1, hand="2c 3c 4d 6h Ad", runs=20)


def hexed(bar: Any) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in bar.get_facecolor()[:3])


def test_a_bar_for_each_choice_and_both_best_ones_have_their_colour() -> None:
    found: Any = answers(QUADS)
    ax = draw_choices(found["choices"], found["best"])
    bars = {round(b.get_y() + b.get_height() / 2): b for c in ax.containers[:2] for b in c}
    assert len(bars) == 6
    for place, choice in enumerate(found["choices"]):
        assert bars[place].get_width() == float(choice["win"])
        assert hexed(bars[place]) == (BEST if choice["discard"] in ("", "9c") else OTHER)
    ties = [bar.get_width() for bar in ax.containers[2]]
    assert ties == [float(choice["tie"]) for choice in found["choices"]]
    assert [tick.get_text() for tick in ax.get_yticklabels()][:3] == ["stand pat", "2c", "2d"]


def test_a_bar_for_each_type_dealt_and_a_line_for_all() -> None:
    rules = Rules(ranks=5, suits=3, max_draw=2)
    sheet = exact_figure(rules, Question(), answers(rules))
    (ax,) = sheet.axes
    solved = solution(Pack(ranks=5, suits=3))
    assert [bar.get_width() for bar in ax.patches] == [*map(float, solved.by_type(2).values())]
    (line,) = ax.get_lines()
    assert line.get_xdata()[0] == float(solved.win(2))
    assert rendered(sheet, "png").startswith(PNG)


def test_rows_of_the_table_are_runs_up_to_those_of_the_rules() -> None:
    assert [*every_size(SMALL)] == [1, 3, 10, 20]
    assert [*every_size(Rules(hand=QUADS.hand))] == [1, 3, 10, 30, 100, 300, 1000]
    assert all(rules.runs == runs for runs, rules in every_size(SMALL).items())
    with pytest.raises(BadInput, match="give the hand"):
        every_size(Rules())
    with pytest.raises(BadInput, match="the bot chooses what it discards; leave it out"):
        every_size(Rules(hand=QUADS.hand, discard="9c"))


def table() -> Mapping[int, Mapping[str, Fraction]]:
    means = {"has": Fraction(1, 2), "counted": Fraction(2), "finds": Fraction(1, 3)}
    return bot_table(SMALL, {10: means, 20: means})


def test_the_table_has_the_law_and_the_simulation_side_by_side() -> None:
    found = table()
    for runs, numbers in found.items():
        by_law = decision(winning(SMALL), runs)
        assert numbers["best"] == max(winning(SMALL))
        assert (numbers["has"], numbers["believes"], numbers["finds"]) == by_law[:3]
        assert numbers["believes_simulated"] == Fraction(2, runs)
        assert numbers["has_simulated"] == Fraction(1, 2)
    assert len([*rows(SMALL, found)]) == 14
    assert next(rows(SMALL, found)) == (SMALL.hand, 10, "best", max(winning(SMALL)))


def test_lines_are_the_law_and_dots_the_simulation() -> None:
    found, own = table(), Figure().subplots()
    assert draw_bot(found, own) is own
    best, believes, believed, has, had = own.get_lines()
    for line, name in ((best, "best"), (believes, "believes"), (believed, "believes_simulated"),
                       (has, "has"), (had, "has_simulated")):  # fmt: skip
        assert list(line.get_ydata()) == [float(numbers[name]) for numbers in found.values()]
        assert list(line.get_xdata()) == [10, 20]
    assert own.get_legend() is None
    assert len(draw_finds(found).get_lines()) == 2
    assert rendered(table_figure(found), "png").startswith(PNG)


def test_the_command_line_simulates_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet, numbers = tmp_path / "bot.png", tmp_path / "bot.csv"
    flags = ["--hand", SMALL.hand, "--ranks", "6", "--suits", "3", "--max-draw", "1"]
    flags += ["--runs", "3", "--table", "--plays", "5", "--seed", "1", "--workers", "1"]
    files = ["--plot", str(sheet), "--csv", str(numbers)]
    assert main(["simulate", "five-card-draw", *flags, *files]) == 0
    out = capsys.readouterr().out
    assert "believes" in out
    assert sheet.read_bytes().startswith(PNG)
    lines = numbers.read_text().splitlines()
    assert lines[0] == "hand,runs,number,chance"
    assert len(lines) == 1 + 2 * 7
    assert main(["simulate", "five-card-draw", *flags, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert sum(map(int, printed["answers"]["3"]["counted"].values())) == 5
    assert main(["simulate", "five-card-draw", "--table", "--plays", "5"]) == 2
    assert "give the hand" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_page_has_the_whole_table(ranking: str) -> None:
    page = (Path(__file__).parents[3] / "docs/games/five_card_draw.md").read_text()
    solved = solution(FULL, ranking)
    for most in range(6):
        numbers = f"{float(solved.win(most)):.6f} | {float(solved.tie(most)):.6f}"
        counts = " | ".join(map(str, solved.draw_counts(most)))
        assert f"| {ranking} | {most} | {numbers} | {counts} |" in page
    for name, chance in solved.by_type(3).items():
        (row,) = re.findall(rf"^\| {name.replace('_', ' ')} \| (.*) \|$", page, re.M)
        assert row.split(" | ")[RANKINGS.index(ranking)] == f"{float(chance):.6f}"


def test_results_are_drawn_with_their_names() -> None:
    sheet = fields_figure(truth(Rules(hand="2c 2d 2h 2s 9c")), {"result": {0: 99, 1: 1}})
    (ax,) = sheet.axes
    assert [label.get_text() for label in ax.get_xticklabels()] == ["win", "tie", "loss"]
    assert list(ax.get_lines()[0].get_xdata()) == [0, 2]
