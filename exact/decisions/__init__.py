"""Optimal play: the graph of a game with decisions, its exact values, and the strategies."""
