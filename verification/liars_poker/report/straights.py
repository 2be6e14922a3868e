"""The deals of Liars' Poker that make a straight, counted from sets of ranks for its report."""

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from flint import fmpz_poly

from montmort.games.cards.pack import Pack, members
from montmort.games.liars_poker import Rules


class Jokers(NamedTuple):
    """Unseen jokers among the cards to come, and how many jokers then serve in a straight."""

    name: str
    ways: int  # to choose them
    serving: int
    cards: int  # natural cards to come


class Ranks(NamedTuple):
    """Deals with so many new ranks: the sets of these that make a straight, the cards of one."""

    jokers: Jokers
    new: int
    sets: int
    ways: int

    @property
    def deals(self) -> int:
        """The number of these deals."""
        return self.jokers.ways * self.sets * self.ways


def straight_values(rules: Rules) -> Mapping[str, object]:
    """Return the values of the count of straights."""
    rows = straights(rules)
    return {
        "new_rank_sets": 1 << rules.ranks - _held(rules).bit_count(),
        "straights": rows,
        "deals_with_straight": sum(row.deals for row in rows),
    }


def straights(rules: Rules) -> list[Ranks]:
    """Return the deals that make a straight, by jokers and new ranks.

    >>> [(row.new, row.sets, row.ways) for row in straights(Rules(cards=5))]  # 10 windows, 4^5
    [(5, 10, 1024)]
    """
    held = _held(rules)
    beside = sum(rules.suits - count for count in rules.pack.rank_counts(rules.own[0]) if count)
    return [
        Ranks(jokers, new, sets, ways)
        for jokers in _jokers(rules)
        for new, sets in sorted(_sets(rules.pack, held, 5 - jokers.serving).items())
        if (ways := _ways(rules.suits, new, beside, jokers.cards))
    ]


def _held(rules: Rules) -> int:
    counts = rules.pack.rank_counts(rules.own[0])
    return sum(1 << rank for rank, count in enumerate(counts) if count)


def _jokers(rules: Rules) -> list[Jokers]:
    """Return the jokers that may come; of the program's only the first serves in straights."""
    own, m = rules.own[1], rules.cards - rules.own_cards
    if rules.published and rules.jokers:
        kinds = (("none", 0, m), ("J1", 1, m - 1), ("J2", 0, m - 1), ("both", 1, m - 2))
        return [Jokers(name, 1, serving, cards) for name, serving, cards in kinds if cards >= 0]
    unseen = rules.jokers - own
    return [Jokers(str(i), math.comb(unseen, i), own + i, m - i) for i in range(min(unseen, m) + 1)]


@cache
def _sets(pack: Pack, held: int, needed: int) -> dict[int, int]:
    """Count by size the sets of new ranks with which some window holds so many."""
    new = [1 << rank for rank in range(pack.ranks) if not held >> rank & 1]
    counts: Counter[int] = Counter()
    for choice in range(1 << len(new)):
        ranks = held | sum(new[place] for place in members(choice))
        if any((ranks & window).bit_count() >= needed for window in pack.windows):
            counts[choice.bit_count()] += 1
    return dict(counts)


@cache
def _ways(suits: int, new: int, beside: int, cards: int) -> int:
    """Return [x^cards] (1 + x)^beside ((1 + x)^suits - 1)^new."""
    one = fmpz_poly([1, 1])
    return int((one**beside * (one**suits - 1) ** new)[cards])
