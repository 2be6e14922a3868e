"""Ruin of three players: a pair at random plays a fair game for one counter."""

from montmort.games.three_ruin.rules import (
    EXPERIMENTS,
    NOBODY,
    PLAYERS,
    RULEBOOK,
    Player,
    Position,
    Ruin,
    Rules,
)

__all__ = ["EXPERIMENTS", "NOBODY", "PLAYERS", "RULEBOOK", "Player", "Position", "Ruin", "Rules"]
