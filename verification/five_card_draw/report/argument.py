"""The report of five-card draw: the values of its template `argument.md`.

It is about the hand that Rules give, or else about all hands, with one hand as an example.
"""

from dataclasses import replace
from pathlib import Path

from montmort.exact.five_card_draw.answers import answers
from montmort.exact.five_card_draw.best_discards import solution
from montmort.exact.paths import Watch
from montmort.games.cards.pack import FULL
from montmort.games.five_card_draw import Rules
from montmort.verification.five_card_draw.claims import HAND
from montmort.verification.five_card_draw.report.all_hands import all_hands_values
from montmort.verification.five_card_draw.report.checks import check_values, game_check_values
from montmort.verification.five_card_draw.report.hand_facts import DrawnHand
from montmort.verification.five_card_draw.report.hand_types import (
    class_counts,
    straights,
    type_counts,
)
from montmort.verification.five_card_draw.report.one_hand import hand_values, paper_values
from montmort.verification.game import Game
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Settled

TEMPLATE = Path(__file__).with_name("argument.md")


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return the game's own part of its report."""
    provenance = Provenance(game.rulebook, rules)
    hand = DrawnHand(rules if rules.hand else replace(rules, hand=_example(rules)))
    if not rules.hand:
        answers(rules, watch=watch)  # raises BadInput for players that are not solved
    of_hand = provenance.under(hand.rules)
    values = {
        "straights": straights(rules),
        "type_counts": type_counts(rules),
        "class_counts": class_counts(rules),
        "of_hand": of_hand,
        **hand_values(hand),
        **paper_values(rules.ranking),
        **check_values(hand),
    }
    if rules.hand:
        experiments, commands = ["hand"], [provenance.command("exact", "--json")]
    else:
        solved = solution(rules.pack, rules.ranking, watch)
        values |= {**all_hands_values(rules, solved), **game_check_values(hand, solved)}
        can_play = rules.pack.size >= 10 + 2 * rules.max_draw  # cards enough for two to draw
        experiments = ["game", "hand"] if can_play else ["hand"]
        commands = [of_hand.command("exact"), of_hand.command("certify", "-o hand.json")]
    return Settled(
        template=TEMPLATE,
        values=values,
        experiments={name: {} for name in experiments},
        commands=(provenance.command("exact"), *commands),
    )


def _example(rules: Rules) -> str:
    """Return the hand of the example: a pair from the full deck, else cards from all over it."""
    if rules.pack == FULL:
        return HAND
    last = rules.pack.size - 1
    return rules.pack.write(sum(1 << place * last // 4 for place in range(5)))
