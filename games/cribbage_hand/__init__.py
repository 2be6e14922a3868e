"""A hand of cribbage: four cards and a starter, counted."""

from montmort.games.cribbage_hand.rules import (
    EXPERIMENTS,
    JACK,
    RULEBOOK,
    Hand,
    Rules,
    fifteens,
    pairs,
    runs,
)

__all__ = ["EXPERIMENTS", "JACK", "RULEBOOK", "Hand", "Rules", "fifteens", "pairs", "runs"]
