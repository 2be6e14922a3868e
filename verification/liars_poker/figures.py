"""Which hand of Liars' Poker is likelier, by the number of cards in play; its figure.

A table is {cards in play: {hand: chance}}, exact from `montmort.exact.liars_poker.answers.table`
or counted in plays of `every_size`.  Hands a and b cross between n and n+1 if
the sign of P_n(a) - P_n(b) changes there.  Numbers of cards for which the two
are equally likely, such as those that make both certain, are skipped.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from montmort.exact.liars_poker.answers import table as exact_table
from montmort.games.liars_poker import Rules
from montmort.verification.game import SizeTable
from montmort.verification.plots.laws import new_axes, new_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

Table = Mapping[int, Mapping[str, Fraction]]

COLUMNS = ("deck", "cards", "hand", "probability")
COLOURS = (  # distinct for the colour-blind, too (Okabe and Ito 2008); greys replace yellow
    "#000000", "#777777", "#0072b2", "#d55e00", "#56b4e9",
    "#009e73", "#cc79a7", "#e69f00", "#444444", "#999999",
)  # fmt: skip
DASHES = ("-", "--", "-.")
SIZE = (9, 5.5)  # inches


class Crossing(NamedTuple):
    """Up to `before` cards in play `falling` is likelier, from `after` cards on `rising` is."""

    before: int
    after: int
    falling: str
    rising: str


def every_size(rules: Rules) -> dict[int, Rules]:
    """Return the Rules of every row of the table, from the number of own cards to the whole deck.

    >>> small = Rules(cards=2, ranks=2, suits=2, hand="2c Ac")
    >>> [rules.cards for rules in every_size(small).values()]
    [2, 3, 4]
    """
    natural, jokers = rules.own
    least = max(1, natural.bit_count() + jokers)
    return {cards: replace(rules, cards=cards) for cards in range(least, rules.deck + 1)}


def rows(rules: Rules, table: Table) -> Iterator[tuple[int, int, str, Fraction]]:
    """Yield the table as (cards in the deck, cards in play, hand, chance).

    >>> next(rows(Rules(jokers=2), {6: {"pair": Fraction(1, 2)}}))
    (54, 6, 'pair', Fraction(1, 2))
    """
    for cards, chances in table.items():
        for hand, chance in chances.items():
            yield rules.deck, cards, hand, chance


def crossings(table: Table) -> list[Crossing]:
    """Return where two hands change their order, by increasing number of cards.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> crossings({1: {"a": half, "b": third}, 2: {"a": half, "b": half}, 3: {"a": half, "b": 1}})
    [Crossing(before=1, after=3, falling='a', rising='b')]
    """
    hands = list(next(iter(table.values()), {}))
    every = (crossing for a, b in combinations(hands, 2) for crossing in _of_two(table, a, b))
    return sorted(every)


def _of_two(table: Table, a: str, b: str) -> Iterator[Crossing]:
    orders = [
        (cards, *((a, b) if chances[a] > chances[b] else (b, a)))
        for cards, chances in table.items()
        if chances[a] != chances[b]
    ]
    for (before, falling, rising), (after, leader, _) in pairwise(orders):
        if leader == rising:
            yield Crossing(before, after, falling, rising)


def draw_table(table: Table, ax: "Axes | None" = None) -> "Axes":
    """Draw a line for each hand, with its name, and a ring where two lines cross."""
    ax = new_axes(SIZE) if ax is None else ax
    by_chance = sorted(next(iter(table.values())), key=lambda h: -sum(c[h] for c in table.values()))
    for place, hand in enumerate(next(iter(table.values()))):
        heights = [float(chances[hand]) for chances in table.values()]
        (line,) = ax.plot(
            list(table),
            heights,
            label=hand.replace("_", " "),
            color=COLOURS[place % len(COLOURS)],
            linestyle=DASHES[place % len(DASHES)],
        )
        _write_name(ax, line, 1 - (by_chance.index(hand) + 0.5) / len(by_chance))
    for crossing in crossings(table):
        where, words = _meeting(table, crossing), _words(crossing)
        ax.plot(*where, "o", color="black", fillstyle="none", label=words)
    ax.set_xlabel("cards in play")
    ax.set_ylabel("chance that the hand can be made")
    return ax


def table_figure(table: Table) -> "Figure":
    """Return the figure with a legend: from how many cards on which hand is likelier."""
    sheet = new_sheet(SIZE)
    ax = draw_table(table, sheet.subplots())
    rings = [line for line in ax.get_lines() if line.get_fillstyle() == "none"]
    if rings:
        ax.legend(handles=rings, title="likelier from ... cards on", loc="center right",
                  fontsize="x-small", title_fontsize="small", handlelength=1)  # fmt: skip
    return sheet


def _write_name(ax: "Axes", line: "Line2D", height: float) -> None:
    """Write the label of a rising line beside its point of this height, or at its middle."""
    cards, chances = (np.asarray(values) for values in line.get_data())
    x = float(np.interp(height, chances, cards) if chances[-1] >= height else cards.mean())
    ax.annotate(
        str(line.get_label()),
        xy=(x, float(np.interp(x, cards, chances))),
        xytext=(10, 0),
        textcoords="offset points",
        va="center",
        fontsize=8,
        color=line.get_color(),
        bbox={"pad": 0.5, "color": "white", "alpha": 0.8},
        arrowprops={"arrowstyle": "-", "color": line.get_color(), "linewidth": 0.5},
    )


def _meeting(table: Table, crossing: Crossing) -> tuple[list[float], list[float]]:
    """Return the point where the straight lines between the two numbers of cards meet."""
    before, after, falling, rising = crossing
    lead = table[before][falling] - table[before][rising]
    lag = table[after][rising] - table[after][falling]
    along = lead / (lead + lag)
    height = table[before][falling] + along * (table[after][falling] - table[before][falling])
    return [float(before + along * (after - before))], [float(height)]


def _words(crossing: Crossing) -> str:
    return f"{crossing.after}: {crossing.rising} over {crossing.falling}".replace("_", " ")


TABLE = SizeTable(
    sizes=every_size, columns=COLUMNS, rows=rows, figure=table_figure, exact=exact_table
)
