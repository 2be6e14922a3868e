"""Ruin of three players: two martingales for the length, a linear system for who is ruined."""

from fractions import Fraction
from itertools import permutations
from math import prod
from pathlib import Path
from typing import Any

from flint import fmpq, fmpq_mat

from montmort.exact.from_rules import explore
from montmort.exact.linalg.system import as_fraction
from montmort.exact.paths import Watch
from montmort.games.three_ruin import PLAYERS, Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
SMALL = (1, 1, 2)
MOST = 24  # counters in the system that is solved here


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for these counters."""
    a, b, c = rules.counters
    until_first = Fraction(3 * prod(rules.counters), sum(rules.counters))
    until_last = Fraction(a * b + a * c + b * c)
    one, all_but_one = _walk(game, rules, "first"), _walk(game, rules, "last")
    law = one.last_law("ruined")
    checks = [
        Check("rounds until the first ruin, mean", until_first, one.expected("rounds")),
        Check("rounds until one has all, mean", until_last, all_but_one.expected("rounds")),
    ]
    if sum(rules.counters) <= MOST:
        checks.append(
            Check(
                "the chances to be ruined first",
                ruined_first(rules.counters),
                tuple(law[player] for player in PLAYERS),
            )
        )
    return Settled(
        template=TEMPLATE,
        values={
            "until_first": until_first,
            "until_last": until_last,
            "ruined": [law[player] for player in PLAYERS],
            "small": SMALL,
            "small_ruined": ruined_first(SMALL),
        },
        checks=tuple(checks),
    )


def _walk(game: Game[Any], rules: Rules, until: Any) -> Any:
    changed = Rules(counters=rules.counters, until=until)
    return explore(game.rulebook.experiment("game"), changed)


def ruined_first(counters: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the chance of each player to be ruined first, by the linear system.

    >>> [str(chance) for chance in ruined_first((1, 1, 2))]
    ['3/7', '3/7', '1/7']
    """
    total = sum(counters)
    inner = [(a, b, total - a - b) for a in range(1, total) for b in range(1, total - a)]
    place: dict[tuple[int, ...], int] = {own: number for number, own in enumerate(inner)}
    system, sides = fmpq_mat(len(inner), len(inner)), fmpq_mat(len(inner), 3)
    for position, row in place.items():
        system[row, row] += 1
        for winner, loser in permutations(range(3), 2):
            after = list(position)
            after[winner] += 1
            after[loser] -= 1
            if after[loser]:
                system[row, place[tuple(after)]] -= fmpq(1, 6)
            else:
                sides[row, loser] += fmpq(1, 6)
    found = system.solve(sides)
    return tuple(as_fraction(found[place[counters], player]) for player in range(3))
