"""Liars' Poker by Monte Carlo."""
