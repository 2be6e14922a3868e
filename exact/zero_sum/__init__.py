"""Zero-sum games: sequence form, exact linear programs, equilibria."""
