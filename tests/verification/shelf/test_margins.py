"""The simulators of the shelf agree with the exact laws, at margins that players care about.

Half a per cent of a chance, or one or two per cent of a bet.
"""

from typing import Any

import pytest

from montmort.games import baccarat, blackjack, pig
from montmort.verification import Decision, crosscheck
from montmort.verification.registry import GAMES

CHANCE = 0.005
MARGINS: dict[str, tuple[Any, dict[str, float]]] = {
    "craps": (None, {"win=win": CHANCE, "win=tie": CHANCE, "win=loss": CHANCE, "rolls": 0.05}),
    "baccarat": (
        baccarat.Rules(),
        {f"winner={side}": CHANCE for side in ("player", "banker", "tie")},
    ),
    "penney": (None, {"first": CHANCE, "tosses": 0.05}),
    "snakes-and-ladders": (None, {"throws": 0.5}),
    "waldegrave": (None, {"winner": 0.02, "games": 0.05}),
    "risk": (None, {"attacker_wins": CHANCE, "left": 0.05}),
    "cribbage-hand": (None, {"points": 0.05}),
    "three-ruin": (
        None,
        {f"ruined={who}": CHANCE for who in ("first", "second", "third")} | {"rounds": 0.05},
    ),
    "shut-the-box": (None, {"shut": 0.01, "left": 0.2}),
    "first-orchard": (None, {"won": CHANCE, "rounds": 0.05}),
    "pig": (pig.Rules(goal=20), {"first_wins": CHANCE}),
    "jacks-or-better": (None, {"pays": 0.05}),
    "three-card-poker": (None, {"net": 0.02, "staked": 0.01}),
    "blackjack": (
        blackjack.Rules(decks="infinite"),
        {"units": 0.02, "staked": 0.01, "blackjack": CHANCE, "dealer": 0.05},
    ),
    "le-her": (None, {"paul_wins": CHANCE}),
    "kuhn": (None, {"net": 0.02}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MARGINS)
def test_the_simulator_is_consistent_at_a_players_margins(name: str) -> None:
    rules, margins = MARGINS[name]
    found = crosscheck(
        name, rules, margins=margins, most=4_000_000, seed=1713, until="all", workers=1
    )
    assert {each.decision for each in found.verdicts} == {Decision.CONSISTENT}, found


def test_every_game_of_the_shelf_has_margins() -> None:
    """Yahtzee has its own test, tests/verification/yahtzee/test_simulator.py."""
    five = {"treize", "liars-poker", "five-card-draw", "persian-monarchs", "war"}
    assert MARGINS.keys() | {"yahtzee"} == GAMES.keys() - five
