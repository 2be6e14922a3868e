"""One hand of Persian Monarchs.

Both players ante 1 and draw a card.  The non-dealer raises, where 0 means no raise;
the dealer accepts or declines.  If the dealer declines, the non-dealer takes the
pot, else the higher card does.  Both cards are shown and put aside.
"""

from collections.abc import Sequence
from typing import NamedTuple

from montmort.games.cards.pack import members
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.rules import Rules
from montmort.games.persian_monarchs.strategies import Turn, View, card_name
from montmort.games.table import Table

Purses = tuple[int, int]


class Deals(NamedTuple):
    """Event: the player on seat `dealer` deals from a pack with `left` cards; both ante."""

    dealer: int
    left: int

    def __str__(self) -> str:
        return f"Seat {self.dealer} deals from {self.left} cards; both ante 1."


class Raises(NamedTuple):
    """Event: the non-dealer raises; 0 is no raise."""

    seat: int
    raised: int

    def __str__(self) -> str:
        return (
            f"Seat {self.seat} {f'raises by {self.raised}' if self.raised else 'does not raise'}."
        )


class Answers(NamedTuple):
    """Event: the dealer accepts or declines, without a choice if the purse does not cover it."""

    seat: int
    accepts: bool
    covers: bool

    def __str__(self) -> str:
        if not self.covers:
            return f"Seat {self.seat} cannot cover the raise and declines."
        return f"Seat {self.seat} {'accepts' if self.accepts else 'declines'}."


class Shown(NamedTuple):
    """Event: the cards of both seats, from a pack of `of` cards, and the winner of the pot."""

    cards: tuple[int, int]
    of: int
    winner: int
    pot: int

    def __str__(self) -> str:
        first, second = (card_name(card, self.of) for card in self.cards)
        return (
            f"Seat 0 has {first}, seat 1 {second}: seat {self.winner} takes the pot of {self.pot}."
        )


def play_hand(
    rules: Rules, pack: int, dealer: int, purses: Purses | None, chance: Chance, table: Table
) -> tuple[int, int]:
    """Play a hand from the set `pack`; return the non-dealer's profit and the cards left.

    `purses` are the counters of seats 0 and 1 before the ante, None if they do not
    matter.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.persian_monarchs.match import named_players
    >>> rules = Rules(cards=4, max_raise=2)
    >>> chance = ScriptedChance([2, 1, 2, 1])  # card 2 and card 1, a raise by 2, accepted
    >>> play_hand(rules, 0b1111, 1, None, chance, named_players(rules, chance))
    Traceback (most recent call last):
        ...
    montmort.games.errors.ImpossibleScript: the script picks 1, impossible among weights [1, 0]
    >>> chance = ScriptedChance([2, 1, 2, 0])  # 1/3 to win is just not enough
    >>> play_hand(rules, 0b1111, 1, None, chance, named_players(rules, chance))
    (1, 9)
    """
    table.tell(Deals(dealer, pack.bit_count()))
    left = None if purses is None else (purses[0] - 1, purses[1] - 1)
    mine, rest = _draw(pack, chance)
    theirs, rest = _draw(rest, chance)
    turn = _turn(rules, 1 - dealer, mine, pack, left)
    raised = _raise(rules, turn, table)
    accepted = not raised or _accepts(
        rules, _turn(rules, dealer, theirs, pack, left)._replace(raised=raised), table
    )
    won = not accepted or mine > theirs
    pot = 2 + 2 * raised * accepted
    cards = (mine, theirs) if dealer else (theirs, mine)
    table.tell(Shown(cards, rules.cards, 1 - dealer if won else dealer, pot))
    return (pot if won else -pot) // 2, rest


def _draw(pack: int, chance: Chance) -> tuple[int, int]:
    """Return a uniformly drawn card and the set without it."""
    card = tuple(members(pack))[chance.pick((1,) * pack.bit_count())]
    return card, pack & ~(1 << card)


def _turn(rules: Rules, seat: int, card: int, pack: int, counters: Purses | None) -> Turn:
    rank = (pack & ((1 << card) - 1)).bit_count()
    view = View(card, rank, pack.bit_count(), rules.cards, rules.max_raise)
    return Turn(seat, view, pack, counters)


def _raise(rules: Rules, turn: Turn, table: Table) -> int:
    """Return the non-dealer's raise; without a choice it is 0."""
    most = rules.max_raise
    if rules.purse == "strict" and turn.counters is not None:
        most = min(most, max(turn.counters[turn.seat], 0))
    raised = _decide(table, turn, tuple(range(most + 1))) if most else 0
    table.tell(Raises(turn.seat, raised))
    return raised


def _accepts(rules: Rules, turn: Turn, table: Table) -> bool:
    """Return whether the dealer accepts; a dealer who cannot cover the raise declines."""
    counters = None if rules.purse == "none" else turn.counters
    covers = counters is None or counters[turn.seat] >= turn.raised
    accepts = covers and bool(_decide(table, turn, (True, False)))
    table.tell(Answers(turn.seat, accepts, covers))
    return accepts


def _decide(table: Table, turn: Turn, choices: Sequence[int]) -> int:
    choice = table.decide(turn.seat, choices, turn)
    if choice not in choices:
        raise BadInput(f"seat {turn.seat} chose {choice!r}, none of {list(choices)}")
    return choice
