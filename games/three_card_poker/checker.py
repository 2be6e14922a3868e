"""Three-card poker: the value of the best play of the ante, and the law of what it wins.

All is computed again: every hand of the player is compared with every hand of the dealer.
"""

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
    rounded,
    words_of,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.suit_classes import (
    PACK,
    Cards,
    check_pack,
    check_pays,
    number_of,
    rank_counts,
    sets_of,
    straight_height,
)

PROBLEM = (
    "From a shuffled pack of `ranks` ranks in `suits` suits (a small one has the ace and the "
    "lowest other ranks) the player sees three cards and plays or folds; the dealer has three of "
    "the others; all deals are equally likely. Who folds loses 1. Who plays wins 1 if the dealer "
    "has a high card below the third highest rank, and so does not qualify; else 2 with the higher "
    "hand, 0 with an equal one, -2 with the lower one; and in any case the `bonus` of a straight, "
    "three of a kind or straight flush. Straight flush > three of a kind > straight > flush > pair "
    "> high card; inside a type ranks decide, those of more cards first, straights by their top "
    "card, of which A 3 2 is the lowest. The `value` is the largest mean of what is won. `played` "
    "is the number of hands that should be played, also if to fold is as good, which are `ties`; "
    "`lowest` is the type of the weakest of them and its ranks, those of more cards first, then "
    "the highest first; it is empty if none should be played. `folded_above` is the number of the "
    "other hands that are not weaker. So `law` has each net win with its chance, the lowest first, "
    "and `variance` is that of the net win."
)
TYPES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
BONUS = ("straight", "three of a kind", "straight flush")
CARDS = 3
RULES: Form = {**PACK, "bonus": describe(mapping_of(fraction), "By type, its bonus.")}
CONTENT: Form = {
    "value": describe(fraction, "Largest mean of the net win: the headline."),
    "variance": describe(fraction, "Variance of the net win."),
    "played": describe(integer, "Hands that should be played."),
    "ties": describe(integer, "Of these, hands that may be folded as well."),
    "lowest": describe(list_of(words_of), "Type and ranks of the weakest of them."),
    "folded_above": describe(integer, "Other hands that are not weaker."),
    "law": describe(
        list_of(list_of(fraction, 2)), "Pairs of a net win and its chance, the lowest first."
    ),
}

Strength = tuple[int, tuple[int, ...]]  # the place in TYPES, and what decides inside it


class Rules(NamedTuple):
    """The rules, the bonus by the type of a hand."""

    ranks: int
    suits: int
    bonus: dict[str, Fraction]

    def strength(self, hand: Cards) -> Strength:
        """Return the strength of three cards."""
        ranks = self.ranks_of(hand)
        height = straight_height(hand, self.ranks)
        is_flush = sum(map(bool, hand)) == 1
        if height is not None:
            return TYPES.index("straight flush" if is_flush else "straight"), (height,)
        names = {1: "three of a kind", 2: "pair", 3: "flush" if is_flush else "high card"}
        return TYPES.index(names[len({*ranks})]), ranks

    def ranks_of(self, hand: Cards) -> tuple[int, ...]:
        """Return the ranks of a hand, those of more cards first, then the highest first."""
        counts = enumerate(rank_counts(hand, self.ranks))
        held = sorted(((count, rank) for rank, count in counts if count), reverse=True)
        return tuple(rank for count, rank in held for _ in range(count))

    def words(self, hand: Cards) -> list[str]:
        """Return the type and the ranks of a hand in words."""
        letters = "23456789TJQKA"[: self.ranks - 1] + "A"
        return [TYPES[self.strength(hand)[0]], *(letters[rank] for rank in self.ranks_of(hand))]

    def nets(self, hand: Cards) -> tuple[Fraction, ...]:
        """Return what a hand wins if the dealer does not qualify, is lower, equal, higher."""
        bonus = self.bonus.get(TYPES[self.strength(hand)[0]], Fraction(0))
        return bonus + 1, bonus + 2, bonus, bonus - 2


