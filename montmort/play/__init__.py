"""A human player at the table."""
