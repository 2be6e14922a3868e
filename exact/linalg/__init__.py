"""Exact linear systems: over the integers, modulo primes, and with symbols."""
