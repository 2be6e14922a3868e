"""Waldegrave's problem: the linear system of the pool, Bernoulli's ratio, and its length."""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from flint import fmpq, fmpq_mat

from montmort.exact.from_rules import explore
from montmort.exact.linalg.system import as_fraction
from montmort.exact.paths import Watch
from montmort.games.waldegrave import Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
POOLS = range(2, 9)  # players of the pools in the table


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this number of players."""
    players = rules.players
    wins = chances(players)
    walk = explore(game.rulebook.experiment("pool"), rules)
    law = walk.field_law("winner")
    checks = (
        Check(
            f"the chances of the {players} players",
            wins,
            tuple(law[player] for player in range(1, players + 1)),
        ),
        Check("games played, mean", Fraction(2 ** (players - 1) - 1), walk.expected("games")),
        *(
            Check(f"Bernoulli's chances of {count} players", by_ratio(count), chances(count))
            for count in sorted({*POOLS, players})
        ),
    )
    return Settled(
        template=TEMPLATE,
        values={
            "wins": wins,
            "games": 2 ** (players - 1) - 1,
            "ratio": Fraction(2 ** (players - 1), 1 + 2 ** (players - 1)),
            "pools": [(count, chances(count), 2 ** (count - 1) - 1) for count in POOLS[:5]],
        },
        checks=checks,
    )


@cache
def chances(players: int) -> tuple[Fraction, ...]:
    """Return the chances of the players, by the linear system of a streak.

    >>> [str(chance) for chance in chances(3)]
    ['5/14', '5/14', '2/7']
    """
    games = players - 1  # to be won in succession
    if games == 1:
        return (Fraction(1, 2),) * 2
    system = fmpq_mat(players, players)
    side = fmpq_mat(players, 1)
    for place in range(players):  # 0 has the streak, 1 to games wait, the last one was beaten
        system[place, place] += 1
        for length in range(1, games):  # the streak ends at this game, with chance 2^-length
            after = _place_after(place, length, games)
            system[place, after] -= fmpq(1, 2**length)
    side[0, 0] = fmpq(1, 2 ** (games - 1))
    found = [as_fraction(system.solve(side)[place, 0]) for place in range(players)]
    beginner = (found[0] + found[games]) / 2
    return (beginner, beginner, *found[1:games])


def _place_after(place: int, length: int, games: int) -> int:
    """Return the place of a player after a streak that its challenger number `length` ends.

    With three games to be won, and the streak ended by the first challenger, that one has the
    new streak, the others move up, and the old champion is last:

    >>> [_place_after(place, 1, 3) for place in range(4)]
    [3, 0, 1, 2]
    """
    if place == 0:
        return games
    return place - length if place >= length else games - (length - place)


@cache
def by_ratio(players: int) -> tuple[Fraction, ...]:
    """Return the chances by Bernoulli's ratio: equal for the first two, then in a geometric row.

    >>> by_ratio(3) == chances(3)
    True
    """
    ratio = Fraction(2 ** (players - 1), 1 + 2 ** (players - 1))
    shares = [Fraction(1), *(ratio**place for place in range(players - 1))]
    return tuple(share / sum(shares) for share in shares)
