"""The front desk: the command line, and later a table for a human.

Laws of the package: the answer goes to stdout, everything else to stderr; a
user's mistake is one sentence and exit code 2; no number is computed here.
"""

__version__ = "0.1.0"
