"""Draw cards uniformly from the end of a deck.

Fisher-Yates shuffle from the end: one of the first `left` cards is chosen, each with
chance 1/left, and exchanged with the last of them.  The deck may be in any order
before, so a kernel continues with the order that the previous play left, and draws
only the cards that a play uses.  The position is int(u left), u uniform in [0, 1)
with 53 bits, so that the error of a card's chance is less than left/2**53.

The cache of a kernel does not detect a change here (`montmort.montecarlo.kernels.compile`).
A change of the cards drawn requires a new version of every simulator.
"""

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled, inlined
from montmort.montecarlo.kernels.sfc64 import Stream, Words, load_stream, store_stream, uniform

Deck = npt.NDArray[np.int64] | npt.NDArray[np.int32]


@inlined
def draw_card(deck: Deck, left: int, stream: Stream) -> tuple[int, Stream]:
    """Draw one of the first `left` cards: return it, and move it to their end."""
    chance, after = uniform(stream)
    other = np.uint64(np.int64(chance * float(left)))  # an index that cannot be negative
    end = np.uint64(left - 1)
    card = deck[other]
    deck[other] = deck[end]
    deck[end] = card
    return card, after


@inlined
def draw_cards(deck: Deck, left: int, drawn: int, stream: Stream) -> tuple[int, Stream]:
    """Draw `drawn` of the first `left` cards, one after another; return their sum."""
    total = 0
    for _ in range(drawn):
        card, stream = draw_card(deck, left, stream)
        total += card
        left -= 1
    return total, stream


@compiled
def shuffle(words: Words, deck: Deck) -> None:
    """Shuffle a deck: draw all its cards except the last one, which has one place left."""
    stream = load_stream(words)
    for left in range(deck.size, 1, -1):
        _, stream = draw_card(deck, left, stream)
    store_stream(words, stream)
