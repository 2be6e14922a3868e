"""Treize: the record of the game.

Each entry loads what it needs when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games.treize import RULEBOOK, Rules
from montmort.verification.game import Certification, Game, PlantedBug, Solver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from montmort.exact.paths import Watch
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.aim import Aim
    from montmort.verification.claims import Claim
    from montmort.verification.reports.argument import Argument, Provenance


def _solver() -> Solver[Rules]:
    from montmort.exact.treize import answers

    return Solver(
        truth=answers.truth,
        answers=answers.answers,
        question=answers.Question,
        moments=answers.moments,
        value_to="dealer",
    )


def _simulator(rules: Rules, experiment: str, watch: "Watch | None") -> "Simulator":  # noqa: ARG001
    from montmort.montecarlo.treize import simulator

    return simulator(rules, experiment)


def _chances(
    rules: Rules, events: "Sequence[Any]", view: Any, choices: "Sequence[Any]"
) -> "Mapping[str, Fraction]":
    from montmort.exact.treize.answers import chances

    return chances(rules, events, view, choices)


def _claims() -> "tuple[Claim, ...]":
    from montmort.verification.treize.claims import CLAIMS

    return CLAIMS


def _certification() -> Certification[Rules]:
    from montmort.verification.treize.certificate import certificate
    from montmort.verification.treize.checker import CHECKER

    return Certification(certificate=certificate, checker=CHECKER)


def _proof(rules: Rules, experiment: str, aim: "Aim | None") -> "str | None":
    from montmort.verification.treize.proof import proof

    return proof(rules) if experiment == "game" and aim is None else None


def _law_certification() -> Certification[Rules]:
    from montmort.verification.treize.law_certificate import certificate
    from montmort.verification.treize.law_checker import CHECKER

    return Certification(certificate=certificate, checker=CHECKER)


def _argument(rules: Rules, provenance: "Provenance", watch: "Watch | None") -> "Argument":
    from montmort.verification.treize.report import argument

    return argument(rules, provenance, watch)


GAME = Game(
    rulebook=replace(RULEBOOK, terminal=replace(RULEBOOK.terminal, chances=_chances)),
    solver=_solver,
    simulation=_simulator,
    claims=_claims,
    certification=_certification,
    certifications={"law": _law_certification},
    proof=_proof,
    argument=_argument,
    hardest_bugs={
        "game": PlantedBug(description="every round from a fresh deck", plays=28_580_585)
    },
)
