"""Compiled kernels: the random stream, drawing cards, and the compilation of kernels."""
