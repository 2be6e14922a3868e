"""House selling: offers come one after the other, each at a cost; sell at the right time."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The offers: 1 to `highest`, equally likely."""

    highest: int = rule(10, "highest offer", least=1)
    cost: int = rule(1, "cost of each offer", least=0)
    offers: int = rule(0, "offers at most; 0 is without end", least=0)
    recall: bool = rule(False, "an earlier offer can be accepted")


class Sale(NamedTuple):
    """Outcome: the price less the costs."""

    money: int


class Position(NamedTuple):
    """The best offer that can be accepted, and the offers still to come, -1 without end."""

    offer: int
    left: int


def start(rules: Rules, chance: Chance) -> Position:
    return Position(offer=0, left=rules.offers - 1 if rules.offers else -1)


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Sale]:
    offer = chance.pick([1] * rules.highest) + 1
    if rules.recall:
        offer = max(offer, position.offer)
    left = position.left
    if left == 0 or table.decide(0, ["sell", "wait"], (offer, left)) == "sell":
        return None, Sale(offer - rules.cost)
    return Position(offer if rules.recall else 0, max(left - 1, -1)), Sale(-rules.cost)


HOUSE = Experiment(name="house-selling", outcome=Sale, start=start, step=step)
