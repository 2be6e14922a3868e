"""Exact linear systems: over the integers, over the rationals, and over Q(symbols)."""
