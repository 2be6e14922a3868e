"""Pictures of playing cards in characters, with every pip where it is on a real card.

A pip stands in one of five rows and three columns, the corners hold the rank.
Court cards show their letter among four pips.
"""

from montmort.games.cards.pack import SUITS

PIPS = dict(zip((name[0] for name in SUITS), "♣♦♥♠", strict=True))
COLUMN, SIDES, ALL = "   o   ", " o   o ", " o o o "
BLANK = " " * 7
FACES = {
    "A": (BLANK, BLANK, COLUMN, BLANK, BLANK),
    "2": (COLUMN, BLANK, BLANK, BLANK, COLUMN),
    "3": (COLUMN, BLANK, COLUMN, BLANK, COLUMN),
    "4": (SIDES, BLANK, BLANK, BLANK, SIDES),
    "5": (SIDES, BLANK, COLUMN, BLANK, SIDES),
    "6": (SIDES, BLANK, SIDES, BLANK, SIDES),
    "7": (SIDES, COLUMN, SIDES, BLANK, SIDES),
    "8": (SIDES, COLUMN, SIDES, COLUMN, SIDES),
    "9": (SIDES, SIDES, COLUMN, SIDES, SIDES),
    "T": (SIDES, ALL, BLANK, ALL, SIDES),
}


def faces(cards: str) -> str:
    """Return a picture of cards, written as `Pack.write` does, side by side.

    >>> print(faces("5d Qs"))
    ┌───────┐ ┌───────┐
    │5♦   ♦ │ │Q      │
    │       │ │   ♠   │
    │   ♦   │ │ ♠ Q ♠ │
    │       │ │   ♠   │
    │ ♦   ♦5│ │      Q│
    └───────┘ └───────┘
    """
    drawn = [_face(*card) for card in cards.split()]
    return "\n".join(" ".join(rows) for rows in zip(*drawn, strict=True))


def _face(rank: str, suit: str) -> tuple[str, ...]:
    rows = FACES.get(rank, (BLANK, COLUMN, f" o {rank} o ", COLUMN, BLANK))
    first, *middle, last = (row.replace("o", PIPS[suit]) for row in rows)
    inside = (rank + first[1:], *middle, last[:-1] + rank)
    return ("┌───────┐", *(f"│{row}│" for row in inside), "└───────┘")
