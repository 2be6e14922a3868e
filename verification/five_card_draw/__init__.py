"""Five-card draw: the record of the game.

Each entry is loaded when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from montmort.games.five_card_draw import RULEBOOK, Rules
from montmort.lazy import At
from montmort.verification.game import Game

if TYPE_CHECKING:
    from montmort.exact.paths import Watch
    from montmort.montecarlo.simulator import Simulator


def _simulator(rules: Rules, experiment: str, watch: "Watch | None") -> "Simulator":
    """Return the simulator, with the best discards where players use them."""
    from montmort.exact.five_card_draw.answers import smart_discards
    from montmort.montecarlo.five_card_draw.simulator import simulator

    return simulator(rules, experiment, smart_discards(rules, experiment, watch))


_HERE = "montmort.verification.five_card_draw"
_TERMINAL = replace(
    RULEBOOK.terminal,
    chances=At("montmort.exact.five_card_draw.answers:chances"),
    players=At(f"{_HERE}.sampling_bot:players"),
)

GAME = Game(
    rulebook=replace(RULEBOOK, terminal=_TERMINAL),
    solver=At("montmort.exact.five_card_draw.answers:SOLVER"),
    simulation=_simulator,
    claims=At(f"{_HERE}.claims:CLAIMS"),
    certification=At(f"{_HERE}.certificate:CERTIFICATION"),
    certifications={"rows": At(f"{_HERE}.rows_certificate:CERTIFICATION")},
    settled=At(f"{_HERE}.report.settled:settled"),
    states_laws=True,
    exact_figure=At(f"{_HERE}.figures:exact_figure"),
    table=At(f"{_HERE}.figures:TABLE"),
)
