"""Yahtzee: the largest mean score as a fraction, and the strategy that attains it."""
