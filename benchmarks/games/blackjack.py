"""Blackjack from an infinite deck, played by a fixed table, without splits.

The dealer stands on all 17; a blackjack pays 3 to 2.  Money is counted in half bets.
"""

from typing import NamedTuple

from montmort import Chance

# The total at which a hard hand stands against the dealer's 2, 3, … 10, ace.
STANDS = (13, 13, 12, 12, 12, 17, 17, 17, 17, 17)
VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
WEIGHTS = (1, 1, 1, 1, 1, 1, 1, 1, 4, 1)


class Round(NamedTuple):
    """Outcome: the player's gain in half bets."""

    net: int


def card(chance: Chance) -> int:
    return VALUES[chance.pick(WEIGHTS)]


def add(total: int, soft: bool, value: int) -> tuple[int, bool]:
    """Return total and softness after one more card; a soft hand counts an ace as 11."""
    total += value
    if value == 11:
        if soft:
            total -= 10
        soft = True
    if total > 21 and soft:
        total -= 10
        soft = False
    return total, soft


def doubles(total: int, soft: bool, dealer: int) -> bool:
    if soft:
        return 13 <= total <= 18 and 5 <= dealer <= 6
    return total == 11 or (total == 10 and dealer <= 9) or (total == 9 and 3 <= dealer <= 6)


def stands(total: int, soft: bool, dealer: int) -> bool:
    if soft:
        return total >= 19 or (total == 18 and dealer <= 8)
    return total >= STANDS[dealer - 2]


def play(chance: Chance) -> Round:
    first, up, second, hole = (card(chance) for _ in range(4))
    total, soft = add(*add(0, False, first), second)
    bank, bank_soft = add(*add(0, False, up), hole)
    if bank == 21 or total == 21:
        return Round(0 if bank == total else 3 if total == 21 else -2)
    stake = 2
    if doubles(total, soft, up):
        stake = 4
        total, soft = add(total, soft, card(chance))
    else:
        while total <= 21 and not stands(total, soft, up):
            total, soft = add(total, soft, card(chance))
    if total > 21:
        return Round(-stake)
    while bank < 17:
        bank, bank_soft = add(bank, bank_soft, card(chance))
    if bank > 21 or total > bank:
        return Round(stake)
    return Round(0 if total == bank else -stake)
