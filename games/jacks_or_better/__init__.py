"""Jacks or better, the first video poker: hold some of five cards, draw the others, be paid."""

from montmort.games.jacks_or_better.rules import (
    EXPERIMENTS,
    HIGH,
    PAID,
    RULEBOOK,
    Dealt,
    Drawn,
    Hand,
    Rules,
    choices,
    name_of,
    pay_of,
)

__all__ = [
    "EXPERIMENTS",
    "HIGH",
    "PAID",
    "RULEBOOK",
    "Dealt",
    "Drawn",
    "Hand",
    "Rules",
    "choices",
    "name_of",
    "pay_of",
]
