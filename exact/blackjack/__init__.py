"""Blackjack: basic strategy, best play of the hand at play, and the laws under both."""
