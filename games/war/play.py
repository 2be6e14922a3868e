"""War, the card game without a decision.

The deck is shuffled and dealt to two players.  In a turn both players turn their
top card, and the higher card takes both.  At a tie each player adds cards face
down, and the next card decides, again and again.  The winner puts the cards taken
under their hand.  A player without cards has lost.

A game may cycle for ever.  Without a turn limit, and with a fixed order of
picking up, a repeated position of both hands proves it: when both hands are the
same as after an earlier turn, or as at the deal, the game ends as endless.  Its
turns are those before the cycle and once around it.  After `turn_limit` turns a
game is left unfinished.  Endless and unfinished games have winner 0 and are not
`finished`; a drawn game has winner 0 and is finished.
"""

from functools import partial
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.dealt_cards import Dealing
from montmort.games.dealt_cards import experiment as deals
from montmort.games.experiment import Experiment, Experiments
from montmort.games.table import Table
from montmort.games.war.events import Dealt, Endless, Unfinished
from montmort.games.war.rules import Rules
from montmort.games.war.turn import Hand, Hands, turn


class Game(NamedTuple):
    """Outcome of a game: winner 1 (the first player), -1 (the second) or 0, and its length.

    `wars` counts the ties, including one whose war could not be completed.
    """

    winner: int
    turns: int
    wars: int
    finished: bool


class Deal(NamedTuple):
    """Outcome of a deal: the cards of the first hand, and the places where both ranks are equal.

    `strength` is the sum of its ranks as printed, from 2 to ranks + 1.
    """

    strength: int
    aces: int
    deuces: int
    first_pass_ties: int


class State(NamedTuple):
    """State before a turn: both hands, and the turns played if they are limited.

    `before` holds the hands of earlier turns if a repetition proves a game endless.
    """

    hands: Hands
    turns: int = 0
    before: frozenset[Hands] = frozenset()


def start(rules: Rules, chance: Chance) -> State:
    """Deal half the deck to the first player, top card first, and the rest to the second.

    >>> from montmort.games.chance import ScriptedChance
    >>> start(Rules(ranks=2, suits=2), ScriptedChance([1, 0, 0, 1])).hands
    ((1, 0), (0, 1))
    """
    cards = shuffled(tuple(Deck.of(ranks=rules.ranks, suits=rules.suits)), rules, chance)
    half = rules.cards // 2
    return State((cards[:half], cards[half:]))


def shuffled(cards: Hand, rules: Rules, chance: Chance) -> Hand:
    """Return the cards in uniformly random order, drawn rank by rank.

    >>> from montmort.games.chance import ScriptedChance
    >>> shuffled((2, 0, 2), Rules(ranks=4), ScriptedChance([2, 2, 0]))
    (2, 2, 0)
    """
    deck = Deck([cards.count(rank) for rank in range(rules.ranks)])
    order = []
    for _ in cards:
        rank, deck = deck.draw(chance)
        order.append(rank)
    return tuple(order)


def step(rules: Rules, state: State, chance: Chance, table: Table) -> tuple[State | None, Game]:
    """Play a turn; the game may end with it.

    >>> from montmort.games.table import SilentTable
    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(ranks=2, suits=1)
    >>> step(rules, State(((1,), (0,))), ScriptedChance([]), SilentTable())
    (None, Game(winner=1, turns=1, wars=0, finished=True))
    """
    hands, winner, wars = after = turn(
        rules, state.hands, partial(shuffled, rules=rules, chance=chance), table
    )
    if after.over:
        return None, Game(winner, 1, wars, True)
    going_on = Game(0, 1, wars, False)
    if rules.turn_limit == state.turns + 1:
        table.tell(Unfinished(rules.turn_limit))
        return None, going_on
    before = state.before | {state.hands} if rules.may_cycle else frozenset()
    if hands in before:
        table.tell(Endless())
        return None, going_on
    return State(hands, state.turns + (rules.turn_limit is not None), before), going_on


def step_deal(rules: Rules, state: State, _chance: Chance, table: Table) -> tuple[None, Deal]:
    """Describe the hands dealt.

    >>> from montmort.games.table import SilentTable
    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(ranks=3, suits=2)
    >>> step_deal(rules, State(((2, 1, 0), (2, 0, 1))), ScriptedChance([]), SilentTable())
    (None, Deal(strength=9, aces=1, deuces=1, first_pass_ties=1))
    """
    first, second = state.hands
    table.tell(Dealt(first, second))
    return None, Deal(
        strength=sum(rank + 2 for rank in first),
        aces=first.count(rules.ranks - 1),
        deuces=first.count(0),
        first_pass_ties=sum(a == b for a, b in zip(first, second, strict=True)),
    )


def dealing(rules: Rules) -> Dealing:
    """Return what is dealt: the whole deck, to the first player and then to the second.

    >>> dealing(Rules(ranks=3, suits=2))
    Dealing(deck=Deck(counts=(2, 2, 2)), cards=6)
    """
    return Dealing(Deck.of(ranks=rules.ranks, suits=rules.suits), rules.cards)


EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
    "deal": Experiment(name="deal", outcome=Deal, start=start, step=step_deal, rules=Rules),
    "cards": deals(dealing, Rules),
}
