"""Kuhn poker: the value by two best responses, and the family of strategies for three cards."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from montmort.exact.decisions.best_play import BestChoice
from montmort.exact.decisions.optimal import optimal
from montmort.exact.paths import Watch
from montmort.games.kuhn import Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
PACKS = range(2, 6)  # cards of the games in the table
FAMILY = (Fraction(0), Fraction(1, 6), Fraction(1, 3))
OUTSIDE = Fraction(1, 2)
Chances = Mapping[int, Fraction]  # of a bet, by the own card


class First(NamedTuple):
    """The first player's chances to bet, and to call after having passed."""

    bets: Chances
    calls: Chances


class Second(NamedTuple):
    """The second player's chances to call a bet, and to bet after a pass."""

    calls: Chances
    bets: Chances


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this pack."""
    assert game.aim is not None
    found = game.optimal_play(rules, "hand", game.aim).found
    first, second = strategies(found.decisions)
    cards = [*first.bets]
    family = [(alpha, least_against(kuhns(alpha))) for alpha in (*FAMILY, OUTSIDE)]
    values = {n: _value(game, n) for n in sorted({*PACKS, rules.cards})}
    return Settled(
        template=TEMPLATE,
        values={
            "value": found.value,
            "against_second": sums_of_first(second),
            "against_first": sums_of_second(first),
            "rows": [
                (c, first.bets[c], first.calls[c], second.bets[c], second.calls[c]) for c in cards
            ],
            "family": family,
            "values": list(values.items()),
        },
        checks=(
            Check(
                "the most that the first player gets against the second one's strategy",
                most_against(second),
                found.value,
            ),
            Check(
                "the least that the first player's strategy gets against anything",
                least_against(first),
                found.value,
            ),
            *(
                Check(f"three cards, the strategy with a = {alpha}", least, values[3])
                for alpha, least in family[:-1]
            ),
            Check("three cards, the strategy with a = 1/2 gets less", True,
                  family[-1][1] < values[3]),
        ),
    )  # fmt: skip


def strategies(decisions: Iterable[BestChoice]) -> tuple[First, Second]:
    """Return the strategies of both players from the decisions of a solved game."""
    chances: dict[tuple[int, tuple[str, ...]], dict[int, Fraction]] = {}
    for each in decisions:
        view: Any = each.view
        shares = each.chances or [Fraction(choice == each.choice) for choice in each.choices]
        bets = dict(zip(each.choices, shares, strict=True))["bet"]
        chances.setdefault((each.seat, view.done), {})[view.card] = bets
    return (
        First(chances[0, ()], chances[0, ("pass", "bet")]),
        Second(chances[1, ("bet",)], chances[1, ("pass",)]),
    )


def _value(game: Game[Any], cards: int) -> Fraction:
    value = optimal(game.rulebook.experiment("hand"), Rules(cards=cards), maximise="net").value
    assert value is not None
    return value


def kuhns(alpha: Fraction) -> First:
    """Return the first player's strategy of Kuhn's family for three cards.

    >>> least_against(kuhns(Fraction(1, 3)))
    Fraction(-1, 18)
    """
    none, one = Fraction(0), Fraction(1)
    bets = {1: alpha, 2: none, 3: 3 * alpha if 3 * alpha < 1 else one}
    return First(bets, {1: none, 2: min(alpha + Fraction(1, 3), one), 3: one})


def most_against(second: Second) -> Fraction:
    """Return what a best response gets against a strategy of the second player.

    >>> third = Fraction(1, 3)
    >>> most_against(Second({1: 0, 2: third, 3: 1}, {1: third, 2: 0, 3: 1}))
    Fraction(-1, 18)
    """
    sums = sums_of_first(second)
    return sum(map(max, sums.values()), Fraction(0)) / len(sums)


def sums_of_first(second: Second) -> dict[int, tuple[Fraction, Fraction, Fraction]]:
    """Return by the first player's card what it is worth to bet, to pass and fold, and to call.

    >>> third = Fraction(1, 3)
    >>> sums_of_first(Second({1: 0, 2: third, 3: 1}, {1: third, 2: 0, 3: 1}))[2]
    (Fraction(-1, 2), Fraction(-1, 3), Fraction(-1, 3))
    """
    cards = sorted(second.calls, reverse=True)
    found = {}
    for own in cards:
        bet = check_fold = check_call = Fraction(0)
        for other in cards:
            if other == own:
                continue
            sign = 1 if own > other else -1
            calls, bets = second.calls[other], second.bets[other]
            bet += 2 * sign * calls + 1 - calls
            check_fold += sign * (1 - bets) - bets
            check_call += sign * (1 - bets) + 2 * sign * bets
        dealt = len(cards) - 1
        found[own] = (bet / dealt, check_fold / dealt, check_call / dealt)
    return found


def least_against(first: First) -> Fraction:
    """Return what the first player's strategy gets against a best response."""
    sums = sums_of_second(first)
    least = (min(call, fold) + min(bet, show) for call, fold, bet, show in sums.values())
    return sum(least, Fraction(0)) / len(sums)


def sums_of_second(first: First) -> dict[int, tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Return by the second player's card what the first one gets by each choice of the second.

    It is after a bet if the second player calls, and folds; after a pass if that player bets, and
    passes.  The chances of the bet and of the pass are in the sums.

    >>> sums_of_second(kuhns(Fraction(0)))[1]
    (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1), Fraction(1, 1))
    """
    cards = sorted(first.bets, reverse=True)
    found = {}
    for own in cards:
        called = folded = raised = shown = Fraction(0)
        for other in cards:
            if other == own:
                continue
            sign = 1 if other > own else -1  # of the first player
            bets, calls = first.bets[other], first.calls[other]
            called += 2 * sign * bets
            folded += bets
            raised += (1 - bets) * (2 * sign * calls - (1 - calls))
            shown += (1 - bets) * sign
        dealt = len(cards) - 1
        found[own] = (called / dealt, folded / dealt, raised / dealt, shown / dealt)
    return found
