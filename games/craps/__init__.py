"""Craps: a bet on the shooter, or a whole hand of the shooter."""

from montmort.games.craps.rules import (
    COME_OUT,
    EXPERIMENTS,
    RULEBOOK,
    Bet,
    Hand,
    Rules,
    Throw,
    Win,
    step,
)

__all__ = ["COME_OUT", "EXPERIMENTS", "RULEBOOK", "Bet", "Hand", "Rules", "Throw", "Win", "step"]
