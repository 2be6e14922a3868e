"""Five-card draw at the table: what is told, what an answer means, and how the cards are drawn."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.games.cards.drawing import faces
from montmort.games.five_card_draw.players import Turn

if TYPE_CHECKING:
    from montmort.games.five_card_draw.rules import Result, Rules

AT_TABLE = "game"  # the experiment in which somebody is asked
PAT = ("", "pat", "stand pat", "none")


class Dealt(NamedTuple):
    """Event: both players have five cards."""

    seats: int

    def __str__(self) -> str:
        return "Five cards are dealt to each player."


class Drew(NamedTuple):
    """Event: a player has discarded so many cards and drawn as many."""

    seat: int
    cards: int

    def __str__(self) -> str:
        drawn = f"draws {self.cards} card{'s' * (self.cards > 1)}" if self.cards else "stands pat"
        return f"Seat {self.seat} {drawn}."


class Shown(NamedTuple):
    """Event: the final hands, and what they are."""

    hands: tuple[str, str]
    types: tuple[str, str]
    result: "Result"

    def __str__(self) -> str:
        shown = zip(self.hands, self.types, strict=True)
        lines = [f"Seat {n}: {hand}, {t.replace('_', ' ')}." for n, (hand, t) in enumerate(shown)]
        return "\n".join(lines)


def choices(hand: str, max_draw: int) -> tuple[str, ...]:
    """Return what may be discarded, in words, the smaller sets first.

    >>> choices("5c 6d 7h 8s 9c", 1)
    ('', '5c', '6d', '7h', '8s', '9c')
    >>> [len(choices("5c 6d 7h 8s 9c", most)) for most in range(6)]
    [1, 6, 16, 26, 31, 32]
    """
    cards = hand.split()
    return tuple(" ".join(s) for n in range(max_draw + 1) for s in combinations(cards, n))


def meant(rules: "Rules", answer: str, turn: Turn, choices: Sequence[str]) -> str:
    """Return the choice that a player means; BadInput, a sentence, if he means none.

    >>> from montmort.games.five_card_draw.rules import Rules
    >>> turn = Turn(0, "5c 6d 7h 8s 9c")
    >>> legal = choices(turn.own, 3)
    >>> meant(Rules(), "9C 5c", turn, legal), meant(Rules(), "pat", turn, legal)
    ('5c 9c', '')
    """
    if answer.isdecimal() and len(answer) < 3 and 1 <= int(answer) <= len(choices):
        return choices[int(answer) - 1]  # short lists are numbered
    cards = "" if answer.casefold() in PAT else answer
    wanted = replace(rules, hand=turn.own, discard=cards).discard  # or refused in a sentence
    return next(choice for choice in choices if choice == wanted)


def lists(rules: "Rules", turn: Turn, choices: Sequence[str]) -> dict[str, str]:  # noqa: ARG001
    """Return under the word `discards` what may be discarded, a line for each number of cards."""
    by_size: dict[int, list[str]] = {}
    for choice in choices:
        by_size.setdefault(len(choice.split()), []).append(choice or "none: stand pat")
    return {"discards": "\n".join(f"  {', '.join(sets)}" for sets in by_size.values())}


def pictured(rules: "Rules", what: Any) -> str:  # noqa: ARG001
    """Return the cards that a player sees, drawn: his own, or those shown in the end.

    >>> print(pictured(None, Turn(0, "Ac Ad Ah As 2c")).splitlines()[3])
    │   ♣   │ │   ♦   │ │   ♥   │ │   ♠   │ │       │
    """
    if isinstance(what, Turn):
        return faces(what.own)
    if isinstance(what, Shown):
        return "\n".join(f"Seat {seat}\n{faces(hand)}" for seat, hand in enumerate(what.hands))
    return ""


def supposed(rules: "Rules", turn: Turn | None) -> str:  # noqa: ARG001
    """Return what the chances of the discards take for granted."""
    return (
        "Chances to win, ties not counted. Any five of the cards that you have not seen may be the "
        "opponent's in the end: so it is if he stands pat or discards without looking."
    )
