"""Rulebooks: what happens at the table, told once, short and slow.

Laws of the package: no probability is computed here; all chance comes from
`Chance.pick`, all decisions from a `Table`; states, rules and outcomes are
immutable and hashable.  `games` imports nothing else of ours.
"""

from games.cards import Deck
from games.chance import Chance, RandomChance, ScriptedChance, coin, shuffled
from games.errors import MontmortError
from games.experiment import Experiment
from games.table import SilentTable, Table

__all__ = [
    "Chance",
    "Deck",
    "Experiment",
    "MontmortError",
    "RandomChance",
    "ScriptedChance",
    "SilentTable",
    "Table",
    "coin",
    "shuffled",
]
