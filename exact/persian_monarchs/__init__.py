"""The exact values of Persian Monarchs."""
