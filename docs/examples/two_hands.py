"""Two hands from one deck: cards are dealt in turn until one hand holds a pair.

Only the number of ranks in a hand matters: before the first pair no hand holds a
rank twice.  So a state consists of three small numbers.
"""

import enum
from dataclasses import dataclass
from typing import NamedTuple

from montmort.games import Chance, Experiment, Table

PAIR, SHARED, FRESH = range(
    3
)  # a card for the hand that gets it: its second, shared with the other hand, or new


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The deck: `ranks` ranks in `suits` suits."""

    ranks: int = 13
    suits: int = 4


class Winner(enum.Enum):
    """The hand with the pair; nobody if a small deck runs out first."""

    ELDEST = "eldest hand"
    DEALER = "dealer"
    NOBODY = "nobody"


class Deal(NamedTuple):
    """Outcome: the winner, and the cards dealt to both hands together."""

    winner: Winner
    cards: int


class Hands(NamedTuple):
    """Ranks held only by the hand that gets the next card, only by the other, and by both."""

    mine: int
    other: int
    both: int


def start(rules: Rules, chance: Chance) -> Hands:  # noqa: ARG001
    """Return the state before the first card."""
    return Hands(mine=0, other=0, both=0)


def step(
    rules: Rules,
    hands: Hands,
    chance: Chance,
    table: Table,  # noqa: ARG001
) -> tuple[Hands | None, Deal]:
    """Deal one card; `mine` is the hand that gets it."""
    mine, other, both = hands
    dealt = mine + other + 2 * both
    pair = mine * (rules.suits - 1) + both * (rules.suits - 2)
    shared = other * (rules.suits - 1)
    fresh = (rules.ranks - mine - other - both) * rules.suits
    card = chance.pick([pair, shared, fresh])
    if card == PAIR:
        return None, Deal(Winner.DEALER if dealt % 2 else Winner.ELDEST, 1)
    after = Hands(other - 1, mine, both + 1) if card == SHARED else Hands(other, mine + 1, both)
    return (after if dealt + 1 < rules.ranks * rules.suits else None), Deal(Winner.NOBODY, 1)


TWO_HANDS = Experiment(name="two hands", outcome=Deal, start=start, step=step)

EXPERIMENTS = {TWO_HANDS.name: TWO_HANDS}
