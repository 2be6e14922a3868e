"""The report of Liars' Poker: its template `settled.md`, with the values and checks of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

from montmort.exact.formatting import counted
from montmort.exact.liars_poker.answers import answers, chances_of, table
from montmort.exact.paths import Watch
from montmort.games.errors import TooLarge
from montmort.games.liars_poker import Rules, score
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.verification.game import Game
from montmort.verification.liars_poker.figures import crossings, draw_table
from montmort.verification.liars_poker.report.calls import (
    call_values,
    one_rank,
    one_rank_chance,
)
from montmort.verification.liars_poker.report.counts import (
    MOST_JOKERS,
    all_deals,
    count_values,
    deals_by_jokers,
    difference,
    missed_flushes,
    missed_pairs,
    of_count,
)
from montmort.verification.liars_poker.report.straights import straight_values, straights
from montmort.verification.plots.laws import words_of
from montmort.verification.reports.figures import drawing
from montmort.verification.reports.numbers import grouped
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Check, Settled

Chances = Mapping[str, Fraction]
Table = Mapping[int, Chances]  # by the number of cards in play

TEMPLATE = Path(__file__).with_name("settled.md")
ON_PAPER, PROGRAM_ON_PAPER = (
    Rules(ranks=2, suits=2, jokers=1, cards=3),
    Rules(ranks=2, suits=2, jokers=2, cards=2, published=True),
)
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


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return what is stated of Liars' Poker, with its checks."""
    provenance = Provenance(game.rulebook, rules)
    chances = {name: value for name, value in answers(rules, watch=watch).items()
             if isinstance(value, Fraction)}  # fmt: skip
    every = _every_size(rules)
    values = {
        "chances": chances,
        "categories": CATEGORIES,
        "difference": difference,
        "of_count": of_count,
        "short": grouped,
        "every": every,
        **_size_values(every),
        **count_values(rules),
        **straight_values(rules),
        **paper_values(provenance),
        **({} if rules.published else call_values(provenance)),
    }
    return Settled(
        template=TEMPLATE,
        values=values,
        checks=tuple(checks_of(rules, chances, every)),
        experiments={"deal": {}},
        commands=tuple(
            provenance.command("exact", *flags) for flags in ((), ("--json",), ("--table",))
        ),
        certified=None if rules.asked is None else replace(rules, call=""),
    )


def _every_size(rules: Rules) -> Table:
    """Return the chances for every number of cards in play; nothing if these are too many."""
    try:
        return table(rules)
    except TooLarge:
        return {}


def _size_values(every: Table) -> Mapping[str, object]:
    """Return the values of the section on any number of cards."""
    hands = {n: {name: chances[name] for name in CATEGORIES} for n, chances in every.items()}
    return {
        "flush_ahead": [n for n, held in every.items() if held["flush"] > held["straight"]],
        "crossings": crossings(hands),
        "lines": drawing(lambda ax: draw_table(hands, ax), height=4.2) if every else None,
        "certain_from": {name: _certain_from(every, name) for name in CATEGORIES} if every else {},
    }


def _certain_from(every: Table, name: str) -> int | None:
    """Return the number of cards from which on the hand is certain, if there is one."""
    uncertain = [n for n, chances in every.items() if chances[name] < 1]
    after = max(uncertain, default=min(every) - 1) + 1
    return after if after in every else None


def paper_values(provenance: Provenance) -> Mapping[str, object]:
    """Return the values of the deck on paper."""
    small = PROGRAM_ON_PAPER if provenance.rules.published else ON_PAPER
    made = _made(small)
    return {
        "paper": provenance.under(small),
        "paper_hands": made,
        "paper_deals": sum(map(len, made.values())),
        "paper_threes": deals_by_jokers(ON_PAPER)["three_of_a_kind"],
    }


def _made(small: Rules) -> Mapping[tuple[str, ...], list[str]]:
    """Return by the hands that can be made the deals that make just these."""
    by_hands: dict[tuple[str, ...], list[str]] = {}
    for cards in combinations(range(small.deck), small.cards):
        made = score(small, sum(1 << card for card in cards))
        names = tuple(name for name in CATEGORIES if getattr(made, name))
        by_hands.setdefault(names, []).append(" ".join(_name(small, card) for card in cards))
    return by_hands


def _name(small: Rules, card: int) -> str:
    if card < small.pack.size:
        return small.pack.card_name(card)
    return f"J{card - small.pack.size + 1}" if small.published else "*"


# Checks: the numbers once more, computed in another way


