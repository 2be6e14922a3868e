"""The law of a hand under the strategy that the Rules name, whatever the shoe."""

from collections.abc import Callable
from functools import lru_cache, partial

from montmort.exact.blackjack.basic import basic_player, infinite_play
from montmort.exact.blackjack.best_play import BestPlayer, table_player
from montmort.exact.blackjack.finite_shoe import law
from montmort.exact.law import Law
from montmort.games.blackjack import Counted, Rules
from montmort.games.chance import Chance
from montmort.games.table import Table


@lru_cache(maxsize=16)
def joint_law(rules: Rules) -> Law[Counted]:
    """Return the law of the outcome, counted in units.

    >>> found = joint_law(Rules(decks="infinite"))
    >>> found.map(lambda hand: hand.blackjack)[True]
    Fraction(8, 169)
    """
    if rules.is_infinite:
        return infinite_play(rules).walk.law()
    return law(rules, player(rules))


def player(rules: Rules) -> Table:
    """Return the Table of the strategy that the Rules name; the best one is basic, if infinite."""
    return BestPlayer(rules) if _looks_at_cards(rules) else basic_player(rules)


def _looks_at_cards(rules: Rules) -> bool:
    return rules.player == "optimal" and not rules.is_infinite


def seated(rules: Rules) -> Callable[[Rules, Chance], Table]:
    """Return the function `players` of an experiment, with the strategy found already."""
    return partial(_same, table_player(rules) if _looks_at_cards(rules) else player(rules))


def _same(table: Table, _rules: Rules, _chance: Chance) -> Table:
    return table


def how(rules: Rules) -> str:
    """Return a sentence on how the law was found."""
    if rules.is_infinite:
        return infinite_play(rules).how
    by = "its own cards" if rules.player == "optimal" else "its total"
    return f"hands by the cards drawn, not their order; each played by {by}"
