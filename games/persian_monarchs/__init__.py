"""Persian Monarchs: Rules, reference play, strategies, and words for the terminal."""

import re
from collections.abc import Sequence

from montmort.games.errors import BadInput
from montmort.games.persian_monarchs import match
from montmort.games.persian_monarchs.match import (
    EXPERIMENTS,
    MOST_CARDS,
    MOST_RAISE,
    Counters,
    FreshPack,
    Hand,
    Match,
    Players,
    State,
    dealing,
    named_players,
    start_hand,
    start_match,
    step_hand,
    step_match,
)
from montmort.games.persian_monarchs.rules import READINGS, Purse, Rules
from montmort.games.persian_monarchs.strategies import Turn
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.wager import Wager

__all__ = [
    "EXPERIMENTS",
    "MOST_CARDS",
    "MOST_RAISE",
    "READINGS",
    "RULEBOOK",
    "Counters",
    "FreshPack",
    "Hand",
    "Match",
    "Players",
    "Purse",
    "Rules",
    "State",
    "dealing",
    "named_players",
    "start_hand",
    "start_match",
    "step_hand",
    "step_match",
]


_RAISE = re.compile(r"(?:raise|bet)(?: by)? *([0-9]{1,9})")


def read_answer(_rules: Rules, answer: str, turn: Turn, choices: Sequence[int]) -> int | None:
    """Return the choice that an answer means: accept or decline or their letters, or raise 3.

    >>> turn = Turn(seat=1, view=None, pack=0, counters=None, raised=4)
    >>> [read_answer(Rules(), answer, turn, (True, False)) for answer in ("Acc", "d", "7")]
    [True, False, None]
    >>> read_answer(Rules(), "raise 3", Turn(0, None, 0, None), (0, 1, 2, 3))
    3
    """
    if not turn.raised and (found := _RAISE.fullmatch(answer.casefold())):
        by = int(found[1])
        if by not in choices:
            raise BadInput(f"You may raise by {choices[0]} to {choices[-1]} counters, not by {by}.")
        return by
    words = {"accept": True, "decline": False} if turn.raised else {}
    typed = answer.casefold()
    return next(
        (choice for word, choice in words.items() if typed and word.startswith(typed)), None
    )


def has_hand_ended(_rules: Rules, events: Sequence[object]) -> bool:
    """Return whether a hand has just ended and another one follows.

    >>> [has_hand_ended(Rules(), [Counters(101, 99, played, 52)]) for played in (1, 52)]
    [True, False]
    """
    last = events[-1]
    return isinstance(last, Counters) and last.hands < last.of


def explain_chances(rules: Rules, turn: Turn) -> str:
    """Return the assumptions behind the chances and profits of a player's choices.

    >>> turn = Turn(seat=0, view=None, pack=0, counters=None)
    >>> print(explain_chances(Rules(second="random"), turn))
    The chance depends on the cards left alone; profits are the mean counters of this hand,
    the ante included, with seat 1 playing 'random'.
    """
    other = 1 - turn.seat
    return (
        "The chance depends on the cards left alone; profits are the mean counters of this hand,\n"
        f"the ante included, with seat {other} playing {str((rules.first, rules.second)[other])!r}."
    )


RULEBOOK = Rulebook(
    name="persian-monarchs",
    title="Persian Monarchs",
    source="P. G. Wodehouse 1939; the wagers by Peter Ellis 2018",
    about=match.__doc__ or "",
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    dealing=dealing,
    wagers=(Wager(net="profit", experiment="hand"),),  # the ante of the non-dealer
    terminal=Terminal(read=read_answer, pauses=has_hand_ended, assumption=explain_chances),
)
