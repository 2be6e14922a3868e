"""Pictures of laws and histograms; every drawing function takes `ax` and returns it."""

import enum
import io
import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.errors import BadInput
from montmort.games.extras import MissingExtra, extra_for
from montmort.montecarlo.outcomes import as_integer
from montmort.verification.plots.provenance import Provenance
from montmort.verification.verdicts.quantities import AnyLaw, Known

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


WIDE = (8.0, 4.5)  # inches of a sheet with one picture
FEW = 4  # values that need no logarithmic scale
HIDDEN = 20  # times the median chance: with a higher tallest bar most would be hidden
ROOM = 1.08  # above the tallest dot, in its heights
MANY = 60  # values; with more of them dots and bars would overlap


def draw_law(law: AnyLaw, ax: "Axes | None" = None) -> "Axes":
    """Draw the exact chances of a law of numbers as dots."""
    ax = new_axes() if ax is None else ax
    chances = law.chances()
    heights = [float(chance) for chance in chances.values()]
    size = 6 if len(heights) <= MANY else 3
    ax.plot(list(chances), heights, ".", markersize=size, color="black", label="exact")
    ax.set_ylabel("chance")
    return ax


def draw_moments(known: Moments, ax: "Axes | None" = None) -> "Axes":
    """Draw the exact mean and standard deviation of a number whose law is unknown."""
    ax = new_axes() if ax is None else ax
    mean = float(known.mean)
    ax.axvline(mean, color="black", label=f"exact mean {mean:.5g}")
    if known.variance is not None:
        spread = math.sqrt(known.variance)
        label = f"mean ± exact sd {spread:.4g}"
        for end, words in ((mean - spread, label), (mean + spread, None)):
            ax.axvline(end, color="black", linestyle="--", label=words)
    return ax


def draw_histogram(counts: Mapping[int, int], ax: "Axes | None" = None) -> "Axes":
    """Draw the frequencies of a histogram as bars."""
    ax = new_axes() if ax is None else ax
    plays = sum(counts.values())
    ax.bar(
        list(counts),
        [count / plays for count in counts.values()],
        width=0.8 if len(counts) <= MANY else 1,
        alpha=0.5,
        label=f"{plays:,} plays",
    )
    ax.set_ylabel("chance")
    return ax


def fields_figure(
    laws: Mapping[str, Known],
    histograms: Mapping[str, Mapping[int, int]],
    words: Mapping[str, Mapping[int, str]] | None = None,
) -> "Figure":
    """Return one picture per field: its exact law over its histogram, values with their `words`.

    Tails of less than 1 in 10^4 are not shown.  For a field whose law is unknown,
    mean and standard deviation are marked.  BadInput if no field has a law or a histogram.
    """
    fields = list(dict.fromkeys([*laws, *histograms]))
    fields = [name for name in fields if isinstance(laws.get(name), Law) or name in histograms]
    if not fields:
        raise BadInput(
            "there is no law to draw: it is unknown for these rules; leave out the picture, "
            "or draw what is known over plays, with verify"
        )
    sheet = new_sheet((7, 2.6 * len(fields)))
    for ax, name in zip(sheet.subplots(len(fields), squeeze=False)[:, 0], fields, strict=True):
        draw_field(name, laws.get(name), histograms.get(name, {}), ax)
        if labels := (words or {}).get(name):
            ax.set_xticks(list(labels), labels=list(labels.values()))
            ax.set_xlim(min(labels) - 0.5, max(labels) + 0.5)
    return sheet


def draw_field(
    name: str, known: Known | None, counts: Mapping[int, int], ax: "Axes | None" = None
) -> "Axes":
    """Draw a field's law or moments over its histogram, without tails of less than 1 in 10^4."""
    with extra_for("pictures"):
        from matplotlib.ticker import MaxNLocator

    ax = new_axes() if ax is None else ax
    limits = 0.0, 0.0
    if counts:
        draw_histogram(counts, ax)
        limits = _shown_range({v: n / sum(counts.values()) for v, n in counts.items()})
    if isinstance(known, Law):
        law = numbered(name, known)
        draw_law(law, ax)
        impossible = [] if law.tail else [value for value in counts if not law[value]]
        limits = _shown_range({v: float(p) for v, p in law.chances().items()})
        limits = min([limits[0], *impossible]), max([limits[1], *impossible])
    elif known is not None:
        draw_moments(known, ax)
    ax.set_xlabel(words_of(name))
    ax.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))
    if members := members_of(name, known):
        ax.set_xticks(list(members), labels=list(members.values()))
        limits = min(members), max(members)
    ax.set_xlim(limits[0] - 0.5, limits[1] + 0.5)
    if isinstance(known, Law):
        _set_scale(ax, [float(p) for v, p in law.chances().items() if limits[0] <= v <= limits[1]])
    if counts or isinstance(known, Moments):  # above the picture, where no data are
        columns = 1 if isinstance(known, Moments) else 3
        ax.legend(
            loc="lower right",
            bbox_to_anchor=(1, 1),
            ncols=columns,
            frameon=False,
            borderaxespad=0.1,
        )
    return ax


