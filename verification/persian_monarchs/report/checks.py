"""Persian Monarchs with four cards on paper, and values computed in another way."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from montmort.exact.from_rules import explore
from montmort.exact.persian_monarchs.equilibrium import PROGRAM, solve_hand
from montmort.exact.persian_monarchs.final_counters import law as law_of_counters
from montmort.exact.persian_monarchs.hand import mean_profits
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.players import players, strategies_of
from montmort.exact.persian_monarchs.strategy_tables import rank_table
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import EXPERIMENTS, RULEBOOK, Rules
from montmort.verification.persian_monarchs.report.equilibrium_facts import Best
from montmort.verification.persian_monarchs.report.match_facts import Known
from montmort.verification.reports.provenance import Provenance

MOST_PAIRS = 10_000  # of cards that are enumerated
WALKED = ((2, 2, 2, 3), (3, 1, 2, 2), (4, 2, 1, 9), (5, 1, 1, 2))  # cards, raises, rounds, counters
PROGRAMS = ((2, 1), (3, 1), (4, 2), (6, 3), (8, 2), (9, 4))  # cards and raises up to
PAPER = (4, 1)


class RoundOnPaper(NamedTuple):
    """One round from a pack of four cards, without purses."""

    provenance: Provenance
    profits: list[list[Fraction]]  # of the first player, by the cards of both
    first_hand: Fraction  # mean profits of the non-dealer
    second_hand: Fraction
    mean: Fraction  # of the first player's counters at the end


def paper_values(rules: Rules) -> Mapping[str, object]:
    """Return a round with four cards between these players, and the equilibrium of its hand."""
    cards, most = PAPER
    small = replace(rules, cards=cards, max_raise=most, rounds=1, purse="none")
    match = Match(small, strategies_of(small))
    first, second = (
        match.duel(HandKind(left, first_raises=which)) for left, which in ((4, True), (2, False))
    )
    usual = Provenance(RULEBOOK, replace(Rules(), cards=cards, max_raise=most))
    return {
        "paper": RoundOnPaper(
            Provenance(RULEBOOK, small), pairs(match), first.mean(), second.mean(), match.mean()
        ),
        "paper_best": Best(solve_hand(*PAPER)),
        "paper_command": usual.command("exact", "--equilibrium"),
    }


def pairs(match: Match) -> list[list[Fraction]]:
    """Return the first player's mean profit as the non-dealer with card k against card j.

    The pack is full.  The diagonal is 0, because a card cannot be dealt twice.

    >>> for row in pairs(Match(Rules(cards=3, max_raise=1))):  # a raise is only made with 1, 2
    ...     print(*row)
    0 -1 -1
    1 0 -3/2
    1 2 0
    """
    pack = match.pack(match.rules.cards)
    raiser, dealer = (rank_table(strategy, pack) for strategy in match.strategies)
    total = raiser.raise_total * dealer.accept_total

    def profit(k: int, j: int) -> Fraction:
        if k == j:
            return Fraction(0)
        means = mean_profits(raiser.raises[k], dealer.accepts[j], dealer.accept_total)
        return Fraction(means[k > j], total)

    return [[profit(k, j) for j in range(pack.left)] for k in range(pack.left)]


def check_values(known: Known) -> Mapping[str, object]:
    """Return what is computed in another way; None where that takes too long."""
    hand, deals = known.full, known.rules.cards * (known.rules.cards - 1)
    pairs_hold = None
    if deals <= MOST_PAIRS:
        pairs_hold = sum(map(sum, pairs(known.match)), Fraction(0)) / deals == hand.mean()
    return {
        "weights_sum_to_total": sum(hand.raised) == hand.total,
        "pairs_hold": pairs_hold,
        "two_ways_hold": _two_ways_hold(known),
        "walked_matches": [_walked(known.rules, *size) for size in WALKED],
        "programs": [(solve_hand(*size), solve_hand(*size, PROGRAM)) for size in PROGRAMS],
    }


def _two_ways_hold(known: Known) -> bool | None:
    """Compare the mean without purses, by the sum over hands and by the law of the counters."""
    if not known.match.is_independent:
        return None
    rules = replace(known.rules, purse="none")
    try:
        law = law_of_counters(Match(rules, known.match.strategies))
    except TooLarge:
        return None
    return law.mean() == known.match.mean()


class WalkedMatch(NamedTuple):
    """A match of a small pack: the second player's mean by the theorem and by the rules."""

    rules: Rules
    by_theorem: Fraction
    by_rules: Fraction
    laws_equal: bool


def _walked(rules: Rules, cards: int, most: int, rounds: int, counters: int) -> WalkedMatch:
    small = replace(rules, cards=cards, max_raise=most, rounds=rounds, counters=counters)
    known = Known.of(small, None)
    walk = explore(replace(EXPERIMENTS["match"], players=players), small)
    law = walk.law().map(lambda match: match.second)
    return WalkedMatch(small, known.mean("second"), law.mean(), law == known.second)
