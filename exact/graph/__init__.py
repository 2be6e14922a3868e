"""The graph of a game: all states, picks and decisions, found by walking its rules."""
