"""Blackjack: the law of hands from one shoe, and the strategy card with its proof."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.exact.blackjack.answers import joint_law, seated
from montmort.exact.from_rules import explore
from montmort.exact.paths import Watch
from montmort.games.blackjack import EXPERIMENTS, Rules
from montmort.games.blackjack.card import card_blocks
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
SMALL = (2, 2, 0, 0, 0, 2, 0, 3, 0, 5)  # a shoe whose orders can be walked, with all choices


def settled(_game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this shoe and these rules."""
    value = mean_of(rules)
    is_basic = rules.player == "basic" or rules.is_infinite
    return Settled(
        template=TEMPLATE,
        values={
            "value": value,
            "is_basic": is_basic,
            "strategy": "basic strategy" if rules.player == "basic" else "the best play",
            "card": card_blocks(rules) if is_basic else (),
        },
        checks=() if rules.is_infinite else (walked_check(rules),),
    )


def mean_of(rules: Rules) -> Fraction:
    """Return the mean of what is won, in bets.

    >>> round(float(mean_of(Rules(decks="infinite"))), 6)
    -0.005704
    """
    return joint_law(rules).map(lambda hand: hand.units).mean() / rules.unit


def walked_check(rules: Rules) -> Check:
    """Return the check of a shoe of 14 cards: by the theorem, and by a walk of the rules."""
    small = replace(rules, decks="1", deck=SMALL)
    experiment = replace(EXPERIMENTS["counted"], players=seated(small))
    walked = explore(experiment, small).law().map(lambda hand: hand.units)
    stated = "the mean with 2 aces, 2 twos, 2 sixes, 3 eights and 5 tens, by a walk of the rules"
    return Check(stated, mean_of(small), walked.mean() / small.unit)
