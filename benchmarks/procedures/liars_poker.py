"""Liars' Poker by sampling: which of ten hands can be made, as in the published program.

A card is (suit, value), values 2 to 14; the jokers are (JOKER, 0) and (JOKER, 15).
As in the program, only the first is wild, except that in a flush both are.
"""

import random
from collections import Counter
from collections.abc import Sequence

JOKER = 4
DECK = [(suit, value) for suit in range(4) for value in range(2, 15)]
JOKERS = [(JOKER, 0), (JOKER, 15)]
WINDOWS = [{14, *range(2, 6)} if low == 1 else {*range(low, low + 5)} for low in range(10, 0, -1)]

Card = tuple[int, int]
Counts = Counter[int]


def sets(counts: Counts, wild: int, size: int) -> int:
    """Return the highest value held `size` times, counting the wild card; 0 if there is none."""
    return max((value for value, count in counts.items() if count + wild >= size), default=0)


def pair_and(counts: Counts, wild: int, size: int) -> bool:
    """Return whether `size` cards of a value remain without the highest pair."""
    if not (value := sets(counts, wild, 2)):
        return False
    if counts[value] < 2:
        wild = 0
    rest = counts.copy()
    rest[value] -= 2
    return sets(+rest, wild, size) > 0


def made(cards: Sequence[Card]) -> tuple[bool, ...]:
    """Return which of the ten can be made, from high card to five of a kind."""
    wild = int((JOKER, 0) in cards)
    values = Counter(value for _, value in cards if value)
    jokers = wild + ((JOKER, 15) in cards)
    suits = Counter(suit for suit, _ in cards if suit != JOKER)
    straight = next((w for w in WINDOWS if len(w & values.keys()) + wild >= 5), None)
    return (
        True,
        sets(values, wild, 2) > 0,
        pair_and(values, wild, 2),
        sets(values, wild, 3) > 0,
        max(suits.values(), default=-5) + jokers >= 5,
        straight is not None,
        pair_and(values, wild, 3),
        sets(values, wild, 4) > 0,
        straight is not None and straight_flush(cards, straight, wild),
        sets(values, wild, 5) > 0,
    )


def straight_flush(cards: Sequence[Card], straight: set[int], wild: int) -> bool:
    """Return whether one suit has the highest straight; no other straight is tested."""
    suits = Counter(suit for suit, value in cards if value in straight)
    return max(suits.values(), default=0) + wild >= 5


def sample(rng: random.Random, cards: int, number: int, jokers: bool = True) -> list[int]:
    """Return how often each of the ten can be made in `number` deals of `cards` cards."""
    deck = DECK + JOKERS if jokers else DECK
    found = [0] * 10
    for _ in range(number):
        for place, can in enumerate(made(rng.sample(deck, cards))):
            found[place] += can
    return found
