"""Markov chains: absorbing chains and chains without an end."""
