"""Runs: numbered blocks, executors, and complete prefixes of results."""
