"""Rulebooks: what happens at the table, told once, short and slow.

Laws of the package: no probability is computed here; all chance comes from
`Chance.pick`, all decisions from a `Table`; states, rules and outcomes are
immutable and hashable.  `games` imports nothing else of ours.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.games.cards.deck import Deck
    from montmort.games.chance import Chance, RandomChance, ScriptedChance, coin, shuffled
    from montmort.games.errors import MontmortError
    from montmort.games.experiment import Experiment
    from montmort.games.rule_set import RuleSet, rule
    from montmort.games.rulebook import Rulebook, Terminal
    from montmort.games.table import SilentTable, Table

__all__ = [
    "Chance",
    "Deck",
    "Experiment",
    "MontmortError",
    "RandomChance",
    "RuleSet",
    "Rulebook",
    "ScriptedChance",
    "SilentTable",
    "Table",
    "Terminal",
    "coin",
    "rule",
    "shuffled",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Chance": "chance",
        "Deck": "cards.deck",
        "Experiment": "experiment",
        "MontmortError": "errors",
        "RandomChance": "chance",
        "RuleSet": "rule_set",
        "Rulebook": "rulebook",
        "ScriptedChance": "chance",
        "SilentTable": "table",
        "Table": "table",
        "Terminal": "rulebook",
        "coin": "chance",
        "rule": "rule_set",
        "shuffled": "chance",
    },
)
