"""The published bot of five-card draw: it plays every choice n times and counts wins.

Cards are 13 suit + face.  The value of a hand is its type and its tie-breaker, in the
order of `published` (`montmort.games.five_card_draw.ranking`): pair to straight, and a flush
compares its suit alone.
"""

import random
from collections.abc import Sequence
from itertools import combinations

SHAPES = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 3, (4, 1): 4}
FLUSH, STRAIGHT = 5, 6

Value = tuple[int, list[tuple[int, int]]]


def value(hand: Sequence[int]) -> Value:
    """Return the value of a hand of five; the greater wins."""
    faces = [card % 13 for card in hand]
    counts = sorted([(faces.count(face), face) for face in {*faces}], reverse=True)
    if len(counts) == 5:
        if counts[0][1] - counts[4][1] == 4:
            return STRAIGHT, counts
        if len({card // 13 for card in hand}) == 1:
            return FLUSH, [(1, hand[0] // 13)]
    return SHAPES[tuple([count for count, _ in counts])], _in_full(counts)


def _in_full(counts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the faces with repetition, so that a full house is above three of a kind."""
    return [(1, face) for count, face in counts for _ in range(count)]


def wins(rng: random.Random, held: Sequence[int], unseen: Sequence[int], runs: int) -> int:
    """Return how often the held cards, completed to five, beat five others."""
    drawn = 5 - len(held)
    won = 0
    for _ in range(runs):
        cards = rng.sample(unseen, drawn + 5)
        won += value([*held, *cards[:drawn]]) > value(cards[drawn:])
    return won


def choose(rng: random.Random, hand: Sequence[int], runs: int, most: int = 3) -> tuple[int, ...]:
    """Return the first choice that wins most often, in order of the number of discards."""
    unseen = [card for card in range(52) if card not in hand]
    best, best_wins = (), -1
    for drawn in range(most + 1):
        for held in combinations(hand, 5 - drawn):
            won = wins(rng, held, unseen, runs)
            if won > best_wins:
                best, best_wins = tuple(card for card in hand if card not in held), won
    return best
