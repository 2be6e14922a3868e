"""The Rules of Persian Monarchs, and the presets for its sources."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import (
    EQUILIBRIUM,
    STRATEGIES,
    Strategy,
    strategy_of,
)
from montmort.games.validation import check_integer

Purse = Literal["published", "strict", "none"]

if TYPE_CHECKING:
    Player = str | Strategy
else:
    Player = str  # a flag is a word; Python callers may hand in the Strategy itself


class Usual(str):
    """A purse rule that nobody asked for: Rules fit it to the players, changed Rules anew."""

    __slots__ = ()


def _match(about: str) -> dict[str, object]:
    """Return the metadata of a field that a match alone asks for."""
    return {"help": f"match: {about}", "experiments": ("match",)}


def _played(about: str, **more: int) -> dict[str, object]:
    """Return the metadata of a field that matters where the cards are played, too."""
    return {"help": about, "experiments": ("match", "hand"), **more}


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Who plays, the pack, the limit of raises, the length of a match, the purses.

    >>> Rules().purse, Rules(second="non-counter").purse
    ('published', 'none')
    >>> Rules(cards=1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: cards=1 must be an integer >= 2
    """

    first: Player = field(
        default="counter",
        metadata=_played(f"who plays seat 0, {', '.join(STRATEGIES)} or {EQUILIBRIUM}", seat=0),
    )
    second: Player = field(
        default="counter",
        metadata=_played("who plays seat 1, and deals the first hand", seat=1),
    )
    cards: int = field(default=52, metadata={"help": "cards in the pack, 2 or more"})
    max_raise: int = field(default=10, metadata=_played("the largest raise, 1 or more"))
    rounds: int = field(default=26, metadata=_match("rounds of two hands, 1 or more"))
    counters: int = field(default=100, metadata=_match("counters of each player, 0 or more"))
    purse: Purse = field(
        default=Usual("published"),  # type: ignore[arg-type]
        metadata=_match("whose purse limits raises; none if a non-counter plays, unless given"),
    )

    def __post_init__(self) -> None:
        for name in ("first", "second"):
            object.__setattr__(self, name, _named(name, getattr(self, name)))
        check_integer("cards", self.cards, 2)
        check_integer("max_raise", self.max_raise, 1)
        check_integer("rounds", self.rounds, 1)
        check_integer("counters", self.counters, 0)
        if isinstance(self.purse, Usual):
            usual = "none" if "non-counter" in (self.first, self.second) else "published"
            object.__setattr__(self, "purse", Usual(usual))
        if not isinstance(self.purse, str) or self.purse not in get_args(Purse):
            raise BadInput(f"purse={self.purse!r} must be one of {', '.join(get_args(Purse))}")

    @cached_property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """The strategies of seat 0 and seat 1; BadInput for one that the solver must hand in."""
        return strategy_of(self.first), strategy_of(self.second)

    @property
    def pack(self) -> int:
        """The full pack, a set of cards."""
        return (1 << self.cards) - 1


def _named(name: str, player: Any) -> Player:
    """Return the player by his name if he has one, so that equal rules are equal."""
    if isinstance(player, Strategy) and not isinstance(player, str | type):
        return next((word for word, known in STRATEGIES.items() if player == known), player)
    words = (*STRATEGIES, EQUILIBRIUM)
    if not isinstance(player, str) or player not in words:
        raise BadInput(f"{name}={player!r} must be a Strategy, or one of {', '.join(words)}")
    return player


READINGS = {"usual": Rules(), "published": Rules(purse="published")}
