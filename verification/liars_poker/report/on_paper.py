"""A deck of Liars' Poker so small that all its deals stand in a table of its report."""

from collections.abc import Mapping
from itertools import combinations

from montmort.games.liars_poker import Rules, score
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.verification.liars_poker.report.counts import deals_by_jokers
from montmort.verification.reports.provenance import Provenance

ON_PAPER, PROGRAM_ON_PAPER = (
    Rules(ranks=2, suits=2, jokers=1, cards=3),
    Rules(ranks=2, suits=2, jokers=2, cards=2, published=True),
)


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
    found: dict[tuple[str, ...], list[str]] = {}
    for cards in combinations(range(small.deck), small.cards):
        made = score(small, sum(1 << card for card in cards))
        names = tuple(name for name in CATEGORIES if getattr(made, name))
        found.setdefault(names, []).append(" ".join(_name(small, card) for card in cards))
    return found


def _name(small: Rules, card: int) -> str:
    if card < small.pack.size:
        return small.pack.card_name(card)
    return f"J{card - small.pack.size + 1}" if small.published else "*"
