"""Calls by name for the report of Liars' Poker: their chances for a player with known cards."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from montmort.exact.liars_poker.calls import Ranked, Unseen, best_calls, call_chance
from montmort.games.cards.pack import members
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.calls import Call
from montmort.verification.reports.provenance import Provenance


class PartOfCall(NamedTuple):
    """A number of cards of a set; the player holds some of the set."""

    number: int
    cards: list[str]
    held: int
    wild: bool


class OneRank(NamedTuple):
    """What a call of one rank needs from the cards to come."""

    missing: int
    helping: int  # unseen cards of the rank, and unseen jokers
    others: int  # unseen cards that do not help
    coming: int


def call_values(provenance: Provenance) -> Mapping[str, object]:
    """Return the values of the call that is asked for, or of an example."""
    rules: Rules = provenance.rules
    example = rules if rules.asked is not None else _example(rules)
    call = None if example is None else example.asked
    best: dict[str, Ranked] = {}
    for ranked in best_calls(rules) if rules.hand else ():
        best.setdefault(ranked.call.category, ranked)
    if example is None or call is None:
        return {"example": None, "best_calls": best}
    one = one_rank(example)
    return {
        "example": provenance.under(example),
        "call_chance": call_chance(example, call),
        "call_parts": list(_parts(example, call)),
        "one_rank": one,
        "one_rank_chance": None if one is None else one_rank_chance(*one),
        "best_calls": best,
    }


def _example(rules: Rules) -> Rules | None:
    """Return a hand with the highest cards of a suit and a call of their highest rank, if any."""
    if rules.cards < 2 or rules.hand:
        return None
    ace, king = rules.ranks - 1, rules.ranks - 2
    hand = rules.pack.write(1 << ace | 1 << king)
    call = Call(category="three_of_a_kind", ranks=(ace,), pack=rules.pack)
    return replace(rules, hand=hand, call=str(call))


def _parts(rules: Rules, call: Call) -> Iterator[PartOfCall]:
    for part in call.parts(rules.flush_reading):
        names = [rules.pack.card_name(card) for card in members(part.cards)]
        held = (part.cards & rules.own[0]).bit_count()
        yield PartOfCall(part.number, names, held, part.wild)


def one_rank(rules: Rules) -> OneRank | None:
    """Return what the call in the rules needs if it is of one rank; None for another call.

    >>> one_rank(Rules(cards=6, hand="Kc Kd 2h", call="three kings"))
    OneRank(missing=1, helping=2, others=47, coming=3)
    """
    parts = [] if rules.asked is None else rules.asked.parts(rules.flush_reading)
    if len(parts) != 1:
        return None
    unseen, held = Unseen.of(rules), (parts[0].cards & rules.own[0]).bit_count()
    helping = parts[0].cards.bit_count() - held + unseen.jokers
    missing = max(0, parts[0].number - held - unseen.own)
    return OneRank(missing, helping, unseen.size - helping, unseen.cards)


def one_rank_chance(missing: int, helping: int, others: int, coming: int) -> Fraction:
    """Return the chance that enough of the cards to come help, a hypergeometric sum.

    >>> str(one_rank_chance(1, 2, 47, 3))  # 1 - C(47,3) / C(49,3)
    '47/392'
    """
    missed = sum(
        math.comb(helping, c) * math.comb(others, coming - c)
        for c in range(min(missing, coming + 1))
    )
    return 1 - Fraction(missed, math.comb(helping + others, coming))
