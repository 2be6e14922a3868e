"""Every error that is the user's to mend, on one page.

The front desk prints the message of a `MontmortError` as one sentence and
leaves with exit code 2.  Any other exception is a bug of ours and keeps its
traceback.
"""


class MontmortError(Exception):
    """Base class: something the user asked for cannot be done as asked."""


class BadInput(MontmortError, ValueError):
    """A value is outside its range; the message says the value, the range and the way out."""


class BadChain(MontmortError, ValueError):
    """Rows that are no absorbing Markov chain; the message names the state."""


class TooLarge(MontmortError):
    """The answer exists but would cost more than the stated limit; the message says how much."""


class UnknownName(MontmortError, LookupError):
    """A game, reading, experiment or field of that name does not exist."""


class InvalidCounts(BadInput):
    """Counts that cannot be true: they do not add up, or one block has two results."""


class SimulatorFailed(MontmortError):
    """A program or a function that plays ended badly; the message says how, and in which block."""


class WorkersLost(MontmortError):
    """The processes or machines that play are gone; the message says how to go on."""
