"""The exact values of five-card draw."""
