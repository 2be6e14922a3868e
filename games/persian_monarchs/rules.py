"""Persian Monarchs, the card game of P. G. Wodehouse (1939), with raises as Peter Ellis plays it.

In each hand both ante a counter and draw a card, no two alike in rank.  The
non-dealer may raise, and the dealer accepts or declines; if he declines the
non-dealer takes the pot, else the higher card does (`montmort.games.persian_monarchs.hand`).
Both cards are shown and put aside; when fewer than two are left the full pack
comes back.  A match is rounds of two hands, dealt by seat 1 and then by seat 0.

Nobody stops when broke: antes are always paid, and counters may go below zero.
What a purse limits is told by `purse`:

    published  a dealer who has not as many counters after his ante as the raise
               cannot accept; the raiser's purse is not looked at
    strict     the same, and a raise above the raiser's counters after his ante
               is not made
    none       no limit

The experiment `hand` is one hand from a full pack, dealt by seat 1, without purses.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.dealt_cards import experiment as deals
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.persian_monarchs.hand import play_hand
from montmort.games.persian_monarchs.strategies import (
    EQUILIBRIUM,
    STRATEGIES,
    Strategy,
    Turn,
    strategy_of,
)
from montmort.games.persian_monarchs.strategies import others as others  # at the terminal
from montmort.games.table import Table
from montmort.games.validation import check_integer

MOST_CARDS = 10_000  # of a pack that is dealt card by card
MOST_RAISE = 1_000_000  # weights of so many raises are picked from
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


class Match(NamedTuple):
    """Outcome of a match: the counters of seat 0 and seat 1 at the end."""

    first: int
    second: int


class Hand(NamedTuple):
    """Outcome of a hand: what the non-dealer has gained, seat 0."""

    profit: int


class State(NamedTuple):
    """State before a hand: the cards left as a set, both players' counters, the hands played."""

    pack: int
    first: int
    second: int
    hands: int


class Counters(NamedTuple):
    """Event: what both have after a hand."""

    first: int
    second: int
    hands: int
    of: int

    def __str__(self) -> str:
        return (
            f"After hand {self.hands} of {self.of}: "
            f"seat 0 has {self.first} counters, seat 1 {self.second}."
        )


class FreshPack(NamedTuple):
    """Event: the full pack comes back."""

    cards: int

    def __str__(self) -> str:
        return f"The pack is used up; all {self.cards} cards come back."


def _check_size(rules: Rules) -> None:
    for name, most in (("cards", MOST_CARDS), ("max_raise", MOST_RAISE)):
        if getattr(rules, name) > most:
            raise TooLarge(f"{name}={getattr(rules, name)} is more than the {most:,} that a table "
                           "is laid for; take fewer")  # fmt: skip


def start_match(rules: Rules, chance: Chance) -> State:  # noqa: ARG001
    """Return the state before the first hand."""
    _check_size(rules)
    return State(rules.pack, rules.counters, rules.counters, 0)


def step_match(
    rules: Rules, state: State, chance: Chance, table: Table
) -> tuple[State | None, Match]:
    """Play a hand; the last one yields the counters of both.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(cards=2, rounds=1, counters=5)
    >>> chance = ScriptedChance([1, 0, 3, 0])  # seat 0 draws the higher card and raises by 3
    >>> step_match(rules, start_match(rules, chance), chance, others(rules, chance))
    (State(pack=3, first=6, second=4, hands=1), Match(first=0, second=0))
    """
    dealer = 1 - state.hands % 2
    purses = state.first, state.second
    profit, pack = play_hand(rules, state.pack, dealer, purses, chance, table)
    gain = profit if dealer else -profit
    first, second, hands = state.first + gain, state.second - gain, state.hands + 1
    table.tell(Counters(first, second, hands, 2 * rules.rounds))
    if hands == 2 * rules.rounds:
        return None, Match(first, second)
    if pack.bit_count() < 2:
        pack = rules.pack
        table.tell(FreshPack(rules.cards))
    return State(pack, first, second, hands), Match(0, 0)


def start_hand(rules: Rules, chance: Chance) -> State:  # noqa: ARG001
    """Return the state before the hand: the full pack."""
    _check_size(rules)
    return State(rules.pack, 0, 0, 0)


def step_hand(rules: Rules, state: State, chance: Chance, table: Table) -> tuple[None, Hand]:
    """Play the hand.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(cards=2)
    >>> chance = ScriptedChance([0, 0, 0])  # the lower card never raises
    >>> step_hand(rules, start_hand(rules, chance), chance, others(rules, chance))
    (None, Hand(profit=-1))
    """
    return None, Hand(play_hand(rules, state.pack, 1, None, chance, table)[0])


def meant(rules: Rules, answer: str, turn: Turn, choices: Sequence[int]) -> bool | None:  # noqa: ARG001
    """Return the choice that a dealer means by accept or decline, or their beginnings.

    >>> turn = Turn(seat=1, view=None, pack=0, counters=None, raised=4)
    >>> meant(Rules(), "Acc", turn, (True, False)), meant(Rules(), "7", turn, (True, False))
    (True, None)
    """
    words = {"accept": True, "decline": False} if turn.raised else {}
    said = answer.casefold()
    return next((choice for word, choice in words.items() if said and word.startswith(said)), None)


def pauses(rules: Rules, heard: Sequence[object]) -> bool:  # noqa: ARG001
    """Return whether a hand has just ended and another one follows.

    >>> pauses(Rules(), [Counters(101, 99, 1, 52)]), pauses(Rules(), [Counters(101, 99, 52, 52)])
    (True, False)
    """
    last = heard[-1]
    return isinstance(last, Counters) and last.hands < last.of


def supposed(rules: Rules, turn: Turn) -> str:
    """Return what the values of a player's choices take for granted.

    >>> print(supposed(Rules(second="random"), Turn(seat=0, view=None, pack=0, counters=None)))
    The chance goes by the cards left alone; profits are the mean counters of this hand,
    the ante included, with seat 1 playing 'random'.
    """
    other = 1 - turn.seat
    return (
        "The chance goes by the cards left alone; profits are the mean counters of this hand,\n"
        f"the ante included, with seat {other} playing {str((rules.first, rules.second)[other])!r}."
    )


def dealing(rules: Rules) -> Dealing:
    """Return what is dealt of a pack before it is full again: two cards for each hand.

    >>> dealing(Rules(cards=5))
    Dealing(deck=Deck(counts=(1, 1, 1, 1, 1)), cards=4)
    """
    _check_size(rules)
    return Dealing(Deck((1,) * rules.cards), rules.cards - rules.cards % 2)


READINGS = {"usual": Rules(), "published": Rules(purse="published")}

EXPERIMENTS: dict[str, Experiment[Rules, Any, Any]] = {
    "match": Experiment(
        name="match", outcome=Match, start=start_match, step=step_match, players=others
    ),
    "hand": Experiment(name="hand", outcome=Hand, start=start_hand, step=step_hand, players=others),
    "cards": deals(dealing),
}
