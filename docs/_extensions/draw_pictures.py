"""Draw the pictures of the gallery again: `python -m docs._extensions.draw_pictures`.

The files are kept in the repository, so that its pages have their pictures there too.  The chart of
an exact law is described in the head of the game's page: see `gallery.py`.
"""

import argparse
import contextlib
import io
import json
import shlex
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path

from docs._extensions.bar_chart import Bars, chart
from docs._extensions.gallery import Page, pages_of_games
from montmort import games
from montmort.cli import main
from montmort.verification.registry import GAMES
from montmort.verification.small_game import beside

FOLDER = Path(__file__).parents[1] / "games" / "pictures"


def law(command: str, field: str, title: str, *, last: int = 40) -> Bars:
    """Return the chart of an exact law that `montmort exact COMMAND --json` prints.

    Numbers are shown up to `last`.
    """
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main(["exact", *shlex.split(command), "--json"])
    known = json.loads(printed.getvalue())["answers"][field]
    chances = dict(enumerate(known)) if isinstance(known, list) else known["law"]
    numbers = {value: Fraction(chance) for value, chance in chances.items()}
    if not any(str(value).isalpha() for value in numbers):
        numbers = {n: numbers[n] for n in sorted(numbers, key=Fraction) if Fraction(n) <= last}
    axis = field.removesuffix("_law").replace("_", " ")
    return Bars(title, axis, {str(value): chance for value, chance in numbers.items()})


def own_chart(name: str) -> Callable[[], Bars] | None:
    """Return what makes the chart that a game's report module describes, None if there is none.

    >>> own_chart("kuhn") is None, own_chart("risk") is None
    (True, False)
    """
    place = beside(games, name.replace("-", "_"))
    report = None if place is None else beside(import_module(place.place), "report")
    described = None if report is None else getattr(import_module(report.place), "picture", None)
    return None if described is None else lambda: Bars(*described())


def is_drawn(page: Page) -> bool:
    """Return whether a page has a chart of a law that is kept in the repository."""
    return page.chart is not None and "/" not in page.name


CHARTS: Mapping[str, Callable[[], Bars]] = {
    **{name: own for name in GAMES if (own := own_chart(name)) is not None},
    **{page.name: partial(law, **page.chart) for page in pages_of_games() if is_drawn(page)},
}
DRAWN = {  # by a command
    "five-card-draw.svg": ["exact", "five-card-draw", "--hand", "5c 5d 7h Ts Kc"],
    "liars-poker.svg": ["exact", "liars-poker", "--table"],
    "persian-monarchs.png": ["exact", "persian-monarchs", "--equilibrium"],
    "war.svg": [
        *("exact", "war", "--ranks", "2", "--suits", "4", "--face-down", "1"),
        *("--pick-up", "first-player-first"),
    ],
}


def draw(game: str) -> None:
    """Draw the picture of one game; letters of SVG stay text, which takes a tenth of the room."""
    import matplotlib as mpl

    FOLDER.mkdir(exist_ok=True)
    if game in CHARTS:
        (FOLDER / f"{game}.svg").write_text(chart(CHARTS[game]()), encoding="utf-8")
        return
    (name,) = (name for name in DRAWN if name.startswith(f"{game}."))
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": game}):
        if main([*DRAWN[name], "--plot", str(FOLDER / name)]):
            raise SystemExit(f"{game}: no picture was drawn")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    every = [*CHARTS, *(name.partition(".")[0] for name in DRAWN)]
    parser.add_argument("games", nargs="*", metavar="GAME", default=every)
    for chosen in parser.parse_args().games:
        draw(chosen)
