"""Kuhn poker: two players, a pack of different cards, one bet."""

from montmort.games.kuhn.rules import EXPERIMENTS, RULEBOOK, Held, Net, Rules, Shown

__all__ = ["EXPERIMENTS", "RULEBOOK", "Held", "Net", "Rules", "Shown"]
