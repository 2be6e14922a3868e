"""War: the record of the game.

Each entry is loaded when it is called.
"""

from dataclasses import replace

from montmort.games.war import RULEBOOK
from montmort.lazy import At
from montmort.verification.game import Game, SourceRecords

_TERMINAL = replace(RULEBOOK.terminal, chances=At("montmort.exact.war.live_chances:chances"))
_HERE = "montmort.verification.war"

GAME = Game(
    rulebook=replace(RULEBOOK, terminal=_TERMINAL),
    solver=At("montmort.exact.war.answers:SOLVER"),
    simulation=At("montmort.montecarlo.war.simulator:simulator"),
    claims=At(f"{_HERE}.claims:CLAIMS"),
    certification=At(f"{_HERE}.certificate:CERTIFICATION"),
    certifications={"first-turns": At(f"{_HERE}.first_turns_certificate:CERTIFICATION")},
    settled=At(f"{_HERE}.report.settled:settled"),
    states_laws=True,
    exact_figure=At(f"{_HERE}.exact_figures:exact_figure"),
    played_figure=At(f"{_HERE}.figures:played_figure"),
    source_records=SourceRecords(
        endings={"game": ("", "-sizes")}, tables=At(f"{_HERE}.figures:source_records")
    ),
)
