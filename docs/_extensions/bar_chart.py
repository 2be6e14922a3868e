"""Bar charts of exact chances as small SVG files."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 16, 16, 52, 44  # margins, in pixels
BLUE, GREY, BLACK = "#2f6f9f", "#666", "#222"
FEW = 14  # bars with their chance above them
TINY = Fraction(1, 1000)  # a chance that is not written above its bar
MANY = 20  # bars that all have their name below


@dataclass(frozen=True)
class Bars:
    """A chart: its title, what the bars are, and the chance of each."""

    title: str
    axis: str
    chances: Mapping[str, Fraction]


def chart(bars: Bars) -> str:
    """Return the chart as SVG; the highest bar is as high as the picture.

    >>> coin = Bars("Coin", "side", {"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    >>> chart(coin).count("<rect")
    3
    """
    highest = max(bars.chances.values()) or 1
    room = (WIDTH - LEFT - RIGHT) / len(bars.chances)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="system-ui, sans-serif" font-size="13" fill="{GREY}">',
        f"<title>{escape(bars.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, 24, bars.title, "start", f' font-size="17" fill="{BLACK}"'),
        _text(WIDTH / 2, HEIGHT - 8, bars.axis),
    ]
    step = -(-len(bars.chances) // MANY)  # of the names that are shown
    for index, (name, chance) in enumerate(bars.chances.items()):
        middle = LEFT + room * (index + 0.5)
        height = float(chance / highest) * (HEIGHT - TOP - BOTTOM)
        top = HEIGHT - BOTTOM - height
        parts.append(
            f'<rect x="{middle - 0.4 * room:.1f}" y="{top:.1f}" width="{0.8 * room:.1f}" '
            f'height="{height:.1f}" fill="{BLUE}"/>'
        )
        if index % step == 0:
            parts.append(_text(middle, HEIGHT - BOTTOM + 16, name))
        if len(bars.chances) <= FEW and not 0 < chance < TINY:
            parts.append(_text(middle, top - 4, percent(chance)))
    return "\n".join([*parts, "</svg>", ""])


def percent(chance: Fraction) -> str:
    """Return a chance in so few digits that neighbours do not touch.

    >>> [percent(Fraction(n, 3000)) for n in (0, 10, 1000)]
    ['0 %', '0.33 %', '33.3 %']
    """
    hundredths = 100 * float(chance)
    return f"{hundredths:.2f} %" if 0 < hundredths < 1 else f"{hundredths:.3g} %"


def _text(x: float, y: float, words: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(words)}</text>'
