"""Hands and matches of Persian Monarchs on paper, and computed again another way."""

from dataclasses import replace
from fractions import Fraction

from montmort.exact.law import Law
from montmort.exact.persian_monarchs.final_counters import law as law_of_counters
from montmort.exact.persian_monarchs.hand import mean_profits
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.players import players, strategies_of
from montmort.exact.persian_monarchs.strategy_tables import rank_table
from montmort.exact.walk import explore
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import EXPERIMENTS, RULEBOOK, Rules
from montmort.verification.persian_monarchs.report.equilibrium import in_sum
from montmort.verification.persian_monarchs.report.match_facts import Known
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Math,
    Paragraph,
    Table,
    Text,
    text,
)
from montmort.verification.reports.formula import of_matrix, of_value
from montmort.verification.reports.numbers import Number, yes

MOST_PAIRS = 10_000  # of cards that are gone through
WALKED = ((2, 2, 2, 3), (3, 1, 2, 2), (4, 2, 1, 9), (5, 1, 1, 2))  # cards, raises, rounds, counters


def on_paper(rules: Rules) -> tuple[Block, ...]:
    """Return a hand of four cards between these players, and the round that follows."""
    small = replace(rules, cards=4, max_raise=1, rounds=1, purse="none")
    match = Match(small, strategies_of(small))
    hand, last = (
        match.duel(HandKind(4, first_raises=True)),
        match.duel(HandKind(2, first_raises=False)),
    )
    told = Provenance(RULEBOOK, small)
    number: Number = told.number("on paper, the first player", match.mean())
    return (
        Paragraph(text(
            "Four cards, raises by 1, one round. If the first player raises with card $k$ and the "
            "second has card $j$, the mean profits $g_{kj}$ are"
        )),
        Equation(Math(
            f"g = {of_matrix(pairs(match))}, \\quad \\frac{{1}}{{12}} \\sum_{{k \\ne j}} g_{{kj}} "
            f"= {of_value(hand.mean())}"
        ), label="matrix"),
        Paragraph(text(
            f"Two cards are left. The second player raises, and has $E = {of_value(last.mean())}$ "
            f"in the mean. So the first ends the round with ${small.counters} + "
            f"{in_sum(hand.mean())} - {in_sum(last.mean())}$, that is ", number, "."
        )),
    )  # fmt: skip


def pairs(match: Match) -> list[list[Fraction]]:
    """Return the first player's mean profit as the non-dealer with card k where the other has j.

    The pack is full; 0 stands where both cards are the same, which are not dealt.

    >>> for row in pairs(Match(Rules(cards=3, max_raise=1))):  # a raise is only made with 1, 2
    ...     print(*row)
    0 -1 -1
    1 0 -3/2
    1 2 0
    """
    pack = match.pack(match.rules.cards)
    raiser, dealer = (rank_table(strategy, pack) for strategy in match.strategies)
    total = raiser.raise_total * dealer.accept_total
    return [
        [
            Fraction(0) if k == j
            else Fraction(mean_profits(raises, accepts, dealer.accept_total)[k > j], total)
            for j, accepts in enumerate(dealer.accepts)
        ]
        for k, raises in enumerate(raiser.raises)
    ]  # fmt: skip


def checks(known: Known) -> list[Text]:
    """Return what is computed again, another way."""
    hand, rules = known.full, known.rules
    found = [
        text("The weights $R_x$ of all raises, $x = 0$ among them, add up to all: ",
             yes(sum(hand.raised) == hand.total), "."),
        text("What one player gains the other loses: both means add up to "
             f"${2 * rules.counters}$: ",
             yes(known.mean("first") + known.mean("second") == 2 * rules.counters), "."),
    ]  # fmt: skip
    deals = rules.cards * (rules.cards - 1)
    if deals <= MOST_PAIRS:
        mean = sum(map(sum, pairs(known.match)), Fraction(0)) / deals
        found.append(text(f"All {deals:,} pairs of cards were gone through, one by one, for the "
                          "mean of a hand from the full pack: equal, ",
                          yes(mean == hand.mean()), "."))  # fmt: skip
    return found + _two_ways(known)


def _two_ways(known: Known) -> list[Text]:
    """Return the mean without purses by the sum over hands, and by the law of the counters."""
    if not known.match.is_independent:
        return []
    rules = replace(known.rules, purse="none")
    try:
        law = law_of_counters(Match(rules, known.match.strategies))
    except TooLarge:
        return []
    return [text("The mean without purses by @sum, and by the law of the counters, a product over "
                 "the hands: equal, ", yes(law.mean() == known.match.mean()), ".")]  # fmt: skip


def walked(rules: Rules) -> Table:
    """Return matches from small packs by the theorem and by every path through the rules."""
    header = ("cards", "raises", "rounds", "counters", "second, by the theorem", "by the rules",
              "laws equal")  # fmt: skip
    return Table(
        text("@match and the rules, walked through every deal and every choice of small matches"),
        tuple(map(text, header)),
        tuple(_walked(rules, *size) for size in WALKED),
        frozenset(range(4)),
        label="walked",
        small=True,
    )


def _walked(rules: Rules, *size: int) -> tuple[Text, ...]:
    cards, most, rounds, counters = size
    small = replace(rules, cards=cards, max_raise=most, rounds=rounds, counters=counters)
    known = Known.of(small, None).second
    walk = explore(replace(EXPERIMENTS["match"], players=players), small)
    law = walk.law().map(lambda match: match.second)
    mean = known.mean() if isinstance(known, Law) else known.mean
    cells = (*(f"${n}$" for n in size), str(mean), str(law.mean()), yes(law == known))
    return tuple(map(text, cells))
