"""Cards: decks as counts of ranks, the pack of 52, and cards drawn in characters."""
