"""Jacks or better: the value of the best holds, and the law of the pay.

All is computed again; with 52 cards and hands of five that takes some ten seconds.  Let N(S) be
how many final hands of each kind contain the cards S.  A hand that contains S contains n - |S| sets
of one card more than S, hence N(S) = sum over cards c not in S of N(S + c) / (n - |S|).  Of the
hands that contain the cards held, K, and none of those thrown away, D, there are

    sum over T in D of (-1)^|T| N(K + T).
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    between,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
    rounded,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.sizes import check_sizes
from montmort.verification.certificates.suit_classes import (
    PACK,
    Cards,
    check_pack,
    check_pays,
    number_of,
    rank_counts,
    sets_of,
    straight_height,
    with_one_more,
)

PROBLEM = (
    "From a shuffled pack of `ranks` ranks in `suits` suits (a small one has the ace and the "
    "lowest other ranks) a hand of `cards` cards is dealt; all hands are equally likely. The "
    "player holds any of its cards, but so many that the others can be replaced from the rest of "
    "the pack, and draws new cards for the others; the final hand pays by `pays`. Its kind is four "
    "of a kind, full house, three of a kind, two pair, or jacks or better (one pair of the four "
    "highest ranks) by the number of cards of its ranks; if all ranks differ a straight if they "
    "are neighbours in the row ace, lowest rank, ..., highest rank but the ace, ace, a flush if "
    "all cards are of one suit, a straight flush if both, and of these a royal flush if no "
    "straight is higher; all other hands pay nothing. The `value` is the largest mean of the pay. "
    "Of several best holds one with the most cards is taken. Of equally many, number the cards of "
    "the hand suit by suit and in each suit from the lowest rank; the suits in the order of the "
    "sums of 2^rank over their ranks held, the lowest rank being 0; the hold whose lowest number "
    "is lowest is taken, then whose second is, and so on. So `held` has the number of hands of "
    "which 0, 1, 2, ... cards are held, `law` each pay with its chance, the lowest first, and "
    "`variance` that of the pay; `ties` is the number of hands with several best holds."
)
PAID = (
    "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
    "three of a kind", "two pair", "jacks or better",
)  # fmt: skip
RULES: Form = {
    **PACK,
    "cards": describe(between(2, 5), "Cards of a hand."),
    "pays": describe(mapping_of(fraction), "By hand, its pay."),
}
CONTENT: Form = {
    "value": describe(fraction, "Largest mean pay: the headline."),
    "variance": describe(fraction, "Variance of the pay."),
    "held": describe(list_of(integer), "Hands of which 0, 1, 2, ... cards are held."),
    "ties": describe(integer, "Hands with several best holds."),
    "law": describe(
        list_of(list_of(fraction, 2)), "Pairs of a pay and its chance, the lowest first."
    ),
}
HIGH = 4  # ranks whose pairs pay


class Rules(NamedTuple):
    """The rules, `pays` by the name of a hand."""

    ranks: int
    suits: int
    cards: int
    pays: dict[str, Fraction]

    def kind(self, hand: Cards) -> str:
        """Return the name of a hand, empty if it is not paid."""
        counts = rank_counts(hand, self.ranks)
        most, second, *_ = (*sorted(counts, reverse=True), 0)
        if most == 4:
            return "four of a kind"
        if most == 3:
            return "full house" if second == 2 else "three of a kind"
        if most == 2 and second < 2:
            return "jacks or better" if 2 in counts[-HIGH:] else ""
        if most == 2:
            return "two pair"
        is_flush, height = sum(map(bool, hand)) == 1, straight_height(hand, self.ranks)
        if height is None or not is_flush:
            return "straight" if height is not None else "flush" if is_flush else ""
        return "royal flush" if height == self.ranks - self.cards + 1 else "straight flush"


class Solution(NamedTuple):
    """What is stated in the content."""

    value: Fraction
    variance: Fraction
    held: list[int]
    ties: int
    law: list[tuple[Fraction, Fraction]]


def final_hands(rules: Rules) -> dict[Cards, list[int]]:
    """Return for every set of cards how many hands of each kind in PAID contain it."""
    *smaller, hands = sets_of(rules.ranks, rules.suits, rules.cards)
    kinds = {hand: rules.kind(hand) for hand in hands}
    found = {hand: [int(name == kind) for name in PAID] for hand, kind in kinds.items()}
    for size in range(rules.cards - 1, -1, -1):
        for cards in smaller[size]:
            rows = [found[more] for more in with_one_more(cards, rules.ranks)]
            found[cards] = [
                sum(column) // (rules.cards - size) for column in zip(*rows, strict=True)
            ]
    return found


def subsets(hand: Cards) -> list[Cards]:
    """Return the subsets of a hand by their masks, the cards numbered as PROBLEM says."""
    found = [(0,) * len(hand)]
    for suit, held in enumerate(hand):
        for rank in range(held.bit_length()):
            if held >> rank & 1:
                bit = 1 << rank
                found += [(*s[:suit], s[suit] | bit, *s[suit + 1 :]) for s in found]
    return [tuple(sorted(each)) for each in found]


class Holds:
    """What may be held of a hand, as masks of its cards, in the order in which ties are broken.

    A draw of `masks[i]` has the weight `weights[i]`; all its draws together have `total`.
    """

    def __init__(self, cards: int, left: int) -> None:
        self.masks = [
            sum(1 << place for place in held)
            for size in range(cards, max(cards - left, 0) - 1, -1)
            for held in combinations(range(cards), size)
        ]
        draws = [math.comb(left, cards - mask.bit_count()) for mask in self.masks]
        self.total = math.lcm(*draws)
        self.weights = [self.total // number for number in draws]

    def worths(self, sums: list[int]) -> list[int]:
        """Return what the holds are worth, times `total`; sums[mask] is that of a subset."""
        bit = 1
        while bit < len(sums):
            for mask in range(len(sums)):
                if not mask & bit:
                    sums[mask] -= sums[mask | bit]
            bit *= 2
        return [sums[mask] * weight for mask, weight in zip(self.masks, self.weights, strict=True)]


def solved(rules: Rules) -> Solution:
    """Return the best play of all hands."""
    cards, numbers = rules.cards, final_hands(rules)
    holds = Holds(cards, rules.ranks * rules.suits - cards)
    unit = math.lcm(*(pay.denominator for pay in rules.pays.values()))
    pays = [int(rules.pays[name] * unit) for name in PAID]
    sums = {each: sum(map(int.__mul__, pays, row)) for each, row in numbers.items()}
    counted: Counter[Cards] = Counter()  # the weight of the hands that contain a set
    held, ties, worth, hands = [0] * (cards + 1), 0, 0, 0
    for hand in (each for each in sums if sum(map(int.bit_count, each)) == cards):
        own, times = subsets(hand), number_of(hand)
        worths = holds.worths([sums[each] for each in own])
        best = max(worths)
        place = worths.index(best)
        taken, weight = holds.masks[place], holds.weights[place] * times
        worth, hands = worth + times * best, hands + times
        ties += times * (worths.count(best) > 1)
        held[taken.bit_count()] += times
        for mask, subset in enumerate(own):
            if mask & taken == taken:
                counted[subset] += (-1) ** (mask ^ taken).bit_count() * weight
    weights = law_of(rules, numbers, counted, hands * holds.total)
    law = [(pay, Fraction(n, hands * holds.total)) for pay, n in sorted(weights.items()) if n]
    value = Fraction(worth, hands * holds.total * unit)
    square = sum((pay * pay * chance for pay, chance in law), Fraction(0))
    return Solution(value, square - value * value, held, ties, law)


def law_of(
    rules: Rules, numbers: dict[Cards, list[int]], counted: Counter[Cards], total: int
) -> Counter[Fraction]:
    """Return the weight of each pay, of all `total`."""
    law = Counter({Fraction(0): total})
    for kind, name in enumerate(PAID):
        number = sum(weight * numbers[cards][kind] for cards, weight in counted.items())
        law[rules.pays[name]] += number
        law[Fraction(0)] -= number
    return law


def check(rules_: object, content: object) -> Statements:
    """Compute all again."""
    rules = Rules(*read_form(RULES, "rules", rules_))
    check_pack(rules.ranks, rules.suits, rules.cards)
    check_pays("pays", rules.pays, *PAID)
    value, variance, held, ties, pairs = read_form(CONTENT, "content", content)
    check_sizes("held", held, rules.cards + 1)
    law = [(pay, chance) for pay, chance in pairs]
    found = solved(rules)
    words = f"the largest mean of the pay is {rounded(value)}"
    yield Statement(value == found.value, words, HEADLINE)
    words = f"hands by the cards held, from 0 on: {'; '.join(map(str, held))}"
    yield Statement(held == found.held, words)
    yield Statement(ties == found.ties, f"{ties} hands have several best holds")
    yield Statement(law == found.law, f"the {len(law)} pays have the chances that are listed")
    yield Statement(variance == found.variance, f"the variance of the pay is {rounded(variance)}")


CHECKER = Checker("jacks-or-better", PROBLEM, check, rules=[RULES], content=[CONTENT])
