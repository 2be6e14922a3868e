"""Waldegrave's problem, the pool: who beats all others in succession wins."""

from montmort.games.waldegrave.rules import EXPERIMENTS, RULEBOOK, Pool, Position, Rules

__all__ = ["EXPERIMENTS", "RULEBOOK", "Pool", "Position", "Rules"]
