"""The computer players of Persian Monarchs: the strategies that Rules name, at the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from montmort.games.chance import Chance, coin
from montmort.games.persian_monarchs.rules import Rules
from montmort.games.persian_monarchs.strategies import EQUILIBRIUM, Strategy, Turn, strategy_of


@dataclass(frozen=True)
class Players:
    """The Table of two strategies, first and second, who draw from `chance`."""

    strategies: tuple[Strategy, Strategy]
    chance: Chance

    def decide(self, seat: int, choices: Sequence[Any], turn: Turn, /) -> Any:
        """Return the raise, or whether it is accepted; a raise that is not allowed is not made."""
        strategy = self.strategies[seat]
        if turn.raised:
            return coin(self.chance, strategy.accepts(turn.view, turn.raised))
        raised = self.chance.pick(strategy.raise_weights(turn.view))
        return raised if raised in choices else 0

    def tell(self, event: Any, /) -> None:
        """Say nothing: what they remember of the cards is in their view."""


def named_players(rules: Rules, chance: Chance, equilibrium: Strategy | None = None) -> Players:
    """Return the Table of the strategies that Rules name; `equilibrium` plays for that name."""
    first, second = (
        equilibrium if player == EQUILIBRIUM and equilibrium is not None else strategy_of(player)
        for player in (rules.first, rules.second)
    )
    return Players((first, second), chance)
