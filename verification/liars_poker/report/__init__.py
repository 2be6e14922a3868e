"""The proof-style report of Liars' Poker."""
