"""Baccarat (punto banco) from a shoe of eight decks."""

import enum

from montmort import Chance, Deck

DECKS = 8
SHOE = Deck([16 * DECKS] + [4 * DECKS] * 9)  # tens and pictures count 0


class Winner(enum.Enum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


def banker_draws(banker: int, third: int) -> bool:
    """Say whether the banker draws after the player drew a third card."""
    if banker <= 2:
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return 2 <= third <= 7
    if banker == 5:
        return 4 <= third <= 7
    if banker == 6:
        return third in (6, 7)
    return False


def play(chance: Chance) -> Winner:
    shoe = SHOE
    player = banker = 0
    for _ in range(2):
        card, shoe = shoe.draw(chance)
        player = (player + card) % 10
        card, shoe = shoe.draw(chance)
        banker = (banker + card) % 10
    if player < 8 and banker < 8:
        if player <= 5:
            third, shoe = shoe.draw(chance)
            player = (player + third) % 10
            draws = banker_draws(banker, third)
        else:
            draws = banker <= 5
        if draws:
            card, shoe = shoe.draw(chance)
            banker = (banker + card) % 10
    if player > banker:
        return Winner.PLAYER
    if banker > player:
        return Winner.BANKER
    return Winner.TIE