def words_of(name: str) -> str:
    """Return the name of a field in words.

    >>> words_of("first_wins")
    'first wins'
    """
    return name.replace("_", " ")


def _set_scale(ax: "Axes", chances: Sequence[float]) -> None:
    """Take a logarithmic scale where most chances would be no higher than a line."""
    heights = sorted(height for height in chances if height > 0)
    if len(heights) >= FEW and heights[-1] > HIDDEN * heights[len(heights) // 2]:
        ax.set_yscale("log")
        ax.set_ylim(heights[0] / 2, 2 * heights[-1])
        ax.set_ylabel("chance, log scale")
    else:
        with extra_for("pictures"):
            from matplotlib.ticker import MaxNLocator

        # As many ticks whatever the height: else the layout adds some and cuts off their labels.
        ax.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
        ax.set_ylim(0, max(ax.get_ylim()[1], ROOM * max(heights, default=1.0)))


def numbered(name: str, law: AnyLaw) -> AnyLaw:
    """Return the law of the integers that represent an enum's members in histograms."""
    return law.map(partial(as_integer, name)) if members_of(name, law) else law


def members_of(name: str, law: Known | None) -> dict[int, str]:
    """Return the names of an enum's members by the integers that represent them in histograms.

    A field of numbers has none.
    """
    outcomes = law if isinstance(law, Law) else ()
    kinds = {type(outcome) for outcome in outcomes if isinstance(outcome, enum.Enum)}
    return {
        as_integer(name, member): member.name.lower().replace("_", " ")
        for kind in kinds
        for member in kind
    }


def hides_ends(name: str, law: AnyLaw) -> bool:
    """Return whether a picture of the law leaves out values at an end, as unlikely.

    >>> hides_ends("heads", Law.of([0, 1])), hides_ends("pays", Law.of({0: 99_999, 800: 1}))
    (False, True)
    """
    if members_of(name, law):
        return False
    chances = {value: float(chance) for value, chance in law.chances().items()}
    return bool(law.tail) or _shown_range(chances) != (min(chances), max(chances))


def _shown_range(chances: Mapping[int, float]) -> tuple[float, float]:
    """Return the first and last value to show: beyond each lies less than 1 in 10^4."""
    values = sorted(chances.items())
    return _last(values[::-1]), _last(values)


def _last(chances: Sequence[tuple[int, float]]) -> float:
    left = 1.0
    for value, chance in chances:
        left -= chance
        if left < 1e-4:
            return float(value)
    return float(chances[-1][0])


def rendered(sheet: "Figure", form: str, made: Provenance | None = None) -> bytes:
    """Return the picture as the bytes of a png, svg or pdf file; `made` is its title and origin."""
    buffer = io.BytesIO()
    entries = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
    if made is not None:
        made.write_on(sheet)
    metadata = entries if made is None else made.metadata(form)
    sheet.savefig(buffer, format=form, dpi=150, metadata=metadata)
    return buffer.getvalue()


def new_axes(size: tuple[float, float] | None = None) -> "Axes":
    """Return axes on a new sheet without a window; the size is in inches."""
    return new_sheet(size).subplots()


def new_sheet(size: tuple[float, float] | None = None) -> "Figure":
    """Return an empty sheet without a window; the size is in inches.

    BadInput where matplotlib cannot be loaded.
    """
    try:
        with extra_for("pictures"):
            from matplotlib.figure import Figure
    except MissingExtra:
        raise
    except (ImportError, ValueError) as error:
        raise BadInput(
            f"matplotlib cannot be loaded: {error}; reinstall it, or unset MPLBACKEND"
        ) from error
    return Figure(figsize=size, layout="constrained")
