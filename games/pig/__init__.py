"""Pig: throw as often as you dare, and lose the points of the turn to a 1."""

from montmort.games.pig.rules import EXPERIMENTS, RULEBOOK, Game, Position, Rules

__all__ = ["EXPERIMENTS", "RULEBOOK", "Game", "Position", "Rules"]
