"""Games: reference rules, simple rather than fast.

Laws of the package: no probability is computed here.  All randomness comes from
`Chance.pick`, all decisions come from a `Table`.  States, Rules and outcomes are
immutable and hashable.  The package imports no other package of montmort.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.games.cards.deck import Deck
    from montmort.games.cards.shoe import Shoe
    from montmort.games.chance import Chance, RandomChance, ScriptedChance, coin, shuffled
    from montmort.games.dice import keep_highest, keep_lowest, throw_dice
    from montmort.games.errors import MontmortError
    from montmort.games.experiment import Experiment
    from montmort.games.positions import canonical
    from montmort.games.rule_set import RuleSet, rule
    from montmort.games.rulebook import Rulebook, Terminal
    from montmort.games.table import SilentTable, Table
    from montmort.games.wager import Wager

__all__ = [
    "Chance",
    "Deck",
    "Experiment",
    "MontmortError",
    "RandomChance",
    "RuleSet",
    "Rulebook",
    "ScriptedChance",
    "Shoe",
    "SilentTable",
    "Table",
    "Terminal",
    "Wager",
    "canonical",
    "coin",
    "keep_highest",
    "keep_lowest",
    "rule",
    "shuffled",
    "throw_dice",
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
        "Shoe": "cards.shoe",
        "SilentTable": "table",
        "Table": "table",
        "Terminal": "rulebook",
        "Wager": "wager",
        "canonical": "positions",
        "coin": "chance",
        "keep_highest": "dice",
        "keep_lowest": "dice",
        "rule": "rule_set",
        "shuffled": "chance",
        "throw_dice": "dice",
    },
)
