"""The Rules of Liars' Poker, and the presets for its sources."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.liars_poker.calls import FLUSH_READINGS, Call, read_call
from montmort.games.liars_poker.player_names import KINDS, Player, read_players
from montmort.games.liars_poker.published import JOKERS
from montmort.games.validation import check_integer


def _deal(about: str) -> dict[str, object]:
    """Return the metadata of a field that a deal asks for, and its cards."""
    return {"help": about, "experiments": ("deal", "cards")}


def _round(about: str) -> dict[str, object]:
    """Return the metadata of a field that rounds and games ask for."""
    return {"help": f"round, game: {about}", "experiments": ("round", "game")}


class Usual(int):
    """A number that nobody asked for: Rules fit it to the deck, changed Rules anew.

    A resolved default is of this type because `dataclasses.replace` gives every
    field on, and would otherwise turn it into a number asked for.
    """


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The cards in play, and what is asked about them.

    Unasked, `cards` are ten; the whole deck if it has fewer; one's own if they are more.

    >>> Rules(cards=6, jokers=2, hand="Kc *", call="three kings").deck
    54
    >>> Rules().cards, Rules(ranks=2, suits=2).cards
    (10, 4)
    >>> Rules(cards=1, hand="Kc Qc")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: hand='Kc Qc' holds 2 cards, more than the cards=1 in play
    """

    cards: int = field(default=Usual(10), metadata=_deal("cards in play, 1 to the whole deck"))
    jokers: int = field(default=0, metadata={"help": "wild jokers in the deck, 0 or more"})
    hand: str = field(default="", metadata=_deal("own cards, as in 'Kc Qc 9h *', * a joker"))
    call: str = field(default="", metadata=_deal("a call, as in 'eight high club flush'"))
    flush_reading: Literal["wild", "natural", "strict"] = field(
        default="wild",
        metadata={
            "help": "a flush call's named card: in play or a joker for it, in play itself, "
            "or on top of four lower ones"
        },
    )
    published: bool = field(
        default=False, metadata=_deal("hands as the published program finds them")
    )
    ranks: int = field(default=13, metadata={"help": "ranks in the deck, 2 to 13"})
    suits: int = field(default=4, metadata={"help": "suits in the deck, 1 to 4"})
    players: str = field(default="honest", metadata=_round(f"for all seats or each, {KINDS}"))
    held: tuple[int, ...] = field(
        default=(2, 2), metadata=_round("cards each seat holds at first, 1 to MOST")
    )
    middle: int = field(default=0, metadata=_round("cards in the middle hand"))
    most: int = field(default=5, metadata=_round("who would hold more cards is out"))

    def __post_init__(self) -> None:
        self._check_types()
        Pack(ranks=self.ranks, suits=self.suits)
        check_integer("jokers", self.jokers, 0)
        if isinstance(self.cards, Usual):
            object.__setattr__(self, "cards", Usual(min(self.deck, max(10, self.own_cards))))
        check_integer("cards", self.cards, 1, self.deck, ", the cards of the deck")
        if self.flush_reading not in FLUSH_READINGS:
            raise BadInput(f"flush_reading={self.flush_reading!r} must be one of "
                           f"{', '.join(FLUSH_READINGS)}")  # fmt: skip
        if self.published:
            self._check_published()
        self._check_hand()
        self._check_seats()
        # Equal rules are equal however they were written.
        object.__setattr__(self, "hand", self.pack.write(*self.own))
        object.__setattr__(self, "call", str(self.asked) if self.asked else "")

    def _check_types(self) -> None:
        if not isinstance(self.published, bool):
            raise BadInput(f"published={self.published!r} must be True or False")
        for name in ("hand", "call", "players"):
            if not isinstance(value := getattr(self, name), str):
                raise BadInput(f"{name}={value!r} must be text, '' for none")

    def _check_published(self) -> None:
        if self.jokers not in JOKERS:
            raise BadInput(
                f"jokers={self.jokers}: the published program knows {JOKERS[0]} or {JOKERS[1]}; "
                "take one of these, or the usual reading"
            )
        for name, given in (("hand", any(self.own)), ("call", self.asked)):
            if given:
                raise BadInput(f"{name}={getattr(self, name)!r}: the published program knows no "
                               "own cards and no named calls; take the usual reading")  # fmt: skip

    def _check_hand(self) -> None:
        _, jokers = self.own
        if jokers > self.jokers:
            raise BadInput(f"hand={self.hand!r} holds {jokers} joker{'s' * (jokers > 1)}, more "
                           f"than the jokers={self.jokers} of the deck")  # fmt: skip
        if self.own_cards > self.cards:
            raise BadInput(f"hand={self.hand!r} holds {self.own_cards} cards, more than the "
                           f"cards={self.cards} in play")  # fmt: skip

    def _check_seats(self) -> None:
        check_integer("most", self.most, 1)
        check_integer("middle", self.middle, 0)
        if not isinstance(self.held, tuple) or len(self.held) < 2:
            raise BadInput(f"held={self.held!r} must give two or more seats their cards, as in 2,2")
        for cards in self.held:
            check_integer("held", cards, 1, self.most, " cards a seat")
        read_players(self.players, len(self.held))

    @cached_property
    def seated(self) -> tuple[Player, ...]:
        """The computer players, seat by seat."""
        return read_players(self.players, len(self.held))

    @cached_property
    def pack(self) -> Pack:
        """The natural cards of the deck."""
        return Pack(ranks=self.ranks, suits=self.suits)

    @property
    def deck(self) -> int:
        """Cards in the deck, jokers included."""
        return self.ranks * self.suits + self.jokers

    @cached_property
    def own(self) -> tuple[int, int]:
        """One's own cards: the set of natural ones, the number of jokers."""
        return self.pack.read(self.hand)

    @property
    def own_cards(self) -> int:
        """How many cards are one's own, jokers included."""
        natural, jokers = self.own
        return natural.bit_count() + jokers

    @cached_property
    def asked(self) -> Call | None:
        """The call, if there is one."""
        return read_call(self.call, self.pack) if self.call.strip() else None


READINGS = {"usual": Rules(), "published": Rules(published=True)}
