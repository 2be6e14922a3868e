"""Leduc hold'em: two players, six cards, a card each and one on the board."""

from montmort.games.leduc.rules import EXPERIMENTS, RULEBOOK, Held, Net, Rules, Shown

__all__ = ["EXPERIMENTS", "RULEBOOK", "Held", "Net", "Rules", "Shown"]
