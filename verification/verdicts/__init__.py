"""Verdicts: e-values, the judge, and the history of its looks."""
