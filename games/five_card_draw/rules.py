"""The Rules of five-card draw, and the presets for its sources."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.rule_set import RuleSet, rule

Kind = Literal["smart", "montecarlo", "random"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_HAND = ("hand", "cards")  # the experiments that use a given hand


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The deck, the ranking, what may be drawn; and a hand with its discard, or two players.

    >>> rules = Rules(hand="5C,6d 7h 8s 9c", discard="9c 5c")
    >>> rules.hand, rules.discard
    ('5c 6d 7h 8s 9c', '5c 9c')
    >>> Rules(hand="5c 6d")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: hand='5c 6d' must be five cards, not 2; leave it out to be ...
    """

    hand: str = rule("", "own five cards, as in '5c 6d 7h 8s 9c'; dealt if not given", only=_HAND)
    discard: str = rule("", "cards of the hand to discard, as in '5c 6d'; '' for none", only=_HAND)
    ranking: Literal["standard", "published"] = rule(
        "standard", "order of hands: as in any book, or as the published program has it"
    )
    max_draw: int = rule(3, "cards that may be drawn", least=0, most=5)
    ranks: int = rule(13, "ranks in the deck", least=2, most=13)
    suits: int = rule(4, "suits in the deck", least=1, most=4)
    player: Kind = rule("smart", "the player on seat 0", only="game", seat=0)
    opponent: Kind = rule("random", "the player on seat 1", only="game", seat=1)
    runs: int = rule(
        1000,
        "plays of each choice by which a Monte Carlo bot decides",
        least=1,
        most=1_000_000,
        only="game",
    )

    def check(self) -> None:
        """Raise BadInput unless the deck suffices, and the discard is of a hand of five cards."""
        self.check_deck(10 + self.max_draw, "two hands and")
        self.set_field("hand", self._normal_form("hand"))
        self._check_hand()
        self.set_field("discard", self._normal_form("discard"))
        self._check_discard()

    def check_deck(self, needed: int, what: str) -> None:
        """Raise BadInput unless the deck has `needed` cards for `what`.

        >>> Rules(ranks=4).check_deck(20, "four hands and")
        Traceback (most recent call last):
            ...
        montmort.games.errors.BadInput: four hands and max_draw=3 need 20 cards; ranks=4, ...
        """
        if self.pack.size < needed:
            raise BadInput(
                f"{what} max_draw={self.max_draw} need {needed} cards; ranks={self.ranks}, suits="
                f"{self.suits} make {self.pack.size}: take a larger deck, or draw fewer"
            )

    def _normal_form(self, name: str) -> str:
        """Return the cards of a field in the order given, in the notation of the pack."""
        text = getattr(self, name)
        if self.pack.read(text)[1]:
            raise BadInput(f"{name}={text!r} has a joker; five-card draw is played without")
        words = text.replace(",", " ").split()
        return " ".join(self.pack.write(*self.pack.read(word)) for word in words)

    def _check_hand(self) -> None:
        if (cards := self.own.bit_count()) not in (0, 5):
            raise BadInput(
                f"hand={self.hand!r} must be five cards, not {cards}; leave it out to be dealt five"
            )

    def _check_discard(self) -> None:
        if self.discarded and not self.hand:
            raise BadInput(f"discard={self.discard!r} is of no hand; give the hand, too")
        if self.discarded & ~self.own:
            raise BadInput(
                f"discard={self.discard!r} is not of hand={self.hand!r}; discard cards that are in "
                "the hand, '' for none"
            )
        if self.discarded.bit_count() > self.max_draw:
            raise BadInput(
                f"discard={self.discard!r} is more than max_draw={self.max_draw} cards; discard "
                "fewer, or allow more, up to 5"
            )
        ordered = (card for card in self.hand.split() if self.pack.read(card)[0] & self.discarded)
        self.set_field("discard", " ".join(ordered))

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
        """Return the deck without a set of cards.

        >>> Rules().without(0b111).size
        49
        """
        return Deck({card: 1 for card in range(self.pack.size) if not cards >> card & 1})


READINGS = {"usual": Rules(), "published": Rules(ranking="published")}
