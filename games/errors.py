"""Errors caused by user input.

The command line prints the message of a `MontmortError` as one sentence and
exits with code 2.  Any other exception is a bug in montmort and keeps its
traceback.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

_LONGEST_WORD = 80  # characters of a user's value in a message
_LONGEST_PATH = 200
_LONG = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")
_OBJECT = re.compile(r"<((?:[^<>]|<\w+>)*?) at 0x[0-9a-fA-F]+>")  # <function play at 0x7f...>


def cut_words(sentence: str) -> str:
    """Return a sentence without the middle of words that are too long to be read.

    >>> len(cut_words("'" + "a" * 5000 + "' is not a number")), cut_words("a bad number")
    (97, 'a bad number')
    """

    def cut(found: re.Match[str]) -> str:
        most = _LONGEST_PATH if "/" in found[0] else _LONGEST_WORD
        return cut_middle(found[0], most)

    return _LONG.sub(cut, sentence) if len(sentence) > _LONGEST_WORD else sentence


def cut_middle(text: str, most: int) -> str:
    """Return a text without its middle, if it has more than `most` characters."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-(most // 2) :]}"


def without_addresses(text: str) -> str:
    """Return a text with objects named as in words.

    >>> without_addresses("play=<function play at 0x7f00> is none")
    'play=function play is none'
    """
    if " at 0x" not in text:
        return text
    return re.sub(r" at 0x[0-9a-fA-F]+", "", _OBJECT.sub(r"\1", text))


class MontmortError(Exception):
    """Base class: something the user asked for cannot be done as asked."""

    def __str__(self) -> str:
        return cut_words(without_addresses(super().__str__()))


class BadInput(MontmortError, ValueError):
    """A value is outside its range; the message names the value, the range and a remedy."""


class BadChain(MontmortError, ValueError):
    """Rows that do not form an absorbing Markov chain; the message names the state."""


class TooLarge(MontmortError):
    """An answer that would cost more than the stated limit; the message gives the cost."""


class EndlessRules(BadInput):
    """A function of the rules runs on without a pick."""

    def __str__(self) -> str:
        return (
            "the rules run for seconds without a pick: a loop in them seems to have no end; large "
            "tables are best made while the file is loaded"
        )


class HasSymbols(BadInput):
    """A play needs numbers, and a weight or a rule has symbols; the message names the weight."""


class NoPlayer(BadInput):
    """The rules ask for a decision, and there is no player to make it."""


class ImpossibleScript(BadInput):
    """A script of picks or of choices is not one that the rules can play."""


class UnknownName(MontmortError, LookupError):
    """A game, reading, experiment or field of that name does not exist."""


class InvalidCounts(BadInput):
    """Impossible counts: they do not add up, or one block has two results.

    `field` is the only field that is wrong, "" if it is not one alone.
    """

    field = ""

    def in_field(self, field: str) -> "InvalidCounts":
        """Return the error of this field."""
        self.field = field
        return self

    def at(self, place: str) -> "InvalidCounts":
        """Return an error that names the place, too."""
        return InvalidCounts(f"{place}{self}").in_field(self.field)


class UnreadablePlay(InvalidCounts):
    """What came with a play cannot be read: `line` is its number, `why` says what is wrong."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line, self.why = line, why

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


class RulesDiffer(InvalidCounts):
    """The outcome of a play does not follow from its picks by the rules.

    `line` is the number of its line in `source`, `picks` are its picks, `choices` those of the
    players, None if the players of the game decide, `printed` is the outcome as it was printed,
    and `by_rules` the outcome by the rules, or why there is none.  The `unit` of a function is
    not a line but a play of its block.  `counts` are the histograms of the plays before it.
    """

    counts: Mapping[str, dict[int, int]] = MappingProxyType({})

    def __init__(
        self,
        line: int,
        picks: list[int],
        printed: str,
        by_rules: str,
        source: str = "",
        choices: list[int] | None = None,
        unit: str = "line",
    ) -> None:
        super().__init__(line, picks, printed, by_rules, source, choices, unit)
        self.line, self.picks, self.printed, self.by_rules = line, picks, printed, by_rules
        self.source, self.choices, self.unit = source, choices, unit

    def __str__(self) -> str:
        place = f"{self.source}, {self.unit}" if self.source else self.unit
        return f"{place} {self.line}: {self.printed}; by the rules: {self.by_rules}"

    def of(self, source: str, unit: str = "line") -> "RulesDiffer":
        """Return the same error with the name of the file, program or function."""
        line, picks, printed, by_rules, _, choices, _ = self.args
        found = RulesDiffer(line, picks, printed, by_rules, source, choices, unit)
        found.counts = dict(self.counts)  # which can be sent to other processes
        return found


class SimulatorFailed(MontmortError):
    """A program or function that simulates a game failed; the message says how, in which block."""


class WorkersLost(MontmortError):
    """The worker processes or machines died; the message says how to continue."""
