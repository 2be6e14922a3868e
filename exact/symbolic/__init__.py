"""Symbols: games, chains and values with parameters, and questions about these."""
