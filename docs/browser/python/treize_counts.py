"""The passes of Treize for usual decks, counted by montmort when the page was built.

The counting needs numpy's speed; what follows from the counts is computed in the page.
`PassCounts` checks that the counts add up to all orders of the deck.
"""

import json
from pathlib import Path

from montmort.exact.treize import solution
from montmort.exact.treize.pass_counts import PassCounts
from montmort.games.errors import TooLarge

FOLDER = Path(__file__).with_name("treize")
LISTS = "survive", "loss_points", "loss_place"


def write(counts: PassCounts, folder: Path) -> None:
    """Write the counts of a deck as a file of the folder."""
    content = {name: getattr(counts, name) for name in LISTS}
    text = json.dumps({"orders": counts.orders, **content}, separators=(",", ":"))
    (folder / f"{counts.ranks}x{counts.suits}.json").write_text(text, encoding="utf-8")


def read(ranks: int, suits: int) -> PassCounts:
    """Return the counts of a deck; TooLarge if they were not counted for the page."""
    file = FOLDER / f"{ranks}x{suits}.json"
    if not file.exists():
        raise TooLarge(
            f"the page has Treize for at most 13 ranks and 4 suits, not {ranks} x {suits}: "
            "`montmort exact treize` answers for other decks"
        )
    found = json.loads(file.read_text(encoding="utf-8"))
    survive = tuple(tuple(map(tuple, row)) for row in found["survive"])
    points, places = (tuple(map(tuple, found[name])) for name in LISTS[1:])
    return PassCounts(
        ranks=ranks,
        suits=suits,
        orders=found["orders"],
        survive=survive,
        loss_points=points,
        loss_place=places,
    )


def install() -> None:
    """Let the solver of Treize read the counts."""
    solution.load_or_count_passes = read
