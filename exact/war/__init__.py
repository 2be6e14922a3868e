"""The exact values of War."""
