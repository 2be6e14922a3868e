"""Shut the box: the recursion over the open tiles, and how to begin."""

from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.optimal import optimal
from montmort.exact.paths import Watch
from montmort.games.shut_the_box import DIE, Box, Rules, ways
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
MOST = 10  # tiles in the recursion in Python
ONE_DIE = tuple((face, 1) for face in range(1, DIE + 1))
TWO_DICE = tuple(
    (total, sum(a + b == total for a, b in product(range(1, DIE + 1), repeat=2)))
    for total in range(2, 2 * DIE + 1)
)
Tiles = tuple[int, ...]


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled | None:
    """Return the theorems for this box; None where its value is not known as a fraction."""
    assert game.aim is not None
    found = game.optimal_play(rules, "game", game.aim).found
    if not isinstance(found, Optimal) or found.value is None:
        return None
    ties: dict[Any, tuple[Any, ...]] = {each.view: each.ties for each in found.decisions}
    box = tuple(range(1, rules.tiles + 1))
    openings = [
        (total, ", ".join(map(_words, ties[Box(box, total)])))
        for total, _ in TWO_DICE
        if Box(box, total) in ties
    ]
    dice = {view.tiles: best for view, best in ties.items() if view.thrown is None}
    checks = [Check("one tile, shut with this chance", one_tile(rules), _least(game, rules))]
    if rules.tiles <= MOST:
        checks.append(Check("the chance by the recursion", wins(rules, box), found.value))
    return Settled(
        template=TEMPLATE,
        values={
            "value": found.value,
            "sets": 2**rules.tiles,
            "openings": openings,
            "asked": len(dice),
            "one": [_words(tiles) for tiles, best in dice.items() if best == (1,)],
            "tied": sum(len(best) > 1 for best in dice.values()),
            "one_tile": one_tile(rules),
        },
        checks=tuple(checks),
    )


def _words(tiles: Any) -> str:
    return "+".join(map(str, tiles))


def _least(game: Game[Any], rules: Rules) -> Fraction | None:
    changed = Rules(tiles=1, one_die=rules.one_die, most_tiles=rules.most_tiles)
    return optimal(game.rulebook.experiment("game"), changed, maximise="shut").value


def one_tile(rules: Rules) -> Fraction:
    """Return the chance to shut the only tile 1: with one die, if that is allowed.

    >>> one_tile(Rules()), one_tile(Rules(one_die="never"))
    (Fraction(1, 6), Fraction(0, 1))
    """
    return Fraction(0) if rules.one_die == "never" else Fraction(1, DIE)


@cache
def wins(rules: Rules, tiles: Tiles) -> Fraction:
    """Return the largest chance to shut all open tiles.

    >>> wins(Rules(tiles=2), (1, 2))  # with one die: 3, or 1 and then 2, or 2 and then 1
    Fraction(2, 9)
    """
    if not tiles:
        return Fraction(1)
    choices = (TWO_DICE, ONE_DIE) if rules.may_throw_one(tiles) else (TWO_DICE,)
    return max(_thrown(rules, tiles, throws) for throws in choices)


def _thrown(rules: Rules, tiles: Tiles, throws: tuple[tuple[int, int], ...]) -> Fraction:
    total = Fraction(0)
    for thrown, number in throws:
        after = [
            wins(rules, tuple(tile for tile in tiles if tile not in shut))
            for shut in ways(rules, tiles, thrown)
        ]
        total += number * max(after, default=Fraction(0))
    return total / sum(number for _, number in throws)
