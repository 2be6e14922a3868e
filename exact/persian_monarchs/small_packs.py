"""A match of Persian Monarchs with a small pack, over all sets of cards that may be left.

The state is (cards left, counters of the first player).  Each of the n (n-1)/2 pairs of
cards leads to one other set, with the law of the hand in which either card may be the
non-dealer's.  This works for all strategies and purses.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations

from flint import fmpz_poly

from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.final_counters import (
    check_size,
    counters_law,
    cuts,
    gains,
    shift,
)
from montmort.exact.persian_monarchs.hand import Duel, Purses
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.strategy_tables import Table, play
from montmort.games.cards.pack import members
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs.strategies import View

MOST_CARDS = 8

Sets = dict[int, fmpz_poly]  # the cards left -> weights of the first player's counters


def law_by_sets(match: Match, watch: Watch | None = None) -> Law[int]:
    """Return the law of the first player's final counters, from a pack of at most 8 cards.

    `watch(share, hands)` is called with the progress through the match.

    >>> from montmort.games.persian_monarchs import Rules
    >>> match = Match(Rules(first="random", second="non-counter", cards=4, rounds=1))
    >>> law_by_sets(match).mean() == match.mean()
    True
    """
    rules = match.rules
    if rules.cards > MOST_CARDS:
        raise TooLarge(
            f"cards={rules.cards}: sets of cards are followed for at most {MOST_CARDS} cards"
        )
    check_size(match)
    hands = cache(lambda kind: _Pairs(match, kind))
    sets: Sets = {rules.pack: fmpz_poly([1])}
    low, total = rules.counters, 1
    for played, kind in enumerate(match.sequence(), 1):
        hand = hands(kind)
        sets = hand.after(sets, low)
        low, total = low - 1 - rules.max_raise, total * hand.total
        if kind.left < 4:
            sets = {rules.pack: sum(sets.values(), start=fmpz_poly())}
        if watch is not None:
            watch(Fraction(played, match.hands), played)
    return counters_law(sum(sets.values(), start=fmpz_poly()).coeffs(), total, low)


class _Pairs:
    """Hands of one kind for every pair of cards; `total` is the total weight of all pairs."""

    def __init__(self, match: Match, kind: HandKind) -> None:
        self.rules, self.kind, self.pack = match.rules, kind, match.pack(kind.left)
        views = [*self.pack.views()]
        self.place = {view: place for place, view in enumerate(views)}
        self.first, self.second = (
            Table.of([play(strategy, view) for view in views]) for strategy in match.strategies
        )
        self.total = self.duel(views[0], views[-1]).total * kind.left * (kind.left - 1) // 2
        self.gains = cache(self._gains)

    def duel(self, lower: View, higher: View) -> Duel:
        """Return the hand of these two cards; each is the non-dealer's with the same weight."""
        tables = (self.first, self.second)
        raiser, dealer = tables if self.kind.first_raises else tables[::-1]
        low, high = self.place[lower], self.place[higher]
        always = dealer.accept_total
        answers = zip((always, *dealer.accepts[low]), (always, *dealer.accepts[high]), strict=True)
        rows = [*zip(raiser.raises[low], raiser.raises[high], answers, strict=True)]
        return Duel(
            total=2 * raiser.raise_total * always,
            raised=tuple((below + above) * always for below, above, _ in rows),
            higher=tuple(above * always for _, above, _ in rows),
            won=tuple(above * accepts for _, above, (accepts, _) in rows),
            lost=tuple(below * accepts for below, _, (_, accepts) in rows),
        )

    def _gains(self, lower: View, higher: View, purses: Purses) -> fmpz_poly:
        return gains(self.duel(lower, higher), self.kind.first_raises, purses)

    def after(self, sets: Sets, low: int) -> Sets:
        """Return the weights after the hand, by the cards left."""
        places = max(weights.length() for weights in sets.values())
        here = [*cuts(self.rules, self.kind.first_raises, low, places)]
        moved: dict[tuple[int, int], fmpz_poly] = {}
        for cards, weights in sets.items():
            coefficients = weights.coeffs()
            parts = [(cut, part) for cut in here if (part := cut.of(coefficients))]
            views = (View(c, rank, *self.pack) for rank, c in enumerate(members(cards)))
            for lower, higher in combinations(views, 2):
                rest = cards & ~(1 << lower.card | 1 << higher.card)
                for cut, part in parts:
                    after = part * self.gains(lower, higher, cut.purses)
                    moved[rest, cut.begin] = moved.get((rest, cut.begin), 0) + after
        return _merge(moved)


def _merge(moved: dict[tuple[int, int], fmpz_poly]) -> Sets:
    """Return the weights by the cards left, adding those of all first places."""
    sets: Sets = {}
    for (cards, begin), weights in moved.items():
        sets[cards] = sets.get(cards, 0) + shift(weights, begin)
    return sets
