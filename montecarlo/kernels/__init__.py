"""Compiled kernels: the random stream, drawing cards, and how kernels are compiled."""
