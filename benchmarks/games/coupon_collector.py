"""The coupon collector: how many boxes until every picture is there?"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The collection."""

    coupons: int = rule(12, "different pictures, one in each box", least=1)


class Collection(NamedTuple):
    """Outcome: the boxes bought."""

    boxes: int


def start(rules: Rules, chance: Chance) -> int:
    return 0


def step(rules: Rules, held: int, chance: Chance, table: Table) -> tuple[int | None, Collection]:
    picture = chance.pick([1] * rules.coupons)
    if picture >= held:  # the pictures held are 0, 1, … held - 1: any others are as good
        held += 1
    return (None if held == rules.coupons else held), Collection(1)


COUPONS = Experiment(name="coupons", outcome=Collection, start=start, step=step)
