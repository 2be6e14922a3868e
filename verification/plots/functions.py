"""Pictures of a mean as a function of a symbol, and of the value of optimal play."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from montmort.exact.parameters.region import Interval, as_root
from montmort.exact.parameters.roots import Root
from montmort.exact.rational_functions.field import RationalFunction, from_sympy
from montmort.games.extras import sympy
from montmort.verification.fair_points import FairPoints
from montmort.verification.optimal_functions import OptimalFunctions
from montmort.verification.plots.laws import WIDE, new_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS = 200  # of a curve
REACH = 10  # units of a region without an end
TALL = 20  # times the middle half of the values: a curve near a pole is cut off there


def function_figure(points: FairPoints) -> "Figure":
    """Return the picture of the mean over the region of its symbol, fair points marked."""
    sheet = new_sheet(WIDE)
    draw_function(points, sheet.subplots())
    return sheet


def draw_function(points: FairPoints, ax: "Axes") -> "Axes":
    """Draw the mean as a curve, with the fair value as a line and the fair points as dots."""
    region, function = points.answer.region, from_sympy(points.function)
    fair_value, heights = float(points.fair_value), list[float]()
    what = label = f"{'chance' if points.fair_value else 'mean'} of {points.field}"
    for interval in region.intervals:
        curve = [*_curve(function, region.symbol, interval, points.answer.roots)]
        heights += [y for _, y in curve]
        ax.plot(*zip(*curve, strict=True), color="black", label=label)
        label = "_"  # one line of the legend
    _mark_fair(ax, points.fair_value, points.answer.roots, str(region.symbol))
    _cut_off(ax, [*heights, fair_value])
    ax.set_xlabel(str(region.symbol))
    ax.set_ylabel(what)
    ax.legend()
    return ax


def _mark_fair(ax: "Axes", value: Fraction, roots: Iterable[Root], name: str) -> None:
    """Draw the fair value as a line, and dots where a curve has it."""
    ax.axhline(float(value), color="grey", linewidth=0.8, linestyle="--", label=f"fair: {value}")
    for root in roots:
        ax.plot([float(root)], [float(value)], "o", color="tab:red")
        text = f"{name} = {root.short_text}"
        ax.annotate(text, (float(root), float(value)), textcoords="offset points", xytext=(6, -14))


def optimal_figure(play: OptimalFunctions, *, with_fair: bool) -> "Figure":
    """Return the picture of the value of optimal play over the region of its symbol."""
    sheet = new_sheet(WIDE)
    draw_optimal(play, sheet.subplots(), with_fair=with_fair)
    return sheet


def draw_optimal(play: OptimalFunctions, ax: "Axes", *, with_fair: bool) -> "Axes":
    """Draw the value on each interval as a curve, with lines where the strategy changes."""
    optimum, heights = play.found, list[float]()
    breaks = [point for point, _ in optimum.breaks]
    roots = play.fair.roots if with_fair else ()
    for number, piece in enumerate(optimum.pieces):
        function = from_sympy(piece.value)
        curve = [*_curve(function, optimum.symbol, piece.interval, [*breaks, *roots])]
        heights += [y for _, y in curve]
        ax.plot(*zip(*curve, strict=True), color=f"C{number % 10}")
    for number, point in enumerate(breaks):
        label = "_" if number else "the strategy changes"
        ax.axvline(float(point), color="grey", linewidth=0.8, linestyle=":", label=label)
    if with_fair:
        _mark_fair(ax, play.fair_value, roots, str(optimum.symbol))
        heights.append(float(play.fair_value))
    _cut_off(ax, heights)
    ax.set_xlabel(str(optimum.symbol))
    ax.set_ylabel(play.value_text)
    if breaks or with_fair:
        ax.legend()
    return ax


def _curve(
    function: RationalFunction, symbol: "sympy.Symbol", interval: Interval, marks: Iterable[Root]
) -> Iterator[tuple[float, float]]:
    yield from curve(function, symbol, *_window(interval, marks))


def curve(
    function: RationalFunction, symbol: "sympy.Symbol", low: Fraction, high: Fraction
) -> Iterator[tuple[float, float]]:
    """Yield points of the curve from `low` to `high`; none where the function has no value."""
    for step in range(POINTS + 1):
        x = low + (high - low) * Fraction(step, POINTS)
        try:
            y = function.at({symbol: x})
        except ZeroDivisionError:
            continue
        yield float(x), float(y) if isinstance(y, Fraction) else float("nan")


def _window(interval: Interval, marks: Iterable[Root]) -> tuple[Fraction, Fraction]:
    """Return the ends of an interval, where it has none a point beyond all marks."""
    inside = [root.enclosure(10)[0] for root in marks]
    low, high = (
        None if end in (sympy.oo, -sympy.oo) else as_root(end).enclosure(20)[0]
        for end in (interval.low, interval.high)
    )
    ends = [end for end in (low, high, *inside) if end is not None] or [Fraction(0)]
    return (
        min(ends) - REACH if low is None else low,
        max(ends) + REACH if high is None else high,
    )


def _cut_off(ax: "Axes", heights: list[float]) -> None:
    """Cut a picture off where few values, near a pole, are far from all others."""
    ordered = sorted(heights)
    quarter, middle = len(ordered) // 4, ordered[len(ordered) // 2]
    reach = TALL * (ordered[-1 - quarter] - ordered[quarter])
    if reach and (ordered[0] < middle - reach or ordered[-1] > middle + reach):
        ax.set_ylim(max(ordered[0], middle - reach), min(ordered[-1], middle + reach))
