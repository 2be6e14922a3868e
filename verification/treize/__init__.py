"""Treize: the record of the game.

Each entry is loaded when it is called.
"""

from dataclasses import replace

from montmort.games.treize import RULEBOOK
from montmort.lazy import At
from montmort.verification.game import Game, PlantedBug

_HERE = "montmort.verification.treize"
_TERMINAL = replace(RULEBOOK.terminal, chances=At("montmort.exact.treize.answers:chances"))

GAME = Game(
    rulebook=replace(RULEBOOK, terminal=_TERMINAL),
    solver=At("montmort.exact.treize.answers:SOLVER"),
    simulation=At("montmort.montecarlo.treize:simulator"),
    claims=At(f"{_HERE}.claims:CLAIMS"),
    certification=At(f"{_HERE}.certificate:CERTIFICATION"),
    certifications={"law": At(f"{_HERE}.law_certificate:CERTIFICATION")},
    proof=At(f"{_HERE}.proof:proof"),
    settled=At(f"{_HERE}.report:settled"),
    states_laws=True,
    hardest_bugs={
        "game": PlantedBug(description="every round from a fresh deck", plays=28_580_585)
    },
)
