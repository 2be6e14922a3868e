"""Fast simulation of the deal alone: the cards of any simulator, counted by position.

A game supplies its `dealer`, a function that writes the next deals of a stream into
an array of kinds of shape (plays, cards), using the same shuffle as the game itself.
Adjacent pairs are counted, table[place, card, next card] += 1; the counts of single
cards are the sums of its rows.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from montmort.games.dealt_cards import Dealing, outcome_of
from montmort.games.errors import InvalidCounts
from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.draw import draw_cards
from montmort.montecarlo.kernels.sfc64 import Words, load_stream, sfc64_state, store_stream
from montmort.montecarlo.outcomes import Counts, Records, Rng
from montmort.montecarlo.simulator import Rules, Simulator, block_size

Ints = npt.NDArray[np.int64]
Dealer = Callable[[Rng, Ints], None]
Deck = TypeVar("Deck")

VERSION = 1  # raise it when a stream would give other outcomes
BLOCK_WORK = 2**22  # cards per block: about 80,000 deals of 52
AT_ONCE = 2**16  # cards dealt before they are counted: few enough for the CPU cache


@compiled
def deal_from_end(words: Words, deck: Ints, dealt: Ints) -> None:
    """Write the next deals, one per row, drawn from the end of the deck in its current order."""
    stream = load_stream(words)
    last = deck.size - 1
    for row in dealt:
        _, stream = draw_cards(deck, deck.size, row.size, stream)
        for place in range(row.size):
            row[place] = deck[last - place]
    store_stream(words, stream)


@compiled
def count_pairs(dealt: Ints, table: Ints) -> None:
    """Add the deals to table[place, card, next card]; the last card has next card 0."""
    plays, cards = dealt.shape
    for place in range(cards - 1):
        for play in range(plays):
            table[place, dealt[play, place], dealt[play, place + 1]] += 1
    for play in range(plays):
        table[cards - 1, dealt[play, cards - 1], 0] += 1


def dealer_by(
    kernel: Callable[[Words, Deck, Ints], None],
    deck: Deck,
    kinds: Callable[[Ints], Ints] | None = None,
) -> Dealer:
    """Return the dealer that deals from `deck` by a kernel; `kinds` maps its cards to kinds."""

    def deal(rng: Rng, dealt: Ints) -> None:
        with sfc64_state(rng) as words:
            kernel(words, deck, dealt)
        if kinds is not None:
            dealt[:] = kinds(dealt)

    return deal


def simulator_of_deals(
    game: str,
    rules: Rules,
    dealing: Dealing,
    dealer: Callable[[Rules], Dealer],
    version: int = VERSION,
    plays_per_block: int | None = None,
) -> Simulator:
    """Return the simulator of the experiment `cards`; `dealer(rules)` starts with a new deck.

    >>> from montmort.games.war import Rules, dealing
    >>> from montmort.montecarlo.war.simulator import dealer
    >>> rules = Rules(ranks=2, suits=1)
    >>> deals = simulator_of_deals("war", rules, dealing(rules), dealer)
    >>> counts = deals.count(1713, plays=1000)
    >>> counts["pair_1"] == {1: counts["card_1"][0], 2: counts["card_2"][0]}
    True
    """
    dealing.check_size()
    return Simulator(
        game=game,
        rules=rules,
        experiment="cards",
        fields=outcome_of(dealing.cards, dealing.kinds)._fields,
        version=version,
        plays_per_block=plays_per_block or block_size(BLOCK_WORK, dealing.cards),
        compiled=True,
        counter=partial(_count, dealing, dealer),
        recorder=partial(_record, dealing, dealer),
    )


def _deals(
    dealing: Dealing, dealer: Callable[[Rules], Dealer], rules: Rules, rng: Rng, plays: int
) -> Iterator[Ints]:
    """Yield the next deals in arrays of shape (deals, cards)."""
    deal, at_once = dealer(rules), max(AT_ONCE // dealing.cards, 1)
    for sofar in range(0, plays, at_once):
        dealt = np.empty((min(at_once, plays - sofar), dealing.cards), np.int64)
        deal(rng, dealt)
        if dealt.min() < 0 or dealt.max() >= dealing.kinds:
            raise InvalidCounts(
                f"the cards dealt are {dealt.min()} to {dealt.max()}; they must be within 0 to "
                f"{dealing.kinds - 1}"
            )
        yield dealt


def _count(
    dealing: Dealing, dealer: Callable[[Rules], Dealer], rules: Rules, rng: Rng, plays: int
) -> Counts:
    table = np.zeros((dealing.cards, dealing.kinds, dealing.kinds), np.int64)
    for dealt in _deals(dealing, dealer, rules, rng, plays):
        count_pairs(dealt, table)
    tables = [*table.sum(axis=2), *(counts.ravel() for counts in table[:-1])]
    fields = outcome_of(dealing.cards, dealing.kinds)._fields
    return {name: _nonzero_counts(counts) for name, counts in zip(fields, tables, strict=True)}


def _nonzero_counts(counts: Ints) -> dict[int, int]:
    seen = np.flatnonzero(counts)
    return dict(zip(seen.tolist(), counts[seen].tolist(), strict=True))


def _record(
    dealing: Dealing, dealer: Callable[[Rules], Dealer], rules: Rules, rng: Rng, plays: int
) -> Iterator[Records]:
    for dealt in _deals(dealing, dealer, rules, rng, plays):
        yield np.hstack((dealt, dealt[:, :-1] * dealing.kinds + dealt[:, 1:]))
