"""Cards drawn uniformly from a deck, as every kernel that deals from its end draws them.

Fisher and Yates from the end: of the first `left` cards one is taken, each with
chance 1/left, and changes places with the last of them.  A deck may lie in any
order before, so a kernel draws from it as the play before has left it, and only
the cards that a play looks at.  The place is int(u left), u uniform in [0, 1)
with 53 bits, so that a card's chance is off by less than left/2**53.

A kernel's cache does not notice a change here (`montmort.montecarlo.kernels.compile`); and
whoever changes which cards come raises the version of every simulator.
"""

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled, inlined
from montmort.montecarlo.kernels.sfc64 import Stream, Words, laid_down, taken_up, uniform

Deck = npt.NDArray[np.int64] | npt.NDArray[np.int32]


@inlined
def draw_card(deck: Deck, left: int, stream: Stream) -> tuple[int, Stream]:
    """Draw one of the first `left` cards: return it, it goes to their end."""
    chance, after = uniform(stream)
    other = np.uint64(np.int64(chance * float(left)))  # an index that cannot be negative
    end = np.uint64(left - 1)
    card = deck[other]
    deck[other] = deck[end]
    deck[end] = card
    return card, after


@inlined
def draw_cards(deck: Deck, left: int, drawn: int, stream: Stream) -> tuple[int, Stream]:
    """Draw so many of the first `left` cards, one after another; return their sum."""
    total = 0
    for _ in range(drawn):
        card, stream = draw_card(deck, left, stream)
        total += card
        left -= 1
    return total, stream


@compiled
def shuffle(words: Words, deck: Deck) -> None:
    """Shuffle a deck: draw all its cards but the last, which can only stay."""
    stream = taken_up(words)
    for left in range(deck.size, 1, -1):
        _, stream = draw_card(deck, left, stream)
    laid_down(words, stream)
