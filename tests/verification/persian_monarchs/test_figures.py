"""The pictures of Persian Monarchs show the exact numbers, and so do marks without a law."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from montmort.cli import main
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.persian_monarchs.answers import Question, answers, truth
from montmort.exact.persian_monarchs.equilibrium import best_response_value, solve_hand
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.verification.persian_monarchs.figures import (
    BIN,
    draw_chances,
    draw_counters,
    draw_exploitability,
    exact_figure,
    losses,
    pairings,
    pairings_figure,
    regions_figure,
)
from montmort.verification.plots.laws import draw_moments, fields_figure, rendered

SMALL = Rules(cards=10, max_raise=2, rounds=2, counters=9)
PNG = b"\x89PNG"


def test_what_is_lost_is_what_best_responses_find() -> None:
    cards, most = 6, 2
    value = solve_hand(cards, most, "linear program").value
    for name, loss in losses(cards, most).items():
        player = STRATEGIES.get(name) or solve_hand(cards, most).strategy
        assert value - loss.non_dealer == best_response_value(player, "dealer", cards, most)
        assert value + loss.dealer == best_response_value(player, "non-dealer", cards, most)


def test_a_bar_for_each_strategy_and_role() -> None:
    gains = losses(6, 2)
    ax = draw_exploitability(gains)
    for bars, role in zip(ax.containers, ("non_dealer", "dealer"), strict=True):
        heights = [bar.get_height() for bar in bars]
        assert heights == [float(getattr(gain, role)) for gain in gains.values()]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == list(gains)
    assert ax.get_ylim()[0] == 0


@pytest.mark.parametrize("first", [0, 1])
def test_a_shade_for_each_card_and_raise(first: int) -> None:
    rows = [[Fraction(card, 3), Fraction(1, 3 + card)] for card in range(4)]
    (mesh,) = draw_chances(rows, first).collections
    shades = mesh.get_array()
    assert shades.shape == (2, 4)
    assert all(shades[x][card] == float(rows[card][x]) for card in range(4) for x in range(2))
    corners = mesh.get_coordinates()
    assert corners[0][0].tolist() == [-0.5, first - 0.5]
    assert corners[-1][-1].tolist() == [3.5, first + 1.5]


@pytest.mark.parametrize(("cards", "most"), [(2, 1), (3, 1), (7, 4)])
def test_the_play_in_equilibrium_of_any_size(cards: int, most: int) -> None:
    solved = solve_hand(cards, most)
    raising, accepting, bar = regions_figure(solved.raises, solved.accepts).axes
    assert raising.collections[0].get_array().shape == (most + 1, cards)
    assert accepting.collections[0].get_array().shape == (most, cards)
    assert bar.get_ylabel() == "chance"


def test_each_question_has_its_picture() -> None:
    for question, axes in ((Question(equilibrium=True), 3), (Question(best_response="random"), 1)):
        sheet = exact_figure(SMALL, question, answers(SMALL, question))
        assert sheet is not None
        assert len(sheet.axes) == axes
        assert rendered(sheet, "png").startswith(PNG)
    assert exact_figure(SMALL, Question(), {}) is None


@pytest.mark.parametrize(
    ("flags", "labels"),
    [
        (["--equilibrium"], ["", "card, from the lowest", ""]),
        ([], ["first", "second"]),
        (["--experiment", "hand"], ["profit"]),
    ],
)
def test_the_command_line_draws_what_was_asked(
    flags: list[str], labels: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = []

    def keep(sheet: Figure, form: str, *made: Any) -> bytes:
        sheets.append(sheet)
        return rendered(sheet, form, *made)

    monkeypatch.setattr("montmort.verification.plots.laws.rendered", keep)
    path, shape = tmp_path / "drawn.png", ["--cards", "6", "--rounds", "1"]
    assert main(["exact", "persian-monarchs", *shape, *flags, "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(PNG)
    assert [ax.get_xlabel() for ax in sheets[0].axes] == labels


def test_three_pairings_law_mean_and_spread() -> None:
    runs = pairings(SMALL, plays=300, seed=1)
    assert {name: run.rules.second for name, run in runs.items()} == {n: n for n in STRATEGIES}
    ax = pairings_figure(runs).axes[0]
    assert "300 matches each" in ax.get_title()
    counter, mean, spread, random = ax.get_lines()
    for line, name in ((counter, "counter"), (random, "random")):
        law = truth(replace(SMALL, second=name))["second"]
        assert isinstance(law, Law)
        for value, height in zip(*line.get_data(), strict=True):
            assert height == float(law[int(value)])
    known = truth(replace(SMALL, second="non-counter"))["second"]
    assert isinstance(known, Moments)
    assert list(mean.get_xdata()) == [float(known.mean)] * 2
    left, right = spread.get_xdata()
    assert (right - left) ** 2 == pytest.approx(4 * float(known.variance or 0))
    for run, patch in zip(runs.values(), ax.patches, strict=True):
        assert run.tally is not None
        heights, edges, _ = patch.get_data()
        binned = Counter(v // BIN for v in Counter(run.tally.histogram("second")).elements())
        for height, left in zip(heights, edges[:-1], strict=True):
            assert height * 300 * BIN == pytest.approx(binned[int(left + 0.5) // BIN])


@settings(max_examples=20)  # a sheet each
@given(st.dictionaries(st.integers(-30, 30), st.integers(1, 9), min_size=1, max_size=5))
def test_any_counts_are_drawn_on_axes_of_ones_own(counts: dict[int, int]) -> None:
    ax = Figure().subplots()
    fixed = Moments(mean=Fraction(1), variance=Fraction(0), low=1, high=1)
    assert draw_counters(fixed, counts, "mine", ax=ax) is ax
    heights, edges, _ = ax.patches[0].get_data()
    assert sum(heights) * BIN == pytest.approx(1)
    assert edges[0] <= min(counts) <= max(counts) <= edges[-1]
    assert ax.get_legend() is None


def test_of_moments_mean_and_standard_deviation_are_marked_over_the_histogram() -> None:
    known = Moments(mean=Fraction(7, 2), variance=Fraction(9, 4), low=0, high=9)
    lines = draw_moments(known).get_lines()
    assert [line.get_xdata()[0] for line in lines] == [3.5, 2.0, 5.0]
    free = Moments(mean=Fraction(7, 2), low=0, high=9)
    (line,) = draw_moments(free).get_lines()
    assert line.get_label() == "exact mean 3.5"
    (ax,) = fields_figure({"x": known}, {"x": {2: 1, 5: 3}}).axes
    assert len(ax.get_lines()) == 3
    assert ax.get_xlim() == (1.5, 5.5)


def test_a_law_is_shown_where_more_than_one_in_ten_thousand_lies_beyond() -> None:
    rare = Law(weights={-9: 1, -1: 50_000, 1: 50_000, 9: 1})
    (ax,) = fields_figure({"x": rare}, {}).axes
    assert ax.get_xlim() == (-1.5, 1.5)
