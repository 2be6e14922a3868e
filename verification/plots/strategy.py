"""The picture of a strategy card: a coloured grid of choices, a panel for each sheet."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from montmort.exact.decisions.card import Card, Row, shown
from montmort.exact.decisions.spelling import words
from montmort.games.errors import BadInput
from montmort.games.extras import extra_for
from montmort.verification.plots.laws import new_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS = 40
MOST_COLUMNS = 4  # of panels
MOST_TICKS = 12  # on an axis that are named
_FEW, _MANY = "Set2", "tab20"  # names of matplotlib's colours


def strategy_figure(card: Card) -> "Figure":
    """Return the picture of a card, one panel for each of its sheets, and what the colours mean.

    A cell in which several choices are equally good, or are mixed, has a dot.  BadInput
    for too many panels.
    """
    with extra_for("pictures"):
        from matplotlib.patches import Patch

    sheets = [*card.sheets()]
    if len(sheets) > MOST_PANELS:
        raise BadInput(
            f"a picture has at most {MOST_PANELS} panels, and there are {len(sheets):,} values of "
            f"{card.axes[2]}; leave the picture out"
        )
    across = min(MOST_COLUMNS, len(sheets))
    down = math.ceil(len(sheets) / across)
    sheet = new_sheet((1 + 3.6 * across, 1 + 3.2 * down))
    panels = sheet.subplots(down, across, squeeze=False).ravel()
    for ax, (heading, rows) in zip(panels, sheets, strict=False):
        draw_card(card, rows, ax)
        ax.set_title(heading)
    for ax in panels[len(sheets) :]:
        ax.set_axis_off()
    meanings = [
        Patch(color=colour, label=name)
        for name, colour in zip(card.names.values(), _palette(card), strict=True)
    ]
    sheet.legend(handles=meanings, loc="outside lower center", ncols=min(6, len(meanings)))
    return sheet


def draw_card(card: Card, rows: Sequence[Row], ax: "Axes") -> "Axes":
    """Draw the rows of a sheet: a square for each cell in the colour of its choice."""
    with extra_for("pictures"):
        from matplotlib.colors import ListedColormap

    numbers = {choice: number for number, choice in enumerate(card.names)}
    choices = [[-1 if c is None else numbers[c.choice] for c in cells] for _, cells in rows]
    ax.imshow(
        np.ma.masked_less(np.array(choices), 0),
        cmap=ListedColormap(_palette(card)),
        vmin=-0.5,
        vmax=len(numbers) - 0.5,
        origin="lower",
        aspect="auto",
        interpolation="nearest",
    )
    ties = [
        (x, y)
        for y, (_, cells) in enumerate(rows)
        for x, cell in enumerate(cells)
        if cell is not None and len(shown(cell)) > 1
    ]
    ax.plot(*zip(*ties, strict=True) if ties else ([], []), ".", color="black", markersize=3)
    _name_ticks(ax, card.axes, [*map(words, card.values[1])], [words(y) for y, _ in rows])
    return ax


def _name_ticks(
    ax: "Axes", axes: tuple[str, str, str], columns: Sequence[str], rows: Sequence[str]
) -> None:
    """Name the axes by their fields, and some of their values."""
    for name, texts, axis in ((axes[1], columns, ax.xaxis), (axes[0], rows, ax.yaxis)):
        if not name:
            axis.set_ticks([])
            continue
        every = math.ceil(len(texts) / MOST_TICKS)
        axis.set_ticks(range(0, len(texts), every), labels=texts[::every])
        axis.set_label_text(name.replace("_", " "))


def _palette(card: Card) -> list[str]:
    """Return a colour for each choice."""
    with extra_for("pictures"):
        from matplotlib import colormaps
        from matplotlib.colors import to_hex

    name = _FEW if len(card.names) <= colormaps[_FEW].N else _MANY
    colours = colormaps[name]
    return [to_hex(colours(number % colours.N)) for number in range(len(card.names))]
