"""Crosschecks: a simulator compared with exact values."""
