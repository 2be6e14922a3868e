"""A user's own games: their experiments and laws, and rules with numbers in place of symbols."""
