"""The Rules of five-card draw, and the presets for its sources."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.five_card_draw.ranking import RANKINGS
from montmort.games.validation import check_integer

Kind = Literal["smart", "montecarlo", "random"]
KINDS = get_args(Kind)


def _hand(about: str) -> dict[str, object]:
    """Return the metadata of a field that a given hand asks for, and its cards."""
    return {"help": about, "experiments": ("hand", "cards")}


def _game(about: str, **more: int) -> dict[str, object]:
    """Return the metadata of a field that a game alone asks for."""
    return {"help": f"game: {about}", "experiments": ("game",), **more}


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The deck, the ranking, what may be drawn; a hand and a discard, or two players.

    >>> rules = Rules(hand="5C,6d 7h 8s 9c", discard="9c 5c")
    >>> rules.hand, rules.discard
    ('5c 6d 7h 8s 9c', '5c 9c')
    >>> Rules(hand="5c 6d")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: hand='5c 6d' must be five cards, not 2; leave it out to be ...
    """

    hand: str = field(
        default="", metadata=_hand("own five cards, as in '5c 6d 7h 8s 9c'; dealt if not given")
    )
    discard: str = field(
        default="", metadata=_hand("cards of the hand to discard, as in '5c 6d'; '' for none")
    )
    ranking: Literal["standard", "published"] = field(
        default="standard",
        metadata={"help": "order of hands: as in any book, or as the published program has it"},
    )
    max_draw: int = field(default=3, metadata={"help": "cards that may be drawn, 0 to 5"})
    ranks: int = field(default=13, metadata={"help": "ranks in the deck, 2 to 13"})
    suits: int = field(default=4, metadata={"help": "suits in the deck, 1 to 4"})
    player: Kind = field(default="smart", metadata=_game("who sits on seat 0", seat=0))
    opponent: Kind = field(default="random", metadata=_game("who sits on seat 1", seat=1))
    runs: int = field(
        default=1000, metadata=_game("plays of each choice by which a Monte Carlo bot decides")
    )

    def __post_init__(self) -> None:
        self._check_words()
        check_integer("max_draw", self.max_draw, 0, 5)
        check_integer("runs", self.runs, 1)
        self.check_deck(10 + self.max_draw, "two hands and")
        # Equal rules are equal however they were written.
        object.__setattr__(self, "hand", self._written("hand"))
        self._check_hand()
        object.__setattr__(self, "discard", self._written("discard"))
        self._check_discard()

    def _check_words(self) -> None:
        for name in ("hand", "discard"):
            if not isinstance(text := getattr(self, name), str):
                raise BadInput(f"{name}={text!r} must be text, '' for none")
        for name, allowed in (("ranking", RANKINGS), ("player", KINDS), ("opponent", KINDS)):
            if (word := getattr(self, name)) not in allowed:
                raise BadInput(f"{name}={word!r} must be one of {', '.join(allowed)}")

    def check_deck(self, needed: int, what: str) -> None:
        """Raise BadInput unless the deck has so many cards."""
        if self.pack.size < needed:
            raise BadInput(
                f"{what} max_draw={self.max_draw} need {needed} cards; ranks={self.ranks}, suits="
                f"{self.suits} make {self.pack.size}: take a larger deck, or draw fewer"
            )

    def _written(self, name: str) -> str:
        """Return the cards of a field in the order given, as the pack writes them."""
        text = getattr(self, name)
        if self.pack.read(text)[1]:
            raise BadInput(f"{name}={text!r} has a joker; five-card draw is played without")
        words = text.replace(",", " ").split()
        return " ".join(self.pack.write(*self.pack.read(word)) for word in words)

    def _check_hand(self) -> None:
        if (cards := self.own.bit_count()) not in (0, 5):
            raise BadInput(f"hand={self.hand!r} must be five cards, not {cards}; leave it out to "
                           "be dealt five")  # fmt: skip

    def _check_discard(self) -> None:
        if self.discarded and not self.hand:
            raise BadInput(f"discard={self.discard!r} is of no hand; give the hand, too")
        if self.discarded & ~self.own:
            raise BadInput(f"discard={self.discard!r} is not of hand={self.hand!r}; discard cards "
                           "that are in the hand, '' for none")  # fmt: skip
        if self.discarded.bit_count() > self.max_draw:
            raise BadInput(f"discard={self.discard!r} is more than max_draw={self.max_draw} cards; "
                           "discard fewer, or allow more, up to 5")  # fmt: skip
        ordered = (card for card in self.hand.split() if self.pack.read(card)[0] & self.discarded)
        object.__setattr__(self, "discard", " ".join(ordered))

    @cached_property
    def pack(self) -> Pack:
        """The cards of the deck."""
        return Pack(ranks=self.ranks, suits=self.suits)

    @cached_property
    def own(self) -> int:
        """The given hand as a set of cards, empty if it is to be dealt."""
        return self.pack.read(self.hand)[0]

    @cached_property
    def discarded(self) -> int:
        """The cards of the given hand that are discarded, as a set."""
        return self.pack.read(self.discard)[0]

    def without(self, cards: int) -> Deck[int]:
        """Return the deck without a set of cards."""
        return Deck({card: 1 for card in range(self.pack.size) if not cards >> card & 1})


READINGS = {"usual": Rules(), "published": Rules(ranking="published")}
