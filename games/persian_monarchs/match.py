"""Persian Monarchs, the card game of P. G. Wodehouse (1939), with raises as Peter Ellis plays it.

In each hand both players ante a counter and draw a card; all cards differ in rank.
The non-dealer may raise, and the dealer accepts or declines.  If the dealer
declines, the non-dealer takes the pot, else the higher card does.  Both cards are
shown and put aside; when fewer than two are left the full pack comes back.  A match
is rounds of two hands, dealt by seat 1 and then by seat 0.

Players without counters play on: antes are always paid, and counters may go below
zero.  The rule `purse` limits raises:

    published  a dealer with fewer counters after the ante than the raise cannot
               accept; the raiser's counters do not matter
    strict     the same, and a raise above the raiser's counters after the ante
               is not made
    none       no limit

The experiment `hand` is one hand from a full pack, dealt by seat 1, without limits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance, coin
from montmort.games.dealt_cards import Dealing
from montmort.games.dealt_cards import experiment as deals
from montmort.games.errors import TooLarge
from montmort.games.experiment import Experiment, Experiments
from montmort.games.persian_monarchs.hand import play_hand
from montmort.games.persian_monarchs.rules import Rules
from montmort.games.persian_monarchs.strategies import EQUILIBRIUM, Strategy, Turn, strategy_of
from montmort.games.table import Table

MOST_CARDS = 10_000  # in a pack that is dealt card by card
MOST_RAISE = 1_000_000  # each raise has a weight to pick by


class Match(NamedTuple):
    """Outcome of a match: the counters of seat 0 and seat 1 at the end."""

    first: int
    second: int


class Hand(NamedTuple):
    """Outcome of a hand: the profit of the non-dealer, seat 0."""

    profit: int


class State(NamedTuple):
    """State before a hand: the cards left as a set, both players' counters, the hands played."""

    pack: int
    first: int
    second: int
    hands: int


class Counters(NamedTuple):
    """Event: the counters of both players after a hand."""

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
            raise TooLarge(
                f"{name}={getattr(rules, name)} exceeds the limit of {most:,}; take a smaller one"
            )


def start_match(rules: Rules, _chance: Chance) -> State:
    """Return the state before the first hand.

    >>> from montmort.games.chance import ScriptedChance
    >>> start_match(Rules(cards=3), ScriptedChance([]))
    State(pack=7, first=100, second=100, hands=0)
    """
    _check_size(rules)
    return State(rules.pack, rules.counters, rules.counters, 0)


def step_match(
    rules: Rules, state: State, chance: Chance, table: Table
) -> tuple[State | None, Match]:
    """Play a hand; the last one yields the counters of both.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(cards=2, rounds=1, counters=5)
    >>> chance = ScriptedChance([1, 0, 3, 0])  # seat 0 draws the higher card and raises by 3
    >>> step_match(rules, start_match(rules, chance), chance, named_players(rules, chance))
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


def start_hand(rules: Rules, _chance: Chance) -> State:
    """Return the state before the hand, with the full pack.

    >>> from montmort.games.chance import ScriptedChance
    >>> start_hand(Rules(cards=3), ScriptedChance([])).pack
    7
    """
    _check_size(rules)
    return State(rules.pack, 0, 0, 0)


def step_hand(rules: Rules, state: State, chance: Chance, table: Table) -> tuple[None, Hand]:
    """Play the hand.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(cards=2)
    >>> chance = ScriptedChance([0, 0, 0])  # the lower card never raises
    >>> step_hand(rules, start_hand(rules, chance), chance, named_players(rules, chance))
    (None, Hand(profit=-1))
    """
    return None, Hand(play_hand(rules, state.pack, 1, None, chance, table)[0])


def dealing(rules: Rules) -> Dealing:
    """Return what is dealt from a full pack before it is full again: two cards for each hand.

    >>> dealing(Rules(cards=5))
    Dealing(deck=Deck(counts=(1, 1, 1, 1, 1)), cards=4)
    """
    _check_size(rules)
    return Dealing(Deck((1,) * rules.cards), rules.cards - rules.cards % 2)


@dataclass(frozen=True)
class Players:
    """The Table of two strategies, for seats 0 and 1, which draw from `chance`."""

    strategies: tuple[Strategy, Strategy]
    chance: Chance

    def decide(self, seat: int, choices: Sequence[Any], turn: Turn, /) -> Any:
        """Return the raise, or whether the raise is accepted; a raise above the limit becomes 0."""
        strategy = self.strategies[seat]
        if turn.raised:
            return coin(self.chance, strategy.accepts(turn.view, turn.raised))
        raised = self.chance.pick(strategy.raise_weights(turn.view))
        return raised if raised in choices else 0

    def tell(self, event: object, /) -> None:
        """Ignore the event: a strategy's view holds what it needs to know of earlier cards."""


def named_players(rules: Rules, chance: Chance, equilibrium: Strategy | None = None) -> Players:
    """Return the Table of the strategies that Rules name.

    `equilibrium`, which a solver finds, plays where Rules name "equilibrium".

    >>> from montmort.games.chance import ScriptedChance
    >>> named_players(Rules(second="random"), ScriptedChance([])).strategies
    (Counter(), Random())
    """
    first, second = (
        equilibrium if player == EQUILIBRIUM and equilibrium is not None else strategy_of(player)
        for player in (rules.first, rules.second)
    )
    return Players((first, second), chance)


EXPERIMENTS: Experiments[Rules] = {
    "match": Experiment(
        name="match",
        outcome=Match,
        start=start_match,
        step=step_match,
        players=named_players,
        rules=Rules,
    ),
    "hand": Experiment(
        name="hand",
        outcome=Hand,
        start=start_hand,
        step=step_hand,
        players=named_players,
        rules=Rules,
    ),
    "cards": deals(dealing, Rules),
}
