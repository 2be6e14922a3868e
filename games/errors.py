"""Errors caused by user input.

The command line prints the message of a `MontmortError` as one sentence and
exits with code 2.  Any other exception is a bug in montmort and keeps its
traceback.
"""


class MontmortError(Exception):
    """Base class: something the user asked for cannot be done as asked."""


class BadInput(MontmortError, ValueError):
    """A value is outside its range; the message names the value, the range and a remedy."""


class BadChain(MontmortError, ValueError):
    """Rows that do not form an absorbing Markov chain; the message names the state."""


class TooLarge(MontmortError):
    """An answer that would cost more than the stated limit; the message gives the cost."""


class HasSymbols(BadInput):
    """A play needs numbers, and a weight or a rule has symbols; the message names the weight."""


class NoPlayer(BadInput):
    """The rules ask for a decision, and there is no player to make it."""


class UnknownName(MontmortError, LookupError):
    """A game, reading, experiment or field of that name does not exist."""


class InvalidCounts(BadInput):
    """Impossible counts: they do not add up, or one block has two results."""


class SimulatorFailed(MontmortError):
    """A program or function that simulates a game failed; the message says how, in which block."""


class WorkersLost(MontmortError):
    """The worker processes or machines died; the message says how to continue."""
