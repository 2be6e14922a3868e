"""Pictures of a comparison of two simulators: the differences, and both histograms."""

from typing import TYPE_CHECKING

from montmort.verification.plots.forest import COLOURS, WIDEST
from montmort.verification.plots.laws import new_axes, new_sheet
from montmort.verification.two_samples.result import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIELDS = 6  # fields whose histograms are drawn


def draw_differences(result: Comparison, ax: "Axes | None" = None) -> "Axes":
    """Draw the interval of every difference in units of its margin, the first field on top.

    A field is CONSISTENT once its interval lies between -1 and 1.
    """
    ax = new_axes() if ax is None else ax
    ax.axvspan(-1, 1, color="0.92", zorder=0)
    ax.axvline(0, color="black", linewidth=0.8, zorder=1)
    for row, verdict in enumerate(result.verdicts):
        margin = float(verdict.margin or 1)
        low, high = (min(max(end / margin, -WIDEST), WIDEST) for end in verdict.interval)
        colour = COLOURS[verdict.decision]
        ax.plot([low, high], [row, row], color=colour, linewidth=2)
        middle = None if verdict.difference is None else verdict.difference / margin
        if middle is not None and abs(middle) <= WIDEST:
            ax.plot([middle], [row], "o", color=colour, markersize=4)
    names = [f"{verdict.field}  {verdict.decision}" for verdict in result.verdicts]
    ax.set_yticks(range(len(names)), labels=names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlim(-WIDEST, WIDEST)
    ax.set_xlabel("(first - second) / margin")
    return ax


def draw_two_histograms(result: Comparison, name: str, ax: "Axes | None" = None) -> "Axes":
    """Draw the frequencies of the values of a field in both simulators."""
    ax = new_axes() if ax is None else ax
    for tally, marker, label in zip(result.tallies or (), "o+", ("first", "second"), strict=False):
        counts = tally.histogram(name)
        frequencies = [count / tally.plays for count in counts.values()]
        ax.plot(list(counts), frequencies, marker, markersize=5, fillstyle="none", label=label)
    ax.set_xlabel(name)
    ax.set_ylabel("frequency")
    ax.locator_params(axis="x", integer=True)
    ax.legend(fontsize="small")
    return ax


def comparison_figure(result: Comparison) -> "Figure":
    """Return a comparison on one sheet: the differences above the histograms of six fields."""
    names = list(result.tallies[0].histograms) if result.tallies else []
    fields = [name for name in names if name not in result.unjudged][:FIELDS]
    tall = max(2.0, 0.3 * len(result.verdicts) + 1)
    rows = (len(fields) + 1) // 2
    sheet = new_sheet((10, tall + 2.8 * rows))
    grid = sheet.add_gridspec(1 + rows, 2, height_ratios=[tall, *[2.8] * rows])
    draw_differences(result, sheet.add_subplot(grid[0, :]))
    for at, name in enumerate(fields):
        draw_two_histograms(result, name, sheet.add_subplot(grid[1 + at // 2, at % 2]))
    return sheet
