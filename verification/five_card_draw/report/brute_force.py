"""Small games of five-card draw by brute force: every hand, discard, draw and opponent's hand."""

from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw.ranking import value


def by_brute_force(pack: Pack, ranking: str) -> list[Fraction]:
    """Return P(win) of the best discards of at most 0, 1, ... cards, over all hands of the pack.

    >>> [str(win) for win in by_brute_force(Pack(ranks=5, suits=2), "standard")]
    ['55/126']
    """
    deck = _Deck(pack, ranking)
    totals = [Fraction(0)] * (min(5, pack.size - 10) + 1)
    for hand in deck.values:
        best = Fraction(0)
        for drawn in range(len(totals)):
            best = max(best, *(deck.wins(hand, away) for away in _sets(deck.cards(hand), drawn)))
            totals[drawn] += best
    return [total / len(deck.values) for total in totals]


class _Deck:
    """The values of all hands, and those of the opponent's hands once some cards are seen."""

    def __init__(self, pack: Pack, ranking: str) -> None:
        self.everything = (1 << pack.size) - 1
        hands = _sets(self.cards(self.everything), 5)
        self.values = {hand: value(hand, ranking, pack) for hand in hands}
        self.others_by_seen: dict[int, list[int]] = {}

    def cards(self, chosen: int) -> list[int]:
        return [card for card in range(self.everything.bit_length()) if chosen >> card & 1]

    def others(self, seen: int) -> list[int]:
        """Return the values of all hands of the cards not seen, the lowest first."""
        if seen not in self.others_by_seen:
            hands = _sets(self.cards(self.everything ^ seen), 5)
            self.others_by_seen[seen] = sorted(self.values[hand] for hand in hands)
        return self.others_by_seen[seen]

    def wins(self, hand: int, away: int) -> Fraction:
        """Return the chance that the hand wins after a discard."""
        wins = deals = 0
        for drawn in _sets(self.cards(self.everything ^ hand), away.bit_count()):
            others = self.others(hand | drawn)
            wins += bisect_left(others, self.values[hand ^ away | drawn])
            deals += len(others)
        return Fraction(wins, deals)


def _sets(cards: Iterable[int], size: int) -> list[int]:
    return [sum(1 << card for card in chosen) for chosen in combinations(cards, size)]
