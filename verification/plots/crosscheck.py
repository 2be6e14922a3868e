"""What a crosscheck looks like: its fields side by side, and one field along the run.

forest     every field's interval as (interval - exact) / margin: a field is
           CONSISTENT once it lies between -1 and 1 whatever its unit
mean       the running mean in its confidence sequence, over the exact line
evidence   the running maximum of the log10 e-value, under what it must reach
residuals  (count - n p) / sqrt(n p (1 - p)) of every outcome of a known law

Every function takes `ax` and returns it.
"""

import html
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from montmort.exact.law import Law
from montmort.games.errors import InvalidCounts
from montmort.verification.plots.laws import draw_field, members_of, new_axes, numbered, rendered
from montmort.verification.verdicts.judge import Decision, Judge, Verdict
from montmort.verification.verdicts.quantities import Judged, all_judged, histograms_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from montmort.verification.comparison.run import Crosscheck

COLOURS = {
    Decision.CONSISTENT: "#0072b2",
    Decision.INCONCLUSIVE: "#e69f00",
    Decision.INCONSISTENT: "#d55e00",
    Decision.INVALID: "#000000",
}  # Okabe and Ito: told apart by everybody
WIDEST = 3.0  # margins shown to either side of the exact value
FIELDS = 6  # drawn one by one; of more the worst are
LOOKS = 60  # points of a path

Path = Sequence[Verdict]


