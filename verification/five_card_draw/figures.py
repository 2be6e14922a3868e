"""Figures of five-card draw: the choices of a hand, the types of hands, and the sampling bot.

The bot's table has a row for each number of runs by which it decides what to discard from a
given hand:

    best                           the best choice's chance of winning
    has, has_simulated             the chance of winning of the choice that the bot takes
    believes, believes_simulated   the bot's own estimate of that chance
    finds, finds_simulated         how often the bot takes a best choice

In the simulation the bot decides, and then plays its choice, card by card. `best` is exact;
`has`, `believes` and `finds` are floats, by the binomial laws of
`montmort.verification.five_card_draw.sampling_bot_law`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.five_card_draw.answers import Question
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.verification.five_card_draw.sampling_bot import simulator, winning
from montmort.verification.game import SizeTable
from montmort.verification.plots.laws import WIDE, new_axes, new_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Bot = Mapping[int, Mapping[str, Fraction]]

COLUMNS = ("hand", "runs", "number", "chance")
RUNS = tuple(m * 10**k for k in range(7) for m in (1, 3))
BEST, OTHER, TIE, LINE = "#d55e00", "#0072b2", "#bbbbbb", "#000000"  # Okabe and Ito 2008, a grey


# The table of the bot


def every_size(rules: Rules) -> dict[int, Rules]:
    """Return the Rules of every row of the table: 1, 3, 10, ... runs, up to those of the Rules.

    >>> [*every_size(Rules(hand="5c 6d 7h 8s Kc", runs=20))]
    [1, 3, 10, 20]
    """
    if not rules.hand:
        raise BadInput("the table is about the bot's discard from one hand; give the hand")
    if rules.discard:
        raise BadInput(f"discard={rules.discard!r}: the bot chooses what it discards; leave it out")
    sizes = [*(runs for runs in RUNS if runs < rules.runs), rules.runs]
    return {runs: replace(rules, runs=runs) for runs in sizes}


def bot_table(rules: Rules, played: Mapping[int, Mapping[str, Fraction]]) -> Bot:
    """Return the bot's table from the means of the fields that were simulated."""
    from montmort.verification.five_card_draw.sampling_bot_law import decision

    chances = winning(rules)
    table = {}
    for runs, means in played.items():
        by_law = decision(chances, runs)
        table[runs] = {
            "best": max(chances),
            "has": Fraction(by_law.has),
            "has_simulated": means["has"],
            "believes": Fraction(by_law.believes),
            "believes_simulated": means["counted"] / runs,
            "finds": Fraction(by_law.finds),
            "finds_simulated": means["finds"],
        }
    return table


def rows(rules: Rules, table: Bot) -> Iterator[tuple[str, int, str, Fraction]]:
    """Yield the table's rows in long form: hand, runs, the column's name, its number."""
    for runs, numbers in table.items():
        for name, number in numbers.items():
            yield rules.hand, runs, name, number


def draw_bot(table: Bot, ax: "Axes | None" = None) -> "Axes":
    """Draw the chance that the bot has and the one it believes in; dots are simulated."""
    ax = new_axes(WIDE) if ax is None else ax
    _draw_line(table, "best", "what the best choice has", LINE, ":", ax)
    _draw_line(table, "believes", "what the bot believes in", BEST, "--", ax)
    _draw_line(table, "has", "what the bot has", OTHER, "-", ax)
    ax.set_ylabel("chance of winning")
    return ax


def draw_finds(table: Bot, ax: "Axes | None" = None) -> "Axes":
    """Draw how often the bot takes a best choice; dots are simulated."""
    ax = new_axes(WIDE) if ax is None else ax
    _draw_line(table, "finds", "takes a best choice", OTHER, "-", ax)
    ax.set_ylabel("chance to take a best choice")
    ax.set_ylim(0, 1.02)
    return ax


