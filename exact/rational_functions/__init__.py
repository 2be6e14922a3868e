"""Rational functions of symbols: a field, and linear systems over it."""
