"""The Rules of Liars' Poker, the players that they name, and the presets for its sources."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.liars_poker.calls import Call, FlushReading, read_call
from montmort.games.liars_poker.published import JOKERS
from montmort.games.rule_set import RuleSet, rule
from montmort.games.validation import check_integer


class Player(NamedTuple):
    """A kind of player (`montmort.games.liars_poker.players`), and its chance if it has one."""

    kind: str
    chance: Fraction = Fraction(0)


def read_players(text: str, seats: int) -> tuple[Player, ...]:
    """Return the player on each seat from one word per seat, or one word for all seats.

    >>> first, second = read_players("honest bluff:1/4", 2)
    >>> first.kind, second.kind, str(second.chance)
    ('honest', 'bluff', '1/4')
    """
    players = tuple(map(_player, text.replace(",", " ").split()))
    if len(players) not in (1, seats):
        raise BadInput(
            f"players={text!r} names {len(players)} players for {seats} seats; name one for each "
            "seat that holds cards, or one for all"
        )
    return players * (seats // len(players))


def _player(word: str) -> Player:
    kind, _, chance = word.casefold().partition(":")
    if word.casefold() == "honest":
        return Player("honest")
    try:
        rate = Fraction(chance)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(-1)
    if kind not in ("bluff", "odds") or not 0 <= rate <= 1:
        raise BadInput(f"{word!r} is no player; write {KINDS}, with a chance from 0 to 1 as in 1/4")
    return Player(kind, rate)


_DEAL = ("deal", "cards")
_ROUND = ("round", "game")
KINDS = "honest, bluff:CHANCE or odds:CHANCE"


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The cards in play and a call about them, or the players of a round and their cards.

    By default `cards` is 10, or the whole deck if it has fewer, or one's own cards if they are
    more.

    >>> Rules(cards=6, jokers=2, hand="Kc *", call="three kings").deck
    54
    >>> Rules().cards, Rules(ranks=2, suits=2).cards
    (10, 4)
    >>> Rules(cards=1, hand="Kc Qc")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: hand='Kc Qc' holds 2 cards, more than the cards=1 in play
    """

    cards: int = rule(10, "cards in play, 1 to the whole deck", only=_DEAL, depends=True)
    jokers: int = rule(0, "wild jokers in the deck", least=0)
    hand: str = rule("", "own cards, as in 'Kc Qc 9h *', * a joker", only=_DEAL)
    call: str = rule("", "a call, as in 'eight high club flush'", only=_DEAL)
    flush_reading: FlushReading = rule(
        "wild",
        "a flush call's named card: in play or a joker for it, in play itself, or on top of "
        "four lower ones",
    )
    published: bool = rule(False, "hands as the published program finds them", only=_DEAL)
    ranks: int = rule(13, "ranks in the deck", least=2, most=13)
    suits: int = rule(4, "suits in the deck", least=1, most=4)
    players: str = rule("honest", f"for all seats or each, {KINDS}", only=_ROUND)
    held: tuple[int, ...] = rule((2, 2), "cards each seat holds at first, 1 to MOST", only=_ROUND)
    middle: int = rule(0, "cards in the middle hand", least=0, only=_ROUND)
    most: int = rule(5, "a player who would hold more cards is out", least=1, only=_ROUND)

    def check(self) -> None:
        """Raise BadInput for cards, a hand, a call or seats that the deck does not allow."""
        self.set_default("cards", min(self.deck, max(10, self.own_cards)))
        check_integer("cards", self.cards, 1, self.deck, ", the cards of the deck")
        if self.published:
            self._check_published()
        self._check_hand()
        self._check_seats()
        self.set_field("hand", self.pack.write(*self.own))
        self.set_field("call", str(self.asked) if self.asked else "")

    def _check_published(self) -> None:
        if self.jokers not in JOKERS:
            raise BadInput(
                f"jokers={self.jokers}: the published program knows {JOKERS[0]} or {JOKERS[1]}; "
                "take one of these, or the usual reading"
            )
        for name, given in (("hand", any(self.own)), ("call", self.asked)):
            if given:
                raise BadInput(
                    f"{name}={getattr(self, name)!r}: the published program knows no own cards and "
                    "no named calls; take the usual reading"
                )

    def _check_hand(self) -> None:
        _, jokers = self.own
        if jokers > self.jokers:
            raise BadInput(
                f"hand={self.hand!r} holds {jokers} joker{'s' * (jokers > 1)}, more than the "
                f"jokers={self.jokers} of the deck"
            )
        if self.own_cards > self.cards:
            raise BadInput(
                f"hand={self.hand!r} holds {self.own_cards} cards, more than the "
                f"cards={self.cards} in play"
            )

    def _check_seats(self) -> None:
        if len(self.held) < 2:
            raise BadInput(f"held={self.held!r} must give two or more seats their cards, as in 2,2")
        for cards in self.held:
            check_integer("held", cards, 1, self.most, " cards a seat")
        read_players(self.players, len(self.held))

    @cached_property
    def seated(self) -> tuple[Player, ...]:
        """The computer player of each seat."""
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
        """The number of one's own cards, jokers included."""
        natural, jokers = self.own
        return natural.bit_count() + jokers

    @cached_property
    def asked(self) -> Call | None:
        """The call, if there is one."""
        return read_call(self.call, self.pack) if self.call.strip() else None


READINGS = {"usual": Rules(), "published": Rules(published=True)}
