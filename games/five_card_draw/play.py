"""Five-card draw: discard some of five cards, draw as many, and compare hands.

A player is dealt five cards, discards up to `max_draw` of them and draws as
many from the cards that are left.  Discards do not return to the deck.  Then the
higher hand wins, by the ranking chosen.

In the experiment `hand` a hand and its discard are given: as many cards are drawn
from the unseen cards, and the opponent's final hand is any five of the rest.
Without a hand, five cards are dealt and none is discarded.

In the experiment `game` both players are dealt a hand.  Seat 0, the `player`,
chooses and draws first, then seat 1, the `opponent`.  A choice is the cards to
discard in words, in the order of the hand, '' for none.  The choices are all sets
of at most `max_draw` cards, smaller sets first, those of one size in the order of
the hand.  A hand that is dealt is in the order of the pack.
"""

import enum
from itertools import combinations
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import set_of
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.dealt_cards import experiment as deals
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments, Nothing, start_once
from montmort.games.five_card_draw.players import Players, Turn
from montmort.games.five_card_draw.ranking import type_of, value
from montmort.games.five_card_draw.rules import Rules
from montmort.games.table import Table


class Result(enum.Enum):
    """The result for the player on seat 0."""

    WIN = 0
    TIE = 1
    LOSS = 2

    @property
    def sentence(self) -> str:
        """The winner in words."""
        return ("seat 0 wins", "a tie", "seat 1 wins")[self.value]


class Dealt(NamedTuple):
    """Event: both players have five cards."""

    seats: int

    def __str__(self) -> str:
        return "Five cards are dealt to each player."


class Drew(NamedTuple):
    """Event: a player has discarded some cards and drawn as many."""

    seat: int
    cards: int

    def __str__(self) -> str:
        drawn = f"draws {self.cards} card{'s' * (self.cards > 1)}" if self.cards else "stands pat"
        return f"Seat {self.seat} {drawn}."


class Shown(NamedTuple):
    """Event: the final hands, and their types."""

    hands: tuple[str, str]
    types: tuple[str, str]
    result: Result

    def __str__(self) -> str:
        shown = zip(self.hands, self.types, strict=True)
        lines = [f"Seat {n}: {hand}, {t.replace('_', ' ')}." for n, (hand, t) in enumerate(shown)]
        return "\n".join(lines)


class Hand(NamedTuple):
    """Outcome of a hand, given or dealt, against any other."""

    result: Result

    def __str__(self) -> str:
        return self.result.sentence


class Game(NamedTuple):
    """Outcome of a game."""

    result: Result

    def __str__(self) -> str:
        return self.result.sentence


def score(rules: Rules, own: int, other: int) -> Result:
    """Return the result of two final hands, sets of five cards.

    >>> pair, wheel = (Rules().pack.read(hand)[0] for hand in ("9c 9d 2c 3c 4c", "As 2d 3d 4h 5s"))
    >>> score(Rules(), pair, wheel), score(Rules(ranking="published"), pair, wheel)
    (<Result.LOSS: 2>, <Result.WIN: 0>)
    """
    ours, theirs = (value(cards, rules.ranking, rules.pack) for cards in (own, other))
    return Result.WIN if ours > theirs else Result.TIE if ours == theirs else Result.LOSS


def step(
    rules: Rules,
    _state: Nothing,
    chance: Chance,
    table: Table,
) -> tuple[None, Hand]:
    """Draw to the hand, and compare it with any five of the other cards.

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
    """Return the state before a game; BadInput if the Rules give a hand or the deck is too small.

    >>> from montmort.games.chance import ScriptedChance
    >>> start_game(Rules(), ScriptedChance([]))
    Nothing()
    """
    if rules.hand:
        raise BadInput(
            f"hand={rules.hand!r}: a game deals both hands; leave hand and discard out, or take "
            "the experiment hand"
        )
    rules.check_deck(10 + 2 * rules.max_draw, "two hands and two players'")
    return start_once(rules, chance)


def step_game(
    rules: Rules,
    _state: Nothing,
    chance: Chance,
    table: Table,
) -> tuple[None, Game]:
    """Deal both hands, let each player discard and draw, and compare.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(ranks=3, max_draw=0, player="random")  # no player may draw
    >>> chance = ScriptedChance([1] * 10 + [0, 0])  # 2c 3c Ac 2d 3d, Ad 2h 3h Ah 2s
    >>> step_game(rules, Nothing(), chance, Players(rules, chance))
    (None, Game(result=<Result.LOSS: 2>))
    """
    first, deck = rules.without(0).deal(chance, 5)
    second, deck = deck.deal(chance, 5)
    table.tell(Dealt(2))
    finals = []
    for seat, dealt in enumerate((first, second)):
        own = set_of(dealt)
        turn = Turn(seat, rules.pack.write(own))
        discard = table.decide(seat, choices(turn.own, rules.max_draw), turn)
        away = rules.pack.read(discard)[0]
        drawn, deck = deck.deal(chance, away.bit_count())
        table.tell(Drew(seat, drawn.size))
        finals.append(own ^ away | set_of(drawn))
    return None, Game(_show(rules, finals[0], finals[1], table))


def _show(rules: Rules, own: int, other: int, table: Table) -> Result:
    """Show the final hands and return the result."""
    result = score(rules, own, other)
    first, second = (type_of(cards, rules.ranking, rules.pack) for cards in (own, other))
    written = (rules.pack.write(own), rules.pack.write(other))
    table.tell(Shown(written, (first, second), result))
    return result


def choices(hand: str, max_draw: int) -> tuple[str, ...]:
    """Return the sets of cards that may be discarded, in words, smaller sets first.

    >>> choices("5c 6d 7h 8s 9c", 1)
    ('', '5c', '6d', '7h', '8s', '9c')
    >>> [len(choices("5c 6d 7h 8s 9c", most)) for most in range(6)]
    [1, 6, 16, 26, 31, 32]
    """
    cards = hand.split()
    return tuple(" ".join(s) for n in range(max_draw + 1) for s in combinations(cards, n))


def dealing(rules: Rules) -> Dealing:
    """Return what is dealt: the cards drawn to a given hand, and five to the opponent.

    Without a given hand it is the most that a game deals: two hands, and
    `max_draw` cards to each as far as the deck suffices.

    >>> dealing(Rules()).cards, dealing(Rules(hand="2c 3c 4c 5c 7d", discard="7d")).cards
    (16, 6)
    """
    deck = Deck([1 - (rules.own >> card & 1) for card in range(rules.pack.size)])
    most = rules.discarded.bit_count() + 5 if rules.hand else 10 + 2 * rules.max_draw
    return Dealing(deck, min(most, deck.size))


EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Hand, start=start_once, step=step, rules=Rules),
    "game": Experiment(
        name="game", outcome=Game, start=start_game, step=step_game, players=Players, rules=Rules
    ),
    "cards": deals(dealing, Rules),
}
