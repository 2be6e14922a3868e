"""The picture of a mean as a function of a symbol, with the points at which the game is fair."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from montmort.exact.rational_functions.field import RationalFunction, from_sympy
from montmort.exact.symbolic.region import Interval, as_root
from montmort.verification.fair_points import FairPoints
from montmort.verification.plots.laws import WIDE

if TYPE_CHECKING:
    import sympy
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS = 200  # of a curve
REACH = 10  # units of a region without an end
TALL = 20  # times the middle half of the values: a curve near a pole is cut off there


def function_figure(points: FairPoints) -> "Figure":
    """Return the picture of the mean over the region of its symbol, fair points marked."""
    from matplotlib.figure import Figure

    sheet = Figure(figsize=WIDE, layout="constrained")
    draw_function(points, sheet.subplots())
    return sheet


def draw_function(points: FairPoints, ax: "Axes") -> "Axes":
    """Draw the mean as a curve, with the fair value as a line and the fair points as dots."""
    region, function = points.answer.region, from_sympy(points.function)
    fair_value, heights = float(points.fair_value), list[float]()
    what = label = f"{'chance' if points.fair_value else 'mean'} of {points.field}"
    for interval in region.intervals:
        curve = [*_curve(function, region.symbol, interval, points)]
        heights += [y for _, y in curve]
        ax.plot(*zip(*curve, strict=True), color="black", label=label)
        label = "_"  # one line of the legend
    ax.axhline(
        fair_value, color="grey", linewidth=0.8, linestyle="--", label=f"fair: {points.fair_value}"
    )
    for root in points.answer.roots:
        ax.plot([float(root)], [fair_value], "o", color="tab:red")
        text = f"{region.symbol} = {root.short_text}"
        ax.annotate(text, (float(root), fair_value), textcoords="offset points", xytext=(6, -14))
    _cut_off(ax, [*heights, fair_value])
    ax.set_xlabel(str(region.symbol))
    ax.set_ylabel(what)
    ax.legend()
    return ax


def _curve(
    function: RationalFunction, symbol: "sympy.Symbol", interval: Interval, points: FairPoints
) -> Iterator[tuple[float, float]]:
    """Yield points of the curve over an interval; none where the function has no value."""
    low, high = _window(interval, points)
    for step in range(POINTS + 1):
        x = low + (high - low) * Fraction(step, POINTS)
        try:
            y = function.at({symbol: x})
        except ZeroDivisionError:
            continue
        yield float(x), float(y) if isinstance(y, Fraction) else float("nan")


def _window(interval: Interval, points: FairPoints) -> tuple[Fraction, Fraction]:
    """Return the ends of an interval, where it has none a point beyond all fair points."""
    import sympy

    inside = [root.enclosure(10)[0] for root in points.answer.roots]
    low, high = (
        None if end in (sympy.oo, -sympy.oo) else as_root(end).enclosure(20)[0]
        for end in (interval.low, interval.high)
    )
    known = [end for end in (low, high, *inside) if end is not None] or [Fraction(0)]
    return (
        min(known) - REACH if low is None else low,
        max(known) + REACH if high is None else high,
    )


def _cut_off(ax: "Axes", heights: list[float]) -> None:
    """Cut a picture off where few values, near a pole, are far from all others."""
    ordered = sorted(heights)
    quarter, middle = len(ordered) // 4, ordered[len(ordered) // 2]
    reach = TALL * (ordered[-1 - quarter] - ordered[quarter])
    if reach and (ordered[0] < middle - reach or ordered[-1] > middle + reach):
        ax.set_ylim(max(ordered[0], middle - reach), min(ordered[-1], middle + reach))
