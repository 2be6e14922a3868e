"""The Rules of War, and the presets for its sources."""

from dataclasses import dataclass, field
from typing import Literal, get_args

from montmort.games.errors import BadInput
from montmort.games.validation import check_integer

PickUp = Literal["winner-first", "loser-first", "first-player-first", "random"]
Shortfall = Literal["lose", "last-card", "second-takes"]
DeuceBeatsAce = Literal["never", "battles", "always"]


def _game(about: str) -> dict[str, object]:
    """Return the metadata of a field that a game alone asks for."""
    return {"help": f"game: {about}", "experiments": ("game",)}


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The deck, and how wars, pick-up and endings are read; the usual deck is 13 x 4.

    Ranks count from 0, the deuce, to ranks - 1, the ace.

    >>> Rules().cards, Rules().may_cycle, Rules(turn_limit=5000).may_cycle
    (52, True, False)
    >>> Rules(ranks=3, suits=3)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: 9 cards (ranks=3, suits=3) cannot be halved; change one ...
    """

    ranks: int = field(default=13, metadata={"help": "ranks in the deck, 1 or more"})
    suits: int = field(default=4, metadata={"help": "cards of each rank, 1 or more"})
    face_down: int = field(default=3, metadata=_game("cards each lays face down in a war"))
    pick_up: PickUp = field(
        default="winner-first", metadata=_game("whose cards go under the winner's hand first")
    )
    shortfall: Shortfall = field(
        default="lose", metadata=_game("what comes of a war that somebody cannot complete")
    )
    deuce_beats_ace: DeuceBeatsAce = field(
        default="never", metadata=_game("whether the lowest rank beats the highest")
    )
    turn_limit: int | None = field(
        default=None, metadata=_game("turns after which it is left unfinished, or none")
    )

    def __post_init__(self) -> None:
        check_integer("ranks", self.ranks, 1)
        check_integer("suits", self.suits, 1)
        if self.cards % 2:
            raise BadInput(
                f"{self.cards} cards (ranks={self.ranks}, suits={self.suits}) cannot be halved; "
                "change one to be even"
            )
        check_integer("face_down", self.face_down, 0)
        for name, kind in (
            ("pick_up", PickUp),
            ("shortfall", Shortfall),
            ("deuce_beats_ace", DeuceBeatsAce),
        ):
            if getattr(self, name) not in get_args(kind):
                raise BadInput(
                    f"{name}={getattr(self, name)!r} must be one of {', '.join(get_args(kind))}"
                )
        if self.turn_limit is not None:
            check_integer("turn_limit", self.turn_limit, 1, why=", or None for no limit")

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return self.ranks * self.suits

    @property
    def may_cycle(self) -> bool:
        """Whether hands that lie as they lay before prove that a game is endless."""
        return self.pick_up != "random" and self.turn_limit is None


READINGS = {
    "usual": Rules(),
    "published": Rules(
        pick_up="first-player-first",
        shortfall="second-takes",
        deuce_beats_ace="battles",
        turn_limit=5000,
    ),
}
