"""Five-card draw: Rules, reference play, ranking, players, and words for the terminal."""

from collections.abc import Sequence
from dataclasses import replace

from montmort.games.cards.drawing import faces
from montmort.games.five_card_draw import play
from montmort.games.five_card_draw.play import (
    EXPERIMENTS,
    Dealt,
    Drew,
    Game,
    Hand,
    Result,
    Shown,
    choices,
    dealing,
    score,
    start_game,
    step,
    step_game,
)
from montmort.games.five_card_draw.players import Players, Turn
from montmort.games.five_card_draw.rules import READINGS, Kind, Rules
from montmort.games.rulebook import Rulebook, Terminal

__all__ = [
    "EXPERIMENTS",
    "READINGS",
    "RULEBOOK",
    "Dealt",
    "Drew",
    "Game",
    "Hand",
    "Kind",
    "Players",
    "Result",
    "Rules",
    "Shown",
    "choices",
    "dealing",
    "score",
    "start_game",
    "step",
    "step_game",
]


PAT = ("", "pat", "stand pat", "none")


def read_answer(rules: Rules, answer: str, turn: Turn, choices: Sequence[str]) -> str:
    """Return the choice that an answer means; BadInput if it means none.

    >>> from montmort.games.five_card_draw.play import choices
    >>> turn = Turn(0, "5c 6d 7h 8s 9c")
    >>> legal = choices(turn.own, 3)
    >>> read_answer(Rules(), "9C 5c", turn, legal), read_answer(Rules(), "pat", turn, legal)
    ('5c 9c', '')
    """
    if answer.isdecimal() and len(answer) < 3 and 1 <= int(answer) <= len(choices):
        return choices[int(answer) - 1]  # the number of a choice
    cards = "" if answer.casefold() in PAT else answer
    wanted = replace(rules, hand=turn.own, discard=cards).discard  # or BadInput
    return next(choice for choice in choices if choice == wanted)


def confirm_pat(_rules: Rules, answer: str, choice: str) -> str:
    """Return the question after an answer that may be a slip: Enter or a number stands pat.

    >>> confirm_pat(Rules(), "", ""), confirm_pat(Rules(), "pat", "")
    ('Stand pat, and draw no card?', '')
    >>> confirm_pat(Rules(), "1", "")
    'Stand pat, and draw no card?'
    """
    is_meant = bool(answer) and not answer.isdecimal()
    return "" if is_meant or choice else "Stand pat, and draw no card?"


def list_discards(_rules: Rules, _turn: Turn, choices: Sequence[str]) -> dict[str, str]:
    """Return under the word `discards` the possible discards, a line for each number of cards.

    >>> turn = Turn(0, "5c 6d 7h 8s 9c")
    >>> print(list_discards(Rules(), turn, ["", "5c", "6d"])["discards"])
      none: stand pat
      5c, 6d
    """
    by_size: dict[int, list[str]] = {}
    for choice in choices:
        by_size.setdefault(len(choice.split()), []).append(choice or "none: stand pat")
    return {"discards": "\n".join(f"  {', '.join(sets)}" for sets in by_size.values())}


def draw_cards(_rules: Rules, shown: object) -> str:
    """Return a picture of the cards that a player sees: their own, or both final hands.

    >>> print(draw_cards(Rules(), Turn(0, "Ac Ad Ah As 2c")).splitlines()[3])
    │   ♣   │ │   ♦   │ │   ♥   │ │   ♠   │ │       │
    """
    if isinstance(shown, Turn):
        return faces(shown.own)
    if isinstance(shown, Shown):
        return "\n".join(f"Seat {seat}\n{faces(hand)}" for seat, hand in enumerate(shown.hands))
    return ""


def explain_chances(_rules: Rules, _turn: Turn | None) -> str:
    """Return the assumption behind the chances of the discards.

    >>> explain_chances(Rules(), None).partition(".")[0]
    'Chances to win, ties not counted'
    """
    return (
        "Chances to win, ties not counted. They assume that any five of the unseen cards may be "
        "the opponent's final hand, as when the opponent stands pat or discards without looking."
    )


RULEBOOK = Rulebook(
    name="five-card-draw",
    title="Five-card draw",
    source="the card game; a program that discards by sampling",
    about=play.__doc__ or "",
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    dealing=dealing,
    terminal=Terminal(
        experiment="game",
        draw=draw_cards,
        read=read_answer,
        confirms=confirm_pat,
        lists=list_discards,
        assumption=explain_chances,
    ),
)
