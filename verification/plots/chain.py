"""A picture of a small chain: its states from left to right, the end last, moves as arrows."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from montmort.verification.plots.laws import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Rows = Mapping[str, Mapping[str, Fraction]]
Place = tuple[float, float]
MOST_STATES, MOST_MOVES = 8, 18  # of a picture
MOST_SIGNS = 32  # side by side: of the longest name in each column
APART = 2.0  # of the columns, in units of a column's rows
SHADE = "0.92"


def is_drawable(rows: Rows, starts: Mapping[str, Fraction], end: str = "end") -> bool:
    """Return whether a picture of a chain {state: {next state: chance}} is legible.

    It is small, its names fit side by side, and no arrow goes up or down within a column, where
    the states between would hide it.

    >>> half = Fraction(1, 2)
    >>> is_drawable({"a": {"a": half, "end": half}}, {"a": Fraction(1)})
    True
    >>> turns = {"b": {"c": half, "end": half}, "c": {"b": half, "end": half}}
    >>> is_drawable({"a": {"b": half, "c": half}, **turns}, {"a": Fraction(1)})
    False
    """
    if len(rows) > MOST_STATES or sum(map(len, rows.values())) > MOST_MOVES:
        return False
    columns = columns_of(rows, starts, end)
    longest: dict[int, int] = {}
    for name, column in columns.items():
        longest[column] = max(len(name), longest.get(column, 0))
    moves = [(state, after) for state, row in rows.items() for after in row if after != state]
    return sum(longest.values()) <= MOST_SIGNS and all(
        columns[state] != columns[after] for state, after in moves
    )


def columns_of(rows: Rows, starts: Mapping[str, Fraction], end: str) -> dict[str, int]:
    """Return the column of every state: the moves that lead to it at least; the end is last.

    >>> third = Fraction(1, 3)
    >>> columns_of({"a": {"b": third, "end": 2 * third}, "b": {"end": third}}, {"a": third}, "end")
    {'a': 0, 'b': 1, 'end': 2}
    """
    columns = dict.fromkeys(starts, 0)
    waiting = list(columns)
    for state in waiting:
        for after in rows[state]:
            if after != end and after not in columns:
                columns[after] = columns[state] + 1
                waiting.append(after)
    return {**columns, end: 1 + max(columns.values())}


def draw_chain(
    rows: Rows, starts: Mapping[str, Fraction], end: str = "end", ax: "Axes | None" = None
) -> "Axes":
    """Draw the states and the chances of their moves; all states are to be reached."""
    ax = new_axes() if ax is None else ax
    columns = columns_of(rows, starts, end)
    places = _places(columns)
    for state, row in rows.items():
        for after, chance in row.items():
            _draw_move(places[state], places[after], str(chance), ax)
    for name, (x, y) in places.items():
        look = "square" if name == end else "round"
        if name in starts:
            arrow = {"arrowstyle": "-|>", "color": "0.25", "shrinkB": 12}
            ax.annotate("", xy=(x, y), xytext=(x - 0.8, y), arrowprops=arrow)
        box = {"boxstyle": f"{look},pad=0.35", "facecolor": SHADE, "edgecolor": "0"}
        ax.text(x, y, name, ha="center", va="center", zorder=3, bbox=box)
    low, high, wide = extent(rows, columns)
    ax.set_xlim(-0.9, wide - 0.9)
    ax.set_ylim(low, high)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def extent(rows: Rows, columns: Mapping[str, int]) -> tuple[float, float, float]:
    """Return the lowest and the highest place of a picture, and its width, in its own units."""
    places = _places(columns)
    heights = [y for _, y in places.values()]
    moves = [(places[state], places[after]) for state, row in rows.items() for after in row]
    bent = max(abs(_bend(here, there) * (there[0] - here[0])) / 2 for here, there in moves)
    loop = 0.5 * any(here == there for here, there in moves)
    low, high = min(heights) - bent - 0.5, max(heights) + max(bent, loop) + 0.5
    return low, high, APART * max(columns.values()) + 1.4


def _bend(here: Place, there: Place) -> float:
    """Return how an arrow is bent: not to the next column, else above; back, below."""
    forward = there[0] - here[0]
    if 0 < forward <= APART:
        return 0.0
    return -0.28 if forward > 0 else 0.28 * (-1 if forward < 0 else 1)


def _places(columns: Mapping[str, int]) -> dict[str, Place]:
    places = {}
    for column in set(columns.values()):
        names = [name for name, at in columns.items() if at == column]
        for row, name in enumerate(names):
            places[name] = (APART * column, (len(names) - 1) / 2 - row)
    return {name: places[name] for name in columns}


def _draw_move(here: Place, there: Place, chance: str, ax: "Axes") -> None:
    """Draw an arrow with its chance: straight to the next column, else bent, back below."""
    (x, y), (u, v) = here, there
    if here == there:
        ends, bend, middle = ((x + 0.2, y + 0.14), (x - 0.2, y + 0.14)), 1.9, (x, y + 0.62)
    else:
        bend, ends = _bend(here, there), (here, there)
        middle = ((x + u) / 2 + bend * (v - y) / 2, (y + v) / 2 - bend * (u - x) / 2)
    free = 0 if here == there else 14  # points between an arrow and the middle of a state
    arrow = {"arrowstyle": "-|>", "color": "0.25", "shrinkA": free, "shrinkB": free}
    arrow |= {"connectionstyle": f"arc3,rad={bend}"}
    ax.annotate("", xy=ends[1], xytext=ends[0], arrowprops=arrow, zorder=1)
    box = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}
    ax.text(*middle, chance, ha="center", va="center", zorder=2, bbox=box)
