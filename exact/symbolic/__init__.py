"""Symbols in rules and chains: exact values as functions of parameters, and what follows."""
