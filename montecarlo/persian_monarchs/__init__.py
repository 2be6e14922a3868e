"""Persian Monarchs by Monte Carlo."""
