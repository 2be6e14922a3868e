"""Five-card draw: discard some of five cards, draw as many, and compare hands.

A player is dealt five cards, discards up to `max_draw` of them and draws as
many from the cards that are left.  Discards never come back.  Then the higher
hand wins, by the ranking in force (`montmort.games.five_card_draw.ranking`).

In the experiment `hand` a hand and its discard are given: so many cards are
drawn from those not seen, and the opponent's final hand is any five of the
rest.  Without a hand five cards are dealt, and stand pat.

In the experiment `game` both players are dealt a hand; first seat 0, the
`player`, then seat 1, the `opponent`, chooses and draws.  A choice is the
discarded cards in words, in the order of the hand, '' for none; choices are all
sets of at most `max_draw` cards, the smaller sets first, those of one size in
the order of the hand.  A hand that is dealt lies in the order of the pack.
"""

import enum
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
from montmort.games.five_card_draw.players import KINDS, Best, Count, Players, Turn, set_of
from montmort.games.five_card_draw.ranking import RANKINGS, type_of, value
from montmort.games.five_card_draw.terminal import AT_TABLE as AT_TABLE  # at the terminal
from montmort.games.five_card_draw.terminal import Dealt as Dealt
from montmort.games.five_card_draw.terminal import Drew as Drew
from montmort.games.five_card_draw.terminal import Shown as Shown
from montmort.games.five_card_draw.terminal import choices as choices
from montmort.games.five_card_draw.terminal import lists as lists
from montmort.games.five_card_draw.terminal import meant as meant
from montmort.games.five_card_draw.terminal import pictured as pictured
from montmort.games.five_card_draw.terminal import supposed as supposed
from montmort.games.table import Table
from montmort.games.validation import check_integer

Kind = Literal["smart", "montecarlo", "random"]


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


class Result(enum.Enum):
    """How a play ends for the player on seat 0."""

    WIN = 0
    TIE = 1
    LOSS = 2

    @property
    def told(self) -> str:
        """Who wins, in words."""
        return ("seat 0 wins", "a tie", "seat 1 wins")[self.value]


class Hand(NamedTuple):
    """Outcome of a given hand, or of one dealt, against any other."""

    result: Result

    def __str__(self) -> str:
        return self.result.told


class Game(NamedTuple):
    """Outcome of a game."""

    result: Result

    def __str__(self) -> str:
        return self.result.told


def score(rules: Rules, own: int, other: int) -> Result:
    """Return how final hands, sets of five cards, compare.

    >>> pair, wheel = (Rules().pack.read(hand)[0] for hand in ("9c 9d 2c 3c 4c", "As 2d 3d 4h 5s"))
    >>> score(Rules(), pair, wheel), score(Rules(ranking="published"), pair, wheel)
    (<Result.LOSS: 2>, <Result.WIN: 0>)
    """
    ours, theirs = (value(cards, rules.ranking, rules.pack) for cards in (own, other))
    return Result.WIN if ours > theirs else Result.TIE if ours == theirs else Result.LOSS


def step(
    rules: Rules,
    state: Nothing,  # noqa: ARG001
    chance: Chance,
    table: Table,
) -> tuple[None, Hand]:
    """Draw to the hand, and show it and any five of the other cards.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> rules = Rules(ranks=3, max_draw=1, hand="2c 2d 3c 3d As", discard="As")
    >>> chance = ScriptedChance([1, 0, 1, 1, 1, 1, 1])  # Ac; not Ad but 2h 3h Ah 2s 3s
    >>> step(rules, Nothing(), chance, SilentTable())
    (None, Hand(result=<Result.TIE: 1>))
    """
    own = rules.own or set_of(rules.without(0).deal(chance, 5)[0])
    drawn, unseen = rules.without(own).deal(chance, rules.discarded.bit_count())
    table.tell(Drew(0, drawn.size))
    other = set_of(unseen.deal(chance, 5)[0])
    return None, Hand(_show(rules, own ^ rules.discarded | set_of(drawn), other, table))


def start_game(rules: Rules, chance: Chance) -> Nothing:
    """Return the state before the deal of a game, if it can be played by the rules."""
    if rules.hand:
        raise BadInput(f"hand={rules.hand!r}: a game deals both hands; leave hand and discard out, "
                       "or take the experiment hand")  # fmt: skip
    rules.check_deck(10 + 2 * rules.max_draw, "two hands and two players'")
    return start_once(rules, chance)


def step_game(
    rules: Rules,
    state: Nothing,  # noqa: ARG001
    chance: Chance,
    table: Table,
) -> tuple[None, Game]:
    """Deal both hands; each player chooses and draws; compare.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(ranks=3, max_draw=0, player="random")  # nobody may draw
    >>> chance = ScriptedChance([1] * 10 + [0, 0])  # 2c 3c Ac 2d 3d, Ad 2h 3h Ah 2s
    >>> step_game(rules, Nothing(), chance, others(rules, chance))
    (None, Game(result=<Result.LOSS: 2>))
    """
    first, deck = rules.without(0).deal(chance, 5)
    second, deck = deck.deal(chance, 5)
    table.tell(Dealt(2))
    finals = []
    for seat, dealt in enumerate((first, second)):
        own = set_of(dealt)
        turn = Turn(seat, rules.pack.write(own))
        said = table.decide(seat, choices(turn.own, rules.max_draw), turn)
        away = rules.pack.read(said)[0]
        drawn, deck = deck.deal(chance, away.bit_count())
        table.tell(Drew(seat, drawn.size))
        finals.append(own ^ away | set_of(drawn))
    return None, Game(_show(rules, finals[0], finals[1], table))


def _show(rules: Rules, own: int, other: int, table: Table) -> Result:
    """Tell the final hands and return who wins."""
    result = score(rules, own, other)
    first, second = (type_of(cards, rules.ranking, rules.pack) for cards in (own, other))
    written = (rules.pack.write(own), rules.pack.write(other))
    table.tell(Shown(written, (first, second), result))
    return result


def others(
    rules: Rules, chance: Chance, best: Best | None = None, count: Count | None = None
) -> Table:
    """Return the players that Rules name.

    A smart one goes by `best`, which is handed in; a Monte Carlo bot plays for
    himself if `count` does not play for him, at speed.
    """
    return Players(rules, chance, best, count)


def dealing(rules: Rules) -> Dealing:
    """Return what is dealt: to a given hand what it draws, and five cards to the opponent.

    Without a hand what a game deals at most: two hands, and `max_draw` cards to
    each as far as the deck goes.

    >>> dealing(Rules()).cards, dealing(Rules(hand="2c 3c 4c 5c 7d", discard="7d")).cards
    (16, 6)
    """
    deck = Deck([1 - (rules.own >> card & 1) for card in range(rules.pack.size)])
    most = rules.discarded.bit_count() + 5 if rules.hand else 10 + 2 * rules.max_draw
    return Dealing(deck, min(most, deck.size))


READINGS = {"usual": Rules(), "published": Rules(ranking="published")}

EXPERIMENTS: dict[str, Experiment[Rules, Any, Any]] = {
    "hand": Experiment(name="hand", outcome=Hand, start=start_once, step=step),
    "game": Experiment(name="game", outcome=Game, start=start_game, step=step_game, players=others),
    "cards": deals(dealing),
}
