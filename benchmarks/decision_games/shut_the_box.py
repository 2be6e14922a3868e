"""Shut the box: a throw of two dice shuts any open tiles with its sum."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The box."""

    tiles: int = rule(9, "tiles, from 1 on", least=1)


class Game(NamedTuple):
    """Outcome: whether all tiles are shut, and the sum of those left open."""

    shut: bool
    left: int


Tiles = tuple[int, ...]


def start(rules: Rules, chance: Chance) -> Tiles:
    return tuple(range(1, rules.tiles + 1))


def ways(tiles: Tiles, total: int) -> list[Tiles]:
    """Return the sets of tiles with a sum."""
    sets: list[Tiles] = [()]
    for tile in tiles:
        sets += [(*chosen, tile) for chosen in sets if sum(chosen) + tile <= total]
    return [chosen for chosen in sets if sum(chosen) == total]


def step(rules: Rules, tiles: Tiles, chance: Chance, table: Table) -> tuple[Tiles | None, Game]:
    dice = [6, 6]
    if max(tiles) <= 6 and table.decide(0, [1, 2], ("dice", tiles)) == 1:
        dice = [6]
    total = sum(chance.pick([1] * faces) + 1 for faces in dice)
    possible = ways(tiles, total)
    if not possible:
        return None, Game(False, sum(tiles))
    shut = table.decide(0, possible, ("tiles", tiles))
    tiles = tuple(tile for tile in tiles if tile not in shut)
    return (tiles, Game(False, 0)) if tiles else (None, Game(True, 0))


BOX = Experiment(name="shut-the-box", outcome=Game, start=start, step=step)
