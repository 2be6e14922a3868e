"""Le Her: both players' thresholds, the 2 x 2 game between them, and two best responses."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.exact.decisions.optimal import optimal
from montmort.exact.paths import Watch
from montmort.games.le_her import EXPERIMENTS, Held, Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
Chances = Mapping[int, Fraction]  # of an exchange, by the own card
Sums = dict[int, tuple[Fraction, Fraction]]  # Paul's chance by a card, kept and exchanged


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this deck."""
    assert game.aim is not None
    found = game.optimal_play(rules, "hand", game.aim).found
    by_seat: dict[int, dict[int, Fraction]] = {0: {}, 1: {}}
    for each in found.decisions:
        view: Any = each.view
        if view.other is None:
            chances = each.chances or [Fraction(choice == each.choice) for choice in each.choices]
            chance = dict(zip(each.choices, chances, strict=True))["exchange"]
            by_seat[each.seat][view.card] = chance
    paul, pierre = by_seat[0], by_seat[1]
    matrix = matrix_game(rules, paul, pierre)
    value = found.value
    checks = [
        Check("Paul's chance if Pierre plays a best response", least_against(rules, paul), value),
        Check("Paul's chance by a best response to Pierre", most_against(rules, pierre), value),
    ]
    if matrix is not None:
        checks.append(Check("the value of the 2 x 2 game", value_of(matrix[2]), value))
    return Settled(
        template=TEMPLATE,
        values={
            "value": value,
            "rows": [(card, paul[card], pierre[card]) for card in sorted(paul)],
            "king": rules.ranks,
            "sums_of_paul": sums_of_paul(rules, pierre),
            "sums_of_pierre": sums_of_pierre(rules, paul),
            "mixed": None if matrix is None else matrix[:2],
            "matrix": None if matrix is None else matrix[2],
            "chances": None if matrix is None else (paul[matrix[0]], pierre[matrix[1]]),
        },
        checks=tuple(checks),
    )


def paul_wins(rules: Rules, own: int, other: int, paul: bool, pierre: bool) -> Fraction:
    """Return Paul's chance with the cards of both; they say whether they exchange.

    Pierre's choice is that after Paul has kept.  If Paul's exchange succeeds, Pierre knows both
    cards and exchanges if Paul's is higher; if it is refused, Pierre has the king and keeps it.
    Of 1 1 2 2 Paul has 2 and Pierre 1; the next card is 1 or the king, which is put back:

    >>> paul_wins(Rules(ranks=2, suits=2), 2, 1, paul=False, pierre=True)
    Fraction(1, 1)
    """
    if paul and other == rules.ranks:
        return Fraction(0)
    exchanges = pierre
    if paul:
        own, other = other, own
        exchanges = own > other
    if not exchanges:
        return Fraction(own > other)
    left = dict.fromkeys(range(1, rules.ranks + 1), rules.suits)
    left[own] -= 1
    left[other] -= 1
    wins = sum(
        number * (own > (other if third == rules.ranks else third))
        for third, number in left.items()
    )
    return Fraction(wins, sum(left.values()))


def _pairs(rules: Rules) -> list[tuple[int, int, Fraction]]:
    """Return the cards of Paul and of Pierre, and the chance that they are dealt."""
    cards, suits = rules.ranks * rules.suits, rules.suits
    every = range(1, rules.ranks + 1)
    return [
        (a, b, Fraction(suits * (suits - (a == b)), cards * (cards - 1)))
        for a in every
        for b in every
        if suits > 1 or a != b
    ]


def least_against(rules: Rules, paul: Chances) -> Fraction:
    """Return Paul's chance with a strategy if Pierre plays a best response, card by card."""
    exchanged, sums = sums_of_pierre(rules, paul)
    return exchanged + sum(map(min, sums.values()), Fraction(0))


def most_against(rules: Rules, pierre: Chances) -> Fraction:
    """Return Paul's chance by a best response to a strategy of Pierre."""
    return sum(map(max, sums_of_paul(rules, pierre).values()), Fraction(0))


def sums_of_pierre(rules: Rules, paul: Chances) -> tuple[Fraction, Sums]:
    """Return Paul's chance to exchange and win, and by Pierre's card to keep and win.

    The latter has two numbers: if Pierre then keeps, and if Pierre exchanges.
    """
    exchanged, sums = Fraction(0), dict.fromkeys(sorted(paul), (Fraction(0),) * 2)
    for a, b, chance in _pairs(rules):
        exchanged += chance * paul[a] * paul_wins(rules, a, b, paul=True, pierre=False)
        kept = chance * (1 - paul[a])
        wins = (paul_wins(rules, a, b, paul=False, pierre=takes) for takes in (False, True))
        keeps, exchanges = (kept * one for one in wins)
        sums[b] = sums[b][0] + keeps, sums[b][1] + exchanges
    return exchanged, sums


def sums_of_paul(rules: Rules, pierre: Chances) -> Sums:
    """Return by Paul's card the chance to have it and win if Paul keeps, and if Paul exchanges."""
    sums = dict.fromkeys(sorted(pierre), (Fraction(0),) * 2)
    for a, b, chance in _pairs(rules):
        keeps, exchanges = (
            chance
            * (
                pierre[b] * paul_wins(rules, a, b, paul=paul, pierre=True)
                + (1 - pierre[b]) * paul_wins(rules, a, b, paul=paul, pierre=False)
            )
            for paul in (False, True)
        )
        sums[a] = sums[a][0] + keeps, sums[a][1] + exchanges
    return sums


def matrix_game(
    rules: Rules, paul: Chances, pierre: Chances
) -> tuple[int, int, list[list[Fraction]]] | None:
    """Return the cards with which Paul and Pierre draw lots, and the game between these choices.

    Rows are Paul's keep and exchange, columns Pierre's.  None unless each has just one such card.
    """
    mixed = [[card for card, chance in own.items() if 0 < chance < 1] for own in (paul, pierre)]
    if [len(own) for own in mixed] != [1, 1]:
        return None
    (mine,), (other,) = mixed
    sure = Fraction(0), Fraction(1)
    rows = [
        [_chance(rules, {**paul, mine: one}, {**pierre, other: two}) for two in sure]
        for one in sure
    ]
    return mine, other, rows


def _chance(rules: Rules, paul: Chances, pierre: Chances) -> Fraction:
    total = Fraction(0)
    for a, b, chance in _pairs(rules):
        for exchanges, share in ((True, paul[a]), (False, 1 - paul[a])):
            for takes, part in ((True, pierre[b]), (False, 1 - pierre[b])):
                if share * part:
                    won = paul_wins(rules, a, b, paul=exchanges, pierre=takes)
                    total += chance * share * part * won
    return total


def value_of(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the value of a 2 x 2 game without a saddle point.

    >>> value_of([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])
    Fraction(1, 2)
    """
    (a, b), (c, d) = matrix
    return (a * d - b * c) / (a + d - b - c)


def picture() -> tuple[str, str, dict[str, Fraction]]:
    """Return the picture of the game's page: its title, what the bars are, and their heights."""
    best = optimal(EXPERIMENTS["hand"], Rules(), maximise="paul_wins")
    chances = {str(card): best.at(Held(card), seat=0).chances[1] for card in range(1, 14)}
    return "Le Her: Paul exchanges his card with this chance", "card of Paul", chances