def paths(result: "Crosscheck") -> dict[str, list[Verdict]]:
    """Return the verdicts of every quantity at looks along the run, the last as it was reached.

    Of an INVALID run these are the looks before it became so.
    """
    judged = all_judged(result.laws)
    along: dict[str, list[Verdict]] = {verdict.field: [] for verdict in result.verdicts}
    if not result.verdicts:
        return along
    judge = Judge(
        [part.quantity for part in judged],
        margins={verdict.field: verdict.margin for verdict in result.verdicts},
        levels=result.verdicts[0].levels,
    )
    every = max(1, -(-len(result.looks) // LOOKS))
    for look in result.looks[-1::-every][::-1]:
        try:
            judge.look(histograms_of(judged, look))
        except InvalidCounts:
            return along
        verdicts = judge.verdicts()
        if _is_invalid(verdicts):
            return along
        for verdict in verdicts:
            along[verdict.field].append(verdict)
    if not _is_invalid(result.verdicts):
        for verdict in result.verdicts:
            along[verdict.field][-1:] = [verdict]
    return along


def _is_invalid(verdicts: Sequence[Verdict]) -> bool:
    return any(verdict.decision is Decision.INVALID for verdict in verdicts)


def draw_forest(verdicts: Sequence[Verdict], ax: "Axes | None" = None) -> "Axes":
    """Draw (interval - exact) / margin of every field, the first on top.

    An interval that leaves the picture ends in an arrow.
    """
    ax = new_axes() if ax is None else ax
    ax.axvspan(-1, 1, color="0.92", zorder=0)
    ax.axvline(0, color="black", linewidth=0.8, zorder=1)
    for row, verdict in enumerate(verdicts):
        low, middle, high = _in_margins(verdict)
        colour = COLOURS[verdict.decision]
        ax.plot([max(low, -WIDEST), min(high, WIDEST)], [row, row], color=colour, linewidth=2)
        if verdict.estimate is not None and abs(middle) <= WIDEST:
            ax.plot([middle], [row], "o", color=colour, markersize=4)
        for end, marker, beyond in ((-WIDEST, "<", low < -WIDEST), (WIDEST, ">", high > WIDEST)):
            if beyond:
                ax.plot([end], [row], marker, color=colour, markersize=6, clip_on=False)
    names = [f"{verdict.field}  {verdict.decision}" for verdict in verdicts]
    ax.set_yticks(range(len(names)), labels=names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlim(-WIDEST, WIDEST)
    ax.set_xlabel("(interval - exact) / margin")
    return ax


def _in_margins(verdict: Verdict) -> tuple[float, float, float]:
    """Return the ends of the interval and the estimate, in margins away from the exact mean."""
    low, high = verdict.interval
    middle = (low + high) / 2 if verdict.estimate is None else verdict.estimate
    exact, margin = float(verdict.exact), float(verdict.margin) or 1.0
    return (low - exact) / margin, (middle - exact) / margin, (high - exact) / margin


def draw_mean(path: Path, ax: "Axes | None" = None) -> "Axes":
    """Draw the running mean of a field in its confidence sequence, over the exact line."""
    ax = new_axes() if ax is None else ax
    if not path:
        return _empty(ax, "no look that is valid")
    plays = [verdict.plays for verdict in path]
    means = [math.nan if v.estimate is None else v.estimate for v in path]
    exact, margin = float(path[-1].exact), float(path[-1].margin)
    level = 1 - path[-1].levels.accept
    low, high = ([verdict.interval[end] for verdict in path] for end in (0, 1))
    name = f"confidence sequence, {level:.4g}"
    if len(path) == 1:
        ax.vlines(plays, low, high, linewidth=6, alpha=0.25, label=name)
    else:
        ax.fill_between(plays, low, high, alpha=0.25, label=name)
    ax.plot(plays, means, "o-" if len(path) == 1 else "-", markersize=4, label="running mean")
    ax.axhline(exact, color="black", linewidth=0.8, label="exact")
    for end in (exact - margin, exact + margin):
        ax.axhline(end, color="black", linewidth=0.8, linestyle=":")
    _along_plays(ax, path)
    ax.set_ylim(*_around(exact, margin, path[-1]))
    ax.set_ylabel(path[-1].field)
    return ax


def _around(exact: float, margin: float, last: Verdict) -> tuple[float, float]:
    """Return what to show of a mean: the last interval and the margin, and as much again."""
    low, high = min(last.interval[0], exact - margin), max(last.interval[1], exact + margin)
    room = (high - low) / 2 or 1.0
    return low - room, high + room


def draw_evidence(
    along: Mapping[str, Path], ax: "Axes | None" = None, judged: int | None = None
) -> "Axes":
    """Draw the running maximum of log10 e against the plays, and where a field is rejected.

    That depends on how many quantities were `judged`; default: those drawn.
    """
    ax = new_axes() if ax is None else ax
    drawn = {name: path for name, path in along.items() if path}
    if not drawn:
        return _empty(ax, "no look that is valid")
    for name, path in drawn.items():
        finite = [(v.plays, v.log10_e) for v in path if math.isfinite(v.log10_e)]
        infinite = [v.plays for v in path if not math.isfinite(v.log10_e)]
        marker = "o" if len(finite) == 1 else ""
        (line,) = ax.plot(*zip(*finite, strict=True), marker, label=name) if finite else (None,)
        if infinite:
            colour = None if line is None else line.get_color()
            ax.axvline(infinite[0], color=colour, linestyle="--",
                       label=f"{name}: an impossible outcome")  # fmt: skip
    reject = next(iter(drawn.values()))[-1].levels.reject
    limit = math.log10((judged or len(along)) / reject)
    ax.axhline(limit, color="black", linewidth=0.8, linestyle=":", label="INCONSISTENT above")
    _along_plays(ax, [verdict for path in drawn.values() for verdict in path])
    ax.set_ylabel("log10 e-value")
    return ax


def _empty(ax: "Axes", why: str) -> "Axes":
    """Say in a picture why it is empty."""
    ax.set_xticks([])
    ax.set_yticks([])
    ax.text(0.5, 0.5, why, ha="center", va="center", transform=ax.transAxes)
    return ax


def _along_plays(ax: "Axes", path: Path) -> None:
    """Name the axis of the plays; a logarithm where it goes over a power of ten or more."""
    plays = [verdict.plays for verdict in path if verdict.plays]
    if plays and max(plays) >= 10 * min(plays):
        ax.set_xscale("log")
    elif len(set(plays)) == 1:
        ax.set_xticks(plays[:1], labels=[f"{plays[0]:,}"])
    else:
        ax.margins(x=0.1)
        ax.xaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")
        ax.locator_params(axis="x", nbins=4)
    ax.set_xlabel("plays")


def draw_residuals(
    name: str, law: Law[Any], counts: Mapping[int, int], ax: "Axes | None" = None
) -> "Axes":
    """Draw (count - n p) / sqrt(n p (1 - p)) of every outcome expected at least five times.

    They describe; what is judged is the evidence.
    """
    ax = new_axes() if ax is None else ax
    plays = sum(counts.values())
    chances = {v: float(p) for v, p in numbered(name, law).chances().items()}
    shown = {v: p for v, p in chances.items() if plays * p >= 5 and p < 1}
    if not shown:
        return _empty(ax, "no outcome is expected five times")
    away = [(counts.get(v, 0) - plays * p) / math.sqrt(plays * p * (1 - p))
            for v, p in shown.items()]  # fmt: skip
    ax.axhspan(-2, 2, color="0.92", zorder=0)
    ax.axhline(0, color="black", linewidth=0.8)
    ax.vlines(list(shown), 0, away, linewidth=1)
    ax.plot(list(shown), away, "o", markersize=3)
    ax.margins(x=0.1)
    ax.locator_params(axis="x", integer=True)
    if members := members_of(name, law):
        ax.set_xticks(list(members), labels=list(members.values()))
    ax.set_xlabel(name)
    ax.set_ylabel("(count - expected) / sd")
    return ax


def crosscheck_figure(result: "Crosscheck") -> "Figure":
    """Return a crosscheck on one sheet: forest and evidence, then field by field.

    A row of a field is its law over its histogram, the residuals, and the
    running mean.  Of many fields the six of most evidence are drawn.
    """
    from matplotlib.figure import Figure

    along, chosen = paths(result), _chosen(result)
    tall = max(2.8, 0.3 * len(result.verdicts) + 1)
    rows = list(dict.fromkeys(part.field for part in chosen))
    sheet = Figure(figsize=(13, tall + 2.8 * len(rows)), layout="constrained")
    grid = sheet.add_gridspec(1 + len(rows), 6, height_ratios=[tall, *[2.8] * len(rows)])
    draw_forest(result.verdicts, sheet.add_subplot(grid[0, :3]))
    names = [part.quantity.field for part in chosen]
    evidence = draw_evidence(
        {name: along[name] for name in names}, sheet.add_subplot(grid[0, 3:]), len(along)
    )
    if len(names) < len(along):
        evidence.set_title(
            f"{len(names)} of {len(along)}, those of most evidence", fontsize="small"
        )
    _explain(evidence)
    for row, name in enumerate(rows, 1):
        of_field = [part.quantity.field for part in chosen if part.field == name]
        draw_field(name, result.laws[name], _counts(result, name), sheet.add_subplot(grid[row, :2]))
        if isinstance(law := result.laws[name], Law):
            draw_residuals(name, law, _counts(result, name), sheet.add_subplot(grid[row, 2:4]))
        _explain(draw_mean(along[of_field[0]], sheet.add_subplot(grid[row, 4:])))
    return sheet


def _explain(ax: "Axes") -> None:
    """Add a legend, unless nothing was drawn."""
    if ax.get_legend_handles_labels()[1]:
        ax.legend(fontsize="small")


def _chosen(result: "Crosscheck") -> list[Judged]:
    """Return the quantities to be drawn, in their order: all, or those of most evidence."""
    judged = all_judged(result.laws)
    found = {verdict.field: verdict.log10_e for verdict in result.verdicts}
    most = sorted(judged, key=lambda part: -found[part.quantity.field])[:FIELDS]
    return [part for part in judged if part in most]


def _counts(result: "Crosscheck", name: str) -> Mapping[int, int]:
    return {} if result.tally is None else result.tally.histogram(name)


HEADINGS = ("field", "verdict", "exact", "estimate", "interval", "log10 e", "plays", "why")


def crosscheck_html(result: "Crosscheck") -> str:
    """Return a crosscheck for a notebook: a line per field, and the forest."""
    from matplotlib.figure import Figure

    title = " ".join(filter(None, (result.game, result.experiment)))
    head = "".join(f"<th>{name}</th>" for name in HEADINGS)
    lines = "".join(f"<tr>{_cells(verdict)}</tr>" for verdict in result.verdicts)
    sheet = Figure(figsize=(7, 0.3 * len(result.verdicts) + 1), layout="constrained")
    draw_forest(result.verdicts, sheet.subplots())
    picture = rendered(sheet, "svg").decode()
    seed = "" if result.seed is None else f"; seed {result.seed}"
    return (
        f"<p><b>{html.escape(title)}</b>: {result.decision}{seed}</p>"
        f"<table><tr>{head}</tr>{lines}</table>{picture[picture.index('<svg') :]}"
    )


def _cells(verdict: Verdict) -> str:
    told = dict(verdict.rows())
    texts = (
        told["field"],
        verdict.label,
        told["exact"],
        told["estimate"],
        told[f"interval at {1 - verdict.levels.accept:g}"],
        told["log10 e-value"],
        told["plays"],
        verdict.reason,
    )
    return "".join(f"<td>{html.escape(text)}</td>" for text in texts)