class Dealer:
    """The hands of the dealer, the weakest first."""

    def __init__(self, rules: Rules) -> None:
        cards = [1 << card for card in range(rules.ranks * rules.suits)]
        lane = (1 << rules.ranks) - 1
        found = []
        for each in map(sum, combinations(cards, CARDS)):
            suits = [each >> suit * rules.ranks & lane for suit in range(rules.suits)]
            found.append((rules.strength(tuple(sorted(suits))), each))
        found.sort()
        self.strengths = [strength for strength, _ in found]
        self.hands = [hand for _, hand in found]
        self.qualified = bisect_left(self.strengths, (0, (rules.ranks - 3,)))

    def against(self, strength: Strength, hand: int) -> list[int]:
        """Return how many hands do not qualify, are lower, equal, higher, if a hand is gone."""
        below = [*accumulate((not hand & other for other in self.hands), initial=0)]
        first = self.qualified
        lower = max(first, bisect_left(self.strengths, strength))
        equal = max(first, bisect_right(self.strengths, strength))
        bounds = [below[place] for place in (0, first, lower, equal, -1)]
        return [above - low for low, above in pairwise(bounds)]


class Solution(NamedTuple):
    """What is stated in the content."""

    value: Fraction
    variance: Fraction
    played: int
    ties: int
    lowest: list[str]
    folded_above: int
    law: list[tuple[Fraction, Fraction]]


def solved(rules: Rules) -> Solution:
    """Return the best play of all hands."""
    dealer, weights = Dealer(rules), Counter[Fraction]()
    played: list[tuple[Strength, int, Cards]] = []
    folded: list[tuple[Strength, int, Cards]] = []
    ties = 0
    for hand in sets_of(rules.ranks, rules.suits, CARDS)[CARDS]:
        strength, times = rules.strength(hand), number_of(hand)
        own = sum(held << suit * rules.ranks for suit, held in enumerate(hand))
        numbers, nets = dealer.against(strength, own), rules.nets(hand)
        gap = sum(number * (net + 1) for number, net in zip(numbers, nets, strict=True))
        ties += times * (not gap)
        (played if gap >= 0 else folded).append((strength, times, hand))
        for number, net in zip(numbers, nets, strict=True):
            weights[net if gap >= 0 else Fraction(-1)] += times * number
    total = weights.total()
    law = [(net, Fraction(number, total)) for net, number in sorted(weights.items()) if number]
    value, square = (sum((net**k * n for net, n in law), Fraction(0)) for k in (1, 2))
    lowest = min(played, default=None)
    return Solution(
        value,
        square - value * value,
        sum(times for _, times, _ in played),
        ties,
        rules.words(lowest[2]) if lowest else [],
        sum(times for strength, times, _ in folded if lowest and strength >= lowest[0]),
        law,
    )


def check(rules_: object, content: object) -> Statements:
    """Compute all again."""
    rules = Rules(*read_form(RULES, "rules", rules_))
    check_pack(rules.ranks, rules.suits, 2 * CARDS)
    check_pays("bonus", rules.bonus, *BONUS)
    if rules.ranks < CARDS:
        raise Unreadable(f"the pack must have {CARDS} ranks")
    value, variance, played, ties, lowest, above, pairs = read_form(CONTENT, "content", content)
    law = [(net, chance) for net, chance in pairs]
    found, hands = solved(rules), math.comb(rules.ranks * rules.suits, CARDS)
    words = f"the largest mean of what is won is {rounded(value)}"
    yield Statement(value == found.value, words, HEADLINE)
    yield Statement(played == found.played, f"{played} of {hands} hands should be played")
    yield Statement(ties == found.ties, f"{ties} of them may be folded as well")
    yield Statement(lowest == found.lowest, f"the weakest is {' '.join(lowest) or 'none'}")
    yield Statement(above == found.folded_above, f"{above} hands not weaker should be folded")
    yield Statement(law == found.law, f"the {len(law)} wins have the chances that are listed")
    yield Statement(variance == found.variance, f"the variance is {rounded(variance)}")


CHECKER = Checker("three-card-poker", PROBLEM, check, rules=[RULES], content=[CONTENT])
