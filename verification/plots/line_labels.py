"""Names at the lines of a picture: each level with a point of its line, where it covers least.

Lengths are in letters across and in text lines upwards, as the picture now is.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Points = npt.NDArray[np.float64]  # shape (points, 2)

FONT = 8  # points of print
LETTER, LINE = 0.56 * FONT, 1.3 * FONT
REACHES = (1.0, 2.5, 4.0, 6.0, 8.0, 11.0, 14.0)  # how far from its line a name may stand


class Place(NamedTuple):
    """A name so far to the right of a point of its line, to the left if `reach` is negative."""

    point: int
    x: float
    y: float
    reach: float
    letters: int

    @property
    def span(self) -> tuple[float, float]:
        """Where the name begins and ends."""
        begin = self.x + self.reach - (self.letters if self.reach < 0 else 0)
        return begin, begin + self.letters

    def covers(self, points: Points) -> float:
        """Return how many points are under the name, under its leader or close to the point named.

        The leader counts less, and its length a little.
        """
        across, up = points[:, 0], abs(points[:, 1] - self.y)
        begin, end = self.span
        name = (up < 0.7) & (begin - 0.5 < across) & (across < end + 0.5)
        low, high = sorted((self.x, self.x + self.reach))
        leader = (up < 0.3) & (low < across) & (across < high)
        close = (up < 1) & (abs(across - self.x) < 2)
        return float(6 * name.sum() + leader.sum() / 2 + close.sum() + abs(self.reach) / 2)

    def outline(self) -> Points:
        """Return points of the name and its leader, for other names to keep away from."""
        begin, end = self.span
        across = np.linspace(min(begin, self.x), max(end, self.x), 100)
        return np.concatenate([np.column_stack([across, np.full(100, self.y + up)])
                               for up in (-0.5, 0.0, 0.5)])  # fmt: skip


def label_lines(ax: "Axes", lines: "Sequence[Line2D]") -> None:
    """Write the labels of some lines of the picture beside them, where there is room for them.

    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> label_lines(ax, ax.plot([0, 1], [0, 1], label="rising") + ax.plot([1, 0], label="falling"))
    >>> [text.get_text() for text in ax.texts]
    ['rising', 'falling']
    """
    measured, width = _measure(ax)
    points = [measured(np.column_stack(line.get_data())) for line in lines]
    covered = np.concatenate([_dense(own) for own in points])
    for line, own in zip(lines, points, strict=True):
        places = list(_places(own, len(str(line.get_label())), width))
        if places:
            place = min(places, key=lambda place: place.covers(covered))
            covered = np.concatenate([covered, place.outline()])
            _write(ax, line, place)


def _measure(ax: "Axes") -> tuple[Callable[[Points], Points], float]:
    """Return what measures points of the data, and how wide the picture is."""
    ax.figure.canvas.figure.draw_without_rendering()  # only now is it laid out
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    box = ax.get_window_extent()
    size = np.array([box.width / LETTER, box.height / LINE]) * 72 / ax.figure.dpi
    return lambda points: (points - (left, low)) / (right - left, high - low) * size, size[0]


def _dense(points: Points) -> Points:
    """Return points all along the line, about half a letter apart."""
    steps = 1 + (2 * abs(np.diff(points, axis=0)).max(axis=1)).astype(int)
    pieces = zip(points[:-1], points[1:], steps, strict=True)
    return np.concatenate([points[:1], *(np.linspace(*piece) for piece in pieces)])


def _places(points: Points, letters: int, width: float) -> Iterator[Place]:
    for number, (x, y) in enumerate(points):
        for reach in (*REACHES, *(-reach for reach in REACHES)):
            place = Place(number, x, y, reach, letters)
            if place.span[0] > 0 and place.span[1] < width:
                yield place


def _write(ax: "Axes", line: "Line2D", place: Place) -> None:
    x, y = (values[place.point] for values in line.get_data())  # type: ignore[index]
    ax.annotate(
        str(line.get_label()),
        xy=(x, y),
        xytext=(place.reach * LETTER, 0),
        textcoords="offset points",
        ha="left" if place.reach > 0 else "right",
        va="center",
        fontsize=FONT,
        color=line.get_color(),
        bbox={"pad": 0.5, "color": "white", "alpha": 0.8},
        arrowprops={
            "arrowstyle": "-",
            "color": line.get_color(),
            "linewidth": 0.5,
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )
