"""The pictures of a crosscheck show what its verdicts say."""

import enum
import math
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from matplotlib.figure import Figure

from montmort.exact.law import Law
from montmort.games.chance import Chance
from montmort.verification import Crosscheck, Decision, crosscheck, outcomes
from montmort.verification.plots.crosscheck import (
    FIELDS,
    crosscheck_figure,
    draw_evidence,
    draw_mean,
    draw_residuals,
    paths,
)
from montmort.verification.plots.forest import WIDEST, draw_forest
from montmort.verification.plots.laws import draw_field, rendered

COIN = Law(weights={0: 1, 1: 1})


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


class Spin(NamedTuple):
    pocket: int
    colour: Colour


def spin(chance: Chance) -> Spin:
    pocket = chance.pick([1] * 8)
    return Spin(pocket, Colour.RED if pocket % 2 else Colour.BLACK)


def coin(heads: float, plays: int = 8000, **settings: Any) -> Crosscheck:
    return crosscheck(
        simulator=lambda rng: int(rng.random() < heads),
        exact={"value": COIN},
        plays=plays,
        seed=1,
        **settings,
    )


@pytest.fixture(scope="module")
def fair() -> Crosscheck:
    return coin(0.5, margin=0.05)


@pytest.fixture(scope="module")
def biased() -> Crosscheck:
    return coin(0.6, margin=0.05)


def test_an_interval_is_drawn_in_margins(fair: Crosscheck) -> None:
    (verdict,) = fair.verdicts
    ax = Figure().subplots()
    assert draw_forest([verdict], ax) is ax
    bar, point = (line.get_xdata() for line in ax.get_lines()[1:])
    assert list(bar) == [pytest.approx((end - 0.5) / 0.05) for end in verdict.interval]
    assert verdict.estimate is not None
    assert list(point) == [pytest.approx((verdict.estimate - 0.5) / 0.05)]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["value\nCONSISTENT"]


def test_the_axis_is_as_wide_as_the_widest_interval(fair: Crosscheck) -> None:
    (verdict,) = fair.verdicts
    inside = draw_forest([verdict]).get_xlim()
    assert inside == (pytest.approx(-1.1), pytest.approx(1.1))  # the band, and room beside it
    (wide,) = coin(0.6, plays=200, margin=0.05).verdicts
    ends = [abs(end - 0.5) / 0.05 for end in wide.interval]
    assert max(ends) > 1.1
    assert draw_forest([wide]).get_xlim()[1] == pytest.approx(min(WIDEST, 1.1 * max(ends)))


@pytest.mark.parametrize(
    ("weights", "scale"), [([1] * 6, "linear"), ([4**k for k in range(8)], "log")]
)
def test_the_scale_shows_the_law(weights: list[int], scale: str) -> None:
    law = Law(weights=dict(enumerate(weights)))
    ax = draw_field("first_wins", law, {0: 1, 1: 2})
    assert (ax.get_yscale(), ax.get_xlabel()) == (scale, "first wins")


def test_a_legend_stands_above_the_data() -> None:
    ax = draw_field("value", COIN, {0: 1, 1: 2})
    legend = ax.get_legend()
    assert legend is not None
    ax.figure.draw_without_rendering()  # type: ignore[union-attr]
    assert legend.get_window_extent().y0 >= ax.get_window_extent().y1
    assert draw_field("value", COIN, {}).get_legend() is None  # one kind of mark needs none


def test_an_interval_outside_the_picture_ends_in_an_arrow() -> None:
    (verdict,) = coin(0.9, margin=0.01).verdicts
    assert (verdict.interval[0] - 0.5) / 0.01 > WIDEST
    arrow = draw_forest([verdict]).get_lines()[-1]
    assert (arrow.get_marker(), list(arrow.get_xdata())) == (">", [WIDEST])


def test_a_path_leads_to_the_verdict(biased: Crosscheck) -> None:
    (path,) = paths(biased).values()
    (verdict,) = biased.verdicts
    assert path[-1] is verdict
    assert [v.plays for v in path] == sorted({v.plays for v in path})
    assert [v.log10_e for v in path] == sorted(v.log10_e for v in path)
    ax = draw_mean(path)
    mean, exact, *_ = ax.get_lines()
    assert list(mean.get_ydata()) == [v.estimate for v in path]
    assert list(exact.get_ydata()) == [0.5, 0.5]


