"""Treize by one's own rules: cards are turned while the dealer says 1, 2, 3 and so on."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Deck, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The deck."""

    ranks: int = rule(13, "ranks in the deck", least=1)
    suits: int = rule(4, "cards of each rank", least=1)


class Pass(NamedTuple):
    """Outcome: whether a card came up as it was called, and the cards turned."""

    match: bool
    cards: int


class Turned(NamedTuple):
    """The cards left, and the rank that is called next (the ace is 0)."""

    deck: Deck[int]
    called: int


def start(rules: Rules, chance: Chance) -> Turned:
    return Turned(Deck.of(ranks=rules.ranks, suits=rules.suits), 0)


def step(rules: Rules, turned: Turned, chance: Chance, table: Table) -> tuple[Turned | None, Pass]:
    rank, deck = turned.deck.draw(chance)
    match = rank == turned.called
    over = match or turned.called == rules.ranks - 1
    return (None if over else Turned(deck, turned.called + 1)), Pass(match, 1)


TREIZE = Experiment(name="treize", outcome=Pass, start=start, step=step)
