"""The checks of Liars' Poker's report: every deal of small decks, identities, other counts."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from montmort.exact.liars_poker.answers import chances_of
from montmort.games.liars_poker import Rules, score
from montmort.verification.liars_poker.report.calls import one_rank, one_rank_chance
from montmort.verification.liars_poker.report.counts import (
    MOST_JOKERS,
    all_deals,
    deals_by_jokers,
    missed_flushes,
    missed_pairs,
)
from montmort.verification.liars_poker.report.straights import straights

Chances = Mapping[str, Fraction]
Table = Mapping[int, Chances]  # by the number of cards in play

DECKS = ((2, 2, 0, 2), (2, 2, 1, 3), (3, 2, 2, 4), (5, 2, 1, 5), (6, 2, 2, 5), (4, 4, 1, 4))
PROGRAM = ((2, 2, 0, 2), (2, 2, 2, 3), (3, 2, 2, 4), (5, 2, 2, 5), (6, 2, 0, 6), (4, 4, 2, 4))
MOST_DEALS = 5_000  # of a deck whose deals are all judged
NESTED = (
    ("pair", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind"),
    ("pair", "two_pair", "full_house"),
    ("three_of_a_kind", "full_house"),
    ("flush", "straight_flush"),
    ("straight", "straight_flush"),
)


class JudgedDeck(NamedTuple):
    """A small deck with all its deals judged by the rules: whether the theorem counts the same."""

    rules: Rules
    deals: int
    equal: bool


def check_values(rules: Rules, found: Chances, every: Table) -> Mapping[str, object]:
    """Return the values of the section on checks; None for a check that does not apply."""
    deals = all_deals(rules)
    flushes = deals - sum(split.deals for split in missed_flushes(rules))
    return {
        "pairs_equal": found["pair"] * deals == deals - missed_pairs(rules),
        "flushes_equal": found["flush"] * deals == flushes,
        "straights_equal": found["straight"] * deals == sum(row.deals for row in straights(rules)),
        **({} if rules.published else _identities(rules, found, every)),
        "judged_decks": _judged_decks(rules),
    }


def _identities(rules: Rules, found: Chances, every: Table) -> Mapping[str, bool | None]:
    is_blind = bool(every) and not rules.hand
    one = one_rank(rules)
    return {
        "hands_nested": _are_nested(found),
        "never_fall": _rise(every) if every else None,
        "certain_as_expected": _pigeonholes(rules, every) if is_blind else None,
        "full_houses_as_likely": (
            _as_likely(rules, every) if is_blind and not rules.jokers else None
        ),
        "jokers_add_up": (
            _add_up(rules, found) if 0 < rules.jokers - rules.own[1] <= MOST_JOKERS else None
        ),
        "call_equal": None if one is None else one_rank_chance(*one) == found["call"],
    }


def _are_nested(found: Chances) -> bool:
    return all(found[a] >= found[b] for row in NESTED for a, b in pairwise(row))


def _rise(every: Table) -> bool:
    rows = [every[cards] for cards in sorted(every)]
    return all(more[name] >= fewer[name] for fewer, more in pairwise(rows) for name in fewer)


def _pigeonholes(rules: Rules, every: Table) -> bool:
    kinds = {"pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4, "five_of_a_kind": 5}
    least = {name: _largest_miss(rules.ranks, rules.suits, k, rules.jokers) + 1
             for name, k in kinds.items()}  # fmt: skip
    least["flush"] = _largest_miss(rules.suits, rules.ranks, 5, rules.jokers) + 1
    return all(
        (chances[name] == 1) == (cards >= first)
        for name, first in least.items()
        for cards, chances in every.items()
    )


def _largest_miss(groups: int, size: int, number: int, jokers: int) -> int:
    """Return the most cards with which no group reaches the number with the help of all jokers."""
    most = min(jokers, number - 1)
    return max(j + groups * min(size, number - 1 - j) for j in range(most + 1))


def _as_likely(rules: Rules, every: Table) -> bool:
    return all(
        chances["full_house"] == chances["three_of_a_kind"]
        for cards, chances in every.items()
        if cards >= rules.ranks + rules.suits
    )


def _add_up(rules: Rules, found: Chances) -> bool:
    deals = all_deals(rules)
    return all(sum(row) == found[name] * deals for name, row in deals_by_jokers(rules).items())


def _judged_decks(rules: Rules) -> list[JudgedDeck]:
    decks = [
        Rules(ranks=r, suits=s, jokers=j, cards=n, published=rules.published)
        for r, s, j, n in (PROGRAM if rules.published else DECKS)
    ]
    if all_deals(rules) <= MOST_DEALS:
        decks.append(rules)
    return [_judged_deck(deck) for deck in decks]


def _judged_deck(small: Rules) -> JudgedDeck:
    known, (found, deals) = chances_of(small), judged(small)
    equal = all(found[name] == chance * deals for name, chance in known.items())
    return JudgedDeck(small, deals, equal)


def judged(rules: Rules) -> tuple[Counter[str], int]:
    """Return for every hand the number of deals that make it, by the rules, and that of all deals.

    >>> judged(Rules(ranks=2, suits=2, cards=2))[0]["pair"]
    2
    """
    natural, jokers = rules.own
    own = natural | ((1 << jokers) - 1) << rules.pack.size
    unseen = [1 << card for card in range(rules.deck) if not own >> card & 1]
    found: Counter[str] = Counter()
    deals = 0
    for cards in combinations(unseen, rules.cards - rules.own_cards):
        deals += 1
        made = score(rules, own | sum(cards))._asdict()
        found.update(name for name, holds in made.items() if holds)
    return found, deals
