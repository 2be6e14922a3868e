"""The Rules of War, and the presets for its sources."""

from dataclasses import dataclass
from typing import Literal

from montmort.games.errors import BadInput
from montmort.games.rule_set import RuleSet, rule

PickUp = Literal["winner-first", "loser-first", "first-player-first", "random"]
Shortfall = Literal["lose", "last-card", "second-takes"]
DeuceBeatsAce = Literal["never", "battles", "always"]


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The deck, and the readings of wars, pick-up and endings; the usual deck is 13 x 4.

    Ranks count from 0, the deuce, to ranks - 1, the ace.

    >>> Rules().cards, Rules().may_cycle, Rules(turn_limit=5000).may_cycle
    (52, True, False)
    >>> Rules(ranks=3, suits=3)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: 9 cards (ranks=3, suits=3) cannot be halved; change one ...
    """

    ranks: int = rule(13, "ranks in the deck", least=1)
    suits: int = rule(4, "cards of each rank", least=1)
    face_down: int = rule(3, "cards each player lays face down in a war", least=0, only="game")
    pick_up: PickUp = rule(
        "winner-first", "whose cards go under the winner's hand first", only="game"
    )
    shortfall: Shortfall = rule(
        "lose", "what happens when a player cannot complete a war", only="game"
    )
    deuce_beats_ace: DeuceBeatsAce = rule(
        "never", "whether the lowest rank beats the highest", only="game"
    )
    turn_limit: int | None = rule(
        None,
        "turns after which a game is left unfinished (none: no limit)",
        least=1,
        only="game",
        why=", or None for no limit",
    )

    def check(self) -> None:
        """Raise BadInput unless the deck has an even number of cards."""
        if self.cards % 2:
            raise BadInput(
                f"{self.cards} cards (ranks={self.ranks}, suits={self.suits}) cannot be halved; "
                "change one to be even"
            )

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return self.ranks * self.suits

    @property
    def may_cycle(self) -> bool:
        """Whether a repeated position of both hands proves that a game is endless."""
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
