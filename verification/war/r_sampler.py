"""The random numbers of R, by which a published deal is dealt again from its seed.

`set.seed` of R scrambles the seed by a linear congruence and fills the 624 words of a
Mersenne Twister with its next values.  `sample`, before R 3.6, multiplied a number from 0 to 1 by
the cards left, took the card in that place, and put the last card there.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

WORD = 2**32
UNIT = 2.3283064365386963e-10  # 1 / (2^32 - 1), as R writes it
SCRAMBLED, WORDS = 50, 624  # steps before the first word is used, and words

Ranks = tuple[int, ...]


class Sampler:
    """Samples without replacement from one stream of R's numbers.

    >>> Sampler(1066).take(range(1, 53), 3)  # sample(1:52, 3) after set.seed(1066)
    [15, 41, 31]
    """

    def __init__(self, seed: int) -> None:
        words = []
        for _ in range(SCRAMBLED + 1 + WORDS):
            seed = (69069 * seed + 1) % WORD
            words.append(seed)
        self.twister = np.random.MT19937()
        state = self.twister.state
        state["state"] = {"key": np.array(words[-WORDS:], np.uint32), "pos": WORDS}
        self.twister.state = state

    def take(self, cards: Sequence[int], number: int) -> list[int]:
        """Return `number` of the cards, in the order in which R takes them."""
        left = list(cards)
        taken = []
        for _ in range(number):
            place = int(len(left) * (int(self.twister.random_raw()) * UNIT))
            taken.append(left[place])
            left[place] = left[-1]
            left.pop()
        return taken


def dealt(seed: int, ranks: int = 13, suits: int = 4) -> tuple[Ranks, Ranks]:
    """Return both hands that the published program deals after set.seed(seed).

    The first hand is a sample of the deck 2, 3, ..., 14, four times over; the second is a sample
    of all the other cards, which the program has in the order of their ranks.

    >>> [hand[:5] for hand in dealt(1066)]
    [(3, 3, 6, 14, 10), (12, 6, 9, 5, 9)]
    """
    sampler, deck = Sampler(seed), [*range(2, ranks + 2)] * suits
    first = sampler.take(deck, len(deck) // 2)
    others = sorted((Counter(deck) - Counter(first)).elements())
    return tuple(first), tuple(sampler.take(others, len(others)))
