"""Yahtzee: the record of the game.

Each entry is loaded when it is called.
"""

from dataclasses import replace

from montmort.games.yahtzee import RULEBOOK, Rules
from montmort.lazy import At
from montmort.verification.game import Game


def _assumption(_rules: Rules, _view: object) -> str:
    return "the mean of the points still to come after each choice if all then is played at best"


_HERE = "montmort.verification.yahtzee"
_TERMINAL = replace(
    RULEBOOK.terminal, chances=At("montmort.exact.yahtzee.turn:chances"), assumption=_assumption
)

GAME = Game(
    rulebook=replace(RULEBOOK, terminal=_TERMINAL),
    optimal=At(f"{_HERE}.optimal:best_score"),
    claims=At(f"{_HERE}.claims:CLAIMS"),
    certification=At(f"{_HERE}.certificate:CERTIFICATION"),
    settled=At(f"{_HERE}.report:settled"),
    states_laws=True,
)
