"""Baccarat, punto banco: the player's hand and the banker's hand, drawn by fixed rules.

Aces count 1, tens and pictures 0, and a hand counts the last digit of its sum.  Player and
banker get two cards each.  With 8 or 9 on either side nobody draws.  Otherwise the player draws a
card on 0 to 5.  If the player stands, the banker draws on 0 to 5.  If the player drew a card
of value t, the banker draws on 0 to 2; on 3 unless t is 8; on 4 if t is 2 to 7; on 5 if t
is 4 to 7; and on 6 if t is 6 or 7.  The higher hand wins.

A bet on the player pays 1, on the banker 1 less 5 %, on a tie 8; where the hands tie, the bets
on player and banker are returned.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment, Experiments, Nothing, start_once
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table
from montmort.games.wager import Wager

DRAWN = (  # for each value of the banker's hand, the third cards of the player on which it draws
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (0, 1, 2, 3, 4, 5, 6, 7, 9),
    (2, 3, 4, 5, 6, 7),
    (4, 5, 6, 7),
    (6, 7),
    (),
)


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The shoe."""

    decks: int = rule(8, "decks of 52 cards in the shoe", least=1)


class Winner(enum.Enum):
    """The side with the higher hand."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


PAYS = {Winner.PLAYER: Fraction(1), Winner.BANKER: Fraction(19, 20), Winner.TIE: Fraction(8)}


class Hand(NamedTuple):
    """Outcome: the winner."""

    winner: Winner


def shoe_of(rules: Rules) -> Deck[int]:
    """Return the shoe: the cards by value, tens and pictures as 0.

    >>> shoe_of(Rules(decks=1)).counts
    (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
    """
    return Deck([16 * rules.decks] + [4 * rules.decks] * 9)


def compared(player: int, banker: int) -> Winner:
    """Return the side with the higher hand.

    >>> compared(7, 6)
    <Winner.PLAYER: 'player'>
    """
    if player == banker:
        return Winner.TIE
    return Winner.PLAYER if player > banker else Winner.BANKER


def step(rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Hand]:
    """Deal one hand: the values 6 and 7 for the player, 8 and 1 for the banker.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Nothing(), ScriptedChance([6, 8, 7, 1]), SilentTable())
    (None, Hand(winner=<Winner.BANKER: 'banker'>))
    """
    shoe = shoe_of(rules)
    player = banker = 0
    for _ in range(2):
        card, shoe = shoe.draw(chance)
        table.tell(("player", card))
        player = (player + card) % 10
        card, shoe = shoe.draw(chance)
        table.tell(("banker", card))
        banker = (banker + card) % 10
    if player < 8 and banker < 8:
        draws = banker <= 5
        if player <= 5:
            card, shoe = shoe.draw(chance)
            table.tell(("player", card))
            draws = card in DRAWN[banker]
            player = (player + card) % 10
        if draws:
            card, shoe = shoe.draw(chance)
            table.tell(("banker", card))
            banker = (banker + card) % 10
    return None, Hand(compared(player, banker))


def describe(_rules: Rules, events: Sequence[tuple[str, int]]) -> str:
    """Return the last card in words.

    >>> describe(Rules(), [("player", 6), ("banker", 8), ("player", 7)])
    'The player gets a card that counts 7, and has 3.'
    """
    side, card = events[-1]
    hand = sum(value for name, value in events if name == side) % 10
    return f"The {side} gets a card that counts {card}, and has {hand}."


def units_won(side: Winner, _rules: Rules, winner: Winner) -> int | Fraction:
    """Return what a unit on a side wins, -1 if it is lost.

    >>> str(units_won(Winner.BANKER, Rules(), Winner.BANKER))
    '19/20'
    """
    if winner == side:
        return PAYS[side]
    return 0 if winner == Winner.TIE else -1


READINGS = {"usual": Rules()}

EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Hand, start=start_once, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="baccarat",
    title="Baccarat",
    source="the rules of punto banco",
    about=__doc__,
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    wagers=tuple(
        Wager(name=side.value, net="winner", units=partial(units_won, side)) for side in Winner
    ),
    terminal=Terminal(describe=describe),
)
