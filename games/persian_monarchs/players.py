"""The computer players of Persian Monarchs: the strategies that Rules name, at the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from montmort.games.chance import Chance, coin
from montmort.games.persian_monarchs.rules import Rules
from montmort.games.persian_monarchs.strategies import EQUILIBRIUM, Strategy, Turn, strategy_of


@dataclass(frozen=True)
class Players:
    """The Table of two strategies, for seats 0 and 1, which draw from `chance`."""

    strategies: tuple[Strategy, Strategy]
    chance: Chance

    def decide(self, seat: int, choices: Sequence[Any], turn: Turn, /) -> Any:
        """Return the raise, or whether the raise is accepted; a raise above the limit becomes 0."""
        strategy = self.strategies[seat]
        if turn.raised:
            return coin(self.chance, strategy.accepts(turn.view, turn.raised))
        raised = self.chance.pick(strategy.raise_weights(turn.view))
        return raised if raised in choices else 0

    def tell(self, event: object, /) -> None:
        """Ignore the event: a strategy's view holds what it needs to know of earlier cards."""


def named_players(rules: Rules, chance: Chance, equilibrium: Strategy | None = None) -> Players:
    """Return the Table of the strategies that Rules name.

    `equilibrium`, which a solver finds, plays where Rules name "equilibrium".

    >>> from montmort.games.chance import ScriptedChance
    >>> named_players(Rules(second="random"), ScriptedChance([])).strategies
    (Counter(), Random())
    """
    first, second = (
        equilibrium if player == EQUILIBRIUM and equilibrium is not None else strategy_of(player)
        for player in (rules.first, rules.second)
    )
    return Players((first, second), chance)
