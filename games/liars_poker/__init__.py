"""Liars' Poker: rules, reference play, calls, players, and words for the terminal."""

from montmort.games.liars_poker.rules import (
    EXPERIMENTS,
    READINGS,
    Deal,
    DealWithCall,
    Rules,
    Usual,
    dealing,
    lists,
    meant,
    others,
    outcome_of,
    score,
    step,
)

__all__ = [
    "EXPERIMENTS",
    "READINGS",
    "Deal",
    "DealWithCall",
    "Rules",
    "Usual",
    "dealing",
    "lists",
    "meant",
    "others",
    "outcome_of",
    "score",
    "step",
]
