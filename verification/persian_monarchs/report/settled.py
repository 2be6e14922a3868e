"""The report of Persian Monarchs: its template `settled.md`, with the values and checks of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypeVar

from montmort.exact.formatting import counted
from montmort.exact.from_rules import explore
from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.answers import match_gains
from montmort.exact.persian_monarchs.equilibrium import PROGRAM, solve_hand
from montmort.exact.persian_monarchs.final_counters import law as law_of_counters
from montmort.exact.persian_monarchs.hand import mean_profits
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.players import players, strategies_of
from montmort.exact.persian_monarchs.strategy_tables import rank_table
from montmort.games.errors import TooLarge
from montmort.games.persian_monarchs import EXPERIMENTS, RULEBOOK, Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.verification.game import Game
from montmort.verification.persian_monarchs.figures import (
    draw_exploitability,
    losses,
    regions_figure,
)
from montmort.verification.persian_monarchs.report.equilibrium_facts import Best
from montmort.verification.persian_monarchs.report.limits import Limits
from montmort.verification.persian_monarchs.report.match_facts import Known
from montmort.verification.reports.figures import drawing, svg_of
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("settled.md")
MOST_SOLVED = 10**5  # cards^2 max_raise of a match with best responses
MOST_ROWS = 60  # of a table; of more the first and the last
MOST_RAISES = 12  # raises that are listed even if no card makes them
MOST_DRAWN = 10_000  # chances in a picture
BEST_RESPONSE = "--best-response counter"
MOST_PAIRS = 10_000  # of cards that are enumerated
WALKED = ((2, 2, 2, 3), (3, 1, 2, 2), (4, 2, 1, 9), (5, 1, 1, 2))  # cards, raises, rounds, counters
PROGRAMS = ((2, 1), (3, 1), (4, 2), (6, 3), (8, 2), (9, 4))  # cards and raises up to
PAPER = (4, 1)
ROW = TypeVar("ROW")


class RoundOnPaper(NamedTuple):
    """One round from a pack of four cards, without purses."""

    provenance: Provenance
    profits: list[list[Fraction]]  # of the first player, by the cards of both
    first_hand: Fraction  # mean profits of the non-dealer
    second_hand: Fraction
    mean: Fraction  # of the first player's counters at the end


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return what is stated of Persian Monarchs, with its checks."""
    provenance = Provenance(game.rulebook, rules)
    facts, best = Known.of(rules, watch), Best.of(rules)
    limits = Limits.of(rules)
    values = {
        "facts": facts,
        "shortened": shortened,
        "weights": shortened(facts.weights(), 30),
        "kinds": shortened(facts.kinds()),
        **paper_values(rules),
        **limits._asdict(),
        "best": None,
    }
    flags: tuple[tuple[str, ...], ...] = ((),)
    if isinstance(best, TooLarge):
        values["too_large"] = str(best)
    else:
        values |= _best_values(rules, best)
        flags = ((), ("--equilibrium",), (BEST_RESPONSE,), (f"{BEST_RESPONSE} --role dealer",))
    return Settled(
        template=TEMPLATE,
        values=values,
        checks=tuple(_checks(facts, None if isinstance(best, TooLarge) else best, limits)),
        experiments={"match": {}, "hand": {}},
        commands=tuple(provenance.command("exact", *words) for words in flags),
    )


