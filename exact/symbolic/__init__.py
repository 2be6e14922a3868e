"""Values that depend on symbols: real roots, regions, and questions about a parameter."""
