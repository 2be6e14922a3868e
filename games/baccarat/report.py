"""Baccarat: the third-card table, the three chances as counts of deals, and the edges."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm
from pathlib import Path
from typing import Any

from montmort.exact.paths import Watch
from montmort.games.baccarat import DRAWN, Rules, Winner, shoe_of
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
CARDS = 6  # the most that a hand needs
ALWAYS, NATURAL = 2, 8  # the banker always draws on so much; nobody draws against so much
DRAWS_ON = {  # third cards of the player on which a banker of 3 to 6 draws
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
}
Counts = tuple[int, ...]
Totals = tuple[int, int, int]  # deals in which the player wins, the banker wins, both tie


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this number of decks."""
    counts = shoe_of(rules).counts
    deals = perm(sum(counts), CARDS)
    numbers = totals(counts)
    player, banker, tie = (Fraction(number, deals) for number in numbers)
    law = game.laws(rules, "hand").laws["winner"]
    table = [set(DRAWN[value]) for value in range(NATURAL)]
    edges = {
        "player, 1 to 1": banker - player,
        "banker, 1 to 1 less 5 %": player - Fraction(19, 20) * banker,
        "tie, 8 to 1": player + banker - 8 * tie,
    }
    return Settled(
        template=TEMPLATE,
        values={
            "cards": sum(counts),
            "deals": deals,
            "numbers": dict(zip(("player", "banker", "tie"), numbers, strict=True)),
            "banker": banker,
            "table": [
                (value, ["draws" if card in drawn else "stands" for card in range(10)])
                for value, drawn in enumerate(table)
            ],
            "edges": [(bet, edge, edge / (1 if "tie" in bet else 1 - tie))
                      for bet, edge in edges.items()],
            "no_tie": banker / (1 - tie),
        },
        checks=(
            Check("the player wins so often", player, law[Winner.PLAYER]),
            Check("the banker wins so often", banker, law[Winner.BANKER]),
            Check("the hand is a tie so often", tie, law[Winner.TIE]),
            Check(
                "the table of third cards",
                [sorted(banker_draws_on(value)) for value in range(NATURAL)],
                [sorted(drawn) for drawn in table],
            ),
        ),
    )  # fmt: skip


def banker_draws_on(value: int) -> set[int]:
    """Return the third cards of the player on which a banker with this value draws.

    >>> banker_draws_on(6), banker_draws_on(7)
    ({6, 7}, set())
    """
    return set(range(10)) if value <= ALWAYS else DRAWS_ON.get(value, set())


def totals(counts: Counts) -> Totals:
    """Return the ordered deals of six cards in which each side wins, by unordered first pairs.

    Of 0 0 0 0 0 9 the side that gets the 9 first wins; a third card may be the 9, too:

    >>> totals((5, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    (360, 360, 0)
    """
    found = [0, 0, 0]
    left = list(counts)
    for player, ways, own in _pairs(left):
        for banker, others, both in _pairs(own):
            for sign, number in _ends(both, player, banker):
                found[sign] += ways * others * number
    return found[0], found[1], found[2]


def _pairs(left: list[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield the value of two cards, the number of their ordered deals, and what is left."""
    for a, b in combinations_with_replacement(range(10), 2):
        ways = left[a] * (left[a] - 1) if a == b else 2 * left[a] * left[b]
        if ways:
            after = list(left)
            after[a] -= 1
            after[b] -= 1
            yield (a + b) % 10, ways, after


def _ends(left: list[int], player: int, banker: int) -> Iterator[tuple[int, int]]:
    """Yield who wins (0 player, 1 banker, 2 tie) and the ordered deals of two more cards."""
    size = sum(left)
    if player >= NATURAL or banker >= NATURAL:
        yield _compared(player, banker), size * (size - 1)
        return
    if player > 5:
        if banker > 5:
            yield _compared(player, banker), size * (size - 1)
            return
        for card, number in enumerate(left):
            yield _compared(player, (banker + card) % 10), number * (size - 1)
        return
    for third, number in enumerate(left):
        total = (player + third) % 10
        if third not in banker_draws_on(banker):
            yield _compared(total, banker), number * (size - 1)
            continue
        for card, more in enumerate(left):
            ways = number * (more - (card == third))
            yield _compared(total, (banker + card) % 10), ways


def _compared(player: int, banker: int) -> int:
    if player == banker:
        return 2
    return 0 if player > banker else 1
