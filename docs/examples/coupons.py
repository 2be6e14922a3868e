"""The coupon collector: one of so many pictures in each box, until every one is there."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The collection."""

    coupons: int = rule(6, "different pictures", least=1, most=1000)


class Collection(NamedTuple):
    """Outcome: the boxes opened, and whether the last two pictures came one after the other."""

    boxes: int
    quick_end: bool


class Album(NamedTuple):
    """The pictures held, and whether the last box held a new one."""

    held: int
    is_new: bool


def start(rules: Rules, chance: Chance) -> Album:  # noqa: ARG001
    """Return the empty album."""
    return Album(0, False)


def step(
    rules: Rules,
    album: Album,
    chance: Chance,
    table: Table,  # noqa: ARG001
) -> tuple[Album | None, Collection]:
    """Open a box."""
    is_new = chance.pick([album.held, rules.coupons - album.held]) == 1
    held = album.held + is_new
    over = held == rules.coupons
    return (None if over else Album(held, is_new)), Collection(1, over and album.is_new)


COUPONS = Experiment(name="coupons", outcome=Collection, start=start, step=step)
