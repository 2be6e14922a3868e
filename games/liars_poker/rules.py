"""Liars' Poker: what can be made from all the cards in play.

`cards` cards are in play, drawn from 52 and some fully wild jokers.  A call
names a hand, and is true when it can be made from them: four of a kind is also
three of a kind and a pair.  A straight beats a flush, five of a kind beats all.

In the experiment `deal` the cards in play are dealt, and the Outcome says of
every category whether it can be made; of the call, too, if Rules have one.
One's own cards, if given, are among those in play, and the rest is dealt from
the other cards.

In the experiments `round` and `game` the players that Rules name make calls and
challenge them (`montmort.games.liars_poker.rounds`); cards, hand and call are not asked for.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.dealt_cards import experiment as deals
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Nothing, start_once
from montmort.games.liars_poker.calls import FLUSH_READINGS, Call, read_call
from montmort.games.liars_poker.made_hands import enough, made
from montmort.games.liars_poker.players import KINDS, Player, read_players
from montmort.games.liars_poker.players import others as others  # at the terminal
from montmort.games.liars_poker.published import JOKERS, published
from montmort.games.liars_poker.rounds import (
    Game,
    Round,
    start_game,
    start_round,
    step_game,
    step_round,
)
from montmort.games.liars_poker.rounds import lists as lists
from montmort.games.liars_poker.rounds import meant as meant
from montmort.games.table import Table
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


class Deal(NamedTuple):
    """Outcome of a deal: whether each category can be made, in the order of the house."""

    high_card: bool
    pair: bool
    two_pair: bool
    three_of_a_kind: bool
    flush: bool
    straight: bool
    full_house: bool
    four_of_a_kind: bool
    straight_flush: bool
    five_of_a_kind: bool


class DealWithCall(NamedTuple):
    """Outcome of a deal when Rules have a call: the categories, and whether it is true."""

    high_card: bool
    pair: bool
    two_pair: bool
    three_of_a_kind: bool
    flush: bool
    straight: bool
    full_house: bool
    four_of_a_kind: bool
    straight_flush: bool
    five_of_a_kind: bool
    call: bool


def outcome_of(rules: Rules) -> type[Deal] | type[DealWithCall]:
    """Return the type of a deal's Outcome: `DealWithCall` if and only if Rules have a call."""
    return Deal if rules.asked is None else DealWithCall


def score(rules: Rules, cards: int) -> Deal | DealWithCall:
    """Return the Outcome when `cards` are in play, a set of cards with the jokers behind the pack.

    >>> sum(score(Rules(cards=2), 0b11))  # two and three of clubs: a high card
    1
    """
    if cards < 0 or cards.bit_count() != rules.cards or cards >> rules.deck:
        raise BadInput(f"{cards=:#b} must be a set of {rules.cards} of {rules.deck} cards")
    natural, jokers = cards & ((1 << rules.pack.size) - 1), cards >> rules.pack.size
    if rules.published:
        return Deal(*published(natural, bool(jokers & 1), bool(jokers & 2), rules.pack))
    found = Deal(*made(natural, jokers.bit_count(), rules.pack))
    if rules.asked is None:
        return found
    needed = rules.asked.jokers_needed(natural, rules.flush_reading)
    return DealWithCall(**found._asdict(), call=enough(needed, jokers.bit_count()))


def step(
    rules: Rules,
    state: Nothing,  # noqa: ARG001
    chance: Chance,
    table: Table,  # noqa: ARG001
) -> tuple[None, Deal | DealWithCall]:
    """Deal the cards in play and look at them.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> rules = Rules(cards=2, ranks=2, suits=2, hand="2c", call="pair of twos")
    >>> step(rules, Nothing(), ScriptedChance([0, 1]), SilentTable())[1].call  # 2d, not Ac
    True
    """
    natural, jokers = rules.own
    own = natural | ((1 << jokers) - 1) << rules.pack.size
    unseen = Deck({card: 1 for card in range(rules.deck) if not own >> card & 1})
    dealt, _ = unseen.deal(chance, rules.cards - own.bit_count())
    return None, score(rules, own | sum(1 << card for card in dealt))


def dealing(rules: Rules) -> Dealing:
    """Return what is dealt: the other cards in play, or what stays behind where that is less.

    Jokers are alike, but for the published program.

    >>> dealing(Rules(ranks=2, suits=2, cards=2, hand="2c"))
    Dealing(deck=Deck(counts=(0, 1, 1, 1)), cards=1)
    >>> dealing(Rules(ranks=2, suits=2, jokers=2, cards=5))
    Dealing(deck=Deck(counts=(1, 1, 1, 1, 2)), cards=1)
    """
    natural, jokers = rules.own
    dealt = min(rules.cards - rules.own_cards, rules.deck - rules.cards)
    if not dealt:
        raise BadInput(f"cards={rules.cards} of {rules.deck} with hand={rules.hand!r}: all cards "
                       "are known, and none is dealt; take another number of cards")  # fmt: skip
    jokers_left = rules.jokers - jokers
    wild = [1] * jokers_left if rules.published else [jokers_left] * (rules.jokers > 0)
    packed = [1 - (natural >> card & 1) for card in range(rules.pack.size)]
    return Dealing(Deck([*packed, *wild]), dealt)


READINGS = {"usual": Rules(), "published": Rules(published=True)}

EXPERIMENTS: dict[str, Experiment[Rules, Any, Any]] = {
    "deal": Experiment(name="deal", outcome=Deal, start=start_once, step=step),
    "round": Experiment(
        name="round", outcome=Round, start=start_round, step=step_round, players=others
    ),
    "game": Experiment(name="game", outcome=Game, start=start_game, step=step_game, players=others),
    "cards": deals(dealing),
}
