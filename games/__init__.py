"""Games: reference rules, simple rather than fast.

Laws of the package: no probability is computed here.  All randomness comes from
`Chance.pick`, all decisions come from a `Table`.  States, Rules and outcomes are
immutable and hashable.  The package imports no other package of montmort.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.games.cards.deck import Deck as Deck
    from montmort.games.cards.shoe import Shoe as Shoe
    from montmort.games.chance import Chance as Chance
    from montmort.games.chance import RandomChance as RandomChance
    from montmort.games.chance import ScriptedChance as ScriptedChance
    from montmort.games.chance import coin as coin
    from montmort.games.chance import shuffled as shuffled
    from montmort.games.dice import keep_highest as keep_highest
    from montmort.games.dice import keep_lowest as keep_lowest
    from montmort.games.dice import throw_dice as throw_dice
    from montmort.games.errors import MontmortError as MontmortError
    from montmort.games.experiment import Experiment as Experiment
    from montmort.games.positions import canonical as canonical
    from montmort.games.rule_set import RuleSet as RuleSet
    from montmort.games.rule_set import rule as rule
    from montmort.games.rulebook import Rulebook as Rulebook
    from montmort.games.rulebook import Terminal as Terminal
    from montmort.games.table import SilentTable as SilentTable
    from montmort.games.table import Table as Table
    from montmort.games.wager import Wager as Wager

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "cards.deck": ["Deck"],
        "cards.shoe": ["Shoe"],
        "chance": ["Chance", "RandomChance", "ScriptedChance", "coin", "shuffled"],
        "dice": ["keep_highest", "keep_lowest", "throw_dice"],
        "errors": ["MontmortError"],
        "experiment": ["Experiment"],
        "positions": ["canonical"],
        "rule_set": ["RuleSet", "rule"],
        "rulebook": ["Rulebook", "Terminal"],
        "table": ["SilentTable", "Table"],
        "wager": ["Wager"],
    },
)
