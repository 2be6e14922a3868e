"""The best discards of all hands of five-card draw in numbered parts, for many machines.

Every process first counts the pairs of hands (`pair_counts`), once.  That is most of
the work, and cannot be divided.  Then the hands can be evaluated in any order.  If
suits can be exchanged, one hand represents all its images.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Lock

import numpy as np

from montmort.exact.enumeration import Counts, Parts, Rows
from montmort.exact.five_card_draw.best_discards import VERSION, Value
from montmort.exact.five_card_draw.discards import evaluate, representatives
from montmort.exact.five_card_draw.pair_counts import Counted, Deck, count_pairs
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES

PART = 1 << 13
_lock = Lock()  # a second thread waits for the counts of the first


def hands_in_parts(rules: Rules, answer: Callable[[Value], dict[str, object]]) -> Parts:
    """Return the evaluation of all hands in parts; `answer` turns the sum into the answer.

    >>> rules = Rules(ranks=5, suits=2, max_draw=0)
    >>> parts = hands_in_parts(rules, lambda value: {"tie": value.tie})
    >>> parts.cases, next(parts.rows(rules, 0, 1)).tolist()  # two straight flushes, which tie
    (126, [[2, 8, 0, 0, 1]])
    """

    def answer_counts(counts: Counts) -> dict[str, object]:
        sums = np.zeros((len(TYPES[rules.ranking]), 6, 3), np.int64)
        for (images, kind, drawn, wins, ties), hands in counts.items():
            sums[kind, drawn] += hands * images * np.array([1, wins, ties])
        return answer(Value(ranking=rules.ranking, pack=rules.pack, most=rules.max_draw, sums=sums))

    return Parts(
        name="every hand",
        unit="hands",
        rules=rules,
        fields=("images", "type", "drawn", "wins", "ties"),
        version=VERSION,
        cases=len(representatives(_deck(rules.ranking, rules.pack))),
        size=PART,
        rows=evaluate_from,
        answer=answer_counts,
    )


def evaluate_from(rules: Rules, first: int, hands: int) -> Iterator[Rows]:
    """Yield the rows of `evaluate` for `hands` hands from number `first` on.

    >>> rules = Rules(ranks=5, suits=2, max_draw=0)
    >>> [rows.tolist() for rows in evaluate_from(rules, 1, 1)]  # the lowest pair loses
    [[[2, 1, 0, 0, 0]]]
    """
    deck = _deck(rules.ranking, rules.pack)
    these = representatives(deck)[first : first + hands]
    if len(these) != hands:
        raise ArithmeticError(f"there are fewer than {hands} hands from number {first} on")
    yield evaluate(deck, _counted(deck), these, rules.max_draw)


def _counted(deck: Deck) -> Counted:
    with _lock:
        return _pairs_of(deck)


@lru_cache(1)
def _pairs_of(deck: Deck) -> Counted:
    return count_pairs(deck)


@lru_cache(1)  # its properties are computed once, too
def _deck(ranking: str, pack: Pack) -> Deck:
    return Deck(ranking=ranking, pack=pack)
