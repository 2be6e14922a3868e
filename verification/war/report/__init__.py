"""The proof-style report of War."""
