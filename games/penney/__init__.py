"""Penney's game: two words of heads and tails; the word that appears first wins."""

from montmort.games.penney.rules import EXPERIMENTS, RULEBOOK, Game, Rules, step

__all__ = ["EXPERIMENTS", "RULEBOOK", "Game", "Rules", "step"]
