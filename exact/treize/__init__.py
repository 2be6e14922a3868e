"""The exact values of Treize."""
