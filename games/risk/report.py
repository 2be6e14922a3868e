"""Risk: the comparison of the dice, counted, and the recursion over the armies."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from montmort.exact.from_rules import explore
from montmort.exact.paths import Watch
from montmort.games.risk import Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
FACES = 6
DICE = tuple(product((3, 2, 1), (2, 1)))
SHOWN = (2, 3, 5, 10)  # armies in the table of chances
MOST = 80  # armies of both sides in the recursion in Python


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for these armies."""
    last, small = rules.to_the_last, Rules(attackers=3, defenders=2, to_the_last=rules.to_the_last)
    checks = [_check(game, small)]
    if rules != small and rules.attackers + rules.defenders <= MOST:
        checks.append(_check(game, rules))
    return Settled(
        template=TEMPLATE,
        values={
            "small": small,
            "dice": [(a, d, FACES ** (a + d), _cells(a, d)) for a, d in DICE],
            "size": rules.attackers * rules.defenders,
            "wins": explore(game.rulebook.experiment("battle"), rules).last_law("attacker_wins")[
                True
            ],
            "small_wins": wins(3, 2, last),
            "shown": SHOWN,
            "grid": [(a, [wins(a, d, last) for d in SHOWN]) for a in SHOWN],
        },
        checks=tuple(checks),
    )


def _check(game: Game[Any], rules: Rules) -> Check:
    law = explore(game.rulebook.experiment("battle"), rules).last_law("attacker_wins")
    return Check(
        f"{rules.attackers} attackers beat {rules.defenders} with this chance",
        wins(rules.attackers, rules.defenders, rules.to_the_last),
        law[True],
    )


@cache
def losses(thrown: int, answered: int) -> Counter[int]:
    """Return how many throws cost the attacker each number of armies.

    The defender loses the others, as many together as dice are compared.

    >>> losses(1, 1), losses(3, 2)
    (Counter({1: 21, 0: 15}), Counter({0: 2890, 1: 2611, 2: 2275}))
    """
    found: Counter[int] = Counter()
    for dice in product(range(FACES), repeat=thrown + answered):
        attack = sorted(dice[:thrown], reverse=True)
        defence = sorted(dice[thrown:], reverse=True)
        found[sum(a <= d for a, d in zip(attack, defence, strict=False))] += 1
    return found


def _cells(thrown: int, answered: int) -> list[str]:
    found = losses(thrown, answered)
    return [f"{found[lost]:,}" if lost <= min(thrown, answered) else "" for lost in range(3)]


@cache
def wins(attackers: int, defenders: int, last: bool) -> Fraction:
    """Return the chance that the attacker wins.

    >>> wins(2, 1, last=False)
    Fraction(5, 12)
    """
    fighting = attackers if last else attackers - 1
    if not defenders:
        return Fraction(1)
    if fighting < 1:
        return Fraction(0)
    thrown, answered = min(3, fighting), min(2, defenders)
    pairs = min(thrown, answered)
    return sum(
        (
            Fraction(number, FACES ** (thrown + answered))
            * wins(attackers - lost, defenders - pairs + lost, last)
            for lost, number in losses(thrown, answered).items()
        ),
        Fraction(0),
    )


def picture() -> tuple[str, str, dict[str, Fraction]]:
    """Return the picture of the game's page: its title, what the bars are, and their heights."""
    chances = {str(n): Fraction(wins(n, n, last=False)) for n in range(2, 31)}
    return "Risk: the attacker wins with this chance", "armies on each side", chances
