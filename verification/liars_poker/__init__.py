"""Liars' Poker: the record of the game.

Each entry is loaded when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from montmort.games.liars_poker import RULEBOOK, Rules
from montmort.lazy import At
from montmort.verification.game import Game

if TYPE_CHECKING:
    from montmort.exact.paths import Watch
    from montmort.montecarlo.simulator import Simulator


def _simulator(rules: Rules, experiment: str, _watch: "Watch | None") -> "Simulator":
    """Return the simulator, with the players who know the exact chances."""
    from montmort.exact.liars_poker.calls import players
    from montmort.montecarlo.liars_poker.simulator import simulator

    return simulator(rules, experiment, others=players)


_HERE = "montmort.verification.liars_poker"
_TERMINAL = replace(
    RULEBOOK.terminal,
    chances=At("montmort.exact.liars_poker.calls:chances"),
    players=At("montmort.exact.liars_poker.calls:players"),
)

GAME = Game(
    rulebook=replace(RULEBOOK, terminal=_TERMINAL),
    solver=At("montmort.exact.liars_poker.answers:SOLVER"),
    simulation=_simulator,
    claims=At(f"{_HERE}.claims:CLAIMS"),
    certification=At(f"{_HERE}.certificate:CERTIFICATION"),
    settled=At(f"{_HERE}.report.settled:settled"),
    states_laws=True,
    table=At(f"{_HERE}.figures:TABLE"),
)
