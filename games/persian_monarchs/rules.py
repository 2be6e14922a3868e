"""The Rules of Persian Monarchs, and the presets for its sources."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import (
    EQUILIBRIUM,
    STRATEGIES,
    Strategy,
    strategy_of,
)
from montmort.games.rule_set import RuleSet, rule
from montmort.games.validation import quote

Purse = Literal["published", "strict", "none"]
_PLAYED = ("match", "hand")  # the experiments in which the players play

if TYPE_CHECKING:
    Player = str | Strategy
else:
    Player = str  # a flag is a word; Python callers may pass a Strategy


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The players, the pack, the largest raise, the length of a match, the counters.

    >>> Rules().purse, Rules(second="non-counter").purse
    ('published', 'none')
    >>> Rules(cards=1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: cards=1 must be an integer >= 2
    """

    first: Player = rule(
        "counter",
        f"the player on seat 0, {', '.join(STRATEGIES)} or {EQUILIBRIUM}",
        only=_PLAYED,
        seat=0,
        checked=False,
    )
    second: Player = rule(
        "counter",
        "the player on seat 1, who deals the first hand",
        only=_PLAYED,
        seat=1,
        checked=False,
    )
    cards: int = rule(52, "cards in the pack", least=2)
    max_raise: int = rule(10, "the largest raise", least=1, only=_PLAYED)
    rounds: int = rule(26, "rounds of two hands", least=1, only="match")
    counters: int = rule(100, "counters of each player", least=0, only="match")
    purse: Purse = rule(
        "published",
        "whose purse limits raises; by default none if a non-counter plays",
        only="match",
        depends=True,
    )

    def check(self) -> None:
        """Raise BadInput for a player that is neither a Strategy nor the name of one."""
        for name in ("first", "second"):
            self.set_field(name, _name_if_known(name, getattr(self, name)))
        has_non_counter = "non-counter" in (self.first, self.second)
        self.set_default("purse", "none" if has_non_counter else "published")

    @cached_property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """The strategies of seat 0 and seat 1; BadInput for one that a solver must find."""
        return strategy_of(self.first), strategy_of(self.second)

    @property
    def pack(self) -> int:
        """The full pack, a set of cards."""
        return (1 << self.cards) - 1


def _name_if_known(name: str, player: Any) -> Player:
    """Return a strategy's name if it has one, so that equal Rules compare equal."""
    if isinstance(player, Strategy) and not isinstance(player, str | type):
        return next((word for word, known in STRATEGIES.items() if player == known), player)
    words = (*STRATEGIES, EQUILIBRIUM)
    if not isinstance(player, str) or player not in words:
        raise BadInput(f"{name}={quote(player)} must be a Strategy, or one of {', '.join(words)}")
    return player


READINGS = {"usual": Rules(), "published": Rules(purse="published")}
