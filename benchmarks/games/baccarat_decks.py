"""Baccarat from any number of decks: one step that plays the whole hand."""

import enum
from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Deck, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The shoe."""

    decks: int = rule(8, "decks of 52 in the shoe", least=1)


class Winner(enum.Enum):
    PLAYER = enum.auto()
    BANKER = enum.auto()
    TIE = enum.auto()


class Hand(NamedTuple):
    """Outcome: the winner, and whether somebody had 8 or 9 in two cards."""

    winner: Winner
    natural: bool


# The banker draws to 3, 4, 5, 6 if the player's third card is one of these.
DRAWS = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}


def start(rules: Rules, chance: Chance) -> Deck[int]:
    return Deck([16 * rules.decks] + [4 * rules.decks] * 9)


def compare(player: int, banker: int) -> Winner:
    if player == banker:
        return Winner.TIE
    return Winner.PLAYER if player > banker else Winner.BANKER


def step(rules: Rules, shoe: Deck[int], chance: Chance, table: Table) -> tuple[None, Hand]:
    cards = []
    for _ in range(4):
        card, shoe = shoe.draw(chance)
        cards.append(card)
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if max(player, banker) >= 8:
        return None, Hand(compare(player, banker), True)
    if player > 5:
        wanted = banker <= 5
    else:
        third, shoe = shoe.draw(chance)
        player = (player + third) % 10
        wanted = banker <= 2 or (banker in DRAWS and third in DRAWS[banker])
    if wanted:
        card, shoe = shoe.draw(chance)
        banker = (banker + card) % 10
    return None, Hand(compare(player, banker), False)


EXPERIMENTS = {"hand": Experiment(name="hand", outcome=Hand, start=start, step=step)}
