"""Three-card poker: an ante against the dealer, and the side bet pair plus."""

from montmort.games.three_card_poker.rules import (
    CARDS,
    CHOICES,
    EXPERIMENTS,
    QUEEN,
    RULEBOOK,
    TYPES,
    Ante,
    Dealt,
    Net,
    Rules,
    Shown,
    Strength,
    net_of,
    qualifies,
    strength,
)

__all__ = [
    "CARDS",
    "CHOICES",
    "EXPERIMENTS",
    "QUEEN",
    "RULEBOOK",
    "TYPES",
    "Ante",
    "Dealt",
    "Net",
    "Rules",
    "Shown",
    "Strength",
    "net_of",
    "qualifies",
    "strength",
]
