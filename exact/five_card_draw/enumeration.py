"""The best discards of all hands of five-card draw in numbered parts, for many machines.

First the pairs of hands are counted (`pair_counts`), by every process once: that
is most of the work, and comes in one order.  Then any hand can be judged anywhere;
where changes of suits change nothing one hand stands for its images.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np

from montmort.exact.enumeration import Counts, Parts, Rows
from montmort.exact.five_card_draw.best_discards import VERSION, Worth
from montmort.exact.five_card_draw.discards import judged, standing
from montmort.exact.five_card_draw.pair_counts import Counted, Deck, count_pairs
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES

PART = 1 << 13
_one_at_a_time = Lock()  # the second thread finds what the first has counted


def hands_in_parts(rules: Rules, answer: Callable[[Worth], dict[str, Any]]) -> Parts:
    """Return the judging of all hands in parts, at the end of which stands `answer`.

    >>> rules = Rules(ranks=5, suits=2, max_draw=0)
    >>> parts = hands_in_parts(rules, lambda worth: {"tie": worth.tie})
    >>> parts.cases, next(parts.rows(rules, 0, 1)).tolist()  # two straight flushes, that tie
    (126, [[2, 8, 0, 0, 1]])
    """

    def joined(counts: Counts) -> dict[str, Any]:
        sums = np.zeros((len(TYPES[rules.ranking]), 6, 3), np.int64)
        for (images, kind, drawn, wins, ties), hands in counts.items():
            sums[kind, drawn] += hands * images * np.array([1, wins, ties])
        return answer(Worth(ranking=rules.ranking, pack=rules.pack, most=rules.max_draw, sums=sums))

    return Parts(
        name="every hand",
        unit="hands",
        rules=rules,
        fields=("images", "type", "drawn", "wins", "ties"),
        version=VERSION,
        cases=len(standing(_deck(rules.ranking, rules.pack))),
        size=PART,
        rows=judged_from,
        answer=joined,
    )


def judged_from(rules: Rules, first: int, hands: int) -> Iterator[Rows]:
    """Yield what so many hands, from number `first` on, are worth, in arrays of a row each."""
    deck = _deck(rules.ranking, rules.pack)
    these = standing(deck)[first : first + hands]
    if len(these) != hands:
        raise ArithmeticError(f"there are fewer than {hands} hands from number {first} on")
    yield judged(deck, _counted(deck), these, rules.max_draw)


def _counted(deck: Deck) -> Counted:
    with _one_at_a_time:
        return _pairs_of(deck)


@lru_cache(1)
def _pairs_of(deck: Deck) -> Counted:
    return count_pairs(deck)


@lru_cache(1)  # with all that it has worked out
def _deck(ranking: str, pack: Pack) -> Deck:
    return Deck(ranking=ranking, pack=pack)
