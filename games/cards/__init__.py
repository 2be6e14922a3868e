"""Cards: decks as counts of kinds, playing cards by name, and pictures of them in characters."""
