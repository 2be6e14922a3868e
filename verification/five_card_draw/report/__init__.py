"""The proof-style report of five-card draw."""
