"""First Orchard: pick all the fruit before the raven comes."""

from montmort.games.first_orchard.rules import EXPERIMENTS, RULEBOOK, Game, Orchard, Rules, step

__all__ = ["EXPERIMENTS", "RULEBOOK", "Game", "Orchard", "Rules", "step"]
