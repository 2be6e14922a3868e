"""The events of a game of War, and their descriptions at the terminal."""

from collections.abc import Sequence
from typing import NamedTuple

from montmort.games.war.rules import Rules

PICTURES = {11: "J", 12: "Q", 13: "K", 14: "A"}  # of the usual deck


class Dealt(NamedTuple):
    """Event: the hands are dealt, top card first."""

    first: tuple[int, ...]
    second: tuple[int, ...]


class Turned(NamedTuple):
    """Event: two cards are turned and compared."""

    first: int
    second: int


class FaceDown(NamedTuple):
    """Event: a war; each player lays cards face down."""

    first: int
    second: int


class Short(NamedTuple):
    """Event: a war that cannot be completed with the cards left."""

    first: int
    second: int


class Taken(NamedTuple):
    """Event: the turn is over, with the cards taken and the cards of both players now.

    `winner` is 1 for the first player, -1 for the second, 0 if the game is drawn.
    """

    winner: int
    cards: int
    first: int
    second: int


class Endless(NamedTuple):
    """Event: both hands are the same as before an earlier turn."""


class Unfinished(NamedTuple):
    """Event: the game is left unfinished at the limit of turns."""

    turns: int


def describe_event(rules: Rules, events: Sequence[object]) -> str:
    """Return the last event in words, for a human at the terminal.

    >>> describe_event(Rules(), [Turned(11, 2)]), describe_event(Rules(), [Taken(1, 2, 27, 25)])
    ('K against 4', 'turn 1: the first player takes 2 cards, 27 against 25')
    """
    match events[-1]:
        case Turned(first, second):
            return f"{_name(rules, first)} against {_name(rules, second)}"
        case FaceDown(first, second):
            return f"War! {_face_down(first, second)}"
        case Short(first, second):
            return f"War! But it cannot be completed with {first} and {second} cards left."
        case Taken(winner, cards, first, second):
            turns = sum(isinstance(event, Taken) for event in events)
            if not winner:
                return f"turn {turns}: nobody takes the cards, the game is drawn"
            taker = "first" if winner > 0 else "second"
            return f"turn {turns}: the {taker} player takes {cards} cards, {first} against {second}"
        case Endless():
            return "Both hands are as they were before: the game would go on for ever."
        case Unfinished(turns):
            return f"The game is left unfinished after {turns} turns."
        case Dealt(first, second):
            hands = (" ".join(_name(rules, rank) for rank in hand) for hand in (first, second))
            return "first:  {}\nsecond: {}".format(*hands)
    raise TypeError(f"no event of War: {events[-1]!r}")


def is_mid_turn(_rules: Rules, events: Sequence[object]) -> bool:
    """Return whether the turn goes on after the last event: one Enter plays a whole turn.

    >>> [is_mid_turn(Rules(), [event]) for event in (Turned(11, 2), Taken(1, 2, 27, 25))]
    [True, False]
    """
    return isinstance(events[-1], Turned | FaceDown | Short)


def _name(rules: Rules, rank: int) -> str:
    """Return the print on a card."""
    number = rank + 2
    return PICTURES.get(number, str(number)) if rules.ranks == 13 else str(number)


def _face_down(first: int, second: int) -> str:
    if first == second:
        return f"Each lays {first} face down." if first else "The next cards decide."
    return f"The first player lays {first} face down, the second {second}."
