"""How many hands there are of each type of five-card draw: in letters, and in numbers."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES, table
from montmort.verification.reports.document import Table, text


class Deck(NamedTuple):
    """`r` ranks in `s` suits, and `w` sets of five ranks that are straights."""

    r: int
    s: int
    w: int

    @classmethod
    def of(cls, rules: Rules) -> "Deck":
        """Return the deck of these rules."""
        return cls(rules.ranks, rules.suits, len(straights(rules)))

    def unlike(self) -> int:
        """Return the sets of five ranks that are no straights."""
        return math.comb(self.r, 5) - self.w

    def of_kind(self, number: int) -> int:
        """Return the sets of so many cards of one rank."""
        return self.r * math.comb(self.s, number)


def straights(rules: Rules) -> list[str]:
    """Return the straights, the lowest first; the published ranking has none to the five.

    >>> straights(Rules(ranks=6)), straights(Rules(ranks=5)), straights(Rules(ranks=4))
    (['A2345', '23456', '3456A'], ['2345A'], [])
    """
    letters, windows = rules.pack.letters, rules.pack.windows
    row = letters[-1] + letters
    found = {window: row[low : low + 5] for low, window in enumerate(windows)}
    lowest = windows[:1] if rules.ranking == "published" and rules.ranks > 5 else ()
    return [words for window, words in found.items() if window not in lowest]


Count = tuple[str, Callable[[Deck], int]]

_STANDARD: dict[str, Count] = {
    "high_card": ("(\\binom{r}{5} - w)(s^5 - s)", lambda k: k.unlike() * (k.s**5 - k.s)),
    "pair": ("r \\binom{s}{2} \\binom{r-1}{3} s^3",
             lambda k: k.of_kind(2) * math.comb(k.r - 1, 3) * k.s**3),
    "two_pair": ("\\binom{r}{2} \\binom{s}{2}^2 (r-2) s",
                 lambda k: math.comb(k.r, 2) * math.comb(k.s, 2) ** 2 * (k.r - 2) * k.s),
    "three_of_a_kind": ("r \\binom{s}{3} \\binom{r-1}{2} s^2",
                        lambda k: k.of_kind(3) * math.comb(k.r - 1, 2) * k.s**2),
    "straight": ("w (s^5 - s)", lambda k: k.w * (k.s**5 - k.s)),
    "flush": ("(\\binom{r}{5} - w) s", lambda k: k.unlike() * k.s),
    "full_house": ("r \\binom{s}{3} (r-1) \\binom{s}{2}",
                   lambda k: k.of_kind(3) * (k.r - 1) * math.comb(k.s, 2)),
    "four_of_a_kind": ("r \\binom{s}{4} (r-1) s", lambda k: k.of_kind(4) * (k.r - 1) * k.s),
    "straight_flush": ("w s", lambda k: k.w * k.s),
}  # fmt: skip
_PUBLISHED: dict[str, Count] = {
    "three_of_a_kind": (
        "r \\binom{s}{3} (\\binom{r-1}{2} s^2 + (r-1) \\binom{s}{2})",
        lambda k: sum(_STANDARD[name][1](k) for name in ("three_of_a_kind", "full_house")),
    ),
    "straight": ("w s^5", lambda k: k.w * k.s**5),
}
COUNTS = {"standard": _STANDARD, "published": _STANDARD | _PUBLISHED}


def counted(rules: Rules) -> dict[str, tuple[str, int]]:
    r"""Return the types that the deck holds, the lowest first: how to count them, and how many.

    >>> counted(Rules(ranks=5, suits=2, max_draw=0))["pair"]  # two of a rank, three other ranks
    ('r \\binom{s}{2} \\binom{r-1}{3} s^3', 160)
    """
    deck, counts = Deck.of(rules), COUNTS[rules.ranking]
    told = {name: (counts[name][0], counts[name][1](deck)) for name in TYPES[rules.ranking]}
    return {name: count for name, count in told.items() if count[1]}


def in_words(name: str) -> str:
    """Return a type in words."""
    return name.replace("_", " ")


def types_table(rules: Rules) -> Table:
    """Return the table of all types, as `types`."""
    classes = np.bincount(table(rules.ranking, rules.pack).types).tolist()
    rows = tuple(
        (text(in_words(name)), text(f"${formula}$"), (f"{hands:,}",),
         (f"{classes[TYPES[rules.ranking].index(name)]:,}",))
        for name, (formula, hands) in counted(rules).items()
    )  # fmt: skip
    caption = text(
        "The types of hands, the lowest first; the number of sets of ranks that are straights is "
        f"$w = {Deck.of(rules).w}$; {math.comb(rules.pack.size, 5):,} hands in "
        f"{sum(classes):,} classes"
    )
    header = tuple(map(text, ("type", "hands of the type", "number", "classes")))
    return Table(caption, header, rows, frozenset({2, 3}), label="types", small=True)
