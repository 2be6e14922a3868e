"""The figures of a report, as SVG that needs no fonts."""

import io
import re
from typing import TYPE_CHECKING

from montmort.exact.law import Law
from montmort.games.extras import extra_for
from montmort.verification.plots.forest import draw_forest
from montmort.verification.plots.laws import draw_field, hides_ends, new_sheet, words_of
from montmort.verification.reports.document import Figure, text
from montmort.verification.reports.numbers import listed
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import matplotlib.figure
    from matplotlib.axes import Axes

    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.verdicts.quantities import Known

WIDTH = 4.5  # inches: letters of 10 points are legible on a phone and as large as a page's
PANEL = (3.4, 2.2)  # of several pictures side by side
MOST_LAWS = 6  # fields drawn; if there are more, only the first
FEW = 3  # values whose chances are a line of text, or of a table, and not a picture


def drawing(
    draw: "Callable[[Axes], object]", *, height: float = 2.6, width: float = WIDTH
) -> bytes:
    """Return the SVG of what `draw` draws on axes."""
    sheet = new_sheet((width, height))
    draw(sheet.subplots())
    return svg_of(sheet)


def svg_of(sheet: "matplotlib.figure.Figure") -> bytes:
    """Return a sheet of matplotlib as SVG: transparent background, the same bytes each time."""
    with extra_for("pictures"):
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
        f"Experiment {_name_of(result)}: the intervals minus the exact means, in margins. The "
        "ends of the grey band are the wrong means to be rejected: an interval in it rejects both."
    )
    height = 0.6 + 0.36 * len(verdicts)
    picture = drawing(lambda ax: draw_forest(verdicts, ax), height=height)
    return Figure(caption, f"Forest plot. {decisions}.", picture)


def _name_of(result: "Crosscheck") -> str:
    """Return the name of an experiment in words, without the aim of its play."""
    return words_of(result.experiment.partition(" (")[0])


def law_over_histogram(result: "Crosscheck") -> list[Figure]:
    """Return the exact laws as dots over the frequencies as bars; nothing before the first look.

    Fields of up to three values are omitted, and only the first six of the others are drawn.
    """
    if result.tally is None:
        return []
    fields = [
        name
        for name in result.tally.fields
        if _has_shape(result.laws.get(name), result.tally.histogram(name))
    ]
    names = fields[:MOST_LAWS]
    if not names:
        return []
    panels = [
        _panel(name, result.laws[name], result.tally.histogram(name), alone=len(names) == 1)
        for name in names
    ]
    words = f"{result.tally.plays:,} plays, as frequencies of {_listed(names)}"
    if exact := [name for name in names if isinstance(result.laws[name], Law)]:
        dots = "their exact laws" if exact == names else f"the exact laws of {_listed(exact)}"
        words += f", with {dots} as dots"
    words += f"; the first {len(names)} of {len(fields)}" if len(names) < len(fields) else ""
    words += _hidden({name: result.laws[name] for name in names})
    shape = (
        "The dots lie on the bars."
        if result.decision is Decision.CONSISTENT
        else f"The fields are {result.decision}."
    )
    caption = text(f"Experiment {_name_of(result)}: {words}.")
    return [Figure(caption, f"{words}. {shape}", panels[0], more=tuple(panels[1:]))]


def law_figure(laws: "Mapping[str, Known]", of: str) -> Figure | None:
    """Return the exact laws of fields of more than three values as dots; None if there is none.

    `of` is the name of the experiment.
    """
    names = [name for name, law in laws.items() if _has_shape(law, {})][:MOST_LAWS]
    if not names:
        return None
    panels = [_panel(name, laws[name], {}, alone=len(names) == 1) for name in names]
    words = f"Experiment {of}: the exact {'law' if len(names) == 1 else 'laws'} of {_listed(names)}"
    words += _hidden({name: laws[name] for name in names})
    return Figure(text(f"{words}."), f"{words}.", panels[0], more=tuple(panels[1:]))


def _hidden(laws: "Mapping[str, Known]") -> str:
    """Return the words on unlikely values at the ends of the laws, which are not drawn."""
    cut = any(isinstance(law, Law) and hides_ends(name, law) for name, law in laws.items())
    return "; ends of less than 1/10^4 are not drawn" if cut else ""


def _panel(name: str, law: "Known", counts: "Mapping[int, int]", *, alone: bool) -> bytes:
    width, height = (WIDTH, 2.4) if alone else PANEL
    return drawing(lambda ax: draw_field(name, law, counts, ax), height=height, width=width)


def _has_shape(law: "Known | None", counts: "Mapping[int, int]") -> bool:
    """Return whether there are so many values that a picture shows more than words."""
    if isinstance(law, Law):
        return len(law) > FEW or bool(law.tail)
    return law is not None and len(counts) > FEW


def _listed(names: "Sequence[str]") -> str:
    return listed([words_of(name) for name in names])
