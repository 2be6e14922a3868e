"""Le Her, the game of Montmort's correspondence with Nicolas Bernoulli and Waldegrave."""

from montmort.games.le_her.rules import EXPERIMENTS, RULEBOOK, Game, Held, Rules, Shown

__all__ = ["EXPERIMENTS", "RULEBOOK", "Game", "Held", "Rules", "Shown"]
