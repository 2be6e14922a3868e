"""The picture of a grid of crosschecks: the functions of a symbol, and the estimates."""

from typing import TYPE_CHECKING, Any, Protocol

from montmort.exact.rational_functions.field import from_sympy
from montmort.verification.plots.functions import curve
from montmort.verification.plots.laws import WIDE, new_sheet
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from montmort.verification.plots.crosscheck import Result
    from montmort.verification.symbolic_laws import SymbolicOutcomeLaws
    from montmort.verification.verdicts.result import Verdict

FIELDS = 6  # drawn at most
HEIGHT = 2.4  # inches of a field
COLOURS = {
    Decision.CONSISTENT: "tab:green",
    Decision.INCONCLUSIVE: "tab:orange",
    Decision.INCONSISTENT: "tab:red",
    Decision.INVALID: "tab:red",
}


class Grid(Protocol):
    """The parts of a grid that are drawn."""

    @property
    def points(self) -> "Sequence[Mapping[Any, Fraction]]":
        """The points."""

    @property
    def results(self) -> "Sequence[Result]":
        """The crosschecks at the points, as far as they were played."""

    @property
    def functions(self) -> "SymbolicOutcomeLaws":
        """The exact laws as functions of the symbols."""


def grid_figure(found: Grid) -> "Figure":
    """Return the picture of a grid of one symbol, a panel for each of the first fields."""
    (symbol,) = found.points[0]
    verdicts: dict[str, list[tuple[Fraction, Verdict]]] = {}
    for point, result in zip(found.points, found.results, strict=False):
        for verdict in result.verdicts:
            verdicts.setdefault(verdict.field, []).append((point[symbol], verdict))
    drawn = dict([*verdicts.items()][:FIELDS])
    sheet = new_sheet((WIDE[0], HEIGHT * max(2, len(drawn))))
    panels = sheet.subplots(max(1, len(drawn)), 1, squeeze=False)[:, 0]
    for ax, (field, judged) in zip(panels, drawn.items(), strict=False):
        draw_grid(found, field, judged, ax)
        ax.set_xlabel(str(symbol))
    return sheet


def draw_grid(
    found: Grid, field: str, judged: "Sequence[tuple[Fraction, Verdict]]", ax: "Axes"
) -> "Axes":
    """Draw the mean of a field as a curve, and every estimate with its interval."""
    (symbol,) = found.points[0]
    law = found.functions.fields.get(field)
    if law is not None and law.mean is not None:
        low, high = found.points[0][symbol], found.points[-1][symbol]
        points = [*curve(from_sympy(law.mean), symbol, low, high)]
        ax.plot(*zip(*points, strict=True), color="black", label="exact")
    named: set[Decision] = set()
    for x, verdict in judged:
        if verdict.estimate is not None:
            label = "_" if verdict.decision in named else str(verdict.decision)
            named.add(verdict.decision)
            _mark(ax, float(x), verdict, label)
    ax.set_ylabel(f"mean of {field}")
    ax.legend()
    return ax


def _mark(ax: "Axes", x: float, verdict: "Verdict", label: str) -> None:
    assert verdict.estimate is not None
    colour, (low, high) = COLOURS[verdict.decision], verdict.interval
    ax.plot([x, x], [low, high], color=colour)
    ax.plot([x], [verdict.estimate], "o", color=colour, label=label)
