"""The deals of Liars' Poker counted by hand for its report: pairs, flushes, all by jokers."""

import math
from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from montmort.exact.formatting import whole
from montmort.exact.liars_poker.hand_counts import hand_needs
from montmort.games.liars_poker import Rules

MOST_JOKERS = 3  # unseen ones in play whose deals have a column of their own
LONGEST = 20  # digits of a count in a formula


def count_values(rules: Rules) -> Mapping[str, object]:
    """Return the values of the counts by hand."""
    splits = missed_flushes(rules)
    return {
        "coming": rules.cards - rules.own_cards,
        "deals": all_deals(rules),
        "new_ranks": rules.pack.rank_counts(rules.own[0]).count(0),
        "deals_without_pair": missed_pairs(rules),
        "splits": splits,
        "deals_without_flush": sum(split.deals for split in splits),
        "by_jokers": {} if rules.published else deals_by_jokers(rules),
    }


def all_deals(rules: Rules) -> int:
    """Return the number of sets of unseen cards that may be in play."""
    return math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards)


def deals_by_jokers(rules: Rules) -> dict[str, list[int]]:
    """Return for every category the deals with 0, 1, ... unseen jokers, at most three.

    >>> deals_by_jokers(Rules(ranks=2, suits=2, jokers=1, cards=2))["pair"]
    [2, 4]
    """
    (natural, own), m = rules.own, rules.cards - rules.own_cards
    unseen = rules.jokers - own
    deals: dict[str, list[int]] = {}
    for name, needs in hand_needs(rules.pack, natural).items():
        deals[name] = [
            math.comb(unseen, i) * sum(int(sets[m - i]) for sets in needs.exactly[: own + i + 1])
            if i <= m else 0
            for i in range(min(unseen, MOST_JOKERS) + 1)
        ]  # fmt: skip
    return deals


def missed_pairs(rules: Rules) -> int:
    """Return the number of deals without a pair, from the ranks alone.

    >>> missed_pairs(Rules(cards=5)) == math.comb(13, 5) * 4**5
    True
    """
    (natural, own), m = rules.own, rules.cards - rules.own_cards
    counts = rules.pack.rank_counts(natural)
    if rules.cards == 1:
        return all_deals(rules)
    if own or max(counts) > 1:
        return 0
    free = counts.count(0)
    deals: int = math.comb(free, m) * rules.suits**m
    if rules.published and rules.jokers and m:  # the second joker is of a rank of its own
        deals += math.comb(free, m - 1) * rules.suits ** (m - 1)
    return deals


class Split(NamedTuple):
    """Unseen cards by suit, beside so many unseen jokers, and the deals with this split."""

    jokers: int
    cards: tuple[int, ...]
    orders: int  # of the suits
    ways: tuple[int, ...]  # to choose the cards of each suit
    deals: int


def missed_flushes(rules: Rules) -> list[Split]:
    """Return the deals without a flush; splits that differ in the order of the suits are one.

    >>> [(split.cards, split.orders) for split in missed_flushes(Rules(cards=15))]
    [((4, 4, 4, 3), 4)]
    """
    natural, own = rules.own
    held = [lane.bit_count() for lane in rules.pack.lanes(natural)]
    unseen = [rules.ranks - number for number in held]
    m, jokers = rules.cards - rules.own_cards, rules.jokers - own
    shapes: Counter[tuple[int, tuple[tuple[int, int], ...]]] = Counter()
    for i in range(min(jokers, m, 4 - own) + 1):
        spaces = (range(min(4 - own - i - h, u) + 1) for h, u in zip(held, unseen, strict=True))
        splits = (cards for cards in product(*spaces) if sum(cards) == m - i)
        shapes.update((i, tuple(sorted(zip(cards, unseen, strict=True)))) for cards in splits)
    return [_split(jokers, i, suits, orders) for (i, suits), orders in sorted(shapes.items())]


def _split(unseen: int, jokers: int, suits: tuple[tuple[int, int], ...], orders: int) -> Split:
    cards, of = zip(*reversed(suits), strict=True)
    ways = tuple(map(math.comb, of, cards))
    return Split(jokers, cards, orders, ways, math.comb(unseen, jokers) * orders * math.prod(ways))


def difference(deals: int, missed: int) -> str:
    """Return the deals that are left, as a formula.

    >>> difference(3, 2)
    '3 - 2 = 1'
    """
    return f"{of_count(deals)} - {of_count(missed)} = {of_count(deals - missed)}"


def of_count(number: int) -> str:
    r"""Return a number of deals as a formula, without its middle digits if it is long.

    >>> print(of_count(299892736), of_count(10**40))
    299892736 100000 \ldots 0000
    """
    digits = whole(number)
    return digits if len(digits) <= LONGEST else f"{digits[:6]} \\ldots {digits[-4:]}"
