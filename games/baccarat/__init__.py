"""Baccarat, punto banco: the player's hand and the banker's hand, drawn by fixed rules."""

from montmort.games.baccarat.rules import DRAWN, EXPERIMENTS, RULEBOOK, Hand, Rules, Winner, shoe_of

__all__ = ["DRAWN", "EXPERIMENTS", "RULEBOOK", "Hand", "Rules", "Winner", "shoe_of"]
