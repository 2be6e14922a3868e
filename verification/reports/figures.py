"""The figures of a report, as SVG that needs no fonts."""

import io
import math
import re
from typing import TYPE_CHECKING

from montmort.exact.law import Law
from montmort.games.errors import BadInput
from montmort.verification.plots.forest import draw_forest
from montmort.verification.plots.laws import draw_field
from montmort.verification.reports.document import Figure, text
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import matplotlib.figure
    from matplotlib.axes import Axes

    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.verdicts.quantities import Known

WIDTH = 8.0  # inches; scaled to 80 % on a page, where letters of 10 points have 8
MOST_LAWS = 6  # fields drawn; if there are more, only the first


def drawing(draw: "Callable[[Axes], object]", *, height: float = 2.6) -> bytes:
    """Return the SVG of what `draw` draws on axes."""
    sheet = new_sheet(height)
    draw(sheet.subplots())
    return svg_of(sheet)


def new_sheet(height: float) -> "matplotlib.figure.Figure":
    """Return an empty sheet as wide as the text; BadInput where matplotlib cannot be loaded."""
    try:
        from matplotlib.figure import Figure as Sheet
    except (ImportError, ValueError) as error:
        raise BadInput(
            f"matplotlib cannot be loaded: {error}; reinstall it, or unset MPLBACKEND"
        ) from error
    return Sheet(figsize=(WIDTH, height), layout="constrained")


def svg_of(sheet: "matplotlib.figure.Figure") -> bytes:
    """Return a sheet of matplotlib as SVG: transparent background, the same bytes each time."""
    from matplotlib import rc_context

    buffer = io.BytesIO()
    sheet.patch.set_alpha(0)
    for ax in sheet.axes:
        ax.patch.set_alpha(0)
    with rc_context({"svg.hashsalt": "montmort", "svg.fonttype": "path"}):
        sheet.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(rb"<!--.*?-->", b"", buffer.getvalue(), flags=re.DOTALL)


def forest(result: "Crosscheck") -> Figure:
    """Return a forest plot: every field's interval minus the exact mean, in margins."""
    verdicts = result.verdicts
    decisions = "; ".join(f"{verdict.field}: {verdict.decision}" for verdict in verdicts)
    caption = text(
        f"Experiment {result.experiment}: the intervals minus the exact means, in margins. A field "
        "is CONSISTENT once its interval lies in the grey band."
    )
    height = 0.8 + 0.26 * len(verdicts)
    picture = drawing(lambda ax: draw_forest(verdicts, ax), height=height)
    return Figure(caption, f"Forest plot. {decisions}.", picture)


def law_over_histogram(result: "Crosscheck") -> list[Figure]:
    """Return the exact laws as dots over the frequencies as bars; nothing before the first look.

    Constant fields are omitted, and only the first six of the others are drawn.
    """
    if result.tally is None:
        return []
    fields = [name for name in result.tally.fields if _varies(result.laws.get(name))]
    names = fields[:MOST_LAWS]
    if not names:
        return []
    columns = min(2, len(names))
    rows = math.ceil(len(names) / columns)
    sheet = new_sheet(2.3 * rows)
    grid = list(sheet.subplots(rows, columns, squeeze=False).flat)
    for ax, name in zip(grid, names, strict=False):
        draw_field(name, result.laws[name], result.tally.histogram(name), ax)
    for ax in grid[len(names) :]:
        ax.set_axis_off()
    words = f"{result.tally.plays:,} plays, as frequencies of {_listed(names)}"
    if known := [name for name in names if isinstance(result.laws[name], Law)]:
        dots = "their exact laws" if known == names else f"the exact laws of {_listed(known)}"
        words += f", with {dots} as dots"
    words += f"; the first {len(names)} of {len(fields)}" if len(names) < len(fields) else ""
    shape = (
        "The dots lie on the bars."
        if result.decision is Decision.CONSISTENT
        else f"The fields are {result.decision}."
    )
    caption = text(f"Experiment {result.experiment}: {words}.")
    return [Figure(caption, f"{words}. {shape}", svg_of(sheet))]


def _varies(known: "Known | None") -> bool:
    return known is not None and not (isinstance(known, Law) and len(known) == 1)


def _listed(names: "Sequence[str]") -> str:
    return ", ".join(name.replace("_", " ") for name in names)
