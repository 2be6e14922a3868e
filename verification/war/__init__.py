"""War: the record of the game.

Each entry loads what it needs when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games.war import RULEBOOK, Rules
from montmort.verification.game import (
    Answers,
    Certification,
    Enumeration,
    Game,
    Record,
    Solver,
    SourceRecords,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from matplotlib.figure import Figure

    from montmort.exact.paths import Watch
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.claims import Claim
    from montmort.verification.reports.argument import Argument, Provenance


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


def _simulator(rules: Rules, experiment: str, watch: "Watch | None") -> "Simulator":  # noqa: ARG001
    from montmort.montecarlo.war.simulator import simulator

    return simulator(rules, experiment)


def _chances(
    rules: Rules, events: "Sequence[Any]", view: Any, choices: "Sequence[Any]"
) -> "Mapping[str, Fraction]":
    from montmort.exact.war.live_chances import chances

    return chances(rules, events, view, choices)


def _claims() -> "tuple[Claim, ...]":
    from montmort.verification.war.claims import CLAIMS

    return CLAIMS


def _certification() -> Certification[Rules]:
    from montmort.verification.certificates import outcome_chain_checker
    from montmort.verification.war.certificate import certificate
    from montmort.verification.war.checker import CHECKER

    others = (outcome_chain_checker.CHECKER,)
    return Certification(certificate=certificate, checker=CHECKER, others=others)


def _first_turns_certification() -> Certification[Rules]:
    from montmort.verification.war.first_turns_certificate import certificate
    from montmort.verification.war.first_turns_checker import CHECKER

    return Certification(certificate=certificate, checker=CHECKER)


def _argument(rules: Rules, provenance: "Provenance", watch: "Watch | None") -> "Argument":
    from montmort.verification.war.report.argument import argument

    return argument(rules, provenance, watch)


def _exact_figure(rules: Rules, question: Any, answers: Answers) -> "Figure | None":
    from montmort.verification.war.exact_figures import exact_figure

    return exact_figure(rules, question, answers)


def _played_figure(rules: Rules, events: "Sequence[Any]") -> "Figure | None":
    from montmort.verification.war.figures import played_figure

    return played_figure(rules, events)


def _source_records(rules: Rules, seed: int, plays: int) -> "Iterable[Record]":
    from montmort.verification.war.figures import source_records

    return source_records(rules, seed, plays)


GAME = Game(
    rulebook=replace(RULEBOOK, terminal=replace(RULEBOOK.terminal, chances=_chances)),
    solver=_solver,
    simulation=_simulator,
    claims=_claims,
    certification=_certification,
    certifications={"first-turns": _first_turns_certification},
    argument=_argument,
    exact_figure=_exact_figure,
    played_figure=_played_figure,
    source_records=SourceRecords(endings={"game": ("", "-sizes")}, tables=_source_records),
)
