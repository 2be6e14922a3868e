"""Optimal play: exact values, all best choices, and the law of the outcome under them."""
