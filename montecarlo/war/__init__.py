"""War by Monte Carlo."""
