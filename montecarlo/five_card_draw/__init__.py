"""Five-card draw by Monte Carlo."""
