"""Command-line flags, and what they ask for."""
