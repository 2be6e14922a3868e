"""War: the record of the game.

Each entry is loaded when it is called.
"""

from dataclasses import replace

from montmort.games.war import RULEBOOK, Rules
from montmort.lazy import At
from montmort.verification.game import Enumeration, Game, Solver, SourceRecords


def _solver() -> Solver[Rules]:
    from montmort.exact.war import answers

    parts = Enumeration(
        parts=answers.in_parts,
        counts="deals played one by one, and this question plays none; leave it out, or set "
        "most_deals= to the number of deals",
    )
    return Solver(
        truth=answers.truth,
        answers=answers.answers,
        question=answers.Question,
        enumeration=parts,
    )


_TERMINAL = replace(RULEBOOK.terminal, chances=At("montmort.exact.war.live_chances:chances"))
_HERE = "montmort.verification.war"

GAME = Game(
    rulebook=replace(RULEBOOK, terminal=_TERMINAL),
    solver=_solver,
    simulation=At("montmort.montecarlo.war.simulator:simulator"),
    claims=At(f"{_HERE}.claims:CLAIMS"),
    certification=At(f"{_HERE}.certificate:CERTIFICATION"),
    certifications={"first-turns": At(f"{_HERE}.first_turns_certificate:CERTIFICATION")},
    argument=At(f"{_HERE}.report.argument:argument"),
    exact_figure=At(f"{_HERE}.exact_figures:exact_figure"),
    played_figure=At(f"{_HERE}.figures:played_figure"),
    source_records=SourceRecords(
        endings={"game": ("", "-sizes")}, tables=At(f"{_HERE}.figures:source_records")
    ),
)