def _draw_line(table: Bot, name: str, words: str, colour: str, dashes: str, ax: "Axes") -> None:
    heights = [float(numbers[name]) for numbers in table.values()]
    ax.plot([*table], heights, dashes, color=colour, label=words)
    played = f"{name}_simulated"
    if played in next(iter(table.values()), {}):
        dots = [float(numbers[played]) for numbers in table.values()]
        ax.plot([*table], dots, "o", color=colour, fillstyle="none", label=f"{words}, simulated")
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set_xlabel("runs of each choice")


def table_figure(table: Bot) -> "Figure":
    """Return the figure of the bot's table: `draw_bot` above `draw_finds`."""
    sheet = new_sheet((8, 7))
    above, below = sheet.subplots(2, sharex=True, height_ratios=(2, 1))
    draw_bot(table, above).legend()
    draw_finds(table, below).legend(loc="upper left")
    above.set_xlabel("")
    return sheet


# Exact chances


def exact_figure(rules: Rules, question: Question, answers: Mapping[str, Any]) -> "Figure":  # noqa: ARG001
    """Return the figure of a hand's choices, or of all hands by the type dealt."""
    if rules.hand:
        ax = draw_choices(answers["choices"], answers["best"])
        ax.set_title(f"{rules.hand}, {rules.ranking} ranking")
        ax.figure.legend(loc="outside lower center", ncols=3)
        return ax.figure  # type: ignore[return-value]
    ax = draw_types(answers["by_type"])
    win = float(answers["win"])
    ax.axvline(win, color=LINE, linestyle="--", label=f"all hands: {win:.6f}")
    ax.set_title(f"at most {rules.max_draw} cards drawn, {rules.ranking} ranking")
    ax.legend(loc="lower right")
    return ax.figure  # type: ignore[return-value]


def draw_choices(
    choices: Sequence[Mapping[str, Any]], best: Sequence[str], ax: "Axes | None" = None
) -> "Axes":
    """Draw a bar for each choice, its wins and its ties; the best ones have another colour."""
    ax = new_axes((8, 1 + 0.21 * len(choices))) if ax is None else ax
    names = [choice["discard"] or "stand pat" for choice in choices]
    wins, ties = ([float(choice[name]) for choice in choices] for name in ("win", "tie"))
    for marked, colour, words in ((True, BEST, "wins, the best"), (False, OTHER, "wins")):
        at = [n for n, choice in enumerate(choices) if (choice["discard"] in best) is marked]
        ax.barh(at, [wins[n] for n in at], color=colour, label=words)
    ax.barh(range(len(choices)), ties, left=wins, color=TIE, label="ties")
    ends = [win + tie for win, tie in zip(wins, ties, strict=True)]
    for place, (end, win) in enumerate(zip(ends, wins, strict=True)):
        ax.text(end, place, f" {win:.4f}", va="center", fontsize="x-small")
    ax.set_yticks(range(len(choices)), names, fontsize="small")
    ax.invert_yaxis()
    ax.margins(y=0.01)
    ax.set_xlim(0, 1.12 * (max(ends) or 1))  # with room for the numbers
    ax.set_ylabel("discarded")
    ax.set_xlabel("exact chance")
    return ax


def draw_types(by_type: Mapping[str, Fraction], ax: "Axes | None" = None) -> "Axes":
    """Draw a bar for each type dealt: the mean chance that the best choice wins."""
    ax = new_axes(WIDE) if ax is None else ax
    bars = ax.barh([name.replace("_", " ") for name in by_type], [*map(float, by_type.values())],
                   color=OTHER)  # fmt: skip
    ax.bar_label(bars, [f"{float(chance):.6f}" for chance in by_type.values()], padding=3,
                 bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip
    ax.set_xlim(0, 1.4)  # with room for the numbers
    ax.set_xticks([n / 5 for n in range(6)])
    ax.set_ylabel("dealt")
    ax.set_xlabel("exact chance that the best choice wins")
    return ax


TABLE = SizeTable(
    sizes=every_size,
    columns=COLUMNS,
    rows=rows,
    figure=table_figure,
    simulator=simulator,
    finish=bot_table,
)
