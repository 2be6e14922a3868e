"""Figures of Persian Monarchs: final counters, gains of best responses, play in equilibrium."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.law import Law
from montmort.exact.persian_monarchs.answers import Question
from montmort.exact.persian_monarchs.equilibrium import Exploitability, exploitability, solve_hand
from montmort.games.extras import extra_for
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import EQUILIBRIUM, STRATEGIES
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.comparison.run import crosscheck
from montmort.verification.persian_monarchs import GAME
from montmort.verification.plots.laws import WIDE, new_axes, new_sheet
from montmort.verification.verdicts.quantities import Known

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#e69f00", "#d55e00")  # safe for the colour-blind (Okabe and Ito 2008)
BIN = 4  # counters
Rows = Sequence[Sequence[Fraction]]


def exact_figure(rules: Rules, question: Question, answers: Mapping[str, Any]) -> "Figure | None":
    """Return the figure of the answers; None for a match, whose laws are drawn as they are."""
    if question.equilibrium:
        return regions_figure(answers["raises"], answers["accepts"])
    if question.best_response:
        return draw_exploitability(losses(rules.cards, rules.max_raise)).figure  # type: ignore[return-value]
    return None


def pairings(
    rules: Rules | None = None, *, plays: int = 10_000, seed: int | None = None
) -> dict[str, Crosscheck]:
    """Return runs of the first player's strategy against each named strategy."""
    rules = Rules() if rules is None else rules
    return {
        name: crosscheck(GAME, replace(rules, second=name), plays=plays, seed=seed)
        for name in STRATEGIES
    }


def pairings_figure(runs: Mapping[str, Crosscheck]) -> "Figure":
    """Return the figure of the second player's final counters in some runs, by strategy."""
    ax = new_axes(WIDE)
    for (name, run), colour in zip(runs.items(), COLOURS, strict=False):
        if run.tally is not None:
            draw_counters(run.laws["second"], run.tally.histogram("second"), name, colour, ax=ax)
    first = {str(run.rules.first) for run in runs.values()}
    plays = {f"{run.tally.plays:,}" for run in runs.values() if run.tally is not None}
    ax.set_title(
        f"counters of the second player against {' or '.join(sorted(first))}, "
        f"{' or '.join(sorted(plays))} matches each"
    )
    ax.legend(fontsize="small")
    return ax.figure  # type: ignore[return-value]


def draw_counters(
    known: Known,
    counts: Mapping[int, int],
    name: str,
    colour: str = COLOURS[0],
    ax: "Axes | None" = None,
) -> "Axes":
    """Draw a histogram of final counters in one colour, and the exact law or moments over it.

    A law is a line over the chances above 1 in 10^6.  Without a law the mean is a vertical
    line as high as a normal law, and the standard deviation a bar at half its height.
    """
    ax = new_axes(WIDE) if ax is None else ax
    _draw_bins(counts, colour, ax)
    if isinstance(known, Law):
        seen = {value: float(p) for value, p in known.chances().items() if p > 1e-6}
        ax.plot(list(seen), list(seen.values()), color=colour, label=f"{name}: exact law")
    else:
        mean, spread = float(known.mean), math.sqrt(known.variance or 0)
        top = 1 / (spread * math.sqrt(2 * math.pi)) if spread else 1.0
        ax.plot([mean, mean], [0, top], "--", color=colour, label=f"{name}: exact mean and sd")
        ax.plot([mean - spread, mean + spread], [top / 2, top / 2], "|--", color=colour)
    ax.set_xlabel("counters at the end of the match")
    ax.set_ylabel("chance of each number of counters")
    return ax


def _draw_bins(counts: Mapping[int, int], colour: str, ax: "Axes") -> None:
    """Draw the mean frequency of a number of counters, in bins of BIN numbers."""
    plays, bins = sum(counts.values()), dict[int, int]()
    for value, count in counts.items():
        bins[value // BIN] = bins.get(value // BIN, 0) + count
    edges = [place * BIN - 0.5 for place in range(min(bins), max(bins) + 2)]
    heights = [bins.get(place, 0) / plays / BIN for place in range(min(bins), max(bins) + 1)]
    ax.stairs(heights, edges, fill=True, color=colour, alpha=0.3)


def losses(cards: int = 52, max_raise: int = 10) -> dict[str, Exploitability]:
    """Return what best responses gain against each strategy in a hand from a full pack.

    >>> losses(4, 1)["equilibrium"]
    Exploitability(non_dealer=Fraction(0, 1), dealer=Fraction(0, 1))
    """
    players = {**STRATEGIES, EQUILIBRIUM: solve_hand(cards, max_raise).strategy}
    return {name: exploitability(player, cards, max_raise) for name, player in players.items()}


def draw_exploitability(gains: Mapping[str, Exploitability], ax: "Axes | None" = None) -> "Axes":
    """Draw two bars for each strategy: its loss per hand as the non-dealer and as the dealer."""
    ax = new_axes(WIDE) if ax is None else ax
    for place, (role, colour) in enumerate(zip(Exploitability._fields, COLOURS, strict=False)):
        heights = [float(getattr(gain, role)) for gain in gains.values()]
        where = [at + 0.4 * place - 0.2 for at in range(len(heights))]
        words = f"it is the {role.replace('_', '-')}"
        bars = ax.bar(where, heights, width=0.38, color=colour, label=words)
        ax.bar_label(bars, [f"{height:.3f}".rstrip("0").rstrip(".") for height in heights])
    ax.set_xticks(range(len(gains)), list(gains))
    ax.set_ylabel("counters per hand that the best response\ngains beyond the equilibrium")
    ax.legend(
        title="the strategy on the axis plays, and",
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        ncols=2,
        frameon=False,
    )
    return ax


def draw_chances(rows: Rows, first: int, ax: "Axes | None" = None) -> "Axes":
    """Draw a shade for each card and raise; the rows are cards, the columns raises from `first`."""
    with extra_for("pictures"):
        from matplotlib.colors import PowerNorm

    ax = new_axes(WIDE) if ax is None else ax
    shades = [[float(chance) for chance in column] for column in zip(*rows, strict=True)]
    edges = [size - 0.5 for size in range(first, first + len(shades) + 1)]
    cards = [card - 0.5 for card in range(len(rows) + 1)]
    scale = PowerNorm(0.5, vmin=0, vmax=1)  # bluffs are rare
    ax.pcolormesh(cards, edges, shades, cmap="Blues", norm=scale)
    ax.set_xlabel("card, from the lowest")
    ax.set_ylabel("raise")
    return ax


def regions_figure(raises: Rows, accepts: Rows) -> "Figure":
    """Return the figure of both strategies: raises by card, and the raises that are accepted."""
    with extra_for("pictures"):
        from matplotlib.ticker import MaxNLocator

    sheet = new_sheet((8, 6.5))
    above, below = sheet.subplots(2, sharex=True)
    draw_chances(raises, 0, above).set_title("the non-dealer raises (0: no raise)")
    draw_chances(accepts, 1, below).set_title("the dealer accepts")
    for ax in (above, below):
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    above.set_xlabel("")
    sheet.colorbar(above.collections[0], ax=[above, below], label="chance")
    return sheet
