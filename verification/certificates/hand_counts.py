"""Hands of five cards: their strengths, and how many are below one."""

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate, combinations, combinations_with_replacement

from montmort.verification.certificates.check import (
    Form,
    Unreadable,
    between,
    read_form,
    word_in,
    words_of,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.straights import Cards, straights

DEAL = (
    "From a deck of `ranks` ranks in `suits` suits (a small one has the ace and the lowest other "
    "ranks) a player holds five cards, discards up to `max_draw`, draws as many from the unseen "
    "cards, and is compared with five other cards of those unseen then; all deals are equally "
    "likely. In the `ranking` standard high card < pair < two pair < three of a kind < straight < "
    "flush < full house < four of a kind < straight flush; inside a type ranks decide, those held "
    "more often first, straights by their top card, the wheel A 2 3 4 5 lowest. In published high "
    "card < pair < two pair < three of a kind < four of a kind < flush < straight; a wheel is no "
    "straight, a full house is three of a kind, a straight flush is a straight, and a flush is "
    "worth its suit alone, c < d < h < s. "
)
TYPES = {
    "standard": ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush",
                 "full_house", "four_of_a_kind", "straight_flush"),
    "published": ("high_card", "pair", "two_pair", "three_of_a_kind", "four_of_a_kind", "flush",
                  "straight"),
}  # fmt: skip
RULES: Form = {
    "ranks": describe(between(2, 13), "Ranks in the deck."),
    "suits": describe(between(1, 4), "Suits in the deck."),
    "ranking": describe(word_in(*TYPES), "The order of hands."),
    "max_draw": describe(between(0, 5), "Cards that may be drawn."),
    "hand": describe(words_of, "Own five cards; empty if all hands are dealt."),
}
SHAPES = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}

Hand = tuple[int, ...]  # ranks, the lowest first
Strength = tuple[int, Hand]  # the place of the type, and what decides inside it
OneSuit = tuple[list[Strength], list[Strength]]  # hands of one suit: as flushes, and without suits
Remaining = tuple[list[int], list[OneSuit]]  # hands below each shape but for suits, and by suit


def strength(ranks: Iterable[int], suit: int | None, ranking: str, size: int) -> Strength:
    """Return the strength of five cards of a deck of `size` ranks, `suit` that of a flush."""
    held = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    decides = tuple(rank for n, rank in held for _ in range(n))
    published = ranking == "published"
    # of five ranks the ace makes one straight, and not the lowest
    height = max((h for h, five in enumerate(straights(size)) if five == {*decides}), default=None)
    if height is not None and not (published and height == 0):  # there a wheel is no straight
        name, decides = ("straight" if suit is None else "straight_flush"), (height,)
    elif suit is not None:
        name, decides = "flush", ((suit,) if published else decides)
    else:
        name = SHAPES[tuple(n for n, _ in held)]
    if published:
        name = {"full_house": "three_of_a_kind", "straight_flush": "straight"}.get(name, name)
    return TYPES[ranking].index(name), decides


class HandCounts:
    """Counts the hands of five cards below a strength, whatever cards are gone."""

    def __init__(self, ranks: int, suits: int, ranking: str) -> None:
        self.ranks, self.suits, self.types = ranks, suits, TYPES[ranking]
        self.flushes: dict[tuple[int, Hand], Strength] = {
            (suit, five): strength(five, suit, ranking, ranks)
            for suit in range(suits)
            for five in combinations(range(ranks), 5)
        }
        self.plain: dict[Hand, Strength] = {
            five: strength(five, None, ranking, ranks)
            for five in combinations_with_replacement(range(ranks), 5)
            if max(Counter(five).values()) <= suits
        }
        order = sorted(self.plain, key=self.plain.__getitem__)
        self.sorted = [self.plain[five] for five in order]
        self.shapes = [[*Counter(five).items()] for five in order]
        self.places = {
            value: (bisect_left(self.sorted, value), bisect_right(self.sorted, value))
            for value in (*self.plain.values(), *self.flushes.values())
        }
        self.by_ranks: dict[Hand, list[int]] = {}
        self.by_suit: dict[tuple[int, Hand], OneSuit] = {}

    def of_cards(self, cards: Cards) -> Strength:
        """Return the strength of five cards."""
        five = tuple(sorted(rank for rank, _ in cards))
        suits = {suit for _, suit in cards}
        return self.flushes[suits.pop(), five] if len(suits) == 1 else self.plain[five]

    def below(self, limit: Strength, remaining: Remaining) -> tuple[int, int]:
        """Return how many of the remaining hands are below the limit, and how many not above it.

        They are counted as if there were no flushes; then the hands of one suit are moved from
        their strength without regard to suits to their own.
        """
        counts, suits = remaining
        less, not_above = (counts[place] for place in self.places[limit])
        for flushes, plain in suits:
            less += bisect_left(flushes, limit) - bisect_left(plain, limit)
            not_above += bisect_right(flushes, limit) - bisect_right(plain, limit)
        return less, not_above

    def remaining(self, gone: Cards) -> Remaining:
        """Return the hands of the other cards."""
        ranks = tuple(sorted(rank for rank, _ in gone))
        if ranks not in self.by_ranks:
            self.by_ranks[ranks] = self._running_counts(ranks)
        suits = []
        for suit in range(self.suits):
            away = suit, tuple(sorted(rank for rank, s in gone if s == suit))
            if away not in self.by_suit:
                self.by_suit[away] = self._hands_of_suit(*away)
            suits.append(self.by_suit[away])
        return self.by_ranks[ranks], [suit for suit in suits if suit[0]]

    def _running_counts(self, gone: Hand) -> list[int]:
        """Return how many hands the first 0, 1, 2, ... shapes have."""
        left = [self.suits - gone.count(rank) for rank in range(self.ranks)]
        ways = [[math.comb(n, m) for m in range(self.suits + 1)] for n in left]
        hands = (math.prod([ways[rank][m] for rank, m in shape]) for shape in self.shapes)
        return [*accumulate(hands, initial=0)]

    def _hands_of_suit(self, suit: int, gone: Hand) -> OneSuit:
        """Return the strengths of the hands of one suit, and those without regard to suits."""
        fives = [*combinations([r for r in range(self.ranks) if r not in gone], 5)]
        flushes = sorted(self.flushes[suit, five] for five in fives)
        return flushes, sorted(self.plain[five] for five in fives)


def hands_of(ranks: int, suits: int, ranking: str, most: int) -> HandCounts:
    """Return the hands of a deck, which has enough cards for a draw of the most."""
    if ranks * suits < 10 + most:
        raise Unreadable("the deck is too small")
    return HandCounts(ranks, suits, ranking)


def of_all_hands(rules: object) -> tuple[HandCounts, int]:
    """Return the hands of the deck and the most cards drawn, where all hands are dealt."""
    ranks, suits, ranking, most, hand = read_form(RULES, "rules", rules)
    if hand:
        raise Unreadable("hand must be empty")
    return hands_of(ranks, suits, ranking, most), most


def deals_of(unseen: int, drawn: int) -> int:
    """Return in how many ways a player draws and the other hand is dealt."""
    return math.comb(unseen, drawn) * math.comb(unseen - drawn, 5)
