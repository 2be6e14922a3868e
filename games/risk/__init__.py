"""A battle of Risk: dice against dice, until one side cannot fight."""

from montmort.games.risk.rules import EXPERIMENTS, RULEBOOK, Armies, Battle, Rules

__all__ = ["EXPERIMENTS", "RULEBOOK", "Armies", "Battle", "Rules"]
