"""Runs: numbered blocks, executors, and unbroken prefixes of results."""
