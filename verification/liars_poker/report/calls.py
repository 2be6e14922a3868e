"""Calls by name in the report of Liars' Poker: how likely they are to one who knows his cards."""

import math
from dataclasses import replace
from fractions import Fraction

from montmort.exact.liars_poker.calls import Ranked, Unseen, best_calls, call_chance
from montmort.games.cards.pack import members
from montmort.games.liars_poker import RULEBOOK, Rules
from montmort.games.liars_poker.calls import Call
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Math,
    Paragraph,
    Section,
    Statement,
    Table,
    text,
)
from montmort.verification.reports.numbers import counted, decimals

READINGS = {
    "wild": "the named card is in play or a joker stands for it",
    "natural": "the named card itself is in play",
    "strict": "the named card lies on top of four lower ones of its suit, jokers standing for any "
    "of the five",
}


def calls(rules: Rules, told: Provenance) -> Section:
    """Return what is known of calls: of the one that is asked for, or of an example."""
    asked = rules if rules.asked is not None else _example(rules)
    own = () if asked is None else (_one_call(asked), *_first_principles(asked))
    return Section("Calls by name", (
        Statement("Theorem", "a named call", (
            Paragraph(text(
                "A call names disjoint sets of cards with a number for each, as the tens and the "
                "jacks with three and two. It needs the sum of what is missing in jokers. Parts "
                "that one's own cards fulfil drop out; with $k_p$ cards missing of $u_p$ unseen "
                "ones in the others, and $w$ unseen natural cards in none of them,"
            )),
            Equation(Math(
                "\\sum_d y^d D_d(x) = (1 + x)^w \\prod_p \\sum_{c=0}^{u_p} \\binom{u_p}{c} x^c "
                "y^{(k_p - c)^+}"
            ), label="call"),
            Paragraph(text(
                "and the call is true in as many deals as @count says. Whoever holds the other "
                "cards, they are uniform to one who knows his own only. Of a flush the reading is "
                f"that {READINGS[rules.flush_reading]}.{_itself(rules)}"
            )),
        ), label="calls"),
        *own,
        *_best(rules, told),
    ))  # fmt: skip


def _itself(rules: Rules) -> str:
    if rules.flush_reading == "wild":
        return ""
    return " Of a part that no joker serves only the terms with $c \\ge k_p$ count."


def _example(rules: Rules) -> Rules | None:
    """Return a hand with the highest cards of a suit and a call of their highest rank, if any."""
    if rules.cards < 2 or rules.hand:
        return None
    ace, king = rules.ranks - 1, rules.ranks - 2
    hand = rules.pack.write(1 << ace | 1 << king)
    call = Call(category="three_of_a_kind", ranks=(ace,), pack=rules.pack)
    return replace(rules, hand=hand, call=str(call))


def _one_call(asked: Rules) -> Block:
    told = Provenance(RULEBOOK, asked)
    number = told.number("chance of the call", call_chance(asked, _call(asked)))
    holding = f"With {asked.hand} in hand" if asked.hand else "Without a card of one's own"
    return Paragraph(text(
        f"{holding} and {counted(asked.cards, 'card')} in play the call “{asked.call}” is true "
        "with chance ",
        number, f" (`{told.command('exact')}`). {_parts(asked)}",
    ))  # fmt: skip


def _call(asked: Rules) -> Call:
    if asked.asked is None:
        raise ArithmeticError(f"{asked} has no call")
    return asked.asked


def _parts(asked: Rules) -> str:
    """Return in words what the call asks for, part by part, and what is there of it."""
    told = []
    for part in _call(asked).parts(asked.flush_reading):
        held = (part.cards & asked.own[0]).bit_count()
        wild = "" if part.wild else ", no joker"
        told.append(f"${part.number}$ of {_cards(asked, part.cards)} (${held}$ held{wild})")
    return f"It asks for {', '.join(told)}."


def _cards(asked: Rules, cards: int) -> str:
    names = [asked.pack.card_name(card) for card in members(cards)]
    return " ".join(names) if len(names) <= 4 else f"{names[0]} … {names[-1]}, {len(names)} cards"


def _first_principles(asked: Rules) -> tuple[Block, ...]:
    """Return a call of one rank counted again, by what is missing."""
    cards = one_rank(asked)
    if cards is None or not cards[0]:
        return ()
    missing, helping, others, m = cards
    terms = " + ".join(
        f"\\binom{{{helping}}}{{{c}}} \\binom{{{others}}}{{{m - c}}}"
        for c in range(min(missing, m + 1))
    )
    total = f"\\binom{{{helping + others}}}{{{m}}}"
    chance = one_rank_chance(*cards)
    return (
        Paragraph(text(
            f"Counted again: ${helping}$ of {counted(helping + others, 'unseen card')} can help, "
            f"those of the rank and the jokers. The call is missed if fewer than ${missing}$ of "
            f"them come among {counted(m, 'card')}:"
        )),
        Equation(Math(f"1 - \\frac{{{terms}}}{{{total}}} = {decimals(chance)}"), label="again"),
    )  # fmt: skip


def one_rank(asked: Rules) -> tuple[int, int, int, int] | None:
    """Return of a call of one rank: cards missing, unseen ones that help, others, those to come.

    None for another call.

    >>> one_rank(Rules(cards=6, hand="Kc Kd 2h", call="three kings"))
    (1, 2, 47, 3)
    """
    parts = _call(asked).parts(asked.flush_reading)
    if len(parts) != 1:
        return None
    coming, held = Unseen.of(asked), (parts[0].cards & asked.own[0]).bit_count()
    helping = parts[0].cards.bit_count() - held + coming.jokers
    missing = max(0, parts[0].number - held - coming.own)
    return missing, helping, coming.size - helping, coming.cards


def one_rank_chance(missing: int, helping: int, others: int, m: int) -> Fraction:
    """Return the chance that so many of the m cards to come help, a hypergeometric sum.

    >>> str(one_rank_chance(1, 2, 47, 3))  # 1 - C(47,3) / C(49,3)
    '47/392'
    """
    short = sum(
        math.comb(helping, c) * math.comb(others, m - c) for c in range(min(missing, m + 1))
    )
    return 1 - Fraction(short, math.comb(helping + others, m))


def _best(rules: Rules, told: Provenance) -> tuple[Block, ...]:
    """Return the likeliest call of every category, where own cards make them differ."""
    if not rules.hand:
        return ()
    best: dict[str, Ranked] = {}
    for ranked in best_calls(rules):
        best.setdefault(ranked.call.category, ranked)
    rows = tuple(
        (text(str(call)), text(told.number(f"chance of {call}", chance, "--best-call")))
        for call, chance in best.values()
    )
    return (Table(text("Of every category the likeliest call, of equal ones the highest"),
                  (text("call"), text("chance")), rows, label="best"),)  # fmt: skip
