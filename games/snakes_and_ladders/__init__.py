"""Snakes and ladders on the board of Milton Bradley, 100 squares."""

from montmort.games.snakes_and_ladders.rules import EXPERIMENTS, RULEBOOK, Position, Race, Rules

__all__ = ["EXPERIMENTS", "RULEBOOK", "Position", "Race", "Rules"]
