"""Sic Bo: one bet on a throw of three dice."""

from montmort.games.sic_bo.rules import EXPERIMENTS, RULEBOOK, Round, Rules, Thrown

__all__ = ["EXPERIMENTS", "RULEBOOK", "Round", "Rules", "Thrown"]
