"""A crosscheck as HTML, for notebooks."""

import html
from collections.abc import Sequence

from montmort.display import html_table
from montmort.verification.plots.forest import draw_forest
from montmort.verification.plots.laws import new_sheet, rendered
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.result import Verdict

HEADINGS = ("field", "verdict", "exact", "estimate", "interval", "log10 e", "plays", "why")


def crosscheck_html(
    title: str, decision: Decision, verdicts: Sequence[Verdict], seed: int | None
) -> str:
    """Return a table with a line per field, and the forest."""
    table = html_table(map(_cells, verdicts), HEADINGS)
    sheet = new_sheet((7, 0.3 * len(verdicts) + 1))
    draw_forest(verdicts, sheet.subplots())
    picture = rendered(sheet, "svg").decode()
    with_seed = "" if seed is None else f"; seed {seed}"
    return (
        f"<p><b>{html.escape(title)}</b>: {decision}{with_seed}</p>"
        f"{table}{picture[picture.index('<svg') :]}"
    )


def _cells(verdict: Verdict) -> tuple[str, ...]:
    record = dict(verdict.rows())
    return (
        record["field"],
        verdict.label,
        record["exact"],
        record["estimate"],
        record[f"interval at {1 - verdict.levels.accept:g}"],
        record["log10 e-value"],
        record["plays"],
        verdict.reason,
    )
