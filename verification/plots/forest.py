"""The forest: the intervals of many fields side by side, in units of their margins.

An interval between -1 and 1 makes its field CONSISTENT, whatever its unit.  The interval halves its
level between both sides and the verdict does not: an end may stand a little outside.
The function takes `ax` and returns it.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from montmort.verification.plots.laws import new_axes, words_of
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.result import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {
    Decision.CONSISTENT: "#0072b2",
    Decision.INCONCLUSIVE: "#e69f00",
    Decision.INCONSISTENT: "#d55e00",
    Decision.INVALID: "#000000",
}  # Okabe and Ito: distinguishable for colour-blind readers
WIDEST = 10.0  # margins shown at most to either side of the exact value


def draw_forest(verdicts: Sequence[Verdict], ax: "Axes | None" = None) -> "Axes":
    """Draw (interval - exact) / margin of every field, the first on top.

    The axis is as wide as the widest interval, or 10 margins; an interval that leaves the picture
    ends in an arrow.
    """
    ax = new_axes() if ax is None else ax
    ends = [abs(end) for verdict in verdicts for end in _in_margins(verdict)]
    widest = min(WIDEST, 1.1 * max([1.0, *filter(math.isfinite, ends)]))
    ax.axvspan(-1, 1, color="0.92", zorder=0)
    ax.axvline(0, color="black", linewidth=0.8, zorder=1)
    for row, verdict in enumerate(verdicts):
        low, middle, high = _in_margins(verdict)
        colour = COLOURS[verdict.decision]
        ax.plot([max(low, -widest), min(high, widest)], [row, row], color=colour, linewidth=2)
        if verdict.estimate is not None and abs(middle) <= widest:
            ax.plot([middle], [row], "o", color=colour, markersize=4)
        for end, marker, beyond in ((-widest, "<", low < -widest), (widest, ">", high > widest)):
            if beyond:
                ax.plot([end], [row], marker, color=colour, markersize=6, clip_on=False)
    names = [f"{_label(verdict)}\n{verdict.decision}" for verdict in verdicts]
    ax.set_yticks(range(len(names)), labels=names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlim(-widest, widest)
    ax.set_xlabel("(interval − exact mean) / margin")
    return ax


def _label(verdict: Verdict) -> str:
    return words_of(verdict.field).replace("=", ": ")


def _in_margins(verdict: Verdict) -> tuple[float, float, float]:
    """Return the ends of the interval and the estimate, in margins away from the exact mean."""
    low, high = verdict.interval
    middle = (low + high) / 2 if verdict.estimate is None else verdict.estimate
    exact, margin = float(verdict.exact), float(verdict.margin) or 1.0
    return (low - exact) / margin, (middle - exact) / margin, (high - exact) / margin
