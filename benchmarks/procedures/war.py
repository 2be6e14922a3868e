"""War as in the published program: up to 5000 turns, deuces beat aces in battles.

The program stores both hands as vectors; here they are deques, the fastest type of the
standard library.
"""

import random
from collections import deque
from collections.abc import Sequence

ACE, DEUCE, TURNS = 14, 2, 5000
DECK = [*range(DEUCE, ACE + 1)] * 4

Hand = deque[int]


def play(deck: Sequence[int]) -> tuple[int, int]:
    """Return the winner, 1, -1 or 0 for none, and the turns; the first hand is the first half."""
    first, second = deque(deck[: len(deck) // 2]), deque(deck[len(deck) // 2 :])
    for turn in range(1, TURNS + 1):
        battle(first, second)
        if not first or not second:
            return (1 if first else -1), turn
    return 0, TURNS


def battle(first: Hand, second: Hand) -> None:
    """Play a turn; a war that a player cannot complete goes to the second player."""
    one, other = first.popleft(), second.popleft()
    booty: list[int] = []
    if one == other:
        while one == other and len(first) >= 4 and len(second) >= 4:
            booty += one, first.popleft(), first.popleft(), first.popleft()
            booty += other, second.popleft(), second.popleft(), second.popleft()
            one, other = first.popleft(), second.popleft()
        won = one > other
    else:
        won = (one > other) != ({one, other} == {ACE, DEUCE})
    taker = first if won else second
    taker.extend(booty)
    taker.append(one)
    taker.append(other)


def games(rng: random.Random, number: int) -> int:
    """Shuffle and play `number` games; return the number won by the first player."""
    won = 0
    for _ in range(number):
        rng.shuffle(deck := DECK.copy())
        won += play(deck)[0] == 1
    return won
