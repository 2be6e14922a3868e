"""Single games of War: cards by turn, conditional chances given the deal, the source's records."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Literal, NamedTuple

from montmort.games.extras import extra_for
from montmort.games.war import Rules
from montmort.games.war.events import Taken
from montmort.verification.plots.laws import WIDE, new_axes
from montmort.verification.verdicts.e_values import confidence_sequence

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00")  # for the colour-blind (Okabe and Ito 2008)


def source_records(
    rules: Rules, seed: int, plays: int
) -> list[tuple[Sequence[str], Iterable[Sequence[object]]]]:
    """Return the source's tables as (columns, rows): the games, and their turns.

    >>> games, turns = source_records(Rules(ranks=2, suits=1), 1, 1)
    >>> list(games[1]), list(turns[1])
    ([(1, 2, 0, 1, 'L', 1)], [(1, 1), (1, 2)])
    """
    from montmort.montecarlo.war.source_records import (  # compiled, and slow to load
        GAME_COLUMNS,
        SIZE_COLUMNS,
        deck_sizes,
        games_records,
    )

    return [
        (GAME_COLUMNS, games_records(rules, seed, plays)),
        (SIZE_COLUMNS, deck_sizes(rules, seed, plays)),
    ]


class Given(NamedTuple):
    """The games with one value of the deal; the interval contains the chance of winning."""

    games: int
    won: int
    low: float
    high: float


def won_given(
    rules: Rules,
    what: Literal["strength", "aces", "deuces", "first_pass_ties"] = "aces",
    *,
    seed: int,
    plays: int = 100_000,
    level: float = 0.99,
) -> dict[int, Given]:
    """Return the games that the first player wins, by a value of the deal.

    With probability `level` or more all intervals contain their chances.

    >>> shares = won_given(Rules(ranks=2, suits=1), seed=1, plays=1000)
    >>> [given.won / given.games for given in shares.values()]  # without the only ace, and with it
    [0.0, 1.0]
    """
    from montmort.montecarlo.war.source_records import DEALT_GAME_COLUMNS, dealt_games

    column = DEALT_GAME_COLUMNS.index(what)
    games: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for rows in dealt_games(rules, seed, plays):
        games.update(rows[:, column].tolist())
        won.update(rows[rows[:, 0] > 0, column].tolist())
    alpha = (1 - level) / len(games)
    return {value: _given(games[value], won[value], alpha) for value in sorted(games)}


def _given(games: int, won: int, alpha: float) -> Given:
    counts = {0: games - won, 1: won}
    return Given(games, won, *confidence_sequence(counts, low=0, high=1, alpha=alpha))


def draw_won_given(
    found: Mapping[int, Given], what: str = "aces", ax: "Axes | None" = None
) -> "Axes":
    """Draw the share of games that the first player wins by the deal, with the intervals."""
    with extra_for("pictures"):
        from matplotlib.ticker import MaxNLocator

    ax = new_axes(WIDE) if ax is None else ax
    shares = [given.won / given.games for given in found.values()]
    gaps = [
        [share - given.low for share, given in zip(shares, found.values(), strict=True)],
        [given.high - share for share, given in zip(shares, found.values(), strict=True)],
    ]
    ax.errorbar(list(found), shares, yerr=gaps, fmt="o", capsize=4, color=COLOURS[0])
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(f"{what.replace('_', ' ')} dealt to the first player")
    ax.set_ylabel("chance that the first player wins")
    return ax


def played_figure(rules: Rules, events: Sequence[object]) -> "Figure | None":
    """Return the picture of a play by its events; None if no turn was completed."""
    taken = [event.first for event in events if isinstance(event, Taken)]
    if not taken:
        return None
    ax = draw_deck_sizes(rules, [[rules.cards // 2, *taken]])
    return ax.figure  # type: ignore[return-value]


def games_figure(rules: Rules, seed: int, games: int = len(COLOURS)) -> "Figure":
    """Return the picture of the first games of a simulation."""
    from montmort.montecarlo.war.source_records import hand_sizes_by_turn

    return draw_deck_sizes(rules, hand_sizes_by_turn(rules, seed, games)).figure  # type: ignore[return-value]


def draw_deck_sizes(
    rules: Rules, games: Iterable[Iterable[int]], ax: "Axes | None" = None
) -> "Axes":
    """Draw the first player's cards after 0, 1, 2, … turns, a line for each game."""
    with extra_for("pictures"):
        from matplotlib.ticker import MaxNLocator

    ax = new_axes(WIDE) if ax is None else ax
    for game, colour in zip(games, cycle(COLOURS), strict=False):
        sizes = [*game]
        ax.step(range(len(sizes)), sizes, where="post", color=colour, linewidth=1)
    ax.set_ylim(-0.5, rules.cards + 0.5)
    ax.margins(x=0.02)
    ax.set_yticks([0, rules.cards // 2, rules.cards])
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("turn")
    ax.set_ylabel("cards of the first player")
    return ax
