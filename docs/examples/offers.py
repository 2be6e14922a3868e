"""Selling a house: an offer a day for some days. An offer that is refused is gone."""

import enum
from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


class Answer(enum.Enum):
    """What the owner says to an offer."""

    ACCEPT = "yes"
    REFUSE = "no"


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The days, and the offers: 1 to `highest`, all equally likely."""

    days: int = rule(5, "days on which an offer comes", least=1, most=100)
    highest: int = rule(6, "the highest offer", least=1, most=1000)


class Offer(NamedTuple):
    """State, and what the owner sees: the offer of today, and the days after it."""

    amount: int
    days_left: int


class Sale(NamedTuple):
    """Outcome: the price, and the number of offers refused."""

    price: int
    refused: int


def offer(rules: Rules, chance: Chance, days_left: int) -> Offer:
    """Return the offer of a day."""
    return Offer(chance.pick([1] * rules.highest) + 1, days_left)


def start(rules: Rules, chance: Chance) -> Offer:
    """Return the first offer."""
    return offer(rules, chance, rules.days - 1)


def step(rules: Rules, today: Offer, chance: Chance, table: Table) -> tuple[Offer | None, Sale]:
    """Answer an offer; the last one must be accepted."""
    choices = (Answer.ACCEPT, Answer.REFUSE) if today.days_left else (Answer.ACCEPT,)
    if table.decide(0, choices, today) is Answer.ACCEPT:
        return None, Sale(today.amount, 0)
    return offer(rules, chance, today.days_left - 1), Sale(0, 1)


SALE = Experiment(name="sale", outcome=Sale, start=start, step=step)
