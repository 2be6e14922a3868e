"""Pictures of a crosscheck: its fields side by side, and each field along the run.

forest     every field's interval as (interval - exact) / margin (`forest`)
mean       the running mean in its confidence sequence, and the exact mean
evidence   the running maximum of the log10 e-value, and the level it must reach
residuals  (count - n p) / sqrt(n p (1 - p)) for every outcome of a known law

Every function takes `ax` and returns it.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from montmort.exact.law import Law
from montmort.games.errors import InvalidCounts
from montmort.montecarlo.tally import Tally
from montmort.verification.plots.forest import draw_forest
from montmort.verification.plots.laws import draw_field, members_of, new_axes, new_sheet, numbered
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import (
    AnyLaw,
    JudgedQuantity,
    Known,
    histograms_of,
    quantities_of,
)
from montmort.verification.verdicts.result import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIELDS = 6  # drawn one by one at most, those of most evidence
LOOKS = 60  # points of a path

Path = Sequence[Verdict]


class Result(Protocol):
    """The parts of a crosscheck that are drawn."""

    @property
    def laws(self) -> Mapping[str, Known]:
        """The laws judged by, by field."""

    @property
    def verdicts(self) -> Sequence[Verdict]:
        """The final verdicts."""

    @property
    def looks(self) -> Sequence[Tally]:
        """Cumulative tallies along the run."""


def paths(result: Result) -> dict[str, list[Verdict]]:
    """Return the verdicts of every quantity along the run, ending with the final one.

    For an INVALID run these are the looks before it became INVALID.
    """
    judged = quantities_of(result.laws)
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


def draw_mean(path: Path, ax: "Axes | None" = None) -> "Axes":
    """Draw the running mean of a field, its confidence sequence and the exact mean."""
    ax = new_axes() if ax is None else ax
    if not path:
        return _empty(ax, "no valid look")
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
    """Return the limits of the picture: the last interval and the margin, twice as wide."""
    low, high = min(last.interval[0], exact - margin), max(last.interval[1], exact + margin)
    space = (high - low) / 2 or 1.0
    return low - space, high + space


def draw_evidence(
    along: Mapping[str, Path], ax: "Axes | None" = None, judged: int | None = None
) -> "Axes":
    """Draw the running maximum of log10 e against the plays, and the level of rejection.

    The level depends on the number of quantities `judged`; default: those drawn.
    """
    ax = new_axes() if ax is None else ax
    drawn = {name: path for name, path in along.items() if path}
    if not drawn:
        return _empty(ax, "no valid look")
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
    """Write into an empty picture why it is empty."""
    ax.set_xticks([])
    ax.set_yticks([])
    ax.text(0.5, 0.5, why, ha="center", va="center", transform=ax.transAxes)
    return ax


def _along_plays(ax: "Axes", path: Path) -> None:
    """Label the axis of the plays; logarithmic if it spans a power of ten or more."""
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
    name: str,
    law: AnyLaw,
    counts: Mapping[int, int],
    ax: "Axes | None" = None,
    *,
    deviating: Collection[int] = (),
) -> "Axes":
    """Draw (count - n p) / sqrt(n p (1 - p)) of every outcome expected at least five times.

    Residuals are descriptive; verdicts rest on the e-values.  The outcomes `deviating`, those
    that carry the evidence of INCONSISTENT, are red.
    """
    ax = new_axes() if ax is None else ax
    plays = sum(counts.values())
    chances = {v: float(p) for v, p in numbered(name, law).chances().items()}
    drawn = {v: p for v, p in chances.items() if plays * p >= 5 and p < 1}
    if not drawn:
        return _empty(ax, "no outcome is expected five times")
    away = [(counts.get(v, 0) - plays * p) / math.sqrt(plays * p * (1 - p))
            for v, p in drawn.items()]  # fmt: skip
    ax.axhspan(-2, 2, color="0.92", zorder=0)
    ax.axhline(0, color="black", linewidth=0.8)
    ax.vlines(list(drawn), 0, away, linewidth=1)
    far = [(v, a) for v, a in zip(drawn, away, strict=True) if v in deviating]
    ax.plot([v for v, _ in far], [a for _, a in far], "o", color="tab:red", markersize=5, zorder=3)
    ax.plot(list(drawn), away, "o", markersize=3)
    ax.margins(x=0.1)
    ax.locator_params(axis="x", integer=True)
    if members := members_of(name, law):
        ax.set_xticks(list(members), labels=list(members.values()))
    ax.set_xlabel(name)
    ax.set_ylabel("(count - expected) / sd")
    return ax


def crosscheck_figure(result: Result) -> "Figure":
    """Return a crosscheck on one sheet: forest and evidence, then field by field.

    The row of a field shows its law over its histogram, the residuals, and the
    running mean.  Of more than six fields, the six of most evidence are drawn.
    """
    along, chosen = paths(result), _chosen(result)
    tall = max(2.8, 0.3 * len(result.verdicts) + 1)
    rows = list(dict.fromkeys(part.field for part in chosen))
    sheet = new_sheet((13, tall + 2.8 * len(rows)))
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
            axes = sheet.add_subplot(grid[row, 2:4])
            far = _deviating(result, chosen, name)
            draw_residuals(name, law, _counts(result, name), axes, deviating=far)
        _explain(draw_mean(along[of_field[0]], sheet.add_subplot(grid[row, 4:])))
    return sheet


def _explain(ax: "Axes") -> None:
    """Add a legend if anything was drawn."""
    if ax.get_legend_handles_labels()[1]:
        ax.legend(fontsize="small")


def _chosen(result: Result) -> list[JudgedQuantity]:
    """Return the quantities to draw, in their order: all, or those of most evidence."""
    judged = quantities_of(result.laws)
    evidence = {verdict.field: verdict.log10_e for verdict in result.verdicts}
    most = sorted(judged, key=lambda part: -evidence[part.quantity.field])[:FIELDS]
    return [part for part in judged if part in most]


def _deviating(result: Result, chosen: Sequence[JudgedQuantity], name: str) -> set[int]:
    """Return the outcomes of a field that carry evidence: of an enum, the judged members."""
    verdicts = {verdict.field: verdict for verdict in result.verdicts}
    deviating: set[int] = set()
    for part in chosen:
        far = verdicts[part.quantity.field].deviations if part.field == name else ()
        deviating |= {deviation.value if part.value is None else part.value for deviation in far}
    return deviating


def _counts(result: Result, name: str) -> Mapping[int, int]:
    return result.looks[-1].histogram(name) if result.looks else {}
