"""Treize, the game of thirteen (Montmort 1708; Doyle & Grinstead 2010).

The dealer turns the cards of a shuffled deck one by one and counts aloud from 1
to the number of ranks.  A card of the rank called is a match: the dealer scores a
point and begins again at 1 with the next card.  After `ranks` calls without a
match the dealer has lost and the game is over; the points already scored count.
When the deck runs out in the middle of a count, the whole deck is shuffled again
and the count goes on where it stopped.

The state between two decks is the number of calls since the last match, from 0
to ranks - 1: the next call is one more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.dealt_cards import experiment as deals
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table
from montmort.games.wager import Wager


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The deck: `ranks` ranks in `suits` suits; the usual game is 13 x 4.

    >>> Rules().cards
    52
    >>> Rules(ranks=1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: ranks=1 must be an integer >= 2: with one rank every card is ...
    """

    ranks: int = rule(13, "ranks in the deck", least=2, why=": with one rank every card is a match")
    suits: int = rule(4, "cards of each rank", least=1)

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return self.ranks * self.suits


class Game(NamedTuple):
    """Outcome of a game: points scored, decks begun, cards turned."""

    points: int
    passes: int
    cards: int


class Turned(NamedTuple):
    """Event: the dealer called `call` and turned a card of rank `rank`, both from 1 to ranks."""

    call: int
    rank: int

    @property
    def is_match(self) -> bool:
        """Whether the card is the one called."""
        return self.call == self.rank


def start(_rules: Rules, _chance: Chance) -> int:
    """Return the state before the first deck: no call made.

    >>> from montmort.games.chance import ScriptedChance
    >>> start(Rules(), ScriptedChance([]))
    0
    """
    return 0


def step(rules: Rules, state: int, chance: Chance, table: Table) -> tuple[int | None, Game]:
    """Play one pass through a freshly shuffled deck, `state` calls made before it.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(ranks=3, suits=1), 0, ScriptedChance([0, 2, 1]), SilentTable())
    (0, Game(points=2, passes=1, cards=3))
    """
    deck = Deck.of(ranks=rules.ranks, suits=rules.suits)
    calls, points = state, 0
    for turned in range(1, rules.cards + 1):
        rank, deck = deck.draw(chance)
        event = Turned(call=calls + 1, rank=rank + 1)
        table.tell(event)
        if event.is_match:
            calls, points = 0, points + 1
        else:
            calls += 1
        if calls == rules.ranks:
            return None, Game(points, 1, turned)
    return calls, Game(points, 1, rules.cards)


def describe_event(rules: Rules, events: Sequence[Turned]) -> str:
    """Return the last card turned in words, for a human at the terminal.

    >>> describe_event(Rules(ranks=3, suits=1), [Turned(call=1, rank=2), Turned(call=2, rank=1)])
    'call 2, card 1'
    >>> describe_event(Rules(ranks=3, suits=1), [Turned(call=1, rank=1)])
    'call 1, card 1: a match! 1 point'
    """
    event, points = events[-1], sum(event.is_match for event in events)
    words = f"call {event.call}, card {event.rank}"
    if event.is_match:
        words += f": a match! {points} point{'s' * (points != 1)}"
    elif event.call == rules.ranks:
        return f"{words}: {rules.ranks} calls without a match, the dealer has lost"
    if len(events) % rules.cards == 0:
        words += "\nThe deck is used up; all cards are shuffled, and the count goes on."
    return words


def dealing(rules: Rules) -> Dealing:
    """Return what a complete pass deals: the whole deck.

    >>> dealing(Rules(ranks=3, suits=2))
    Dealing(deck=Deck(counts=(2, 2, 2)), cards=6)
    """
    return Dealing(Deck.of(ranks=rules.ranks, suits=rules.suits), rules.cards)


READINGS = {"usual": Rules()}

EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
    "cards": deals(dealing, Rules),
}

RULEBOOK = Rulebook(
    name="treize",
    title="Treize",
    source="Montmort 1708; Doyle & Grinstead 2010",
    about=__doc__,
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    dealing=dealing,
    wagers=(Wager(paid="points"),),  # the dealer's: each point pays a stake, the loss costs one
    terminal=Terminal(describe=describe_event),
)
