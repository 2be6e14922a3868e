"""The exact values of Liars' Poker."""
