"""Penney's game: two words of heads and tails; the word that appears first wins.

A coin is tossed until the last tosses spell one of the two words.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from montmort.games.chance import Chance, coin
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook
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


class Game(NamedTuple):
    """Outcome: whether the first player's word appears first, and the tosses."""

    first: bool
    tosses: int


def start(_rules: Rules, _chance: Chance) -> str:
    """Return the state before the first toss: no letters."""
    return ""


def step(rules: Rules, seen: str, chance: Chance, table: Table) -> tuple[str | None, Game]:
    """Toss once; the state is the last tosses that may be part of a word.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), "TH", ScriptedChance([1]), SilentTable())
    (None, Game(first=True, tosses=1))
    """
    letter = "H" if coin(chance, rules.heads) else "T"
    table.tell(letter)
    seen += letter
    if seen == rules.first or seen == rules.second:
        return None, Game(seen == rules.first, 1)
    if len(seen) == len(rules.first):
        seen = seen[1:]
    return seen, Game(False, 1)


READINGS = {"usual": Rules()}

EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="penney",
    title="Penney's game",
    source="W. Penney 1969; Gardner 1974",
    about=__doc__,
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
)
