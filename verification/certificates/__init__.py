"""Certificates: numbers by which an answer can be checked independently."""
