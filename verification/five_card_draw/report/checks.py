"""The checks of five-card draw's report: its numbers once more, computed in another way."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import NamedTuple

from montmort.exact.five_card_draw.best_discards import Solution, solution
from montmort.exact.five_card_draw.one_hand import Choice, choices_of
from montmort.exact.from_rules import explore
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw import EXPERIMENTS, Result, Rules
from montmort.games.five_card_draw.ranking import TYPES
from montmort.verification.five_card_draw.report.brute_force import by_brute_force
from montmort.verification.five_card_draw.report.hand_facts import DrawnHand
from montmort.verification.five_card_draw.report.hand_types import type_counts
from montmort.verification.five_card_draw.report.one_hand import PAPER

WALKED = (
    PAPER,
    Rules(ranks=6, suits=2, max_draw=1, hand="2c 3c 4c 5c 5d", discard="5d"),
    Rules(ranks=7, suits=2, max_draw=2, hand="2c 2d 3c 4c Ac", discard="2c 2d"),
)
SMALL = (Pack(ranks=5, suits=2), Pack(ranks=6, suits=2), Pack(ranks=3, suits=4))


class Walked(NamedTuple):
    """The chances to win and to tie of a hand's discard, by the theorem and by the rules."""

    rules: Rules
    by_theorem: tuple[Fraction, Fraction]
    by_rules: tuple[Fraction, Fraction]


def check_values(hand: DrawnHand) -> Mapping[str, object]:
    """Return the values of the checks that every report has."""
    made, best, ranking = hand.made(hand.best), hand.best, hand.rules.ranking
    totals = [sum(counts) for counts in zip(*(row.counts for row in made), strict=True)]
    draws = {hand.one_draw(choice) for choice in (hand.choices[0], best)}
    return {
        "made_adds_up": totals == [best.deals, best.wins, best.ties],
        "compared_hands": sum(draw.hands for draw in draws),
        "comparison_holds": all(
            hand.compare_with_all(draw) == (draw.lower, draw.equal) for draw in draws
        ),
        "all_five": _all_five(hand) if hand.rules.pack.size >= 15 else None,
        "walked": [_walked(replace(small, ranking=ranking)) for small in WALKED],
    }


def _all_five(hand: DrawnHand) -> Choice:
    return choices_of(hand.cards, 5, hand.rules.ranking, hand.rules.pack)[-1]


def _walked(rules: Rules) -> Walked:
    chosen = DrawnHand(rules).chosen
    law = explore(EXPERIMENTS["hand"], rules).law().map(lambda outcome: outcome.result)
    return Walked(rules, (chosen.win, chosen.tie), (law[Result.WIN], law[Result.TIE]))


def game_check_values(hand: DrawnHand, solved: Solution) -> Mapping[str, object]:
    """Return the values of the checks of all hands."""
    dealt = zip(TYPES[solved.ranking], solved.sums[0, :, 0, 0].tolist(), strict=False)
    return {
        "same_number_of_each_type": type_counts(hand.rules) == {t: n for t, n in dealt if n},
        "same_discard": _tabled_discard(hand, solved) == hand.best.discard,
        "forced": list(_forced(solved.ranking)),
    }


def _tabled_discard(hand: DrawnHand, solved: Solution) -> int:
    """Return the best discard that the table of all hands has for this one."""
    cards = sorted(hand.cards)
    row = sum(comb(card, place) for place, card in enumerate(cards, 1))  # colexicographic
    mask = int(solved.discards[hand.rules.max_draw, row])
    return sum(1 << card for place, card in enumerate(cards) if mask >> place & 1)


def _forced(ranking: str) -> Iterator[tuple[Pack, int, Fraction, Fraction]]:
    """Yield small decks, limits on the draw, and the chance to win by the theorem and by force."""
    for pack in SMALL:
        solved = solution(pack, ranking)
        for most, win in enumerate(by_brute_force(pack, ranking)):
            yield pack, most, solved.win(most), win
