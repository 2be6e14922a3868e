"""Penney's game: two words of heads and tails; the word that appears first wins.

A coin is tossed until the last tosses spell one of the two words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from montmort.games.chance import Chance, coin
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The words and the coin."""

    first: str = rule("THH", "the first player's word of H and T")
    second: str = rule("HHT", "the second player's word, as long")
    heads: Fraction = rule(Fraction(1, 2), "chance of heads", least=0, most=1)

    def check(self) -> None:
        """Raise BadInput unless these are two words of one length."""
        for name, word in (("first", self.first), ("second", self.second)):
            if not word or word.strip("HT"):
                raise BadInput(f"{name}={word!r} must be a word of H and T, as THH")
        if len(self.first) != len(self.second) or self.first == self.second:
            raise BadInput(
                f"the words {self.first} and {self.second} must differ and have one length"
            )

    @cached_property
    def codes(self) -> tuple[int, int]:
        """Both words, coded."""
        return coded(self.first), coded(self.second)


class Game(NamedTuple):
    """Outcome: whether the first player's word appears first, and the tosses."""

    first: bool
    tosses: int


def coded(word: str) -> int:
    """Return a word as a binary number: a 1, then 1 for each H and 0 for each T.

    >>> coded("HHT") == 0b1110
    True
    """
    return int("1" + word.replace("H", "1").replace("T", "0"), 2)


def start(_rules: Rules, _chance: Chance) -> int:
    """Return the state before the first toss: no letters."""
    return 1


def step(rules: Rules, seen: int, chance: Chance, table: Table) -> tuple[int | None, Game]:
    """Toss once; the state is the last tosses that may be part of a word, coded.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), coded("TH"), ScriptedChance([1]), SilentTable())
    (None, Game(first=True, tosses=1))
    """
    heads = coin(chance, rules.heads)
    table.tell("heads" if heads else "tails")
    seen = 2 * seen + heads
    if seen in rules.codes:
        return None, Game(seen == rules.codes[0], 1)
    whole = 2 ** len(rules.first)
    return (whole // 2 + seen % (whole // 2) if seen >= whole else seen), Game(False, 1)


def describe(rules: Rules, events: Sequence[str]) -> str:
    """Return the last toss in words, and the word that has appeared.

    >>> describe(Rules(first="THH", second="HHT"), ["tails", "heads", "heads"])
    'heads: THH has appeared'
    """
    tossed = "".join(side[0].upper() for side in events)
    for word in (rules.first, rules.second):
        if tossed.endswith(word):
            return f"{events[-1]}: {word} has appeared"
    return events[-1]


EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="penney",
    title="Penney's game",
    source="W. Penney 1969; Gardner 1974",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    terminal=Terminal(describe=describe),
)
