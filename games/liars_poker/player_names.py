"""The computer players of Liars' Poker by name, as Rules and flags give them."""

from fractions import Fraction
from typing import NamedTuple

from montmort.games.errors import BadInput

KINDS = "honest, bluff:CHANCE or odds:CHANCE"


class Player(NamedTuple):
    """A kind of player (`montmort.games.liars_poker.players`), and its chance if it has one."""

    kind: str
    chance: Fraction = Fraction(0)


def read_players(text: str, seats: int) -> tuple[Player, ...]:
    """Return the player on each seat from one word per seat, or one word for all seats.

    >>> first, second = read_players("honest bluff:1/4", 2)
    >>> first.kind, second.kind, str(second.chance)
    ('honest', 'bluff', '1/4')
    """
    players = tuple(map(_player, text.replace(",", " ").split()))
    if len(players) not in (1, seats):
        raise BadInput(
            f"players={text!r} names {len(players)} players for {seats} seats; name one for each "
            "seat that holds cards, or one for all"
        )
    return players * (seats // len(players))


def _player(word: str) -> Player:
    kind, _, chance = word.casefold().partition(":")
    if word.casefold() == "honest":
        return Player("honest")
    try:
        rate = Fraction(chance)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(-1)
    if kind not in ("bluff", "odds") or not 0 <= rate <= 1:
        raise BadInput(f"{word!r} is no player; write {KINDS}, with a chance from 0 to 1 as in 1/4")
    return Player(kind, rate)
