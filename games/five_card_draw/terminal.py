"""Five-card draw at the terminal: what an answer means, and how the cards are drawn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from montmort.games.cards.drawing import faces
from montmort.games.five_card_draw.play import Shown
from montmort.games.five_card_draw.players import Turn
from montmort.games.five_card_draw.rules import Rules

PAT = ("", "pat", "stand pat", "none")


def read_answer(rules: Rules, answer: str, turn: Turn, choices: Sequence[str]) -> str:
    """Return the choice that a player means; BadInput, a sentence, if he means none.

    >>> from montmort.games.five_card_draw.play import choices
    >>> turn = Turn(0, "5c 6d 7h 8s 9c")
    >>> legal = choices(turn.own, 3)
    >>> read_answer(Rules(), "9C 5c", turn, legal), read_answer(Rules(), "pat", turn, legal)
    ('5c 9c', '')
    """
    if answer.isdecimal() and len(answer) < 3 and 1 <= int(answer) <= len(choices):
        return choices[int(answer) - 1]  # short lists are numbered
    cards = "" if answer.casefold() in PAT else answer
    wanted = replace(rules, hand=turn.own, discard=cards).discard  # or refused in a sentence
    return next(choice for choice in choices if choice == wanted)


def list_discards(rules: Rules, turn: Turn, choices: Sequence[str]) -> dict[str, str]:  # noqa: ARG001
    """Return under the word `discards` what may be discarded, a line for each number of cards."""
    by_size: dict[int, list[str]] = {}
    for choice in choices:
        by_size.setdefault(len(choice.split()), []).append(choice or "none: stand pat")
    return {"discards": "\n".join(f"  {', '.join(sets)}" for sets in by_size.values())}


def draw_cards(rules: Rules, what: Any) -> str:  # noqa: ARG001
    """Return the cards that a player sees, drawn: his own, or those shown in the end.

    >>> print(draw_cards(Rules(), Turn(0, "Ac Ad Ah As 2c")).splitlines()[3])
    │   ♣   │ │   ♦   │ │   ♥   │ │   ♠   │ │       │
    """
    if isinstance(what, Turn):
        return faces(what.own)
    if isinstance(what, Shown):
        return "\n".join(f"Seat {seat}\n{faces(hand)}" for seat, hand in enumerate(what.hands))
    return ""


def explain_chances(rules: Rules, turn: Turn | None) -> str:  # noqa: ARG001
    """Return what the chances of the discards take for granted."""
    return (
        "Chances to win, ties not counted. Any five of the cards that you have not seen may be the "
        "opponent's in the end: so it is if he stands pat or discards without looking."
    )
