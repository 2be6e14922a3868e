"""Persian Monarchs at the terminal: what an answer means, and when play pauses."""

from collections.abc import Sequence

from montmort.games.persian_monarchs.match import Counters
from montmort.games.persian_monarchs.rules import Rules
from montmort.games.persian_monarchs.strategies import Turn


def read_answer(rules: Rules, answer: str, turn: Turn, choices: Sequence[int]) -> bool | None:  # noqa: ARG001
    """Return the choice that a dealer means by accept or decline, or their beginnings.

    >>> turn = Turn(seat=1, view=None, pack=0, counters=None, raised=4)
    >>> [read_answer(Rules(), answer, turn, (True, False)) for answer in ("Acc", "d", "7")]
    [True, False, None]
    """
    words = {"accept": True, "decline": False} if turn.raised else {}
    said = answer.casefold()
    return next((choice for word, choice in words.items() if said and word.startswith(said)), None)


def has_hand_ended(rules: Rules, events: Sequence[object]) -> bool:  # noqa: ARG001
    """Return whether a hand has just ended and another one follows.

    >>> [has_hand_ended(Rules(), [Counters(101, 99, played, 52)]) for played in (1, 52)]
    [True, False]
    """
    last = events[-1]
    return isinstance(last, Counters) and last.hands < last.of


def explain_chances(rules: Rules, turn: Turn) -> str:
    """Return what the values of a player's choices take for granted.

    >>> turn = Turn(seat=0, view=None, pack=0, counters=None)
    >>> print(explain_chances(Rules(second="random"), turn))
    The chance goes by the cards left alone; profits are the mean counters of this hand,
    the ante included, with seat 1 playing 'random'.
    """
    other = 1 - turn.seat
    return (
        "The chance goes by the cards left alone; profits are the mean counters of this hand,\n"
        f"the ante included, with seat {other} playing {str((rules.first, rules.second)[other])!r}."
    )