def shortened(rows: Sequence[ROW], most: int = MOST_ROWS) -> list[ROW | None]:
    """Return the rows of a table; of too many the first and the last, with None between.

    >>> shortened("abcde", 4)
    ['a', 'b', None, 'd', 'e']
    """
    if len(rows) <= most:
        return list(rows)
    return [*rows[: most // 2], None, *rows[-(most // 2) :]]


def _best_values(rules: Rules, best: Best) -> Mapping[str, object]:
    """Return the values about best play."""
    made = {x for x in best.raises if any(row[x] for row in best.solved.raises)}
    is_drawn = best.cards * len(best.raises) <= MOST_DRAWN
    taken = losses(best.cards, len(best.raises))
    is_small = rules.cards**2 * rules.max_raise <= MOST_SOLVED
    return {
        "best": best,
        "raises": shortened(sorted({*best.raises[:MOST_RAISES], *made})),
        "cards": shortened(range(best.cards)),
        "regions": (
            svg_of(regions_figure(best.solved.raises, best.solved.accepts)) if is_drawn else None
        ),
        "losses": taken,
        "losses_drawn": drawing(
            lambda ax: draw_exploitability(taken, ax).margins(y=0.15), height=4
        ),
        "match_gains": {
            name: match_gains(rules, STRATEGIES[name]) for name in ("counter", "random") if is_small
        },
    }


# Four cards on paper


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


# Checks: the numbers once more, computed in another way


def _checks(facts: Known, best: Best | None, limits: Limits) -> Iterator[Check]:
    """Yield the checks of the match, of best play if it is solved, and of small games."""
    yield from _match_checks(facts)
    if best is not None:
        yield from _best_checks(best)
    yield from limits.checks(facts, None if best is None else best.solved.value)
    for size in WALKED:
        yield from _walked_checks(facts.rules, *size)
    for cards, most in PROGRAMS if best is not None else ():
        hand = f"a hand from {counted(cards, 'card')} with raises up to {most}"
        stated = f"the value of {hand}, by the theorem and by the linear program of the game"
        yield Check(stated, solve_hand(cards, most).value, solve_hand(cards, most, PROGRAM).value)


def _match_checks(facts: Known) -> Iterator[Check]:
    """Yield the checks of the match that is played; those alone that do not take too long."""
    rules, hand = facts.rules, facts.full
    deals = rules.cards * (rules.cards - 1)
    stated = "the weights of all raises, none among them, add up to their total"
    yield Check(stated, hand.total, sum(hand.raised))
    stated = "the counters of both players at the beginning, and their means at the end"
    yield Check(stated, 2 * rules.counters, facts.mean("first") + facts.mean("second"))
    if deals <= MOST_PAIRS:
        by_pairs = sum(map(sum, pairs(facts.match)), Fraction(0)) / deals
        stated = f"the mean of a hand, and over {counted(deals, 'pair')} of cards, one by one"
        yield Check(stated, hand.mean(), by_pairs)
    if facts.match.is_independent:
        unlimited = replace(rules, purse="none")
        try:
            law = law_of_counters(Match(unlimited, facts.match.strategies))
        except TooLarge:
            return
        stated = "the mean without limits by purses, as a sum over hands and by the law of counters"
        yield Check(stated, facts.match.mean(), law.mean())


def _best_checks(best: Best) -> Iterator[Check]:
    stated = "the value of a hand, and by best responses to both strategies and the sum f"
    yield Check(stated, [best.solved.value] * 3, best.proving)
    stated = "x times the raises for value by x, and x + 2 times the bluffs, for every x"
    yield Check(stated, *best.value_and_bluffs)


def _walked_checks(
    rules: Rules, cards: int, most: int, rounds: int, counters: int
) -> Iterator[Check]:
    """Yield the checks of a small match, played by the rules through all deals and choices."""
    small = replace(rules, cards=cards, max_raise=most, rounds=rounds, counters=counters)
    facts = Known.of(small, None)
    walk = explore(replace(EXPERIMENTS["match"], players=players), small)
    law = walk.law().map(lambda match: match.second)
    sizes = [counted(cards, "card"), f"raises up to {most}"]
    sizes += [counted(rounds, "round"), counted(counters, "counter")]
    stated = f"the second player's counters, by the theorem and by a walk: {', '.join(sizes)}"
    yield Check(f"the mean of {stated}", facts.mean("second"), law.mean())
    yield Check(f"the law of {stated}", facts.second, law)