def checks_of(rules: Rules, chances: Chances, every: Table) -> Iterator[Check]:
    """Yield the checks of the chances under these rules, and for every number of cards."""
    deals = all_deals(rules)
    flushes = deals - sum(split.deals for split in missed_flushes(rules))
    by_other_counts = {
        "pair": ("ranks", deals - missed_pairs(rules)),
        "flush": ("suits", flushes),
        "straight": ("ranks", sum(row.deals for row in straights(rules))),
    }
    for name, (kinds, number) in by_other_counts.items():
        stated = f"the chance of a {name}, by the theorem and by the count of {kinds}"
        yield Check(stated, chances[name], Fraction(number, deals))
    if not rules.published:
        yield from _identities(rules, chances, every)
    yield from _judged_decks(rules)


def _identities(rules: Rules, chances: Chances, every: Table) -> Iterator[Check]:
    """Yield the checks of what holds for all hands, where jokers stand for any card."""
    contained = [pair for row in NESTED for pair in pairwise(row)]
    likelier = [words_of(more) for less, more in contained if chances[less] < chances[more]]
    yield Check("hands that are likelier than a hand that they contain", [], likelier)
    if every:
        rows = [every[cards] for cards in sorted(every)]
        falls = {name for less, more in pairwise(rows) for name in less if more[name] < less[name]}
        yield Check("hands whose chance falls with a further card in play", [], sorted(falls))
    if every and not rules.hand:
        yield from _certain_checks(rules, every)
        if not rules.jokers:
            least = rules.ranks + rules.suits
            rows = [chances for cards, chances in every.items() if cards >= least]
            yield Check(
                f"the chances of a full house and of three of a kind, from {least} cards on",
                [chances["full_house"] for chances in rows],
                [chances["three_of_a_kind"] for chances in rows],
            )
    if 0 < rules.jokers - rules.own[1] <= MOST_JOKERS:
        deals, by_jokers = all_deals(rules), deals_by_jokers(rules)
        yield Check(
            "the chances of all hands, by the theorem and added up by the number of jokers",
            {name: chances[name] for name in by_jokers},
            {name: Fraction(sum(row), deals) for name, row in by_jokers.items()},
        )
    one = one_rank(rules)
    if one is not None:
        stated = "the chance of the call, by the theorem and as a hypergeometric sum"
        yield Check(stated, chances["call"], one_rank_chance(*one))


def _certain_checks(rules: Rules, every: Table) -> Iterator[Check]:
    """Yield from which number of cards on hands are certain: the largest set without, and one."""
    kinds = {"pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4, "five_of_a_kind": 5}
    misses = {name: _largest_miss(rules.ranks, rules.suits, k, rules.jokers)
              for name, k in kinds.items()}  # fmt: skip
    misses["flush"] = _largest_miss(rules.suits, rules.ranks, 5, rules.jokers)
    for name, miss in misses.items():
        stated = f"numbers of cards with a sure {words_of(name)}, by the largest set without one"
        certain = [cards for cards, chances in every.items() if chances[name] == 1]
        yield Check(stated, [cards for cards in every if cards > miss], certain)


def _largest_miss(groups: int, size: int, number: int, jokers: int) -> int:
    """Return the most cards with which no group reaches the number with the help of all jokers."""
    most = min(jokers, number - 1)
    return max(j + groups * min(size, number - 1 - j) for j in range(most + 1))


def _judged_decks(rules: Rules) -> Iterator[Check]:
    """Yield the checks of small decks, of which the rules judge every deal, hand by hand."""
    decks = [
        Rules(ranks=r, suits=s, jokers=j, cards=n, published=rules.published)
        for r, s, j, n in (PROGRAM if rules.published else DECKS)
    ]
    if all_deals(rules) <= MOST_DEALS:
        decks.append(rules)
    for small in decks:
        chances, (counts, deals) = chances_of(small), judged(small)
        cards = [f"{counted(small.ranks, 'rank')} in {counted(small.suits, 'suit')}"]
        cards += [counted(small.jokers, "joker")] if small.jokers else []
        cards += [f"{counted(small.cards, 'card')} in play"]
        cards += [f"{small.hand} known"] if small.hand else []
        yield Check(
            f"{', '.join(cards)}: all hands, by the theorem and in {counted(deals, 'deal')}",
            chances,
            {name: Fraction(counts[name], deals) for name in chances},
        )


def judged(rules: Rules) -> tuple[Counter[str], int]:
    """Return for every hand the number of deals that make it, by the rules, and that of all deals.

    >>> judged(Rules(ranks=2, suits=2, cards=2))[0]["pair"]
    2
    """
    natural, jokers = rules.own
    own = natural | ((1 << jokers) - 1) << rules.pack.size
    unseen = [1 << card for card in range(rules.deck) if not own >> card & 1]
    counts: Counter[str] = Counter()
    deals = 0
    for cards in combinations(unseen, rules.cards - rules.own_cards):
        deals += 1
        made = score(rules, own | sum(cards))._asdict()
        counts.update(name for name, holds in made.items() if holds)
    return counts, deals
