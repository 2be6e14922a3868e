"""Five-card draw told card by card: every draw against every hand of the others.

Shares nothing with the solver but the ranking of `games.five_card_hands`.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from games.five_card_hands import value
from games.playing_cards import Pack

Counts = tuple[int, int, int]  # wins, ties, deals


@cache
def worth(cards: int, ranking: str, pack: Pack) -> int:
    return value(cards, ranking, pack)


def drawn(hand: Sequence[int], away: Sequence[int], ranking: str, pack: Pack) -> Counts:
    """Return how often the hand wins and ties of how many deals when `away` is discarded."""
    unseen = [card for card in range(pack.size) if card not in hand]
    kept = sum(1 << card for card in hand if card not in away)
    wins = ties = deals = 0
    for draw in combinations(unseen, len(away)):
        own = worth(kept + sum(1 << card for card in draw), ranking, pack)
        rest = [card for card in unseen if card not in draw]
        for other in combinations(rest, 5):
            theirs = worth(sum(1 << card for card in other), ranking, pack)
            wins, ties, deals = wins + (own > theirs), ties + (own == theirs), deals + 1
    return wins, ties, deals
