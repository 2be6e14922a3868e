"""Snakes and ladders: the fundamental matrix of one player's chain."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from flint import fmpq, fmpq_mat

from montmort.exact.from_rules import explore
from montmort.exact.linalg.system import as_fraction
from montmort.exact.paths import Watch
from montmort.games.snakes_and_ladders import Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
SMALL = Rules(squares=4, faces=2, ladders="1-3", chutes="2-0")


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this board; the chain is that of one player."""
    alone = one_player(rules)
    walk = explore(game.rulebook.experiment("race"), alone)
    mean = walk.expected("throws")  # or an error: not every board can be finished
    found, visits = mean_and_visits(alone)
    small, _ = mean_and_visits(SMALL)
    fewest, chance = fewest_throws(alone)
    law = walk.field_law("throws", fewest)
    walked = explore(game.rulebook.experiment("race"), SMALL).expected("throws")
    checks = (
        Check("throws of one player, mean", found, mean),
        Check("throws on the board of four squares, mean", small, walked),
        Check("fewest throws", fewest, min(throws for throws in law if law[throws])),
        Check("the chance of the fewest throws", chance, law[fewest]),
    )
    return Settled(
        template=TEMPLATE,
        values={
            "mean": found,
            "squares": len(resting(alone)),
            "small": SMALL,
            "small_matrix": [[as_fraction(x) for x in row] for row in moves(SMALL).tolist()],
            "small_mean": small,
            "fewest": fewest,
            "fewest_chance": chance,
            "rides": rides(alone, visits),
            "visited": max(visits, key=lambda square: (visits[square], -square)),
            "most": max(visits.values()),
        },
        checks=checks,
    )


def one_player(rules: Rules) -> Rules:
    """Return the rules with one player."""
    return Rules(
        faces=rules.faces, squares=rules.squares, ladders=rules.ladders, chutes=rules.chutes
    )


def resting(rules: Rules) -> Sequence[int]:
    """Return the squares on which a piece may rest before the end, from 0.

    >>> resting(SMALL)
    [0, 3]
    """
    return [s for s in range(rules.squares) if rules.rests[s] == s]


def _reached(rules: Rules, square: int) -> Iterator[tuple[int, int]]:
    """Yield where each face leads: the square that is thrown, and the square of rest."""
    for face in range(1, rules.faces + 1):
        thrown = square + face if square + face <= rules.squares else square
        yield thrown, rules.rests[thrown] if thrown != square else square


def moves(rules: Rules) -> fmpq_mat:
    """Return the matrix Q of the moves between squares of rest."""
    squares = resting(rules)
    place = {square: number for number, square in enumerate(squares)}
    matrix = fmpq_mat(len(squares), len(squares))
    for square in squares:
        for _, after in _reached(rules, square):
            if after != rules.squares:
                matrix[place[square], place[after]] += fmpq(1, rules.faces)
    return matrix


def mean_and_visits(rules: Rules) -> tuple[Fraction, dict[int, Fraction]]:
    """Return the mean number of throws, and the mean number of throws made from each square.

    >>> str(mean_and_visits(SMALL)[0])
    '4'
    """
    matrix, squares = moves(rules), resting(rules)
    size = len(squares)
    one = fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])
    start = fmpq_mat(size, 1, [1] + [0] * (size - 1))
    row = (one - matrix).transpose().solve(start)  # the row of the start in (I - Q)^-1
    visits = {square: as_fraction(row[place, 0]) for place, square in enumerate(squares)}
    return sum(visits.values(), Fraction(0)), visits


def rides(rules: Rules, visits: dict[int, Fraction]) -> list[tuple[str, str, Fraction]]:
    """Return each ladder and chute with the mean number of times that it is used."""
    used: dict[int, Fraction] = {}
    for square, number in visits.items():
        for thrown, after in _reached(rules, square):
            if after != thrown:
                used[thrown] = used.get(thrown, Fraction(0)) + number / rules.faces
    found = [
        ("ladder" if rules.rests[foot] > foot else "chute", f"{foot} to {rules.rests[foot]}", mean)
        for foot, mean in used.items()
    ]
    return sorted(found, key=lambda each: -each[2])


def fewest_throws(rules: Rules) -> tuple[int, Fraction]:
    """Return the fewest throws in which one player may be home, and the chance of that.

    >>> fewest_throws(SMALL)
    (2, Fraction(1, 4))
    """
    at, throws = {0: Fraction(1)}, 0
    while rules.squares not in at:
        after: dict[int, Fraction] = {}
        for square, chance in at.items():
            for _, reached in _reached(rules, square):
                after[reached] = after.get(reached, Fraction(0)) + chance / rules.faces
        at, throws = after, throws + 1
    return throws, at[rules.squares]
