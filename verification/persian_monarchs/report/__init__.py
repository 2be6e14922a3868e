"""The proof-style report of Persian Monarchs."""