def test_evidence_under_what_it_must_reach(biased: Crosscheck) -> None:
    ax = draw_evidence(paths(biased), None, 10)
    line, limit = ax.get_lines()
    assert list(line.get_ydata())[-1] == biased.verdicts[0].log10_e
    assert list(limit.get_ydata()) == [pytest.approx(7), pytest.approx(7)]  # 10 / 1e-6


def test_an_impossible_outcome_has_infinite_evidence() -> None:
    law = Law(weights={0: 1, 2: 1})
    result = crosscheck(
        simulator=lambda rng: int(3 * rng.random()), exact={"value": law}, plays=100, seed=1
    )
    assert math.isinf(result.verdicts[0].log10_e)
    (line, _) = draw_evidence(paths(result)).get_lines()
    assert line.get_label() == "value: an impossible outcome"


def test_residuals_by_hand() -> None:
    """100 tosses, 60 heads: (60 - 50) / sqrt(100/4) = 2."""
    ax = draw_residuals("value", COIN, {0: 40, 1: 60})
    assert list(ax.get_lines()[-1].get_ydata()) == [pytest.approx(-2), pytest.approx(2)]


def test_outcomes_hardly_expected_have_no_residual() -> None:
    law = Law(weights={0: 97, 1: 3})
    ax = draw_residuals("value", law, {0: 99, 1: 1})
    assert list(ax.get_lines()[-1].get_xdata()) == [0]


def test_a_sheet_of_every_kind_of_field() -> None:
    result = crosscheck(play=spin, plays=1000, seed=1, workers=1)
    names = [ax.get_xlabel() for ax in crosscheck_figure(result).axes]
    assert names == ["(interval − exact mean) / margin", "plays"] + [
        label for field in ("pocket", "colour") for label in (field, field, "plays")
    ]


def test_of_many_fields_those_of_most_evidence_are_drawn() -> None:
    fields = [f"toss_{k}" for k in range(FIELDS + 4)]
    Tosses = NamedTuple("Tosses", [(name, int) for name in fields])  # type: ignore[misc]
    result = crosscheck(
        simulator=lambda rng: Tosses(*(int(rng.random() < 0.5 + (k == 8) / 5) for k in range(10))),
        exact=dict.fromkeys(fields, COIN),
        plays=400,
        seed=1,
    )
    sheet = crosscheck_figure(result)
    assert len(sheet.axes) == 2 + 3 * FIELDS
    assert "toss 8" in {ax.get_xlabel() for ax in sheet.axes}
    assert len(sheet.axes[0].get_yticks()) == len(fields)


def test_an_invalid_run_is_drawn_as_far_as_it_was_valid(tmp_path: Path) -> None:
    record = tmp_path / "tosses.csv"
    record.write_text("value\n" + "0\n1\n" * 10_000 + "7\n")
    result = crosscheck(exact={"value": COIN}, simulator=outcomes(record))
    assert result.decision is Decision.INVALID
    (path,) = paths(result).values()
    assert path
    assert not any(verdict.decision is Decision.INVALID for verdict in path)
    assert "seed" not in result._repr_html_()  # a record has none
    law = crosscheck_figure(result).axes[2]
    assert law.get_xlim()[1] > 7  # what makes it invalid is in the picture


def test_pictures_without_anything_to_draw_say_so() -> None:
    nothing = crosscheck(simulator=lambda rng: 7, exact={"value": COIN}, plays=8, seed=1)
    assert nothing.decision is Decision.INVALID
    sheet = crosscheck_figure(nothing)
    words = [text.get_text() for ax in sheet.axes for text in ax.texts]
    assert words == ["no valid look", "no outcome is expected five times", words[0]]
    markers = [line.get_marker() for line in draw_forest(nothing.verdicts).get_lines()[1:]]
    assert markers == ["None", "<", ">"]  # no estimate, and no dot
    assert rendered(sheet, "png").startswith(b"\x89PNG")


def test_a_notebook_shows_every_field_and_the_forest(biased: Crosscheck) -> None:
    page = biased._repr_html_()
    assert "INCONSISTENT" in page
    assert page.count("<tr>") == 2
    assert page.endswith("</svg>\n")
    assert "<lambda>" not in page
