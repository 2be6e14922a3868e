"""The published game of War as the program plays it: two rows of cards and a heap.

Written from the rules, apart from `montmort.games.war`: the first player's cards go down
first, whichever player wins; a tied card and the three behind it go to the heap while
both have five cards, and a tie that cannot be fought is the second player's; a
deuce beats an ace in a plain battle; 5000 turns are the limit.
"""

from collections import deque
from collections.abc import Iterable

DEUCE, ACE = 2, 14


def published_sizes(first: Iterable[int], second: Iterable[int]) -> list[int]:
    """Return the first player's number of cards at first and after each turn; ranks are 2 to 14."""
    one, two = deque(first), deque(second)
    sizes = [len(one)]
    while one and two and len(sizes) <= 5000:
        heap: list[int] = []
        plain = one[0] != two[0]
        while one[0] == two[0] and min(len(one), len(two)) >= 5:
            heap += [one.popleft() for _ in range(4)]
            heap += [two.popleft() for _ in range(4)]
        mine, theirs = one.popleft(), two.popleft()
        wins = mine > theirs
        if plain and {mine, theirs} == {DEUCE, ACE}:
            wins = mine == DEUCE
        (one if wins else two).extend([*heap, mine, theirs])
        sizes.append(len(one))
    return sizes
