"""Persian Monarchs: the record of the game.

Each entry is loaded when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from montmort.games.persian_monarchs import RULEBOOK, Rules
from montmort.lazy import At
from montmort.verification.game import Game, PlantedBug

if TYPE_CHECKING:
    from montmort.exact.paths import Watch
    from montmort.montecarlo.simulator import Simulator


def _simulator(rules: Rules, experiment: str, _watch: "Watch | None") -> "Simulator":
    """Return the simulator, with the players who use computed tables."""
    from montmort.exact.persian_monarchs.players import players
    from montmort.montecarlo.persian_monarchs.simulator import simulator

    return simulator(rules, experiment, others=players)


_HERE = "montmort.verification.persian_monarchs"
_TERMINAL = replace(
    RULEBOOK.terminal,
    chances=At("montmort.exact.persian_monarchs.players:chances"),
    players=At("montmort.exact.persian_monarchs.players:players"),
)

GAME = Game(
    rulebook=replace(RULEBOOK, terminal=_TERMINAL),
    solver=At("montmort.exact.persian_monarchs.answers:SOLVER"),
    simulation=_simulator,
    claims=At(f"{_HERE}.claims:CLAIMS"),
    certification=At(f"{_HERE}.certificate:CERTIFICATION"),
    certifications={
        "match": At(f"{_HERE}.match_certificate:CERTIFICATION"),
        "best-responses": At(f"{_HERE}.match_certificate:OF_BEST_RESPONSES"),
    },
    settled=At(f"{_HERE}.report.settled:settled"),
    states_laws=True,
    exact_figure=At(f"{_HERE}.figures:exact_figure"),
    hardest_bugs={
        "hand": PlantedBug(description="an even raise accepted, 52 cards", plays=1_981_878)
    },
)
