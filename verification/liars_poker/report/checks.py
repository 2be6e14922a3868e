"""The checks in the report of Liars' Poker: every deal of small decks, identities, other counts."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, pairwise

from montmort.exact.liars_poker.answers import chances_of
from montmort.games.liars_poker import Rules, score
from montmort.verification.liars_poker.report.calls import one_rank, one_rank_chance
from montmort.verification.liars_poker.report.counts import (
    MOST_JOKERS,
    deals_by_jokers,
    missed_flushes,
    missed_pairs,
)
from montmort.verification.liars_poker.report.straights import straights
from montmort.verification.reports.document import Items, Paragraph, Section, Table, Text, text
from montmort.verification.reports.numbers import yes

Chances = Mapping[int, Mapping[str, Fraction]]

DECKS = ((2, 2, 0, 2), (2, 2, 1, 3), (3, 2, 2, 4), (5, 2, 1, 5), (6, 2, 2, 5), (4, 4, 1, 4))
PROGRAM = ((2, 2, 0, 2), (2, 2, 2, 3), (3, 2, 2, 4), (5, 2, 2, 5), (6, 2, 0, 6), (4, 4, 2, 4))
MOST_DEALS = 5_000  # of the rules themselves, all judged
NESTED = (
    ("pair", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind"),
    ("pair", "two_pair", "full_house"),
    ("three_of_a_kind", "full_house"),
    ("flush", "straight_flush"),
    ("straight", "straight_flush"),
)


def checks(rules: Rules, found: Mapping[str, Fraction], every: Chances) -> Section:
    """Return what was computed a second time in another way."""
    deals = math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards)
    flushes = deals - sum(split.deals for split in missed_flushes(rules))
    lines = [
        text("The pairs of @pairs are those of @chances: ",
             yes(found["pair"] * deals == deals - missed_pairs(rules)), "."),
        text("The flushes of the count by suits are those of @chances: ",
             yes(found["flush"] * deals == flushes), "."),
        text("The straights of the count by ranks are those of @chances: ",
             yes(found["straight"] * deals == sum(row.deals for row in straights(rules))), "."),
        *(() if rules.published else _identities(rules, found, every)),
    ]  # fmt: skip
    return Section("Checks", (
        Items(tuple(lines)),
        Paragraph(text(
            "The rules themselves, `games/liars_poker/rules.py`, look at one set of cards "
            "at a time. "
            "@judged has them judge every deal of small decks, hand by hand."
        )),
        _judged(rules),
    ))  # fmt: skip


def _identities(rules: Rules, found: Mapping[str, Fraction], every: Chances) -> Iterator[Text]:
    yield text("Four of a kind is three of a kind, a full house is two pair, a straight flush is "
               "a flush and a straight, and none is likelier than what it contains: ",
               yes(_are_nested(found)), ".")  # fmt: skip
    if every:
        yield text("A further card in play unmakes no hand, and no chance falls with $n$: ",
                   yes(_rise(every)), ".")  # fmt: skip
    if every and not rules.hand:
        yield text("Of $k$ of a kind, and of flushes, the largest set that misses is known: all "
                   "ranks, or suits, filled up to one card less than is needed. From one card more "
                   "on they are certain: ", yes(_pigeonholes(rules, every)), ".")  # fmt: skip
    if every and not rules.hand and not rules.jokers:
        yield text(f"Three of a rank and $R + s = {rules.ranks + rules.suits}$ cards or more hold "
                   "a pair besides, so that from there on full houses are as likely as three of a "
                   "kind: ", yes(_as_likely(rules, every)), ".")  # fmt: skip
    if 0 < rules.jokers - rules.own[1] <= MOST_JOKERS:
        yield text("The deals of @jokers add up to those of @chances in every row: ",
                   yes(_add_up(rules, found)), ".")  # fmt: skip
    if rules.asked is not None and (counted := one_rank(rules)) is not None:
        yield text("The call, of one rank, is a hypergeometric sum of its own: ",
                   yes(one_rank_chance(*counted) == found["call"]), ".")  # fmt: skip


def _are_nested(found: Mapping[str, Fraction]) -> bool:
    return all(found[a] >= found[b] for row in NESTED for a, b in pairwise(row))


def _rise(every: Chances) -> bool:
    rows = [every[cards] for cards in sorted(every)]
    return all(more[name] >= fewer[name] for fewer, more in pairwise(rows) for name in fewer)


def _pigeonholes(rules: Rules, every: Chances) -> bool:
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
    """Return the most cards of which no group, with all jokers, gets to the number."""
    most = min(jokers, number - 1)
    return max(j + groups * min(size, number - 1 - j) for j in range(most + 1))


def _as_likely(rules: Rules, every: Chances) -> bool:
    return all(
        chances["full_house"] == chances["three_of_a_kind"]
        for cards, chances in every.items()
        if cards >= rules.ranks + rules.suits
    )


def _add_up(rules: Rules, found: Mapping[str, Fraction]) -> bool:
    deals = math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards)
    return all(sum(row) == found[name] * deals for name, row in deals_by_jokers(rules).items())


def _judged(rules: Rules) -> Table:
    decks = [
        Rules(ranks=r, suits=s, jokers=j, cards=n, published=rules.published)
        for r, s, j, n in (PROGRAM if rules.published else DECKS)
    ]
    if math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards) <= MOST_DEALS:
        decks.append(rules)
    return Table(
        text("Every deal judged by the rules, one by one; are all counts those of the theorem?"),
        tuple(map(text, ("deck", "jokers", "own", "in play", "deals", "equal"))),
        tuple(tuple(map(text, _row(deck))) for deck in decks),
        frozenset({1, 3, 4}),
        label="judged",
    )


def _row(small: Rules) -> tuple[str, ...]:
    known, (found, deals) = chances_of(small), judged(small)
    equal = all(found[name] == chance * deals for name, chance in known.items())
    deck = f"${small.ranks} \\times {small.suits}$"
    return deck, str(small.jokers), small.hand, str(small.cards), str(deals), yes(equal)


def judged(rules: Rules) -> tuple[Counter[str], int]:
    """Return of every hand the deals that make it, each judged by the rules, and all deals.

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
